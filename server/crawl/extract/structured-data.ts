/** What a page says about itself to machines: JSON-LD and meta elements. Reads, never judges. */

export type JsonObject = { [key: string]: unknown };

const SCRIPT_CHARS_MAX = 500_000;
const OBJECTS_MAX = 400;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const asList = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];

/** Pages wrap JSON-LD in comments, break lines inside strings and leave commas behind; those faults are mended. */
function parseLoosely(source: string): unknown {
  const text = source
    .replace(/^\s*(?:<!--|(?:\/\/|\/\*)?\s*<!\[CDATA\[(?:\s*\*\/)?)/, '')
    .replace(/(?:-->|(?:\/\/|\/\*)?\s*\]\]>(?:\s*\*\/)?)\s*;?\s*$/, '');
  for (const attempt of [
    text,
    text
      .replace(/\p{Cc}+/gu, ' ')
      .replace(/,\s{0,50}([}\]])/g, '$1')
      .replace(/;\s*$/, ''),
  ]) {
    try {
      return JSON.parse(attempt);
    } catch {
      // The next attempt is more forgiving.
    }
  }
  return undefined;
}

/** All objects of all JSON-LD blocks, parents before children. */
export function jsonLdObjects(document: Document): JsonObject[] {
  const found: JsonObject[] = [];
  const collect = (value: unknown, depth: number): void => {
    if (depth > 6 || found.length >= OBJECTS_MAX) return;
    if (Array.isArray(value)) for (const item of value) collect(item, depth + 1);
    else if (isObject(value)) {
      found.push(value);
      for (const key of ['@graph', 'mainEntity', 'mainEntityOfPage', 'itemListElement', 'item', 'hasPart', 'article'])
        collect(value[key], depth + 1);
    }
  };
  for (const script of document.querySelectorAll('script[type*="ld+json"]')) {
    const source = script.textContent ?? '';
    if (source.length <= SCRIPT_CHARS_MAX) collect(parseLoosely(source), 0);
  }
  return found;
}

const ARTICLE_TYPE = /(?:Article|BlogPosting|Report|Posting|Review|LiveBlog\w*|Recipe|Essay)$/;

export function hasType(object: JsonObject, pattern: RegExp): boolean {
  return asList(object['@type']).some((type) => typeof type === 'string' && pattern.test(type));
}

/** A text value of JSON-LD, tags and entities removed by the caller if need be. */
export function textOf(value: unknown): string | undefined {
  for (const item of asList(value)) {
    if (typeof item === 'string' && item.trim() !== '') return item.trim();
    if (isObject(item)) {
      const inner = item['@value'] ?? item['name'] ?? item['url'];
      if (typeof inner === 'string' && inner.trim() !== '') return inner.trim();
    }
  }
  return undefined;
}

/** The object that describes the article of this page; a page may describe others beside it (related, latest). */
export function articleObject(objects: readonly JsonObject[], url: string): JsonObject | undefined {
  const articles = objects.filter((object) => hasType(object, ARTICLE_TYPE));
  const path = URL.parse(url)?.pathname;
  const isHere = (object: JsonObject) =>
    [object['url'], object['@id'], object['mainEntityOfPage']].some((value) => {
      const at = isObject(value) ? value['@id'] : value;
      return typeof at === 'string' && path !== undefined && path !== '/' && URL.parse(at, url)?.pathname === path;
    });
  const richness = (object: JsonObject) =>
    ['articleBody', 'datePublished', 'headline', 'author'].filter((key) => object[key]).length;
  return (
    articles.filter(isHere).sort((a, b) => richness(b) - richness(a))[0] ??
    (articles.length <= 3 ? articles[0] : undefined)
  );
}

export interface PageMeta {
  /** The first non-empty value of the first of these names that the page has (`name`, `property` or `itemprop`, lower case). */
  get(...names: string[]): string | undefined;
  all(name: string): string[];
}

export function readMeta(document: Document): PageMeta {
  const values = new Map<string, string[]>();
  for (const element of document.querySelectorAll('meta')) {
    const content = (element.getAttribute('content') ?? element.getAttribute('value') ?? '').trim();
    if (content === '') continue;
    for (const attribute of ['property', 'name', 'itemprop', 'http-equiv']) {
      for (const name of (element.getAttribute(attribute) ?? '').toLowerCase().split(/\s+/)) {
        if (name === '') continue;
        const list = values.get(name) ?? [];
        list.push(content);
        values.set(name, list);
      }
    }
  }
  return {
    get: (...names) => names.map((name) => values.get(name)?.[0]).find((value) => value !== undefined),
    all: (name) => values.get(name) ?? [],
  };
}
