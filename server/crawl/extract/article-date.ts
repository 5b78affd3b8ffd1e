/** Finds when an article was published: what the page declares, then its address, then its text. */
import { parseDateText } from '../list-page/parse-date-text.ts';
import { fold } from './boilerplate-lines.ts';
import { childrenOf, isElement, isText, lineText, SILENT_TAGS, tagOf } from './page-document.ts';
import { asList, type JsonObject, type PageMeta } from './structured-data.ts';

const DAY_MS = 86_400_000;
const EARLIEST = Date.UTC(1995, 0, 1);

const META_NAMES = (
  'article:published_time og:article:published_time article:published og:published_time datepublished ' +
  'date_published parsely-pub-date sailthru.date cxenseparse:recs:publishtime publishdate publish-date ' +
  'publish_date pubdate publication_date published published-date publishtime publish_time ' +
  'originalpublicationdate ptime weibo:article:create_at apub:time publishedtime dc.date.issued ' +
  'dcterms.issued dcterms.created dc.date.created dc.date dcterms.date citation_publication_date ' +
  'citation_date bt:pubdate article.published article:post_date rnews:datepublished ' +
  'shareaholic:article_published_time date created createdate datecreated displaydate blogger_postdate ' +
  'last_published'
).split(' ');
const META_UPDATED = [
  'article:modified_time',
  'og:updated_time',
  'dcterms.modified',
  'datemodified',
  'lastmod',
  'last-modified',
  'dc.date.modified',
  'revised',
];

export interface DateSources {
  document: Document;
  /** The headline; a date beneath it is believed before those elsewhere. */
  title: string;
  meta: PageMeta;
  article: JsonObject | undefined;
  objects: readonly JsonObject[];
  url: string;
  now: number;
  timeZone?: string | undefined;
  language?: string | undefined;
}

type DateReader = (text: string | undefined | null, isRelativeToo?: boolean) => number | undefined;

function dateReader({ now, timeZone, language }: DateSources): DateReader {
  return (text, isRelativeToo = false) => {
    if (!text) return undefined;
    const time = parseDateText(text, { now, timeZone, language, needsYear: !isRelativeToo })?.time ?? epochOf(text);
    return time !== undefined && time >= EARLIEST && time <= now + 2 * DAY_MS ? time : undefined;
  };
}

/** Seconds or milliseconds since 1970, as some pages declare it. */
function epochOf(text: string): number | undefined {
  const digits = /^\s*(\d{10}|\d{13})\s*$/.exec(text)?.[1];
  return digits === undefined ? undefined : digits.length === 10 ? Number(digits) * 1000 : Number(digits);
}

function firstOf(values: Iterable<string | undefined | null>, read: DateReader): number | undefined {
  for (const value of values) {
    const time = read(value);
    if (time !== undefined) return time;
  }
  return undefined;
}

function declaredIn(object: JsonObject | undefined, keys: readonly string[]): string[] {
  return keys.flatMap((key) => asList(object?.[key])).filter((value) => typeof value === 'string');
}

const DATE_IN_PATH =
  /(?<!\d)(?<year>(?:19|20)\d{2})(?:(?<separator>[-/_.])(?<month>1[0-2]|0?[1-9])\k<separator>(?<day>3[01]|[12]\d|0?[1-9])|(?<month2>1[0-2]|0[1-9])(?<day2>3[01]|[12]\d|0[1-9])|[-/](?<month3>1[0-2]|0[1-9])(?<day3>3[01]|[12]\d|0[1-9]))(?!\d)/;

/** /2026/11/02/ · /2026-11-02- · /20261102/ · t20261102_ · /2026/1102/; a year and a month alone are no date. */
function dateInUrl(url: string, read: DateReader): number | undefined {
  const parts = DATE_IN_PATH.exec(URL.parse(url)?.pathname ?? '')?.groups;
  if (!parts) return undefined;
  const month = parts['month'] ?? parts['month2'] ?? parts['month3'] ?? '';
  const day = parts['day'] ?? parts['day2'] ?? parts['day3'] ?? '';
  return read(`${parts['year']}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}

const DATE_NAME =
  /(?:^|[-_\s])(?:pub(?:lish|lished)?|post(?:ed)?|entry|article|story|news|meta|created?)?[-_]?(?:date|time|datetime|timestamp|published|pubtime|pubdate|byline|dateline|meta|info|source|laiyuan|riqi)(?:$|[-_\s\d])/i;
const NOT_ARTICLE =
  /(?:^|[-_\s])(?:comments?|related|recommend\w*|sidebar|footer|copyright|widget|latest|popular|trending|teaser|more|archive|calendar)(?:$|[-_\s])/i;

const nameOf = (element: Element): string =>
  `${element.getAttribute('class') ?? ''} ${element.getAttribute('id') ?? ''}`;

function isAside(element: Element): boolean {
  let at: Element | null = element;
  for (let depth = 0; at && depth < 12; depth++, at = at.parentElement) {
    const tag = tagOf(at);
    if (tag === 'BODY' || tag === 'MAIN') return false;
    if (tag === 'FOOTER' || tag === 'ASIDE' || tag === 'NAV' || NOT_ARTICLE.test(nameOf(at))) return true;
  }
  return false;
}

function* markedDates(document: Document): Generator<string | null> {
  for (const element of document.querySelectorAll(
    '[itemprop~="datePublished"], [itemprop~="dateCreated"], [property~="datePublished"]',
  )) {
    yield element.getAttribute('content') ?? element.getAttribute('datetime');
    yield lineText(element);
  }
}

const PUBLISHED_WORD =
  /(?:publi|posted|erstellt|veröffentlicht|stand\b|发布|發佈|发表|時間|时间|日期|更新|公開|掲載|配信|입력|등록|опубликован)/i;

function* timeElements(document: Document): Generator<string | null> {
  const times = [...document.querySelectorAll('time')].filter((time) => !isAside(time));
  const isFirst = (time: Element) =>
    time.hasAttribute('pubdate') || /publish|entry-date|created|posted/i.test(nameOf(time));
  for (const time of [...times.filter(isFirst), ...times.filter((t) => !isFirst(t))]) {
    // The attribute may hold the last change while the text says when it was published.
    if (PUBLISHED_WORD.test(lineText(time))) yield lineText(time);
    yield time.getAttribute('datetime');
    yield lineText(time);
  }
}

const UPDATED_WORD =
  /updated|modified|mis(?:e)? à jour|modifié|aktualisiert|geändert|actualizad|atualizad|aggiornat|bijgewerkt|aktualiz|обновл|수정/i;
const NEAR_NODES_MAX = 40;

/** Short texts that follow the headline, up to the first paragraph. */
function* textsNearHeadline(document: Document, title: string): Generator<string> {
  const heading = [...document.querySelectorAll('h1, h2')].slice(0, 40).find((h) => fold(lineText(h)) === fold(title));
  let at: Node | null = heading ?? null;
  for (let seen = 0; at && seen < NEAR_NODES_MAX; ) {
    let next: Node | null = at.nextSibling;
    while (at && !next) {
      at = at.parentNode;
      next = at?.nextSibling ?? null;
    }
    at = next;
    // Down to the texts of what follows.
    while (at && isElement(at) && at.firstChild && !SILENT_TAGS.has(tagOf(at))) at = at.firstChild;
    if (!at || !isText(at)) continue;
    const text = at.data.trim();
    if (text === '') continue;
    if (text.length > 200) return;
    seen += 1;
    if (/\d/.test(text) && !UPDATED_WORD.test(text)) yield text;
  }
}

function* namedDates(document: Document): Generator<string> {
  let seen = 0;
  for (const element of document.querySelectorAll('[class],[id]')) {
    if (!DATE_NAME.test(nameOf(element)) || seen++ > 200) continue;
    const text = lineText(element);
    if (text.length >= 4 && text.length <= 200 && !isAside(element)) yield text;
    for (const name of [
      'datetime',
      'data-datetime',
      'data-date',
      'data-time',
      'data-timestamp',
      'data-published',
      'title',
    ]) {
      const value = element.getAttribute(name);
      if (value) yield value;
    }
  }
}

/** "27.1.2022 - …", "Kyiv, 3 May 2026 — …": the date with which a paragraph begins. */
const DATELINE = /^[^.–—\n]{0,30}?\d[\d\p{L}. /,-]{5,24}(?=\s[-–—]\s)/u;

/** Short lines of the body in reading order; those that say "published" first. */
function* textLines(body: Element): Generator<string> {
  const lines: string[] = [];
  const walk = (node: Node): void => {
    if (lines.length > 3000) return;
    if (isText(node)) {
      const text = node.data.trim();
      if (/\d/.test(text) && text.length >= 4) lines.push(DATELINE.exec(text)?.[0] ?? text.slice(0, 200));
    } else if (isElement(node) && !SILENT_TAGS.has(tagOf(node)) && tagOf(node) !== 'FOOTER') {
      for (const child of childrenOf(node)) walk(child);
    }
  };
  walk(body);
  const short = lines.filter((line) => line.length <= 120);
  yield* short.filter((line) => PUBLISHED_WORD.test(line));
  yield* short.filter((line) => !/©|\(c\)|copyright|版权|all rights/i.test(line));
}

/** Epoch milliseconds of publication; of the last change if only that is declared. */
export function findPublished(sources: DateSources): number | undefined {
  const { document, meta, article, objects, url, title } = sources;
  const read = dateReader(sources);
  const body = document.querySelector('body');
  const page = objects.filter((object) => object !== article && (object['datePublished'] || object['uploadDate']));
  return (
    firstOf(declaredIn(article, ['datePublished', 'dateCreated']), read) ??
    firstOf(
      META_NAMES.flatMap((name) => meta.all(name)),
      read,
    ) ??
    firstOf(markedDates(document), read) ??
    firstOf(
      page.slice(0, 3).flatMap((object) => declaredIn(object, ['datePublished', 'uploadDate'])),
      read,
    ) ??
    dateInUrl(url, read) ??
    firstOf(timeElements(document), read) ??
    firstOf(textsNearHeadline(document, title), read) ??
    firstOf(namedDates(document), read) ??
    firstOf(body ? textLines(body) : [], read) ??
    firstOf(declaredIn(article, ['dateModified']), read) ??
    firstOf(
      META_UPDATED.flatMap((name) => meta.all(name)),
      read,
    ) ??
    firstOf(namedDates(document), (text) => read(text, true))
  );
}
