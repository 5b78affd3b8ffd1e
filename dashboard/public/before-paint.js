// What only this browser knows, said before the first paint: how light the page is, and whether the home screen that came
// with it is the one to be shown.
(() => {
  const { dataset, lang } = document.documentElement;
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const theme = read('tidings.theme');
  if (theme === 'light' || theme === 'dark') dataset.theme = theme;
  const language = read('tidings.language');
  const isHome = /^(#\/?(home)?)?$/.test(location.hash);
  if (!isHome || (language && language !== lang.toLowerCase())) dataset.elsewhere = '';
  if (/(^|; )token=/.test(document.cookie)) dataset.member = '';
})();
