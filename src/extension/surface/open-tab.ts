import { browser } from '../browser.ts';
import { isPopup } from './surface-kind.ts';

/** Opens a page beside; a popup would cover it, so it goes. */
export async function openTab(url: string): Promise<void> {
  await browser.tabs.create({ url });
  if (isPopup()) window.close();
}

export async function openOptions(): Promise<void> {
  await browser.runtime.openOptionsPage();
  if (isPopup()) window.close();
}
