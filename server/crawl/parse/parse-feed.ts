// Reads a feed of any kind into one shape: repaired first, parsed by feedsmith, then cleaned for a reader; pure, never throws.
import { type AtomFeed, type JsonFeed, parseAtomFeed, parseJsonFeed, parseRssFeed, type RssFeed } from 'feedsmith';
import { absoluteUrl } from '../sanitise/absolute-url.ts';
import { plainText } from '../sanitise/plain-text.ts';
import { sanitiseHtml } from '../sanitise/sanitise-html.ts';
import { parseDate } from './parse-date.ts';
import { plainTitle, unescapeTwice } from './plain-title.ts';
import { repairFeed } from './repair-feed.ts';
import { repairJson } from './repair-json.ts';

export interface ParsedAuthor {
  name?: string;
  email?: string;
  url?: string;
}

export interface ParsedEnclosure {
  url: string;
  type?: string;
  lengthBytes?: number;
}

export interface ParsedEntry {
  id?: string;
  /** Plain text, as a reader shows it. */
  title: string;
  link?: string;
  /** Names of all authors in one line. */
  author?: string;
  authors: ParsedAuthor[];
  /** Epoch milliseconds. */
  published?: number;
  updated?: number;
  /** Sanitised HTML with absolute links. */
  summary?: string;
  content?: string;
  enclosures: ParsedEnclosure[];
  categories: string[];
  image?: string;
  language?: string;
}

export interface ParsedFeed {
  kind: 'rss' | 'atom' | 'rdf' | 'json';
  version?: string;
  title: string;
  link?: string;
  selfLink?: string;
  /** WebSub: who tells of news, and the address under which it knows the feed, as written. */
  hub?: string;
  topic?: string;
  id?: string;
  author?: string;
  description?: string;
  language?: string;
  updated?: number;
  published?: number;
  ttlMinutes?: number;
  updatePeriodMs?: number;
  entries: ParsedEntry[];
}

export interface ParseFeedOptions {
  /** Where the document came from, after redirects: the base of its relative links. */
  url?: string;
  /** Response headers, lower case: Content-Language and Link (hub, self) are read. */
  headers?: Record<string, string>;
}

export type FeedError = 'not-a-feed' | 'html-instead' | 'broken-xml' | 'empty';
export type ParseFeedResult = { ok: true; feed: ParsedFeed } | { ok: false; error: FeedError; detail: string };

const CHARS_MAX = 10 * 1024 * 1024;
const ENTRIES_MAX = 5_000;
const ID_CHARS_MAX = 2_048;
const AUTHORS_MAX = 20;
const CATEGORIES_MAX = 50;

const PERIODS_MS: Record<string, number> = {
  hourly: 3_600_000,
  daily: 86_400_000,
  weekly: 604_800_000,
  monthly: 2_592_000_000,
  yearly: 31_536_000_000,
};

/** Parses the text of an RSS, RDF, Atom, CDF or JSON feed. Damaged feeds give the entries that can be saved. */
export function parseFeed(text: string, options: ParseFeedOptions = {}): ParseFeedResult {
  const source = text.trimStart();
  if (source === '') return { ok: false, error: 'empty', detail: 'no text' };
  if (source.length > CHARS_MAX)
    return { ok: false, error: 'not-a-feed', detail: `longer than ${CHARS_MAX} characters` };
  try {
    return /^[\ufeff\s]*[{[]/.test(source) ? parseJson(source, options) : parseXml(source, options);
  } catch (error) {
    return {
      ok: false,
      error: 'broken-xml',
      detail: error instanceof Error ? error.message.slice(0, 200) : 'unreadable',
    };
  }
}

function parseXml(source: string, options: ParseFeedOptions): ParseFeedResult {
  const repaired = repairFeed(source, options.url);
  if ('failure' in repaired) return { ok: false, error: repaired.failure, detail: repaired.detail };
  const draft = repaired.kind === 'atom' ? mapAtom(parseAtomFeed(repaired.xml)) : mapRss(parseRssFeed(repaired.xml));
  const version = repaired.version && { version: repaired.version };
  return { ok: true, feed: { kind: repaired.kind, ...version, ...finish(draft, options) } };
}

function parseJson(source: string, options: ParseFeedOptions): ParseFeedResult {
  const document = repairJson(source);
  if (!document) return { ok: false, error: 'not-a-feed', detail: 'JSON, but no JSON Feed' };
  const version = /version\/([\d.]+)/.exec(String(document['version'] ?? ''))?.[1];
  const draft = mapJson(parseJsonFeed(document));
  return { ok: true, feed: { kind: 'json', ...(version && { version }), ...finish(draft, options) } };
}

// --- drafts: what each format says, still as written ----------------------------------------------------------------

interface EntryDraft {
  id?: string;
  title?: string;
  link?: string;
  authors: ParsedAuthor[];
  published?: string;
  updated?: string;
  summary?: string;
  content?: string;
  enclosures: { url?: string; type?: string; length?: number }[];
  categories: (string | undefined)[];
  image?: string;
  language?: string;
}

interface FeedDraft extends Omit<EntryDraft, 'enclosures' | 'image' | 'summary' | 'content'> {
  description?: string;
  selfLink?: string;
  hub?: string;
  ttlMinutes?: number;
  updatePeriodMs?: number;
  entries: EntryDraft[];
}

type Rss = RssFeed.Feed<string>;
type RssItem = RssFeed.Item<string>;
type Atom = AtomFeed.Feed<string>;
type AtomEntry = AtomFeed.Entry<string>;
type Json = JsonFeed.Feed<string>;

const filled = <T>(...lists: (T[] | undefined)[]): T[] => lists.find((list) => list && list.length > 0) ?? [];

function mapRss(feed: Rss): FeedDraft {
  const { atom, dc, dcterms, itunes } = feed;
  return {
    id: atom?.id,
    title: feed.title ?? atom?.title?.value ?? dc?.titles?.[0] ?? itunes?.title,
    link: feed.link ?? linkWith(atom?.links, 'alternate'),
    selfLink: linkWith(atom?.links, 'self'),
    hub: linkWith(atom?.links, 'hub'),
    description:
      feed.description ?? atom?.subtitle?.value ?? dc?.descriptions?.[0] ?? itunes?.summary ?? itunes?.subtitle,
    language: feed.language ?? dc?.languages?.[0],
    authors: bestNamed(
      people(feed.managingEditor && [feed.managingEditor]),
      named(dc?.creators),
      people(atom?.authors),
      named(itunes?.author && [itunes.author]),
      people(feed.webMaster && [feed.webMaster]),
    ),
    categories: (feed.categories ?? []).map((category) => category.name),
    published: feed.pubDate ?? dc?.dates?.[0] ?? atom?.updated ?? dcterms?.issued?.[0] ?? dcterms?.created?.[0],
    updated: feed.lastBuildDate ?? atom?.updated ?? dcterms?.modified?.[0] ?? dc?.dates?.[0],
    ttlMinutes: feed.ttl,
    updatePeriodMs: periodMs(feed.sy),
    entries: (feed.items ?? []).map(mapRssItem),
  };
}

function mapRssItem(item: RssItem): EntryDraft {
  const { atom, dc, dcterms, itunes, media, guid } = item;
  const permaLink = guid?.isPermaLink !== false && /^https?:\/\//i.test(guid?.value ?? '') ? guid?.value : undefined;
  return {
    id: guid?.value ?? atom?.id ?? dc?.identifiers?.[0],
    title: item.title ?? atom?.title?.value ?? dc?.titles?.[0] ?? itunes?.title ?? media?.title?.value,
    link: item.link ?? linkWith(atom?.links, 'alternate') ?? permaLink ?? item.enclosures?.[0]?.url,
    authors: bestNamed(
      people(item.authors),
      named(dc?.creators),
      people(atom?.authors),
      named(itunes?.author && [itunes.author]),
    ),
    published: item.pubDate ?? atom?.published ?? dc?.dates?.[0] ?? dcterms?.issued?.[0] ?? dcterms?.created?.[0],
    updated: atom?.updated ?? dcterms?.modified?.[0],
    summary:
      item.description ??
      atom?.summary?.value ??
      dc?.descriptions?.[0] ??
      itunes?.summary ??
      itunes?.subtitle ??
      media?.description?.value,
    content: item.content?.encoded ?? atom?.content?.value ?? (item.description && atom?.summary?.value),
    enclosures: filled(item.enclosures, atom?.links?.filter((link) => link.rel === 'enclosure').map(linkAsEnclosure)),
    categories: [
      ...(item.categories ?? []).map((category) => category.name),
      ...(dc?.subjects ?? []),
      ...(itunes?.keywords ?? []),
    ],
    image: mediaImage(media) ?? itunes?.image,
    language: dc?.languages?.[0],
  };
}

function mapAtom(feed: Atom): FeedDraft {
  return {
    id: feed.id,
    title: feed.title?.value ?? feed.dc?.titles?.[0],
    link: linkWith(feed.links, 'alternate'),
    selfLink: linkWith(feed.links, 'self'),
    hub: linkWith(feed.links, 'hub'),
    description: feed.subtitle?.value ?? feed.itunes?.summary,
    language: feed.dc?.languages?.[0],
    authors: bestNamed(people(feed.authors), named(feed.dc?.creators)),
    categories: (feed.categories ?? []).map((category) => category.label ?? category.term),
    published: feed.dc?.dates?.[0],
    updated: feed.updated,
    updatePeriodMs: periodMs(feed.sy),
    entries: (feed.entries ?? []).map(mapAtomEntry),
  };
}

function mapAtomEntry(entry: AtomEntry): EntryDraft {
  const { dc, dcterms, media } = entry;
  const summary =
    entry.summary?.value ??
    dc?.descriptions?.[0] ??
    media?.description?.value ??
    media?.groups?.[0]?.description?.value;
  return {
    id: entry.id,
    title: entry.title?.value ?? dc?.titles?.[0] ?? media?.title?.value ?? media?.groups?.[0]?.title?.value,
    link: linkWith(entry.links, 'alternate') ?? entry.content?.src,
    authors: bestNamed(people(entry.authors), named(dc?.creators), people(entry.source?.authors)),
    published: entry.published ?? dc?.dates?.[0] ?? dcterms?.issued?.[0] ?? dcterms?.created?.[0],
    updated: entry.updated ?? dcterms?.modified?.[0],
    summary,
    content: entry.content?.value,
    enclosures: (entry.links ?? []).filter((link) => link.rel === 'enclosure').map(linkAsEnclosure),
    categories: [
      ...(entry.categories ?? []).map((category) => category.label ?? category.term),
      ...(dc?.subjects ?? []),
    ],
    image: mediaImage(media),
    language: dc?.languages?.[0],
  };
}

function mapJson(feed: Json): FeedDraft {
  return {
    id: feed.feed_url,
    title: feed.title && escapeMarkup(feed.title),
    link: feed.home_page_url,
    selfLink: feed.feed_url,
    hub: feed.hubs?.find(({ type }) => !type || /^websub$/i.test(type))?.url,
    description: feed.description && escapeMarkup(feed.description),
    language: feed.language,
    authors: people(feed.authors),
    categories: [],
    entries: (feed.items ?? []).map((item) => ({
      id: item.id,
      title: item.title && escapeMarkup(item.title),
      link: item.url ?? item.external_url,
      authors: people(item.authors),
      published: item.date_published,
      updated: item.date_modified,
      summary: item.summary && escapeMarkup(item.summary),
      content: item.content_html ?? (item.content_text && textAsHtml(item.content_text)),
      enclosures: (item.attachments ?? []).map((file) => ({
        url: file.url,
        type: file.mime_type,
        length: file.size_in_bytes,
      })),
      categories: item.tags ?? [],
      image: item.image ?? item.banner_image,
      language: item.language,
    })),
  };
}

const escapeMarkup = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
const textAsHtml = (text: string) => escapeMarkup(text).replace(/\r?\n/g, '<br>');

interface Link {
  href?: string;
  rel?: string;
  type?: string;
  length?: number;
}

/** The link of a relation; of several alternates the first that is a page. */
function linkWith(links: Link[] | undefined, rel: string): string | undefined {
  const fitting = (links ?? []).filter((link) => link.href && relationOf(link.rel) === rel);
  if (rel !== 'alternate') return fitting[0]?.href;
  const pages = fitting.filter((link) => !link.type || /html/.test(link.type));
  return (pages.find((link) => link.rel) ?? pages[0] ?? fitting[0])?.href;
}

const relationOf = (rel: string | undefined) =>
  (rel ?? 'alternate').replace(/^https?:\/\/www\.iana\.org\/assignments\/relation\//, '');

const linkAsEnclosure = (link: Link) => ({ url: link.href, type: link.type, length: link.length });

interface Person {
  name?: string;
  email?: string;
  uri?: string;
  url?: string;
  link?: string;
}

function people(list: Person[] | undefined): ParsedAuthor[] {
  return (list ?? []).flatMap(({ name: written, email: address, uri, url, link }) => {
    // "info@example.com (info@example.com)" names nobody.
    const isAddress = /^\S{1,64}@\S{1,190}$/.test(written?.trim() ?? '');
    const name = isAddress ? undefined : written;
    const email = address ?? (isAddress ? written : undefined);
    const home = uri ?? url ?? link;
    const author = {
      ...(name && { name: plainTitle(name) }),
      ...(email && { email: email.replace(/^mailto:/i, '') }),
      ...(home && { url: home }),
    };
    return Object.keys(author).length > 0 ? [author] : [];
  });
}

/** The first list that names somebody; an address alone is second choice. */
const bestNamed = (...lists: ParsedAuthor[][]) =>
  lists.find((list) => list.some(({ name }) => name)) ?? filled(...lists);

const named = (names: string[] | undefined | '') =>
  (names || []).map((name) => ({ name: plainTitle(name) })).filter(({ name }) => name);

function periodMs(sy: { updatePeriod?: string; updateFrequency?: number } | undefined): number | undefined {
  const period = PERIODS_MS[sy?.updatePeriod?.trim().toLowerCase() ?? ''];
  return period && period / Math.max(1, sy?.updateFrequency ?? 1);
}

type Media = RssItem['media'];

function mediaImage(media: Media): string | undefined {
  const groups = [media, ...(media?.groups ?? [])];
  for (const group of groups) {
    const thumbnail = group?.thumbnails?.[0]?.url;
    const picture = group?.contents?.find((file) => file.medium === 'image' || file.type?.startsWith('image/'));
    if (thumbnail || picture?.url) return thumbnail ?? picture?.url;
  }
  return undefined;
}

// --- from drafts to what a reader is shown --------------------------------------------------------------------------

/** Minutes east of UTC for dates without zone: feeds of these languages write local time. */
const ZONE_BY_LANGUAGE: Record<string, number> = { zh: 480, ja: 540, ko: 540 };

function finish(draft: FeedDraft, options: ParseFeedOptions): Omit<ParsedFeed, 'kind' | 'version'> {
  const links = httpLinks(options.headers?.['link']);
  const selfLink = link(draft.selfLink ?? links['self'], options.url);
  const home = link(draft.link, options.url ?? selfLink);
  const base = options.url ?? home ?? selfLink;
  const language = languageTag(draft.language) ?? languageTag(options.headers?.['content-language']);
  const zoneMinutes = ZONE_BY_LANGUAGE[language?.split('-')[0]?.toLowerCase() ?? ''] ?? 0;
  const date = (text: string | undefined) => parseDate(text, { zoneMinutes });
  return dropEmpty({
    title: plainTitle(draft.title),
    link: home,
    selfLink,
    ...hubOf(draft, links, base),
    id: draft.id?.trim().slice(0, ID_CHARS_MAX),
    author: authorLine(draft.authors.slice(0, AUTHORS_MAX)),
    description: draft.description && plainText(unescapeTwice(draft.description)),
    language,
    updated: date(draft.updated),
    published: date(draft.published),
    ttlMinutes: draft.ttlMinutes && draft.ttlMinutes > 0 ? draft.ttlMinutes : undefined,
    updatePeriodMs: draft.updatePeriodMs,
    entries: draft.entries.slice(0, ENTRIES_MAX).map((entry) => finishEntry(inherit(entry, draft), base, date)),
  });
}

/** The Link header is asked first, the document after it (WebSub §4); without an address of its own there is no topic. */
function hubOf(draft: FeedDraft, links: Record<string, string>, base: string | undefined) {
  const hub = link(links['hub'] ?? draft.hub, base);
  if (hub === undefined) return {};
  const self = (links['hub'] === undefined ? draft.selfLink : links['self']) ?? draft.selfLink ?? links['self'];
  const written = self?.trim() ?? '';
  return { hub, topic: /^https?:\/\//i.test(written) && URL.canParse(written) ? written : link(self, base) };
}

/** What an entry does not say of itself holds from its feed (RFC 4287 §4.2.1 for authors). */
const inherit = (entry: EntryDraft, feed: FeedDraft): EntryDraft => ({
  ...entry,
  authors: filled(entry.authors, feed.authors).slice(0, AUTHORS_MAX),
  categories: filled(entry.categories, feed.categories).slice(0, CATEGORIES_MAX),
});

function finishEntry(
  draft: EntryDraft,
  base: string | undefined,
  date: (text: string | undefined) => number | undefined,
): ParsedEntry {
  const address = link(draft.link, base);
  // Pictures in a text are relative to the text's page where the feed does not say.
  const textBase = base ?? address;
  const html = (text: string | undefined) => text && sanitiseHtml(unescapeTwice(text), { baseUrl: textBase });
  const summary = html(draft.summary);
  const content = html(draft.content);
  const enclosures = draft.enclosures.flatMap(({ url, type, length }) => {
    const absolute = link(url, base);
    return absolute ? [dropEmpty({ url: absolute, type: type?.trim(), lengthBytes: length })] : [];
  });
  return dropEmpty({
    id: draft.id?.trim().slice(0, ID_CHARS_MAX),
    title: plainTitle(draft.title),
    link: address,
    author: authorLine(draft.authors),
    authors: draft.authors,
    // A feed that gives one moment means both.
    published: date(draft.published) ?? date(draft.updated),
    updated: date(draft.updated) ?? date(draft.published),
    summary,
    content,
    enclosures,
    categories: distinct(draft.categories.map((category) => plainTitle(category)).filter(Boolean)),
    image:
      link(draft.image, base) ??
      enclosures.find((file) => file.type?.startsWith('image/'))?.url ??
      firstImage(content) ??
      firstImage(summary),
    language: languageTag(draft.language),
  });
}

const link = (address: string | undefined, base: string | undefined) => {
  const absolute =
    address && absoluteUrl(address.replace(/^feed:(?:\/\/)?(?=https?:)/i, '').replace(/^feed:\/\//i, 'http://'), base);
  return absolute && !absolute.startsWith('#') ? absolute : undefined;
};

const firstImage = (html: string | undefined) =>
  /<img [^>]*?\bsrc="(https?:[^"]+)"/.exec(html ?? '')?.[1]?.replaceAll('&amp;', '&');

/** Names once each, in the first spelling; vocabularies differ in their capitals. */
const distinct = (names: string[]) => {
  const folded = names.map((name) => name.toLowerCase());
  return names.filter((_, i) => folded.indexOf(folded[i] ?? '') === i);
};

const authorLine = (authors: readonly ParsedAuthor[]) =>
  authors
    .map(({ name, email, url }) => name ?? email ?? url)
    .filter(Boolean)
    .join(', ') || undefined;

function languageTag(language: string | undefined): string | undefined {
  const tag = language
    ?.trim()
    .split(/[,;\s]/)[0]
    ?.replaceAll('_', '-');
  return tag && /^[a-z]{2,8}(?:-[a-z0-9]{1,8}){0,4}$/i.test(tag) ? tag : undefined;
}

/** Relations of an HTTP Link header. */
function httpLinks(header: string | undefined): Record<string, string> {
  const found: Record<string, string> = {};
  for (const match of (header ?? '')
    .slice(0, 4_000)
    .matchAll(/<([^<>]{1,2000})>\s*;[^<]{0,300}?\brel\s*=\s*"?([\w ]{1,60})"?/gi)) {
    for (const rel of (match[2] ?? '').toLowerCase().split(' ')) found[rel] ??= match[1] ?? '';
  }
  return found;
}

/** Leaves out what is undefined or an empty string, except a title. */
function dropEmpty<T extends object>(value: T): T {
  for (const [key, field] of Object.entries(value)) {
    if (field === undefined || (field === '' && key !== 'title')) delete value[key as keyof T];
  }
  return value;
}
