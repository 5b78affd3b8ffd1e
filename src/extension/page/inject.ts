/** Brings the two page readers into a tab. Nothing of ours is in a page before this, and nothing stays in it. */
import { browser, isWebPage } from '../browser.ts';
import type { PageSummary } from './page-summary.ts';

export function summariseTab(tabId: number): Promise<PageSummary | null> {
  return runInTab<PageSummary>(tabId, '/page-summary.js');
}

export function readTabHtml(tabId: number): Promise<string | null> {
  return runInTab<string>(tabId, '/page-html.js');
}

/** Null where the browser does not let us read: its own pages, its shop, other extensions, PDF. */
async function runInTab<T>(tabId: number, file: string): Promise<T | null> {
  try {
    const [frame] = await browser.scripting.executeScript({ target: { tabId }, files: [file] });
    return (frame?.result as T | undefined) ?? null;
  } catch {
    return null;
  }
}

export interface WebTab {
  id: number;
  url: string;
  title: string;
}

/** The page in front of the reader, if it is a web page we may look at after this gesture. */
export async function activeWebTab(): Promise<WebTab | null> {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  return toWebTab(tab);
}

export function toWebTab(tab: { id?: number; url?: string; title?: string } | undefined): WebTab | null {
  if (tab?.id === undefined || !isWebPage(tab.url)) return null;
  return { id: tab.id, url: tab.url, title: tab.title ?? '' };
}
