// Reads sitemaps, sitemap indexes, news sitemaps and plain address lists; pure, never throws.
import { absoluteUrl } from '../sanitise/absolute-url.ts';
import { parseDate } from './parse-date.ts';
import { plainTitle } from './plain-title.ts';
import { isElement, readXml, textOf, type XmlElement } from './xml-tree.ts';

export interface SitemapNews {
  /** Name of the publication. */
  name?: string;
  language?: string;
  /** Epoch milliseconds. */
  publishedAt?: number;
  title?: string;
  genres?: string;
  keywords?: string;
  stockTickers?: string;
}

export interface SitemapEntry {
  /** Absolute where it can be; an address that cannot be read stands as it was written. */
  loc: string;
  /** Epoch milliseconds. */
  lastModified?: number;
  changeFrequency?: string;
  priority?: number;
  news?: SitemapNews;
  images: string[];
  alternates: { hreflang: string; href: string }[];
}

export type ParsedSitemap =
  | { ok: true; kind: 'urlset' | 'sitemapindex' | 'text'; entries: SitemapEntry[] }
  /** "feed": the file is a feed, to be read by parseFeed. */
  | { ok: false; error: 'feed' | 'other' | 'invalid'; detail: string };

const CHARS_MAX = 50 * 1024 * 1024;
// The protocol's own limit of addresses a file.
const ENTRIES_MAX = 50_000;
const IMAGES_MAX = 1_000;
const URL_CHARS_MAX = 4_096;

/** Parses the text of a sitemap; relative addresses are resolved against `url`. */
export function parseSitemap(text: string, options: { url?: string } = {}): ParsedSitemap {
  const source = text.replace(/^\ufeff/, '').trim();
  if (source === '' || source.length > CHARS_MAX)
    return { ok: false, error: 'invalid', detail: source ? 'too long' : 'empty' };
  if (!source.startsWith('<')) return parseTextSitemap(source);
  // A lone < before an end tag says nothing and would swallow it.
  const root = documentElement(readXml(source.replace(/<(?=<\/)/g, '')));
  if (!root) return { ok: false, error: 'invalid', detail: 'no element found' };
  if (root.name === 'urlset') return withEntries('urlset', root, 'url', options.url);
  if (root.name === 'sitemapindex') return withEntries('sitemapindex', root, 'sitemap', options.url);
  const isFeed = ['rss', 'feed', 'atom:feed', 'rdf:rdf'].includes(root.name);
  return { ok: false, error: isFeed ? 'feed' : 'other', detail: `the document element is <${root.name.slice(0, 40)}>` };
}

function documentElement(tree: XmlElement): XmlElement | undefined {
  return tree.children.find(isElement);
}

function parseTextSitemap(source: string): ParsedSitemap {
  const entries = source
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line.length <= URL_CHARS_MAX && /^https?:\/\/\S+$/i.test(line))
    .slice(0, ENTRIES_MAX)
    .map((loc) => ({ loc, images: [], alternates: [] }));
  if (entries.length === 0) return { ok: false, error: 'invalid', detail: 'no address found' };
  return { ok: true, kind: 'text', entries };
}

function withEntries(
  kind: 'urlset' | 'sitemapindex',
  root: XmlElement,
  tag: string,
  base: string | undefined,
): ParsedSitemap {
  const entries = childrenNamed(root, tag)
    .slice(0, ENTRIES_MAX)
    .flatMap((element) => readEntry(element, base) ?? []);
  if (kind === 'sitemapindex' && entries.length === 0)
    return { ok: false, error: 'invalid', detail: 'an index without sitemaps' };
  return { ok: true, kind, entries };
}

function readEntry(element: XmlElement, base: string | undefined): SitemapEntry | undefined {
  const written = fieldText(element, 'loc');
  const loc = address(written, base) ?? brokenAddress(written);
  if (!loc) return undefined;
  const priority = Number.parseFloat(fieldText(element, 'priority') ?? '');
  const news = childrenNamed(element, 'news:news')[0];
  const lastModified = parseDate(fieldText(element, 'lastmod'));
  const changeFrequency = fieldText(element, 'changefreq');
  return {
    loc,
    ...(lastModified !== undefined && { lastModified }),
    ...(changeFrequency && { changeFrequency }),
    ...(priority >= 0 && priority <= 1 && { priority }),
    ...(news && { news: readNews(news) }),
    images: childrenNamed(element, 'image:image')
      .slice(0, IMAGES_MAX)
      .flatMap((image) => address(fieldText(image, 'image:loc'), base) ?? []),
    alternates: childrenNamed(element, 'xhtml:link').flatMap(({ attributes }) => {
      const href = address(attributes['href'], base);
      return href && attributes['hreflang'] ? [{ hreflang: attributes['hreflang'], href }] : [];
    }),
  };
}

function readNews(news: XmlElement): SitemapNews {
  const publication = childrenNamed(news, 'news:publication')[0];
  const read = (element: XmlElement | undefined, name: string) =>
    element ? plainTitle(fieldText(element, name)) || undefined : undefined;
  return {
    name: read(publication, 'news:name'),
    language: read(publication, 'news:language'),
    publishedAt: parseDate(fieldText(news, 'news:publication_date')),
    title: read(news, 'news:title'),
    genres: read(news, 'news:genres'),
    keywords: read(news, 'news:keywords'),
    stockTickers: read(news, 'news:stock_tickers'),
  };
}

const childrenNamed = (element: XmlElement, name: string) =>
  element.children.filter((child): child is XmlElement => isElement(child) && child.name === name);

function fieldText(element: XmlElement, name: string): string | undefined {
  const field = childrenNamed(element, name)[0];
  return field && textOf(field).trim();
}

/** As written, so that a report can show it: it cannot be fetched, but the entry says more than its address. */
function brokenAddress(text = ''): string | undefined {
  return text.length <= URL_CHARS_MAX && /^https?:\/\/[^/]/i.test(text) ? text : undefined;
}

function address(text: string | undefined, base: string | undefined): string | undefined {
  if (!text || text.length > URL_CHARS_MAX) return undefined;
  return absoluteUrl(text, base);
}
