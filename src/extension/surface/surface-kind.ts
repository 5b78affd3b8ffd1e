/** Which page this is, as its document says; null while the popup's page is shown in a tab, where nothing must close it. */
export function isPopup(): boolean {
  return document.documentElement.dataset.surface === 'popup' && window.innerWidth <= 800;
}
