/**
 * The keys a document must have at least one of to match a query (percolation): a rule is filed under them and looked at only
 * when an article brings one. Terms extracted from a query's tree as in the Elasticsearch percolator and Lucene Monitor.
 */
import type { PhraseStep, TokenQuery } from './token-query.ts';
import { isCjkToken } from './tokens.ts';

/**
 * Keys: a token as it stands; `token next` for two tokens in a row; `=stem`; `prefix*`; a filter term `name:value`; `~literal` for
 * text wherever it stands, as regular expressions read it. No token contains a space, `=`, `*`, `~` or `:`.
 * `tokens`: at least one key is text. `terms`: only filter terms, so the rule is looked at for every article of a site, language
 * or country. `always`: nothing is necessary. An empty `anyOf` can never match.
 */
export type Anchors = { kind: 'tokens' | 'terms'; anyOf: string[] } | { kind: 'always' };

export const STEM_KEY = '=';
export const PREFIX_KEY = '*';
export const PAIR_KEY = ' ';
export const LITERAL_KEY = '~';

/** How many documents of a thousand have the key, roughly; the rarest part of a conjunction is filed. */
export type KeyFrequency = (key: string) => number;

export function necessaryTokens(query: TokenQuery, frequency: KeyFrequency = guessFrequency): Anchors {
  const keys = necessaryKeys(query, frequency);
  if (keys === undefined) return { kind: 'always' };
  return { kind: keys.length > 0 && keys.every(isTerm) ? 'terms' : 'tokens', anyOf: keys };
}

const isTerm = (key: string) => key.includes(':') && !key.startsWith(LITERAL_KEY);

function necessaryKeys(query: TokenQuery, frequency: KeyFrequency): string[] | undefined {
  switch (query.type) {
    case 'none':
      return [];
    case 'and':
      return rarest(
        query.items.map((item) => necessaryKeys(item, frequency)),
        frequency,
      );
    case 'or': {
      const parts = query.items.map((item) => necessaryKeys(item, frequency));
      return parts.includes(undefined) ? undefined : [...new Set(parts.flatMap((keys) => keys ?? []))];
    }
    case 'phrase':
      return rarest([...query.steps.map((step) => [keyOf(step)]), ...pairsOf(query).map((pair) => [pair])], frequency);
    case 'stem':
      return [STEM_KEY + query.stem];
    case 'pattern':
      return query.literals.map((literal) => LITERAL_KEY + literal);
    case 'term':
      return [query.term];
    case 'near':
      return rarest([necessaryKeys(query.left, frequency), necessaryKeys(query.right, frequency)], frequency);
    case 'first':
    case 'same':
    case 'atleast':
      return necessaryKeys(query.item, frequency);
    default:
      return undefined;
  }
}

/**
 * Of a conjunction: the keys of a part beside the one it is filed under, the rarest such part. Without one of them it cannot match
 * either, and that is seen without looking at the query. Undefined where there is no other part or the part has no key.
 */
export function partnerKeys(
  query: TokenQuery,
  filedUnder: readonly string[],
  frequency: KeyFrequency = guessFrequency,
): string[] | undefined {
  if (query.type !== 'and') return undefined;
  const filed = filedUnder.join('\n');
  return rarest(
    query.items.map((item) => necessaryKeys(item, frequency)).filter((keys) => keys?.join('\n') !== filed),
    frequency,
  );
}

/** Keys that are enough: a document with one of them in its title or text, or among its terms, matches whatever else it says. */
export function sufficientKeys(query: TokenQuery): string[] {
  switch (query.type) {
    case 'or':
      return query.items.flatMap(sufficientKeys);
    case 'phrase':
      if (query.field !== 'any') return [];
      if (query.steps.length === 1) return [keyOf(query.steps[0]!)];
      return query.steps.length === 2 ? pairsOf(query) : [];
    case 'stem':
      return query.field === 'any' ? [STEM_KEY + query.stem] : [];
    case 'term':
      return [query.term];
    default:
      return [];
  }
}

const keyOf = (step: PhraseStep) => ('token' in step ? step.token : step.prefix + PREFIX_KEY);

/** The pairs of neighbours among the steps: far rarer than either word, which keeps common phrases from being looked at in vain. */
function pairsOf({ steps, slop }: Extract<TokenQuery, { type: 'phrase' }>): string[] {
  if (slop > 0) return [];
  return steps.slice(1).flatMap((next, at) => {
    const step = steps[at]!;
    return 'token' in step && 'token' in next ? [step.token + PAIR_KEY + next.token] : [];
  });
}

function rarest(choices: (string[] | undefined)[], frequency: KeyFrequency): string[] | undefined {
  let best: string[] | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const keys of choices) {
    if (keys === undefined) continue;
    const cost = keys.reduce((sum, key) => sum + frequency(key), 0);
    if (cost < least) {
      best = keys;
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
  const space = key.indexOf(PAIR_KEY);
  if (space >= 0) return Math.min(guessFrequency(key.slice(0, space)), guessFrequency(key.slice(space + 1))) / 50;
  if (isTerm(key)) return key.startsWith('site:') || key.startsWith('url:') || key.startsWith('source:') ? 100 : 500;
  if (key.endsWith(PREFIX_KEY)) return isCjkToken(key) ? 100 : 4 ** Math.max(0, 5 - key.length) + 5;
  if (isCjkToken(key))
    return (
      [...key].reduce((cost, character) => cost * (COMMON_HAN.has(character) ? 8 : 2), 1) + (key.length === 1 ? 50 : 0)
    );
  return 300 / 1.7 ** Math.min(12, key.length);
}
