/**
 * The keys a document must have at least one of to match a query (percolation): a rule is filed under them and looked at only
 * when an article brings one. Terms extracted from a query's tree as in the Elasticsearch percolator and Lucene Monitor, and with
 * each whether it leaves anything to be decided: most rules are words and phrases, whose key in an article is the match.
 */
import type { PhraseStep, TokenQuery } from './token-query.ts';
import { isCjkToken } from './tokens.ts';

/**
 * Keys: a token as it stands; `token next …` for tokens in a row; `=stem`; `prefix*`; a filter term `name:value`; `~literal` for
 * text wherever it stands, as regular expressions read it. No token contains a space, `=`, `*`, `~` or `:`.
 */
export interface Anchor {
  key: string;
  /** Without one of these keys beside it the document does not match either. */
  guard?: readonly string[];
  /** The query matches if the key stands in title or text or among the terms, and so does one of the guard. */
  isEnough: boolean;
}

export const STEM_KEY = '=';
export const PREFIX_KEY = '*';
export const ROW_KEY = ' ';
export const LITERAL_KEY = '~';

/** How many documents of a thousand have the key, roughly; the rarest part of a conjunction is filed. */
export type KeyFrequency = (key: string) => number;

/** Undefined where nothing is necessary; without any anchor a query can never match. */
export function anchorsOf(query: TokenQuery, frequency: KeyFrequency = guessFrequency): Anchor[] | undefined {
  switch (query.type) {
    case 'none':
      return [];
    case 'and':
      return anchorsOfAll(
        query.items.map((item) => anchorsOf(item, frequency)),
        frequency,
      );
    case 'or': {
      const parts = query.items.map((item) => anchorsOf(item, frequency));
      return parts.includes(undefined) ? undefined : parts.flatMap((anchors) => anchors ?? []);
    }
    case 'phrase': {
      const rows = rowsOf(query);
      const key = rarestOf(rows, (row) => frequency(row));
      return key === undefined ? undefined : [{ key, isEnough: query.field === 'any' && rows.length === 1 }];
    }
    case 'stem':
      return [{ key: STEM_KEY + query.stem, isEnough: query.field === 'any' }];
    case 'pattern':
      return query.literals.map((literal) => ({ key: LITERAL_KEY + literal, isEnough: false }));
    case 'term':
      return [{ key: query.term, isEnough: true }];
    case 'near':
      return notEnough(anchorsOfAll([anchorsOf(query.left, frequency), anchorsOf(query.right, frequency)], frequency));
    case 'first':
    case 'same':
    case 'atleast':
      return notEnough(anchorsOf(query.item, frequency));
    default:
      return undefined;
  }
}

const notEnough = (anchors: Anchor[] | undefined) => anchors?.map((anchor) => ({ ...anchor, isEnough: false }));

/** Of a conjunction: the anchors of its rarest part, guarded by the keys of the next. */
function anchorsOfAll(parts: (Anchor[] | undefined)[], frequency: KeyFrequency): Anchor[] | undefined {
  const cost = (anchors: readonly Anchor[]) => costOf(keysOf(anchors), frequency);
  const known = parts.filter((anchors) => anchors !== undefined);
  const filed = rarestOf(known, cost);
  const other = rarestOf(
    known.filter((anchors) => anchors !== filed),
    cost,
  );
  if (filed === undefined || other === undefined) return notEnough(filed);
  const isAll = parts.length === 2 && other.every((anchor) => anchor.isEnough && !anchor.guard);
  const otherKeys = keysOf(other);
  return filed.map(({ key, guard, isEnough }) =>
    guard
      ? { key, guard: rarestOf([guard, otherKeys], (keys) => costOf(keys, frequency))!, isEnough: false }
      : { key, guard: otherKeys, isEnough: isEnough && isAll },
  );
}

const keysOf = (anchors: readonly Anchor[]) => [...new Set(anchors.map(({ key }) => key))];

const costOf = (keys: readonly string[], frequency: KeyFrequency) => keys.reduce((sum, key) => sum + frequency(key), 0);

/** The tokens of a phrase that stand in a row; all in one unless words may stand between or a word is open at its end. */
function rowsOf({ steps, slop }: Extract<TokenQuery, { type: 'phrase' }>): string[] {
  const rows: string[] = [];
  let isOpen = false;
  for (const step of steps) {
    const isToken = 'token' in step;
    if (isOpen && isToken && slop === 0) rows.push(rows.pop() + ROW_KEY + step.token);
    else rows.push(keyOf(step));
    isOpen = isToken;
  }
  return rows;
}

const keyOf = (step: PhraseStep) => ('token' in step ? step.token : step.prefix + PREFIX_KEY);

function rarestOf<Item>(items: readonly Item[], costOf: (item: Item) => number): Item | undefined {
  let best: Item | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const cost = costOf(item);
    if (cost < least) {
      best = item;
      least = cost;
    }
  }
  return best;
}

const COMMON_HAN = new Set(
  '的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面方后多定行学法所民得经月日',
);

/** A guess without statistics: filter terms are common, long words and bigrams of uncommon characters are rare. */
function guessFrequency(key: string): number {
  if (key.startsWith(LITERAL_KEY))
    return 5 * guessFrequency(key.slice(LITERAL_KEY.length).replace(/[^\p{L}\p{N}]/gu, ''));
  if (key.includes(':')) return /^(site|url|source):/.test(key) ? 100 : 500;
  if (key.includes(ROW_KEY)) return Math.min(...key.split(ROW_KEY).map(guessFrequency)) / 50;
  if (key.endsWith(PREFIX_KEY)) return isCjkToken(key) ? 100 : 4 ** Math.max(0, 5 - key.length) + 5;
  if (isCjkToken(key))
    return (
      [...key].reduce((cost, character) => cost * (COMMON_HAN.has(character) ? 8 : 2), 1) + (key.length === 1 ? 50 : 0)
    );
  return 300 / 1.7 ** Math.min(12, key.length);
}
