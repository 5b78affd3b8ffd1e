/** Feeds a page offers, read from its live DOM. The server verifies each; here nothing is fetched. */
export interface FeedCandidate {
  url: string;
  type?: string;
  title?: string;
}

export const candidatesMax = 50;
const anchorsMax = 5_000;
const addressMaxLength = 2048;

const feedTypes = new Set([
  'application/rss+xml',
  'application/atom+xml',
  'application/rdf+xml',
  'application/feed+json',
  'application/json',
  'application/xml',
  'text/xml',
]);
const feedRoots = new Set(['rss', 'feed', 'rdf:rdf']);
const feedPath = /(?:^|[/._?=&-])(?:rss|atom|rdf|feeds?|feed\.json|jsonfeed)(?:[/._?=&#-]|\d*(?:\.xml)?$)/i;
const feedLabel = /^(?:rss|atom|feed|rss feed|订阅|訂閱|rss\s*订阅|rss\s*訂閱)$/i;

/** Declared feeds first, then links that look like one; each address once. */
export function readFeedCandidates(page: Document): FeedCandidate[] {
  const found = new Map<string, FeedCandidate>();
  for (const candidate of [...ownFeed(page), ...declaredFeeds(page), ...linkedFeeds(page)]) {
    if (found.size >= candidatesMax) break;
    if (!found.has(candidate.url)) found.set(candidate.url, candidate);
  }
  return [...found.values()];
}

/** The page is itself a feed that the browser shows as text. */
function ownFeed(page: Document): FeedCandidate[] {
  const root = page.documentElement?.nodeName.toLowerCase() ?? '';
  return feedRoots.has(root) ? [describe(page.URL, page.contentType, page.title)].flatMap(keep) : [];
}

function declaredFeeds(page: Document): FeedCandidate[] {
  const links = [...page.querySelectorAll<HTMLLinkElement>('link[href][rel]')];
  return links.flatMap((link) => {
    const words = (link.getAttribute('rel') ?? '').toLowerCase().split(/\s+/);
    const type = (link.getAttribute('type') ?? '').toLowerCase().split(';')[0]?.trim() ?? '';
    const isFeed = words.includes('feed') || (words.includes('alternate') && feedTypes.has(type) && !isApi(link, type));
    return isFeed ? keep(describe(absolute(link, page), type, link.getAttribute('title') ?? '')) : [];
  });
}

/** Content systems declare their programming interface in the same way as their feed. */
function isApi(link: Element, type: string): boolean {
  return type === 'application/json' && !feedPath.test(link.getAttribute('href') ?? '');
}

function linkedFeeds(page: Document): FeedCandidate[] {
  const anchors = [...page.querySelectorAll<HTMLAnchorElement>('a[href]')].slice(0, anchorsMax);
  return anchors.flatMap((anchor) => {
    const label = (anchor.textContent ?? '').slice(0, 200).trim();
    const url = absolute(anchor, page);
    if (!url) return [];
    const { pathname, search } = new URL(url);
    const isFeed = feedLabel.test(label) || feedPath.test(pathname.slice(-200) + search.slice(0, 200));
    return isFeed ? keep(describe(url, '', label)) : [];
  });
}

function absolute(element: Element, page: Document): string {
  try {
    const url = new URL(element.getAttribute('href') ?? '', page.baseURI);
    return /^https?:$/.test(url.protocol) ? url.href : '';
  } catch {
    return '';
  }
}

function describe(url: string, type: string, title: string): FeedCandidate {
  const shortTitle = title.replace(/\s+/g, ' ').trim().slice(0, 500);
  return { url, ...(type && { type: type.slice(0, 100) }), ...(shortTitle && { title: shortTitle }) };
}

function keep(candidate: FeedCandidate): FeedCandidate[] {
  return candidate.url && candidate.url.length <= addressMaxLength ? [candidate] : [];
}
