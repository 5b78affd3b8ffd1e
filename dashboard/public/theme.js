(() => {
  let theme;
  try {
    theme = localStorage.getItem('tidings.theme');
  } catch {
    return;
  }
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
})();
