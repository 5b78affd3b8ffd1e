/** Takes the article out of a page: what it says, who wrote it, when. Pure; never throws, whatever the page holds. */

import { usableCanonical } from '../identify/normalise-url.ts';
import { sanitiseHtml } from '../sanitise/sanitise-html.ts';
import { findAuthors } from './article-authors.ts';
import { findBody } from './article-body.ts';
import { findPublished } from './article-date.ts';
import { findTitle } from './article-title.ts';
import { restoreLazyImages } from './clean-body.ts';
import { parsePage } from './page-document.ts';
import {
  articleObject,
  hasType,
  isObject,
  type JsonObject,
  jsonLdObjects,
  type PageMeta,
  readMeta,
  textOf,
} from './structured-data.ts';

export interface ExtractOptions {
  /** Epoch milliseconds: dates after it are not believed, relative ones count from it. */
  now: number;
  /** BCP 47, if the site's language is known: how its dates are read. */
  language?: string | undefined;
  /** IANA zone of the site, for times written without one. Default UTC. */
  timeZone?: string | undefined;
}

export interface ExtractedArticle {
  title: string;
  authors: string[];
  /** Epoch milliseconds. */
  published?: number;
  /** As the page declares it, BCP 47. */
  language?: string;
  siteName?: string;
  image?: string;
  canonical?: string;
  /** Sanitised, links absolute. */
  html: string;
  /** Plain text, one line for each block. */
  text: string;
  /** Where the text came from: `markup`, `readability`, `density`, `json-ld`, `none`. */
  by: string;
}

function absoluteUrl(value: string | undefined, base: string): string | undefined {
  const parsed = value ? URL.parse(value, base) : null;
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.href : undefined;
}

function imageOf(meta: PageMeta, article: JsonObject | undefined, url: string): string | undefined {
  const declared =
    meta.get(
      'og:image',
      'og:image:url',
      'og:image:secure_url',
      'twitter:image',
      'twitter:image:src',
      'image',
      'thumbnail',
    ) ??
    textOf(article?.['image']) ??
    textOf(article?.['thumbnailUrl']);
  return absoluteUrl(declared, url);
}

function siteNameOf(
  meta: PageMeta,
  article: JsonObject | undefined,
  objects: readonly JsonObject[],
): string | undefined {
  const site = objects.find((object) => hasType(object, /^WebSite$|Organization$/));
  const publisher = article?.['publisher'];
  const named = meta.get(
    'og:site_name',
    'application-name',
    'al:android:app_name',
    'twitter:app:name:iphone',
    'apple-mobile-web-app-title',
  );
  return named ?? (isObject(publisher) ? textOf(publisher['name']) : textOf(publisher)) ?? textOf(site?.['name']);
}

function languageOf(document: Document, meta: PageMeta, article: JsonObject | undefined): string | undefined {
  const declared =
    document.documentElement?.getAttribute('lang') ||
    document.documentElement?.getAttribute('xml:lang') ||
    textOf(article?.['inLanguage']) ||
    meta.get('content-language', 'og:locale', 'language', 'dc.language');
  const tag = declared?.trim().replace('_', '-');
  return tag && /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i.test(tag) ? tag : undefined;
}

function baseOf(document: Document, url: string): string {
  return absoluteUrl(document.querySelector('base[href]')?.getAttribute('href') ?? undefined, url) ?? url;
}

const EMPTY: ExtractedArticle = { title: '', authors: [], html: '', text: '', by: 'none' };

/** The article of a page. `url`: where the page came from, after redirects. */
export function extractArticle(html: string, url: string, options: ExtractOptions): ExtractedArticle {
  try {
    return extract(html, url, options);
  } catch {
    // Pages are hostile and two libraries stand below: an article that cannot be read is an empty one.
    return EMPTY;
  }
}

function extract(html: string, url: string, { now, language, timeZone }: ExtractOptions): ExtractedArticle {
  const document = parsePage(html);
  const meta = readMeta(document);
  const objects = jsonLdObjects(document);
  const article = articleObject(objects, url);
  const siteName = siteNameOf(meta, article, objects);
  const declaredLanguage = languageOf(document, meta, article);
  const title = findTitle({ document, meta, article, siteName, url });
  const authors = findAuthors(document, meta, article);
  const published = findPublished({
    document,
    title,
    meta,
    article,
    objects,
    url,
    now,
    timeZone,
    language: language ?? declaredLanguage,
  });
  const canonicalHref = document.querySelector('link[rel~="canonical"]')?.getAttribute('href') ?? meta.get('og:url');
  const canonical = usableCanonical(canonicalHref ?? undefined, url);
  const image = imageOf(meta, article, url);
  restoreLazyImages(document);
  const body = findBody(
    document,
    { title, names: [...authors, siteName ?? ''], url },
    textOf(article?.['articleBody']),
  );
  return {
    title,
    authors,
    ...(published !== undefined && { published }),
    ...(declaredLanguage && { language: declaredLanguage }),
    ...(siteName && { siteName }),
    ...(image && { image }),
    ...(canonical && { canonical }),
    html: sanitiseHtml(body.html, { baseUrl: baseOf(document, url) }),
    text: body.text,
    by: body.by,
  };
}
