// Runs before the first paint, so that a page chosen dark never flashes white. Its own file: the policy forbids inline scripts.
(() => {
  let theme;
  try {
    theme = localStorage.getItem('tidings.theme');
  } catch {
    return;
  }
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
})();
