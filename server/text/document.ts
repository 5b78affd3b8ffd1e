/** Makes the form of an article that indexes and rules read. */
import type { Token, TokenDocument } from './token-query.ts';
import { tokenise } from './tokens.ts';

/** Only so much of a body is indexed, counted in UTF-16 units and not bytes, so that no script loses more than another. */
export const BODY_LENGTH_MAX = 20_000;
export const TITLE_LENGTH_MAX = 1_000;
const LABELS_MAX = 50;

export interface ArticleText {
  id: number;
  /** Epoch milliseconds. */
  publishedAt: number;
  title: string;
  /** Body as plain text; paragraphs separated by line breaks, or by blank lines if there are any. */
  text: string;
  author?: string;
  tags?: readonly string[];
  /** BCP 47 primary tag or `und`. */
  language: string;
  script?: string;
  sourceId: number;
  url: string;
  /** ISO 3166 alpha-2. */
  country?: string;
  /** Defaults to `article`. */
  type?: string;
}

/** The part of a text that is indexed; never ends in half a character. */
export function indexedPart(text: string, lengthMax = BODY_LENGTH_MAX): string {
  if (text.length <= lengthMax) return text;
  const last = text.charCodeAt(lengthMax - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? lengthMax - 1 : lengthMax);
}

/** What of an article its tokens are made from. */
export function writtenOf({
  title,
  text,
  author = '',
  tags = [],
}: Pick<ArticleText, 'title' | 'text' | 'author' | 'tags'>): TokenDocument['written'] {
  return {
    title: indexedPart(title, TITLE_LENGTH_MAX),
    body: indexedPart(text),
    author: indexedPart(author, TITLE_LENGTH_MAX),
    tag: indexedPart(tags.slice(0, LABELS_MAX).join('\n'), TITLE_LENGTH_MAX),
  };
}

export function toTokenDocument(article: ArticleText): TokenDocument {
  const written = writtenOf(article);
  const body = tokenise(written.body, article.language);
  return {
    id: article.id,
    publishedAt: article.publishedAt,
    title: tokenise(written.title, article.language),
    body,
    author: tokenise(written.author, article.language),
    tag: tokenise(written.tag, article.language),
    written,
    terms: filterTerms(article),
    words: countWords(body, article.text.length),
  };
}

/** What lies beyond the indexed part is estimated at the same density. */
function countWords(body: Token[], textLength: number): number {
  return textLength <= BODY_LENGTH_MAX ? body.length : Math.round((body.length * textLength) / BODY_LENGTH_MAX);
}

function filterTerms(article: ArticleText): string[] {
  const terms = [
    `lang:${article.language}`,
    `source:${article.sourceId}`,
    `type:${(article.type ?? 'article').toLowerCase()}`,
  ];
  if (article.script) terms.push(`script:${article.script}`);
  if (article.country) terms.push(`country:${article.country.toLowerCase()}`);
  const address = parseAddress(article.url);
  if (address !== undefined) terms.push(...siteTerms(address.host), ...urlTerms(address.host, address.path));
  return [...new Set(terms)];
}

const ADDRESS_LENGTH_MAX = 2_048;
const HOST_LENGTH_MAX = 253;

/** Host and path segments of a web address as typed, with or without scheme; undefined where there is no host. */
export function parseAddress(address: string): { host: string; path: string[] } | undefined {
  if (address.length > ADDRESS_LENGTH_MAX) return undefined;
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`;
  const url = URL.parse(withScheme);
  if (url === null) return undefined;
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  if (host === '' || host.length > HOST_LENGTH_MAX) return undefined;
  return { host, path: url.pathname.toLowerCase().split('/').filter(Boolean) };
}

/** `site:` for the host and each parent domain of two labels or more, so that a domain finds its sub-domains. */
function siteTerms(host: string): string[] {
  if (/^[\d.]+$|^\[/.test(host)) return [`site:${host}`];
  const labels = host.split('.');
  return labels.slice(0, Math.max(1, labels.length - 1)).map((_, index) => `site:${labels.slice(index).join('.')}`);
}

const SECTIONS_MAX = 2;
const SECTION_LENGTH_MAX = 40;

/** `url:` for host/section and host/section/section: a section of a site can be searched, single addresses cannot. */
function urlTerms(host: string, path: string[]): string[] {
  const bare = host.replace(/^www\./, '');
  const sections = path.slice(0, SECTIONS_MAX).filter((section) => section.length <= SECTION_LENGTH_MAX);
  return sections.map((_, index) => `url:${[bare, ...sections.slice(0, index + 1)].join('/')}`);
}

/** The `url:` term a typed address stands for; the host alone is a `site:`. */
export function urlTerm(address: string): string | undefined {
  const parsed = parseAddress(address.trim());
  if (parsed === undefined || !parsed.host.includes('.')) return undefined;
  const bare = parsed.host.replace(/^www\./, '');
  const sections = parsed.path.slice(0, SECTIONS_MAX);
  return sections.length === 0 ? `site:${bare}` : `url:${[bare, ...sections].join('/')}`;
}
