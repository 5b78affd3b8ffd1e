/** Finds who wrote an article. */
import { lineText } from './page-document.ts';
import { asList, isObject, type JsonObject, type PageMeta } from './structured-data.ts';

const AUTHORS_MAX = 20;
const NAME_CHARS_MAX = 80;

const LEAD =
  /^(?:(?:written |posted |reported )?by\b:?|von\b|par\b|por\b|di\b|автор:?|текст:?|作者[:：]?|撰文[:：]?|文[:：/／|｜]|记者[:：]?|記者[:：]?|編輯[:：]?|责任编辑[:：]?|글[:：]?)\s*/iu;
const TAIL =
  /\s*(?:\||•|·|,?\s(?:staff|correspondent|reporter|editor|contributor)\b|\d{1,2}[:/.]\d|报道$|報導$|기자$).*$/iu;

function cleanName(raw: string): string {
  return raw
    .replace(/<[^<>]{0,200}>/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(LEAD, '')
    .replace(TAIL, '')
    .replace(/^[@\s]+|[\s,;，、|]+$/g, '');
}

const isName = (name: string): boolean =>
  name.length >= 2 && name.length <= NAME_CHARS_MAX && !/^https?:|www\.|@|^\d+$/i.test(name);

function splitNames(text: string): string[] {
  const separator = /\s*(?:;|、|，|\s&\s|\s+and\s+|\s+und\s+|\s+et\s+|\s+y\s+|\|)\s*/i;
  // A comma joins names, but "Reyes, Ana" is one name.
  const parts = text
    .split(separator)
    .flatMap((part) => (part.split(',').every((p) => /\s/.test(p.trim())) ? part.split(',') : [part]));
  return parts.map(cleanName).filter(isName);
}

function namesOf(value: unknown): string[] {
  return asList(value).flatMap((item) => {
    if (typeof item === 'string') return splitNames(item);
    if (!isObject(item)) return [];
    const name = item['name'];
    return asList(name).flatMap((n) => (typeof n === 'string' ? splitNames(n) : []));
  });
}

const unique = (names: readonly string[]): string[] =>
  [...new Map(names.map((name) => [name.toLowerCase(), name])).values()].slice(0, AUTHORS_MAX);

const META_NAMES = [
  'author',
  'article:author',
  'parsely-author',
  'sailthru.author',
  'dc.creator',
  'dcterms.creator',
  'citation_author',
  'byl',
  'article:author_name',
  'cxenseparse:author',
  'og:author',
];
const BYLINES =
  '[itemprop~="author"] [itemprop~="name"], [itemprop~="author"], [rel~="author"], .byline, .author-name, .author, .post-author, .article-author, .entry-author';

/** The names of the authors, in the order of the page; empty if it names none. */
export function findAuthors(document: Document, meta: PageMeta, article: JsonObject | undefined): string[] {
  const declared = unique(namesOf(article?.['author'] ?? article?.['creator']));
  if (declared.length > 0) return declared;
  for (const name of META_NAMES) {
    const named = unique(meta.all(name).flatMap(splitNames));
    if (named.length > 0) return named;
  }
  for (const element of [...document.querySelectorAll(BYLINES)].slice(0, 20)) {
    const text = lineText(element);
    if (text.length > 0 && text.length <= 120) {
      const names = unique(splitNames(text));
      if (names.length > 0) return names;
    }
  }
  return [];
}
