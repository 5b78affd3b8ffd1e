/** Keyboard shortcuts; the browser's own settings change their keys. */
import type { Tabs } from 'webextension-polyfill';
import { openPopup, openSidePanel } from '../browser.ts';
import { activeWebTab, toWebTab } from '../page/inject.ts';
import { intentItem } from '../storage/items.ts';
import { collectTab } from './collect.ts';
import type { QueuePorts } from './queue.ts';

export async function onCommand(name: string, openedIn: Tabs.Tab | undefined, ports: QueuePorts): Promise<void> {
  switch (name) {
    case 'subscribe-selection':
      await Promise.all([openPopup(), intentItem.set({ kind: 'selection', at: ports.now() })]);
      return;
    case 'collect-page': {
      const tab = toWebTab(openedIn) ?? (await activeWebTab());
      if (tab) await collectTab(tab, ports);
      return;
    }
    case 'open-side-panel':
      await openSidePanel(openedIn?.windowId);
  }
}
