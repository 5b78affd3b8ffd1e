/** What can be followed at an address, and following it. */
import {
  type DiscoveredFeed,
  discoverWebsite,
  listWebsites,
  subscribeWebsite,
  unsubscribeWebsite,
  type WebsiteSubscription,
} from '#shared/contract/websites.ts';
import type { FeedCandidate } from '../page/feed-candidates.ts';
import { readTabHtml } from '../page/inject.ts';
import type { Outcome } from '../problem.ts';
import { askServer } from '../surface/use-api.ts';

export interface Site {
  url: string;
  candidates: FeedCandidate[];
  /** The tab that shows the site; a link's site has none. */
  tabId: number | null;
}

/** The rendered page goes along only when the server could not find anything by itself: some sites refuse servers. */
export async function findFeeds(site: Site): Promise<Outcome<DiscoveredFeed[]>> {
  const body = { url: site.url, candidates: site.candidates };
  const first = await askServer(discoverWebsite, { body });
  if (first.ok) return { ok: true, data: first.data.feeds };
  const mayHelp = first.problem.name === 'SITE_UNREACHABLE' || first.problem.name === 'NO_SOURCE_FOUND';
  const html = mayHelp && site.tabId !== null ? await readTabHtml(site.tabId) : null;
  if (!html) return first;
  const second = await askServer(discoverWebsite, { body: { ...body, html } });
  return second.ok ? { ok: true, data: second.data.feeds } : second;
}

/** Those of the member's websites that are the site of this address. */
export async function followedAt(url: string): Promise<Outcome<WebsiteSubscription[]>> {
  const outcome = await askServer(listWebsites, { query: { text: siteHost(url), limit: 50 } });
  if (!outcome.ok) return outcome;
  return { ok: true, data: outcome.data.list.filter(({ source }) => isWithin(url, source.homeUrl || source.url)) };
}

/** On the same host and, where a host carries several sites, below the same folder. */
export function isWithin(url: string, homeUrl: string): boolean {
  if (siteHost(url) === '' || siteHost(url) !== siteHost(homeUrl)) return false;
  const folder = new URL(homeUrl).pathname.replace(/[^/]*$/, '');
  return new URL(url).pathname.startsWith(folder);
}

export function siteHost(url: string): string {
  try {
    return new URL(url).host.replace(/^www\./, '');
  } catch {
    return '';
  }
}

export function follow(site: Site, feed: DiscoveredFeed): Promise<Outcome<{ id: number }>> {
  return askServer(subscribeWebsite, { body: { url: site.url, feedUrl: feed.url, title: feed.title.slice(0, 200) } });
}

export function unfollow(id: number): Promise<Outcome<object>> {
  return askServer(unsubscribeWebsite, { body: { id } });
}
