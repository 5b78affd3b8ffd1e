/** From an entry (and, where it was fetched, its page) to everything that is stored of an article. */

import { toTokenDocument } from '../../text/document.ts';
import { detectLanguage } from '../../text/language.ts';
import { type PackedDocument, packDocument } from '../../text/packed-document.ts';
import type { TokenDocument } from '../../text/token-query.ts';
import { type EventTerms, eventTerms } from '../cluster/event-terms.ts';
import { decodeText } from '../decode/decode-text.ts';
import { comparedTokens, withoutRepeated } from '../dedupe/compared-tokens.ts';
import { type Fingerprint, fingerprint } from '../dedupe/fingerprint.ts';
import { extractArticle } from '../extract/extract-article.ts';
import { urlKey } from '../identify/normalise-url.ts';
import { textWeight } from './needs-page.ts';
import type { FetchedBytes, SourceEntry } from './read-source.ts';

export interface SourceFacts {
  id: number;
  /** BCP 47 tag of what the source usually writes, `zh-tw`. */
  language: string;
  country: string;
  category: string;
}

export interface PreparedArticle {
  entryKey: string;
  url: string;
  urlKey: string;
  title: string;
  author: string;
  tags: string[];
  html: string;
  text: string;
  image: string;
  language: string;
  script: string;
  country: string;
  category: string;
  words: number;
  publishedAt: number;
  fingerprint: Fingerprint;
  /** What its event is told by. */
  eventTerms: EventTerms;
  /** Without its id, which is given when the article is stored. */
  document: Omit<TokenDocument, 'id'>;
}

export interface ReadEntry {
  entry: SourceEntry;
  page: FetchedBytes | undefined;
}

interface PrepareSurroundings {
  /** Shingles that the source prints with every article; see `repeatedShingles`. */
  repeated?: readonly number[];
  source: SourceFacts;
  now: number;
}

export type PrepareInput = ReadEntry & PrepareSurroundings;
export type PrepareAllInput = { entries: readonly ReadEntry[] } & PrepareSurroundings;

/** What became of an entry, with its document packed for the way between threads. */
export type PackedPreparation =
  | { ok: true; article: Omit<PreparedArticle, 'document'>; document: PackedDocument }
  | { ok: false; error: string };

/** Entries of one source, in their order; one that cannot be prepared costs no other. */
export function prepareArticles({ entries, ...surroundings }: PrepareAllInput): PackedPreparation[] {
  return entries.map((one) => {
    try {
      const { document, ...article } = prepareArticle({ ...one, ...surroundings });
      return { ok: true, article, document: packDocument(document) };
    } catch (error) {
      return { ok: false, error: String((error as Error).stack ?? error) };
    }
  });
}

const textMax = 200_000;
const htmlMax = 600_000;
const languageSampleLength = 300;

export function prepareArticle({ entry, page, repeated = [], source, now }: PrepareInput): PreparedArticle {
  const own = { html: entry.content || entry.summary, text: entry.text };
  const extracted = page && extractPage(page, source, now);
  const body = extracted && textWeight(extracted.text) > textWeight(own.text) ? extracted : own;

  const url = entry.link || `urn:tidings:${entry.key}`;
  const title = entry.title || extracted?.title || firstLine(body.text);
  const publishedAt = clampTime(entry.published ?? extracted?.published, now);
  const detected = detectLanguage(`${title}\n${body.text.slice(0, languageSampleLength)}`, {
    ...priorOf(source.language),
    htmlLang: entry.language || extracted?.language,
  });
  const article = {
    title,
    text: body.text.slice(0, textMax),
    author: entry.author || extracted?.authors.join(', ') || '',
    tags: [...new Set(entry.tags.map((tag) => tag.trim()).filter(Boolean))].slice(0, 30),
    language: detected.language,
    script: detected.script ?? '',
    country: source.country,
    url,
  };
  const { id: _, ...document } = toTokenDocument({ ...article, id: 0, publishedAt, sourceId: source.id });
  const compared = comparedTokens(document.body.length > 0 ? document.body : document.title);
  const print = fingerprint(withoutRepeated(compared, new Set(repeated)));
  return {
    ...article,
    entryKey: entry.key,
    urlKey: urlKey(url) ?? url,
    html: body.html.slice(0, htmlMax),
    image: entry.image || extracted?.image || '',
    category: source.category,
    words: document.words,
    publishedAt,
    fingerprint: print,
    eventTerms: eventTerms(article),
    document,
  };
}

function extractPage(page: FetchedBytes, source: SourceFacts, now: number) {
  const { text } = decodeText(page.body, { contentType: page.headers['content-type'] });
  return extractArticle(text, page.url, { now, language: source.language });
}

/** A catalogue tag such as `zh-tw` as the detector's prior. */
export function priorOf(tag: string): { language?: string; script?: string } {
  const [language] = tag.toLowerCase().split('-');
  if (!language) return {};
  if (language !== 'zh') return { language };
  return { language, script: /-(tw|hk|mo|hant)/i.test(tag) ? 'Hant' : 'Hans' };
}

/** Items of the future are as new as now; items without a date, too. */
function clampTime(published: number | undefined, now: number): number {
  if (published === undefined || !Number.isFinite(published) || published < Date.UTC(1990, 0, 1)) return now;
  return Math.min(published, now);
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]?.slice(0, 120) ?? '';
}
