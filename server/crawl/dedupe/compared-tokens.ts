/**
 * The tokens in which two printings of a text are compared: the same number written in another house style is the same
 * token, and what a site prints under every article is left out.
 */
import type { Token } from '../../text/token-query.ts';
import { SHINGLE_TOKENS, shingleHashes } from './fingerprint.ts';

const MAGNITUDES = new Map([
  ['thousand', 1e3],
  ['million', 1e6],
  ['millionen', 1e6],
  ['millones', 1e6],
  ['millions', 1e6],
  ['mn', 1e6],
  ['billion', 1e9],
  ['bn', 1e9],
  ['trillion', 1e12],
]);
const CJK_MAGNITUDES = new Map([
  ['万', 1e4],
  ['萬', 1e4],
  ['億', 1e8],
  ['亿', 1e8],
]);

/** English style books spell small numbers out, or not. */
const SPELT = new Map(
  'one two three four five six seven eight nine ten eleven twelve'.split(' ').map((word, at) => [word, String(at + 1)]),
);

const DIGITS = /^\d+$/;
/** Looked at before anything else, as most tokens begin with no digit. */
const startsWithDigit = (text: string) => text.charCodeAt(0) >= 0x30 && text.charCodeAt(0) <= 0x39;

/**
 * Tokens of a text in order, numbers as values: `1,200`, `1 200` and `1200` are one token, so are `1.2万` and `12000`, `3
 * million` and `3,000,000`, `nine` and `9`.
 */
export function comparedTokens(tokens: readonly Token[]): string[] {
  const out: string[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const first = tokens[at]!;
    if (!startsWithDigit(first.text) || !DIGITS.test(first.text)) {
      out.push(SPELT.get(first.text) ?? first.text);
      continue;
    }
    let digits = first.text;
    while (isGroup(tokens[at]!, tokens[at + 1]) && digits.length < 16) {
      at += 1;
      digits += tokens[at]!.text;
    }
    let value = Number(digits);
    const fraction = tokens[at + 1];
    if (fraction && follows(tokens[at]!, fraction) && DIGITS.test(fraction.text) && fraction.text.length < 3) {
      at += 1;
      value += Number(fraction.text) / 10 ** fraction.text.length;
    }
    const unit = tokens[at + 1]?.text ?? '';
    const isTouching = tokens[at + 1]?.start === tokens[at]!.end;
    const spaced = MAGNITUDES.get(unit);
    const times = (isTouching ? CJK_MAGNITUDES.get(unit.charAt(0)) : undefined) ?? spaced;
    if (times && spaced) at += 1;
    out.push(String(times ? Math.round(value * times) : value));
  }
  return out;
}

/** One sign stands between the two, as between the groups of 1,200,000. */
const follows = (one: Token, next: Token) => next.start === one.end + 1;

function isGroup(one: Token, next: Token | undefined): boolean {
  return next !== undefined && next.text.length === 3 && DIGITS.test(next.text) && follows(one, next);
}

/** Of a source's texts, so many at the least must hold a shingle, and more than this share. */
const REPEATED_TEXTS = 3;
const REPEATED_SHARE = 0.2;
const REPEATED_MAX = 4_000;
/** Shorter stretches are phrases that reporters use, not blocks that a site adds. */
const BLOCK_TOKENS = 8;

/**
 * Hashes of the shingles that a source prints again and again, from the compared tokens of its latest articles; the most
 * frequent ones where there are too many.
 */
export function repeatedShingles(texts: readonly (readonly string[])[]): number[] {
  const counts = new Map<number, number>();
  for (const text of texts) {
    for (const shingle of new Set(shingleHashes(text))) counts.set(shingle, (counts.get(shingle) ?? 0) + 1);
  }
  const least = Math.max(REPEATED_TEXTS, Math.floor(texts.length * REPEATED_SHARE) + 1);
  return [...counts]
    .filter(([, count]) => count >= least)
    .sort((a, b) => b[1] - a[1])
    .slice(0, REPEATED_MAX)
    .map(([shingle]) => shingle);
}

/** The text without its repeated blocks; all of it where nothing else would be left. */
export function withoutRepeated(tokens: readonly string[], repeated: ReadonlySet<number>): readonly string[] {
  if (repeated.size === 0) return tokens;
  const shingles = shingleHashes(tokens);
  const isRepeated = new Uint8Array(tokens.length);
  shingles.forEach((shingle, at) => {
    if (repeated.has(shingle)) isRepeated.fill(1, at, Math.min(tokens.length, at + SHINGLE_TOKENS));
  });
  const kept: string[] = [];
  for (let at = 0; at < tokens.length; ) {
    let end = at;
    while (end < tokens.length && isRepeated[end] === isRepeated[at]) end++;
    if (isRepeated[at] === 0 || end - at < BLOCK_TOKENS) kept.push(...tokens.slice(at, end));
    at = end;
  }
  return kept.length < BLOCK_TOKENS ? tokens : kept;
}
