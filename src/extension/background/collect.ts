/** Takes what the member points at into the queue and sends it off. */
import type { CollectRequest } from '../messages.ts';
import { readTabHtml, summariseTab, type WebTab } from '../page/inject.ts';
import { addressOfPassage } from '../page/page-selection.ts';
import type { CollectDraft } from '../storage/items.ts';
import { flashBadge } from './badge.ts';
import { enqueue, flushQueue, type QueuePorts } from './queue.ts';

/** Answers once it is safe here; sending goes on behind. */
export async function collect({ draft, pageTabId }: CollectRequest, ports: QueuePorts): Promise<{ clientId: string }> {
  const html = pageTabId === null ? undefined : ((await readTabHtml(pageTabId)) ?? undefined);
  const clientId = await enqueue(draft, html, ports);
  void flushQueue(ports);
  return { clientId };
}

/** From a menu or a shortcut, without a screen: the badge shows a tick. */
export async function collectSilently(draft: CollectDraft, pageTabId: number | null, ports: QueuePorts): Promise<void> {
  const html = pageTabId === null ? undefined : ((await readTabHtml(pageTabId)) ?? undefined);
  await enqueue(draft, html, ports);
  await flashBadge('✓', ports.now);
  await flushQueue(ports);
}

export function collectTab(tab: WebTab, ports: QueuePorts): Promise<void> {
  return collectSilently({ url: tab.url, title: tab.title }, tab.id, ports);
}

export async function collectPassage(tab: WebTab, menuText: string, ports: QueuePorts): Promise<void> {
  // The menu's own text has lost its line breaks.
  const summary = await summariseTab(tab.id);
  const selection = summary?.selection || menuText;
  const url = summary?.selectionUrl || addressOfPassage(tab.url, selection);
  await collectSilently({ url, title: summary?.title || tab.title, selection }, null, ports);
}
