import { browser, serverPattern } from '../browser.ts';
import { allItems, defaultServer, pollSecondsMin, type Settings, serverItem, settingsItem } from '../storage/items.ts';
import type { QueuePorts } from './queue.ts';
import { signOut } from './session.ts';

export const pollSecondsMax = 3_600;

export async function saveSettings(change: Partial<Settings>): Promise<void> {
  await settingsItem.update((settings) => {
    const next = { ...settings, ...change };
    const pollSeconds = Number.isFinite(next.pollSeconds) ? Math.round(next.pollSeconds) : settings.pollSeconds;
    return { ...next, pollSeconds: Math.min(Math.max(pollSeconds, pollSecondsMin), pollSecondsMax) };
  });
}

/** The queue stays: its entries know which server they belong to. */
export async function changeServer(origin: string): Promise<void> {
  if ((await serverItem.get()) === origin) return;
  await signOut();
  await serverItem.set(origin);
}

export async function resetAll(ports: QueuePorts): Promise<void> {
  await signOut();
  const server = await serverItem.get();
  const waiting = await ports.pages.ids().catch(() => []);
  for (const id of waiting) await ports.pages.remove(id).catch(() => undefined);
  for (const item of allItems) await item.remove();
  await browser.storage.local.clear();
  if (serverPattern(server) !== serverPattern(defaultServer))
    await browser.permissions.remove({ origins: [serverPattern(server)] }).catch(() => false);
}
