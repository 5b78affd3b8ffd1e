/**
 * A newsroom of invented sites that publish all the time, for demonstration: plain data in, plain data out. It knows no web
 * framework and no clock; what is published follows from the start and the time asked about, plus what `publish` adds.
 */
import { createHash } from 'node:crypto';
import iconv from 'iconv-lite';
import { type ArticleItem, dayPath, escapeMarkup } from './article-item.ts';
import { feedKinds } from './feed-documents.ts';
import { sections } from './language-texts.ts';
import { type NewsroomSource, newsroomSources, type SourceType } from './newsroom-sources.ts';
import { findItem, itemsOf, type PlannedItem } from './schedule.ts';
import { aboutPage, articlePage, homePage, type Site, sectionPage } from './site-pages.ts';
import { composeStory, languageTexts, sectionOf } from './stories.ts';

export interface NewsroomRequest {
  method: string;
  /** After the mount: '/s/harbour-post/feed.xml'. */
  path: string;
  /** Names in lower case. */
  headers: Record<string, string | undefined>;
  /** Absolute address of the mount without a slash at the end. */
  mountUrl: string;
}

export interface NewsroomResponse {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array;
}

export interface ListedSource {
  slug: string;
  name: string;
  language: string;
  country: string;
  homeUrl: string;
  expected: 'feed' | 'sitemap' | 'list';
  /** What the crawl reads: the feed, the news sitemap or the page with the list. */
  sourceUrl: string;
  type: SourceType;
}

export interface Newsroom {
  /** Undefined where there is no such page. */
  handle(request: NewsroomRequest, now: number): NewsroomResponse | undefined;
  sources(mountUrl: string): ListedSource[];
  /**
   * Publishes a given item at once. The address is a path below the mount ('/s/…'). Throws a RangeError for an unknown
   * source.
   */
  publish(slug: string, item: { title: string; paragraphs: string[] }, now: number): { url: string };
}

const feedItemCount = 40;
const sitemapItemCount = 100;
const pageItemCount = 40;
const publishedMax = 500;

type Published = Omit<ArticleItem, 'url'> & { path: string; slug: string };

interface Page {
  contentType: string;
  text: string;
  encoding: NewsroomSource['encoding'];
  modifiedAt: number;
}

export function createNewsroom({ startedAt }: { startedAt: number }): Newsroom {
  const published: Published[] = [];
  let publishedCount = 0;

  function newestItems(source: NewsroomSource, mountUrl: string, now: number, max: number): ArticleItem[] {
    const planned = itemsOf(source.slug, startedAt, now, max).map((item) => articleOf(source, item, mountUrl));
    const added = published
      .filter((item) => item.slug === source.slug && item.at <= now)
      .map((item) => ({ ...item, url: mountUrl + item.path }));
    // The latest added comes first among those of the same moment.
    return [...added.reverse(), ...planned].sort((a, b) => b.at - a.at).slice(0, max);
  }

  function findArticle(source: NewsroomSource, id: string, mountUrl: string, now: number): ArticleItem | undefined {
    const added = published.find((item) => item.id === id && item.slug === source.slug && item.at <= now);
    if (added) return { ...added, url: mountUrl + added.path };
    const planned = findItem(source.slug, id, now);
    return planned && articleOf(source, planned, mountUrl);
  }

  function sitePage(source: NewsroomSource, path: string, mountUrl: string, now: number): Page | undefined {
    const site = siteOf(source, mountUrl);
    const html = (text: string, modifiedAt: number): Page => ({
      contentType: 'text/html',
      text,
      encoding: source.encoding,
      modifiedAt,
    });

    if (source.type !== 'list' && path === source.feedPath) return feedPage(source, site, mountUrl, now);
    if (path === '/robots.txt') return robotsPage(source, site, startedAt);

    const article = /^\/\d{4}\/\d\d\/\d\d\/([\w-]{1,40})\.html$/.exec(path);
    if (article) {
      const item = findArticle(source, article[1]!, mountUrl, now);
      if (!item || item.url !== `${mountUrl}/s/${source.slug}${path}`) return undefined;
      const related = newestItems(source, mountUrl, item.at, 7).filter((other) => other.id !== item.id);
      return html(articlePage(site, item, related.slice(0, 6)), item.at);
    }

    const items = newestItems(source, mountUrl, now, pageItemCount);
    const newestAt = items[0]?.at ?? startedAt;
    if (path === '/') return html(homePage(site, items), newestAt);
    if (path === '/about') return html(aboutPage(site, items), newestAt);
    const section = sections.find((name) => path === `/section/${name}`);
    return section && html(sectionPage(site, section, items), newestAt);
  }

  function feedPage(source: NewsroomSource, site: Site, mountUrl: string, now: number): Page | undefined {
    if (source.type === 'list' || site.feedUrl === undefined) return undefined;
    const { mediaType, write } = feedKinds[source.type];
    const items = newestItems(source, mountUrl, now, source.type === 'sitemap' ? sitemapItemCount : feedItemCount);
    const { texts, homeUrl, feedUrl } = site;
    return {
      contentType: mediaType,
      text: write({ source, texts, homeUrl, feedUrl, items }),
      encoding: source.encoding,
      modifiedAt: items[0]?.at ?? startedAt,
    };
  }

  return {
    handle(request, now) {
      const page = findPage(request);
      if (!page) return undefined;
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return { status: 405, headers: { allow: 'GET, HEAD' }, body: '' };
      }
      return conditional(page, request);

      function findPage({ path, mountUrl }: NewsroomRequest): Page | undefined {
        if (path === '/' || path === '') return indexPage(mountUrl, startedAt);
        const parts = /^\/s\/([a-z-]{1,60})(\/.*)?$/.exec(path);
        const source = newsroomSources.find(({ slug }) => slug === parts?.[1]);
        return source && sitePage(source, parts?.[2] ?? '/', mountUrl, now);
      }
    },

    sources: (mountUrl) => newsroomSources.map((source) => listedSource(source, mountUrl)),

    publish(slug, { title, paragraphs }, now) {
      const source = newsroomSources.find((known) => known.slug === slug);
      if (!source) throw new RangeError(`No such source in the demo newsroom: ${slug}`);
      const id = `p${now.toString(36)}-${publishedCount++}`;
      const path = articlePath(source, id, now);
      published.push({ id, slug, at: now, path, title, paragraphs, section: 'city' });
      if (published.length > publishedMax) published.shift();
      return { url: path };
    },
  };
}

const articlePath = (source: NewsroomSource, id: string, at: number): string =>
  `/s/${source.slug}/${dayPath(at, source.utcOffsetMinutes)}/${id}.html`;

function articleOf(source: NewsroomSource, planned: PlannedItem, mountUrl: string): ArticleItem {
  const story = composeStory(languageTexts[source.language], planned);
  const url = mountUrl + articlePath(source, planned.id, planned.at);
  return { ...story, id: planned.id, at: planned.at, url, section: sectionOf[planned.subject] };
}

function siteOf(source: NewsroomSource, mountUrl: string): Site {
  const base = `${mountUrl}/s/${source.slug}`;
  return {
    source,
    texts: languageTexts[source.language],
    homeUrl: `${base}/`,
    feedUrl: source.feedPath === undefined ? undefined : base + source.feedPath,
  };
}

function listedSource(source: NewsroomSource, mountUrl: string): ListedSource {
  const { slug, name, language, country, type } = source;
  const { homeUrl, feedUrl } = siteOf(source, mountUrl);
  const expected = type === 'sitemap' || type === 'list' ? type : 'feed';
  return { slug, name, language, country, homeUrl, expected, sourceUrl: feedUrl ?? homeUrl, type };
}

function robotsPage(source: NewsroomSource, { feedUrl }: Site, modifiedAt: number): Page {
  const sitemap = source.type === 'sitemap' ? `Sitemap: ${feedUrl}\n` : '';
  return { contentType: 'text/plain', text: `User-agent: *\nAllow: /\n${sitemap}`, encoding: 'utf-8', modifiedAt };
}

/** The way in for a person: all sites on one page. */
function indexPage(mountUrl: string, modifiedAt: number): Page {
  const rows = newsroomSources.map((source) => {
    const { homeUrl } = siteOf(source, mountUrl);
    return `<li lang="${source.language}"><a href="${escapeMarkup(homeUrl)}">${escapeMarkup(source.name)}</a> · ${source.language} · ${source.type}</li>`;
  });
  const text = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Tidings demo newsroom</title>
<style>:root { color-scheme: light dark; } body { font: 17px/1.8 system-ui, sans-serif; max-width: 640px; margin: 40px auto; padding: 0 20px; }</style></head>
<body><h1>Tidings demo newsroom</h1><p>Invented news sites. None of their people, places, companies or events exist.</p>
<ul>${rows.join('')}</ul></body></html>
`;
  return { contentType: 'text/html', text, encoding: 'utf-8', modifiedAt };
}

/** Characters the encoding lacks become numeric references, which its documents may hold anywhere but in CDATA. */
function encode(text: string, encoding: NewsroomSource['encoding']): Uint8Array {
  if (encoding === 'utf-8') return Buffer.from(text);
  const name = encoding === 'gb2312' ? 'gbk' : encoding;
  const bytes = iconv.encode(text, name);
  if (iconv.decode(bytes, name) === text) return bytes;
  const isKnown = (char: string): boolean => char < '\u0080' || iconv.decode(iconv.encode(char, name), name) === char;
  return iconv.encode(Array.from(text, (char) => (isKnown(char) ? char : `&#${char.codePointAt(0)};`)).join(''), name);
}

/** RFC 9110 §13: If-None-Match decides; If-Modified-Since counts only where it is absent. */
function conditional(page: Page, { method, headers }: NewsroomRequest): NewsroomResponse {
  const body = encode(page.text, page.encoding);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const modifiedSeconds = Math.floor(page.modifiedAt / 1000);
  const validators = {
    etag,
    'last-modified': new Date(modifiedSeconds * 1000).toUTCString(),
    'cache-control': 'public, max-age=30',
  };
  const noneMatch = headers['if-none-match'];
  const modifiedSince = Date.parse(headers['if-modified-since'] ?? '');
  const isUnchanged =
    noneMatch === undefined
      ? modifiedSeconds <= modifiedSince / 1000
      : noneMatch.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
  if (isUnchanged) return { status: 304, headers: validators, body: '' };
  return {
    status: 200,
    headers: {
      ...validators,
      'content-type': `${page.contentType}; charset=${page.encoding}`,
      'content-length': String(body.byteLength),
    },
    body: method === 'HEAD' ? '' : body,
  };
}
