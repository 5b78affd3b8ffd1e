/** The one door to the browser's extension API. What the polyfill's types do not know yet is added here. */
import browser from 'webextension-polyfill';

export { browser };

/** Chrome's side panel and Firefox's sidebar are one surface with two names; the other one is absent. */
const surfaces = browser as unknown as {
  sidePanel?: { open(options: { windowId: number }): Promise<void> };
  sidebarAction?: { open(): Promise<void> };
};

/** The permission pattern for a server. Firefox knows no ports in patterns and would match nothing. */
export function serverPattern(origin: string): string {
  const { protocol, hostname, host } = new URL(origin);
  return `${protocol}//${surfaces.sidebarAction ? hostname : host}/*`;
}

/** Must be called directly in a user gesture, before anything is awaited. */
export function openSidePanel(windowId: number | undefined): Promise<void> {
  if (surfaces.sidebarAction) return surfaces.sidebarAction.open();
  if (surfaces.sidePanel && windowId !== undefined) return surfaces.sidePanel.open({ windowId });
  return Promise.reject(new Error('this browser has no side panel'));
}

/** Must be called directly in a user gesture. Where the popup cannot be opened it comes up as a tab. */
export async function openPopup(): Promise<void> {
  try {
    await browser.action.openPopup();
  } catch {
    await browser.tabs.create({ url: browser.runtime.getURL('popup.html') });
  }
}

/** Web pages only: the browser's own pages and its shop cannot be read. */
export function isWebPage(url: string | undefined): url is string {
  return url !== undefined && /^https?:\/\//i.test(url);
}
