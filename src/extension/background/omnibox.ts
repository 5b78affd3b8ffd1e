/** `tn words` in the address bar searches the dashboard. */
import { browser } from '../browser.ts';
import { searchLink } from '../dashboard-links.ts';
import { serverItem, settingsItem } from '../storage/items.ts';
import { storedTexts } from '../texts.ts';

export async function describeOmnibox(): Promise<void> {
  const [{ surfaces }, { t }] = await Promise.all([settingsItem.get(), storedTexts()]);
  // The text is XML in Chrome; %s is the browser's place for the typed words.
  const description = surfaces.omnibox ? t('omnibox.search') : t('omnibox.off');
  browser.omnibox.setDefaultSuggestion({ description });
}

export async function onOmniboxEntered(words: string, disposition: string): Promise<void> {
  const [server, { surfaces }] = await Promise.all([serverItem.get(), settingsItem.get()]);
  if (!surfaces.omnibox || !words.trim()) return;
  const url = searchLink(server, words.trim());
  if (disposition === 'currentTab') await browser.tabs.update({ url });
  else await browser.tabs.create({ url, active: disposition !== 'newBackgroundTab' });
}
