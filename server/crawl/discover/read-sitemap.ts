/** Reads sitemaps of any kind: pages, indexes, news, plain text. Never throws. */
import { Parser } from 'htmlparser2';

const CHARS_MAX = 50 * 1024 * 1024;
const ENTRIES_MAX = 50_000;

export interface SitemapNews {
  name?: string;
  language?: string;
  publication_date?: string;
  title?: string;
  genres?: string;
  keywords?: string;
  stock_tickers?: string;
  access?: string;
}

export interface SitemapEntry {
  loc: string;
  lastmod?: string;
  changefreq?: string;
  priority?: string;
  news?: SitemapNews;
  /** Other languages of the page. */
  alternates?: { hreflang: string; href: string }[];
}

export interface Sitemap {
  kind: 'urlset' | 'sitemapindex' | 'text' | 'feed' | 'other' | 'invalid';
  entries: SitemapEntry[];
}

const PLAIN_FIELDS = new Set(['lastmod', 'changefreq', 'priority']);
const NEWS_FIELDS = new Set([
  'name',
  'language',
  'publication_date',
  'title',
  'genres',
  'keywords',
  'stock_tickers',
  'access',
]);

const localName = (name: string): string => name.slice(name.lastIndexOf(':') + 1).toLowerCase();

function readText(text: string): Sitemap {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trim());
  const urls = lines.filter((line) => /^https?:\/\/\S+$/i.test(line));
  if (urls.length === 0 || urls.length < lines.filter((line) => line !== '' && !line.startsWith('#')).length / 2)
    return { kind: 'invalid', entries: [] };
  return { kind: 'text', entries: urls.slice(0, ENTRIES_MAX).map((loc) => ({ loc })) };
}

/** The addresses of a sitemap in document order; values as written, white space around them removed. */
export function readSitemap(source: string): Sitemap {
  const text = source
    .slice(0, CHARS_MAX)
    .replace(/^\ufeff/, '')
    .trim();
  if (!text.startsWith('<')) return readText(text);
  let root: string | undefined;
  let entry: Partial<SitemapEntry> | undefined;
  let value = '';
  const path: string[] = [];
  const entries: SitemapEntry[] = [];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const local = localName(name);
        root ??= local;
        path.push(local);
        value = '';
        if (path.length === 2 && (local === 'url' || local === 'sitemap')) entry = {};
        if (entry && local === 'link' && attributes['href'] && attributes['hreflang']) {
          entry.alternates ??= [];
          entry.alternates.push({ hreflang: attributes['hreflang'], href: attributes['href'] });
        }
      },
      ontext(chunk) {
        if (entry && value.length < 10_000) value += chunk;
      },
      onclosetag(name) {
        const local = localName(name);
        const written = value.trim();
        if (entry && path.length === 3 && written !== '') {
          if (local === 'loc') entry.loc ??= written;
          else if (PLAIN_FIELDS.has(local)) entry[local as 'lastmod'] ??= written;
        } else if (entry && path[2] === 'news' && NEWS_FIELDS.has(local) && written !== '') {
          entry.news ??= {};
          entry.news[local as 'name'] ??= written;
        }
        if (path.length === 2 && entry) {
          if (entry.loc !== undefined && entries.length < ENTRIES_MAX) entries.push(entry as SitemapEntry);
          entry = undefined;
        }
        path.pop();
        value = '';
      },
    },
    { xmlMode: true, recognizeCDATA: true },
  );
  parser.write(text);
  parser.end();
  if (root === 'urlset' || root === 'sitemapindex')
    return entries.length === 0 && root === 'sitemapindex' ? { kind: 'invalid', entries } : { kind: root, entries };
  return {
    kind: root === 'feed' || root === 'rss' || root === 'rdf' ? 'feed' : root === undefined ? 'invalid' : 'other',
    entries: [],
  };
}

/** The `Sitemap:` lines of a robots.txt, in order; they belong to no user agent. */
export function sitemapLines(robotsText: string): string[] {
  const found = robotsText.slice(0, 512 * 1024).matchAll(/^[ \t\ufeff]*sitemap[ \t]*:[ \t]*(\S+)/gim);
  return [...new Set([...found].map(([, url]) => url ?? ''))].filter((url) => /^https?:\/\//i.test(url));
}
