/** The right-click menu: for marked words, the page, a link. */
import type { Menus, Tabs } from 'webextension-polyfill';
import { browser, isWebPage, openPopup } from '../browser.ts';
import { toWebTab } from '../page/inject.ts';
import { intentItem, settingsItem } from '../storage/items.ts';
import { withLock } from '../storage/lock.ts';
import { storedTexts } from '../texts.ts';
import { collectPassage, collectSilently, collectTab } from './collect.ts';
import type { QueuePorts } from './queue.ts';

const menuItems = [
  { id: 'selection-subscribe', context: 'selection', label: 'menu.selectionSubscribe' },
  { id: 'selection-collect', context: 'selection', label: 'menu.selectionCollect' },
  { id: 'page-subscribe', context: 'page', label: 'menu.pageSubscribe' },
  { id: 'page-collect', context: 'page', label: 'menu.pageCollect' },
  { id: 'link-collect', context: 'link', label: 'menu.linkCollect' },
  { id: 'link-subscribe', context: 'link', label: 'menu.linkSubscribe' },
] as const;

const webPages = ['http://*/*', 'https://*/*'];

/** Browsers keep the menu between starts of the worker; it is made anew when words or switches may have changed. */
export function rebuildMenus(): Promise<void> {
  return withLock('menus', async () => {
    const [{ surfaces }, { t }] = await Promise.all([settingsItem.get(), storedTexts()]);
    await browser.contextMenus.removeAll();
    if (!surfaces.contextMenu) return;
    for (const { id, context, label } of menuItems) {
      browser.contextMenus.create({ id, contexts: [context], title: t(label), documentUrlPatterns: webPages });
    }
  });
}

/** Opening the popup needs the click's gesture, so it comes before anything is awaited; the popup waits for the intent. */
export async function onMenuClick(
  info: Menus.OnClickData,
  openedIn: Tabs.Tab | undefined,
  ports: QueuePorts,
): Promise<void> {
  const tab = toWebTab(openedIn);
  const words = info.selectionText?.trim() ?? '';
  const at = ports.now();
  switch (info.menuItemId) {
    case 'selection-subscribe':
      await Promise.all([openPopup(), intentItem.set({ kind: 'words', text: words, at })]);
      return;
    case 'page-subscribe':
      await Promise.all([openPopup(), intentItem.set({ kind: 'site', url: info.pageUrl ?? tab?.url ?? '', at })]);
      return;
    case 'link-subscribe':
      await Promise.all([openPopup(), intentItem.set({ kind: 'site', url: info.linkUrl ?? '', at })]);
      return;
    case 'selection-collect':
      if (tab) await collectPassage(tab, words, ports);
      return;
    case 'page-collect':
      if (tab) await collectTab(tab, ports);
      return;
    case 'link-collect':
      if (isWebPage(info.linkUrl)) await collectSilently(linkDraft(info), null, ports);
  }
}

/** Only Firefox tells the link's words. */
function linkDraft(info: Menus.OnClickData) {
  return { url: info.linkUrl ?? '', title: info.linkText };
}
