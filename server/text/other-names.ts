/**
 * What the countries and regions named in a query are called in other languages, so that the same query can be asked in every
 * script. The names are those of the Unicode CLDR, which the runtime carries.
 */
import type { Node, Query } from '#shared/query/ast.ts';
import { normaliseQuery } from '#shared/query/print.ts';
import { positiveTexts } from '#shared/query/terms.ts';
import { literal } from '#shared/query/words.ts';
import { normalise } from './normalise.ts';

export interface NamedPlace {
  /** As it stands in the query. */
  text: string;
  /** In other languages and scripts, those the query does not hold yet. */
  names: string[];
}

/** In which the names are given, in this order. */
const languages =
  'en zh-Hans zh-Hant ja ko ru ar es fr de pt it hi id vi th tr fa uk pl nl el he ro cs hu sv da no fi bg sr ca'.split(
    ' ',
  );

/** UN M49 codes of what news calls by name: the continents, and parts of them that are no country. */
const worldRegions = '002 003 005 009 013 019 021 029 030 034 035 142 143 145 150 419'.split(' ');
/** Codes for what is no place. */
const noPlaces = new Set(['ZZ', 'XA', 'XB', 'QO', 'EZ']);

/** Shorter ones are common words (“us”), or stand inside others (“タイ” in “タイトル”). */
const lettersMin = 3;
const lettersMinLatin = 4;
const lettersMinSyllabic = 2;
/** A name of more words is not looked for among the words of a query. */
const wordsMax = 4;

interface Names {
  /** Folded name → the places it may mean. */
  places: ReadonlyMap<string, readonly string[]>;
  /** Place → its names, in the order of the languages. */
  names: ReadonlyMap<string, readonly string[]>;
}

let known: Names | undefined;

/** Some 20,000 names; read from the runtime when they are first asked for. */
function readNames(): Names {
  const places = new Map<string, string[]>();
  const names = new Map<string, string[]>();
  const codes = regionCodes();
  for (const language of languages) {
    // The short name is the one in use (“Hong Kong”, not “Hong Kong SAR China”) where it is no abbreviation.
    const styles = (['short', 'long'] as const).map(
      (style) => new Intl.DisplayNames(language, { type: 'region', style, fallback: 'none' }),
    );
    for (const code of codes) {
      const fitting = styles.flatMap((style) => spellings(style.of(code) ?? '')).filter(isLongEnough);
      for (const name of fitting) insert(places, fold(name), code);
      if (fitting[0] !== undefined) insert(names, code, fitting[0]);
    }
  }
  return { places, names };
}

function insert(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key);
  if (!list) lists.set(key, [value]);
  else if (!list.includes(value)) list.push(value);
}

function regionCodes(): string[] {
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  return [...pairs.filter((code) => !noPlaces.has(code) && english.of(code) !== undefined), ...worldRegions];
}

/** “Myanmar (Burma)” is two names; “Congo - Kinshasa” and “R.-U.” are none that a text has. */
function spellings(name: string): string[] {
  if (/\s[-–—]\s|[\d.॰]/.test(name)) return [];
  const [, outer, inner] = /^(.+?)\s*[(（](.+)[)）]$/.exec(name) ?? [];
  return outer && inner ? [outer, inner] : [name];
}

function isLongEnough(name: string): boolean {
  const isSyllabic = /[\p{Script=Han}\p{Script=Hangul}]/u.test(name);
  const min = isSyllabic ? lettersMinSyllabic : /\p{Script=Latin}/u.test(name) ? lettersMinLatin : lettersMin;
  return [...name].length >= min;
}

const fold = (text: string) => normalise(text, true).text.replace(/\s+/g, ' ').trim();

/** The other names, each once however it is written. */
function namesFor(text: string): string[] {
  known ??= readNames();
  const { places, names } = known;
  const own = fold(text);
  const found = new Map<string, string>();
  for (const place of places.get(own) ?? []) {
    for (const name of names.get(place) ?? []) {
      const key = fold(name);
      if (key !== own && !found.has(key)) found.set(key, name);
    }
  }
  return [...found.values()];
}

/**
 * Names in the query that are written otherwise elsewhere, and the query that asks for all of them. What is excluded, and what
 * has to stand near something else, is left as it is.
 */
export function findOtherNames(query: Query): { found: NamedPlace[]; query: Query } {
  const present = new Set(positiveTexts(query).map(({ text }) => fold(text)));
  const found: NamedPlace[] = [];
  const root = query.root && extend(query.root, present, found);
  return { found, query: normaliseQuery({ ...query, root }) };
}

function extend(node: Node, present: ReadonlySet<string>, found: NamedPlace[]): Node {
  const extendOne = (one: Node) => extend(one, present, found);
  switch (node.type) {
    case 'and':
      return { ...node, items: joinNames(node.items).map(extendOne) };
    case 'or':
      return { ...node, items: node.items.map(extendOne) };
    case 'field':
      return { ...node, item: extendOne(node.item) };
    case 'word':
    case 'phrase': {
      if (node.type === 'phrase' && node.slop > 0) return node;
      const names = namesFor(node.text).filter((name) => !present.has(fold(name)));
      if (names.length === 0) return node;
      found.push({ text: node.text, names });
      return { type: 'or', items: [node, ...names.flatMap((name) => literal(name) ?? [])] };
    }
    default:
      return node;
  }
}

/** Words side by side that are one name together (`new zealand`) become one phrase. */
function joinNames(items: readonly Node[]): Node[] {
  const joined: Node[] = [];
  for (let at = 0; at < items.length; ) {
    const name = longestName(items.slice(at, at + wordsMax));
    joined.push(name ? { type: 'phrase', text: name.text, slop: 0 } : items[at]!);
    at += name?.words ?? 1;
  }
  return joined;
}

function longestName(items: readonly Node[]): { text: string; words: number } | undefined {
  const end = items.findIndex((item) => item.type !== 'word');
  const words = (end < 0 ? items : items.slice(0, end)).flatMap((item) => (item.type === 'word' ? item.text : []));
  for (let count = words.length; count > 1; count--) {
    const text = words.slice(0, count).join(' ');
    if (namesFor(text).length > 0) return { text, words: count };
  }
  return undefined;
}
