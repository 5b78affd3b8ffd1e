/**
 * Finds what a site can be followed by: its feeds, else its sitemaps, else the lists on its pages. Every candidate is
 * fetched and parsed before it is offered. The fetcher is handed in; nothing here opens a connection of its own.
 */
import { gunzipSync } from 'node:zlib';
import { decodeText } from '../decode/decode-text.ts';
import { parsePage } from '../extract/page-document.ts';
import { textWeight } from '../extract/text-weight.ts';
import type { FetchOutcome, FetchRequest } from '../fetch/fetch-resource.ts';
import { siteKey, urlKey } from '../identify/normalise-url.ts';
import { detectLists } from '../list-page/detect-list.ts';
import { parseDateText } from '../list-page/parse-date-text.ts';
import { type ParsedEntry, type ParsedFeed, parseFeed } from '../parse/parse-feed.ts';
import { plainText } from '../sanitise/plain-text.ts';
import { COMMENTS_NAME, type FeedCandidate, feedCandidates } from './feed-candidates.ts';
import { readSitemap, type SitemapEntry, sitemapLines } from './read-sitemap.ts';

const FEED_FETCHES_MAX = 8;
const SITEMAP_FETCHES_MAX = 6;
const FETCH_TIMEOUT_MS = 10_000;
const UNPACKED_BYTES_MAX = 50 * 1024 * 1024;
const AT_ONCE = 2;
const DAY_MS = 86_400_000;
/** Below this a feed's content is a teaser: about 200 Han characters or 100 words. */
const FULL_TEXT_WEIGHT = 600;

export interface DiscoveredSource {
  url: string;
  kind: 'feed' | 'sitemap' | 'list';
  type: 'rss' | 'atom' | 'rdf' | 'json' | 'sitemap' | 'list';
  title: string;
  /** BCP 47, as declared. */
  language?: string;
  itemCount: number;
  itemsPerDay?: number;
  /** Epoch milliseconds. */
  newestAt?: number;
  /** Whole texts, not teasers. */
  fullText: boolean;
  /** Up to three, newest first as the source lists them. */
  lastTitles: string[];
  /** Lists only: how to read them again, see `readList`. */
  selector?: string;
  signature?: string;
}

export interface DiscoverProblem {
  url: string;
  /** The fetcher's error kind, the feed parser's, or `refused` by robots.txt. */
  error: string;
}

export interface DiscoverInput {
  url: string;
  /** What the browser shows, if the extension sent it; spares fetching the page. */
  html?: string | undefined;
  /** Feeds that the extension saw in the live page. */
  candidates?: readonly { url: string; type?: string; title?: string }[] | undefined;
  fetch: (request: FetchRequest) => Promise<FetchOutcome>;
  /** The site's robots.txt; fetched when needed and not given. */
  robotsText?: string | undefined;
  /** Whether robots.txt lets us guess at an address that no one announced. Default: yes. */
  isAllowed?: ((url: string) => boolean) | undefined;
  /** Epoch milliseconds. */
  now: number;
  /** IANA zone of the site, for lists. */
  timeZone?: string | undefined;
}

export interface Discovery {
  feeds: DiscoveredSource[];
  problems: DiscoverProblem[];
}

interface FoundFeed {
  source: DiscoveredSource;
  candidate: FeedCandidate;
  /** Keys of its entries, for telling twins. */
  links: ReadonlySet<string>;
  titles: ReadonlySet<string>;
}

interface Site {
  input: DiscoverInput;
  problems: DiscoverProblem[];
}

interface Document {
  url: string;
  text: string;
  headers: Record<string, string>;
}

async function read({ input, problems }: Site, url: string): Promise<Document | undefined> {
  const outcome = await input.fetch({ url, timeoutMs: FETCH_TIMEOUT_MS });
  if (!outcome.ok) {
    problems.push({ url, error: outcome.error });
    return undefined;
  }
  const body = outcome.body[0] === 0x1f && outcome.body[1] === 0x8b ? unpack(outcome.body) : outcome.body;
  const contentType = outcome.headers['content-type'];
  const { text } = decodeText(body, { ...(contentType && { contentType }) });
  return { url: outcome.permanentUrl ?? outcome.url, text, headers: outcome.headers };
}

/** Sitemaps are often stored packed, whatever the header says. */
function unpack(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: UNPACKED_BYTES_MAX });
  } catch {
    return bytes;
  }
}

function pace(times: readonly (number | undefined)[], now: number): { itemsPerDay?: number; newestAt?: number } {
  const dated = times
    .filter((time) => time !== undefined && time <= now + DAY_MS)
    .sort((a, b) => (b ?? 0) - (a ?? 0)) as number[];
  const [newest] = dated;
  const oldest = dated.at(-1);
  if (newest === undefined || oldest === undefined) return {};
  const days = Math.max((newest - oldest) / DAY_MS, 1 / 24);
  return {
    newestAt: newest,
    ...(dated.length > 1 && { itemsPerDay: Math.round(((dated.length - 1) / days) * 100) / 100 }),
  };
}

function hasFullText(entries: readonly ParsedEntry[]): boolean {
  const sample = entries.slice(0, 10);
  const long = sample.filter(
    (entry) => textWeight(plainText(entry.content ?? entry.summary ?? '')) >= FULL_TEXT_WEIGHT,
  );
  return sample.length > 0 && long.length >= sample.length / 2;
}

function feedSource(url: string, feed: ParsedFeed, candidate: FeedCandidate, now: number): FoundFeed {
  const { entries } = feed;
  return {
    candidate,
    links: new Set(entries.flatMap(({ link }) => (link ? (urlKey(link) ?? []) : []))),
    titles: new Set(entries.map(({ title }) => title)),
    source: {
      url,
      kind: 'feed',
      type: feed.kind,
      title: feed.title || candidate.title || new URL(url).hostname,
      ...(feed.language && { language: feed.language }),
      itemCount: entries.length,
      ...pace(
        entries.map((entry) => entry.published ?? entry.updated),
        now,
      ),
      fullText: hasFullText(entries),
      lastTitles: entries.slice(0, 3).map(({ title }) => title),
    },
  };
}

async function tryFeed(site: Site, candidate: FeedCandidate): Promise<FoundFeed | undefined> {
  const document = await read(site, candidate.url);
  if (!document) return undefined;
  const parsed = parseFeed(document.text, { url: document.url, headers: document.headers });
  if (parsed.ok) return feedSource(document.url, parsed.feed, candidate, site.input.now);
  site.problems.push({ url: candidate.url, error: parsed.error });
  return undefined;
}

/** Feeds named in the HTTP `Link:` header. */
function headerCandidates(header: string | undefined, url: string): FeedCandidate[] {
  const links = [...(header ?? '').slice(0, 8000).matchAll(/<([^<>]{1,2000})>([^,<]{0,500})/g)];
  return links
    .filter(
      ([, , rest]) =>
        /rel="?[^";]{0,40}alternate/i.test(rest ?? '') && /type="?application\/(?:rss|atom|feed)/i.test(rest ?? ''),
    )
    .flatMap(([, href]) => {
      const target = URL.parse(href ?? '', url);
      return target ? [{ url: target.href, why: 'link' as const, score: 100 }] : [];
    });
}

const isComments = ({ source, candidate }: FoundFeed): boolean =>
  COMMENTS_NAME.test(`${source.url} ${source.title} ${candidate.title ?? ''}`);

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const smaller = Math.min(a.size, b.size);
  return smaller === 0 ? 0 : a.intersection(b).size / smaller;
}

/** The same items in another format (or at another address) are one feed: the one with whole texts stays, else the first. */
function collapseTwins(found: readonly FoundFeed[]): FoundFeed[] {
  const kept: FoundFeed[] = [];
  for (const feed of found) {
    const twin = kept.findIndex(
      (other) =>
        other.source.url === feed.source.url ||
        (overlap(other.links, feed.links) >= 0.8 && overlap(other.titles, feed.titles) >= 0.8 && sameSize(other, feed)),
    );
    if (twin < 0) kept.push(feed);
    else if (feed.source.fullText && !kept[twin]?.source.fullText) kept[twin] = feed;
  }
  return kept;
}

/** A section's feed may lie wholly within the main one; twins are about equally long. */
function sameSize(a: FoundFeed, b: FoundFeed): boolean {
  const [small, large] = [a.source.itemCount, b.source.itemCount].sort((x, y) => x - y);
  return (small ?? 0) >= (large ?? 0) * 0.6;
}

async function findFeeds(site: Site, candidates: readonly FeedCandidate[]): Promise<FoundFeed[]> {
  const found: FoundFeed[] = [];
  let fetches = 0;
  // What the page announces is enough; guesses are made only where nothing better turned out to be a feed.
  for (const why of ['link', 'known-shape', 'anchor', 'well-known'] as const) {
    const tier = candidates.filter(
      (candidate) => candidate.why === why && (why === 'link' || (site.input.isAllowed?.(candidate.url) ?? true)),
    );
    while (tier.length > 0 && fetches < FEED_FETCHES_MAX) {
      const batch = tier.splice(0, Math.min(AT_ONCE, FEED_FETCHES_MAX - fetches));
      fetches += batch.length;
      for (const feed of await Promise.all(batch.map((candidate) => tryFeed(site, candidate))))
        if (feed) found.push(feed);
      if (found.length > 0 && why === 'well-known') break;
    }
    if (found.length > 0) break;
  }
  const main = found.filter((feed) => !isComments(feed));
  return collapseTwins(main.length > 0 ? main : found);
}

const SITEMAP_NAMES = [
  '/news-sitemap.xml',
  '/sitemap-news.xml',
  '/sitemap_news.xml',
  '/sitemap.xml',
  '/sitemap_index.xml',
];
const newsFirst = (a: string, b: string): number =>
  Number(/news|google|latest/i.test(b)) - Number(/news|google|latest/i.test(a));

function sitemapSource(url: string, entries: readonly SitemapEntry[], now: number): DiscoveredSource | undefined {
  const timeOf = (text: string | undefined) => (text ? parseDateText(text, { now })?.time : undefined);
  const news = entries.filter((entry) => entry.news?.title && entry.news.publication_date);
  if (news.length > 0) {
    const byTime = news
      .map((entry) => ({ entry, time: timeOf(entry.news?.publication_date) }))
      .sort((a, b) => (b.time ?? 0) - (a.time ?? 0));
    const first = news[0]?.news;
    return {
      url,
      kind: 'sitemap',
      type: 'sitemap',
      title: first?.name ?? new URL(url).hostname,
      ...(first?.language && { language: first.language }),
      itemCount: news.length,
      ...pace(
        byTime.map(({ time }) => time),
        now,
      ),
      fullText: false,
      lastTitles: byTime.slice(0, 3).map(({ entry }) => entry.news?.title ?? ''),
    };
  }
  const times = entries.map((entry) => timeOf(entry.lastmod));
  const fresh = times.filter((time) => time !== undefined && time > now - 7 * DAY_MS).length;
  // Without titles and fresh dates a sitemap says nothing about what is new.
  if (fresh < 3) return undefined;
  return {
    url,
    kind: 'sitemap',
    type: 'sitemap',
    title: new URL(url).hostname,
    itemCount: entries.length,
    ...pace(times, now),
    fullText: false,
    lastTitles: [],
  };
}

/** Sitemaps that a page names itself, for sites that live below a path of their host. */
function namedSitemaps(html: string, url: string): string[] {
  const links = [...parsePage(html).querySelectorAll('link[rel~="sitemap"][href]')];
  return links.flatMap((link) => URL.parse(link.getAttribute('href') ?? '', url)?.href ?? []);
}

async function findSitemaps(site: Site, html: string, url: string): Promise<DiscoveredSource[]> {
  const { input } = site;
  const robots = input.robotsText ?? (await read(site, new URL('/robots.txt', url).href))?.text ?? '';
  const listed = [...namedSitemaps(html, url), ...sitemapLines(robots)].filter(
    (target) => siteKey(target) === siteKey(url),
  );
  const names = SITEMAP_NAMES.map((name) => new URL(name, url).href).filter(
    (target) => input.isAllowed?.(target) ?? true,
  );
  const queue = [...new Set([...listed.sort(newsFirst).slice(0, 4), ...names])];
  const seen = new Set<string>();
  const plain: DiscoveredSource[] = [];
  for (let fetches = 0; fetches < SITEMAP_FETCHES_MAX && queue.length > 0; fetches++) {
    const target = queue.shift() ?? '';
    if (seen.has(target)) continue;
    seen.add(target);
    const document = await read(site, target);
    if (!document) continue;
    const sitemap = readSitemap(document.text);
    if (sitemap.kind === 'sitemapindex') {
      const newest = [...sitemap.entries].sort(
        (a, b) => newsFirst(a.loc, b.loc) || (b.lastmod ?? '').localeCompare(a.lastmod ?? ''),
      );
      const children = newest.map((entry) => entry.loc).filter((loc) => siteKey(loc) === siteKey(url));
      queue.unshift(...children.slice(0, 2));
    }
    const source = sitemap.kind === 'urlset' ? sitemapSource(document.url, sitemap.entries, input.now) : undefined;
    if (source && source.lastTitles.length > 0) return [source];
    if (source) plain.push(source);
  }
  return plain.slice(0, 1);
}

function findLists(html: string, url: string, { now, timeZone }: DiscoverInput): DiscoveredSource[] {
  const document = parsePage(html);
  const language = document.documentElement?.getAttribute('lang') ?? undefined;
  const title =
    (document.querySelector('title')?.textContent ?? '').replace(/\s+/g, ' ').trim() || new URL(url).hostname;
  return detectLists(html, url, { now, timeZone, language }).map(({ selector, signature, items }) => ({
    url,
    kind: 'list' as const,
    type: 'list' as const,
    title,
    ...(language && { language }),
    itemCount: items.length,
    ...pace(
      items.map((item) => item.published),
      now,
    ),
    fullText: false,
    lastTitles: items.slice(0, 3).map((item) => item.title),
    selector,
    signature,
  }));
}

/** What the site of an address can be followed by, best first. Never throws: what went wrong stands in `problems`. */
export async function discoverSources(input: DiscoverInput): Promise<Discovery> {
  const site: Site = { input, problems: [] };
  if (siteKey(input.url) === undefined) return { feeds: [], problems: [{ url: input.url, error: 'bad-url' }] };
  const page =
    input.html === undefined ? await read(site, input.url) : { url: input.url, text: input.html, headers: {} };
  const sent = (input.candidates ?? []).map((candidate) => ({ ...candidate, why: 'link' as const, score: 110 }));
  if (!page) {
    const found = await findFeeds(site, [...sent, ...feedCandidates('', input.url)]);
    return { feeds: found.map(({ source }) => source), problems: site.problems };
  }
  const own = parseFeed(page.text, { url: page.url, headers: page.headers });
  if (own.ok) {
    const itself = feedSource(page.url, own.feed, { url: page.url, why: 'link', score: 120 }, input.now);
    return { feeds: [itself.source], problems: site.problems };
  }
  const candidates = [
    ...sent,
    ...headerCandidates(page.headers['link'], page.url),
    ...feedCandidates(page.text, page.url),
  ];
  const unique = [
    ...new Map(
      candidates.filter(({ url }) => URL.canParse(url)).map((c) => [new URL(c.url).href, c] as const),
    ).values(),
  ];
  const feeds = await findFeeds(site, unique);
  if (feeds.length > 0) return { feeds: feeds.map(({ source }) => source), problems: site.problems };
  const sitemaps = await findSitemaps(site, page.text, page.url);
  const isNews = sitemaps.some(({ lastTitles }) => lastTitles.length > 0);
  return {
    feeds: isNews ? sitemaps : [...findLists(page.text, page.url, input), ...sitemaps],
    problems: site.problems,
  };
}
