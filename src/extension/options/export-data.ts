/** Everything the extension keeps about its member, as one file; the token stays out. */
import { browser } from '../browser.ts';
import { sessionItem } from '../storage/items.ts';

export async function exportData(): Promise<string> {
  const stored = await browser.storage.local.get(null);
  const session = sessionItem.read(stored[sessionItem.key]);
  return JSON.stringify({ ...stored, [sessionItem.key]: session && { ...session, token: undefined } }, null, 2);
}

export async function downloadData(): Promise<void> {
  const url = URL.createObjectURL(new Blob([await exportData()], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'tidings-extension.json';
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
