/** From the bytes of a source to its entries, whatever the source's form: feed, news sitemap or list page. */
import { decodeText } from '../decode/decode-text.ts';
import { entryKey } from '../identify/entry-identity.ts';
import { detectLists } from '../list-page/detect-list.ts';
import { readList } from '../list-page/read-list.ts';
import { parseFeed } from '../parse/parse-feed.ts';
import { parseSitemap } from '../parse/parse-sitemap.ts';
import { plainText } from '../sanitise/plain-text.ts';

export interface FetchedBytes {
  /** Where the answer came from, after redirects. */
  url: string;
  headers: Record<string, string>;
  body: Uint8Array;
}

export interface SourceEntry {
  key: string;
  title: string;
  link: string;
  author: string;
  tags: string[];
  /** Epoch milliseconds; undefined: the source does not say. */
  published: number | undefined;
  /** Sanitised HTML. */
  summary: string;
  content: string;
  /** The words of the content, or of the summary where there is none. */
  text: string;
  image: string;
  language: string;
}

export type SourceReading =
  | {
      ok: true;
      title: string;
      language: string;
      homeUrl: string;
      entries: SourceEntry[];
      ttlMs?: number;
      updatePeriodMs?: number;
      /** Who tells of its news (WebSub), and the address under which the hub knows it. */
      hub?: { url: string; topic: string };
    }
  | { ok: false; error: 'not-a-feed' | 'html-instead' | 'broken-xml' | 'empty'; detail: string };

export interface ReadSourceInput {
  kind: 'feed' | 'sitemap' | 'list';
  sourceId: number;
  fetched: FetchedBytes;
  /** Lists: what was saved of the list (JSON of SavedList); null takes the page's best list. */
  selector: string | null;
  now: number;
}

const entriesMax = 1_000;

export function readSource({ kind, sourceId, fetched, selector, now }: ReadSourceInput): SourceReading {
  const { text } = decodeText(fetched.body, { contentType: fetched.headers['content-type'] });
  if (kind === 'sitemap') return readSitemapSource(text, fetched.url, sourceId, now);
  if (kind === 'list') return readListSource(text, fetched.url, sourceId, selector, now);
  return readFeedSource(text, fetched, sourceId);
}

function readFeedSource(text: string, fetched: FetchedBytes, sourceId: number): SourceReading {
  const parsed = parseFeed(text, { url: fetched.url, headers: fetched.headers });
  if (!parsed.ok) return parsed;
  const { feed } = parsed;
  return {
    ok: true,
    title: feed.title,
    language: feed.language ?? '',
    homeUrl: feed.link ?? '',
    ...(feed.ttlMinutes !== undefined && { ttlMs: feed.ttlMinutes * 60_000 }),
    ...(feed.updatePeriodMs !== undefined && { updatePeriodMs: feed.updatePeriodMs }),
    ...(feed.hub !== undefined && feed.topic !== undefined && { hub: { url: feed.hub, topic: feed.topic } }),
    entries: feed.entries.slice(0, entriesMax).map((entry) => ({
      key: entryKey(entry, sourceId),
      title: entry.title,
      link: entry.link ?? '',
      author: entry.author ?? '',
      tags: entry.categories,
      published: entry.published ?? entry.updated,
      summary: entry.summary ?? '',
      content: entry.content ?? '',
      text: plainText(entry.content || entry.summary || ''),
      image: entry.image ?? '',
      language: entry.language ?? feed.language ?? '',
    })),
  };
}

const bareEntry = { author: '', tags: [], summary: '', content: '', text: '', image: '', language: '' };

/** A sitemap without news titles still tells what changed lately; the page then gives the title. */
const sitemapFreshMs = 3 * 86_400_000;

function readSitemapSource(text: string, url: string, sourceId: number, now: number): SourceReading {
  const sitemap = parseSitemap(text, { url });
  if (!sitemap.ok) return { ok: false, error: 'not-a-feed', detail: sitemap.detail };
  const entries = sitemap.entries.flatMap(({ loc, lastModified, news }) => {
    const isFresh = lastModified !== undefined && now - lastModified < sitemapFreshMs;
    if ((!news && !isFresh) || !URL.canParse(loc)) return [];
    const published = news?.publishedAt ?? lastModified;
    const identity = { link: loc, title: news?.title, published };
    return {
      ...bareEntry,
      key: entryKey(identity, sourceId),
      title: news?.title ?? '',
      link: loc,
      published,
      language: news?.language ?? '',
    };
  });
  return { ok: true, title: '', language: '', homeUrl: new URL('/', url).href, entries: entries.slice(0, entriesMax) };
}

function readListSource(
  html: string,
  url: string,
  sourceId: number,
  selector: string | null,
  now: number,
): SourceReading {
  const items =
    selector === null
      ? detectLists(html, url, { now })[0]?.items
      : readList(html, url, JSON.parse(selector), { now }).items;
  if (!items?.length) return { ok: false, error: 'empty', detail: 'the list on the page was not found' };
  return {
    ok: true,
    title: '',
    language: '',
    homeUrl: url,
    entries: items.slice(0, entriesMax).map((item) => ({
      ...bareEntry,
      key: entryKey({ link: item.link, title: item.title }, sourceId),
      title: item.title,
      link: item.link,
      published: item.published,
    })),
  };
}
