/**
 * Tells whether two texts are the same text. Pure arithmetic over tokens; it stores nothing and looks nothing up.
 * SimHash: Manku, Jain, Das Sarma, WWW 2007. MinHash and banding: Broder 1997; Mining of Massive Datasets, chapter 3.
 * The sample of the smallest shingle hashes (bottom-k) estimates Jaccard's index and is exact for short texts.
 */

export interface Fingerprint {
  /** 64 bits as 16 hex digits; empty for texts too short to have a stable one. */
  simhash: string;
  /** The 128 smallest distinct shingle hashes, ascending, 8 hex digits each. */
  shingles: string;
  /** 20 MinHash band values, 8 hex digits each. */
  bands: string;
  /** Hashes of the numbers at the head of the text: 27 dead is not 72 dead. */
  numbers: string[];
  tokenCount: number;
}

export const SHINGLE_TOKENS = 3;
const SAMPLE_MAX = 128;
const BANDS = 20;
const ROWS = 3;
/** Below this a SimHash is not stable enough to mean anything. */
const LONG_TOKENS = 200;
const TINY_TOKENS = 8;
/** A copy that was cut short keeps almost all of its shingles inside the original, and at least this much of it. */
const CUT_SHARE = 0.8;
const CUT_JACCARD = 0.45;
const CUT_TOKENS = 40;
const NUMBER_HEAD_TOKENS = 400;
const NUMBERS_MAX = 32;
const TOKENS_MAX = 20_000;

/** FNV-1a with a final mix, 32 bit. */
function hashToken(token: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < token.length; i++) hash = Math.imul(hash ^ token.charCodeAt(i), 0x01000193);
  return mix(hash);
}

/** The finaliser of MurmurHash3: every input bit reaches every output bit. */
export function mix(value: number): number {
  let h = value;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Hash of each run of three tokens; a text shorter than that is one shingle. */
export function shingleHashes(tokens: readonly string[]): Uint32Array {
  const hashes = new Uint32Array(tokens.length);
  for (let at = 0; at < hashes.length; at++) hashes[at] = hashToken(tokens[at]!);
  const count = Math.max(1, hashes.length - SHINGLE_TOKENS + 1);
  const out = new Uint32Array(hashes.length === 0 ? 0 : count);
  for (let i = 0; i < out.length; i++) {
    let hash = 0x9e3779b9;
    for (let j = i; j < Math.min(i + SHINGLE_TOKENS, hashes.length); j++)
      hash = mix(Math.imul(hash, 31) ^ (hashes[j] ?? 0));
    out[i] = hash;
  }
  return out;
}

const hex = (value: number): string => (value >>> 0).toString(16).padStart(8, '0');

function hexOf(values: Uint32Array): string {
  const bytes = Buffer.allocUnsafe(values.length * 4);
  for (let at = 0; at < values.length; at++) bytes.writeUInt32BE(values[at]!, at * 4);
  return bytes.toString('hex');
}

/** The smallest distinct values, ascending. */
function smallest(values: Uint32Array, count: number): Uint32Array {
  const sorted = values.slice().sort();
  let size = 0;
  for (let at = 0; at < sorted.length && size < count; at++) {
    if (size === 0 || sorted[at] !== sorted[size - 1]) sorted[size++] = sorted[at]!;
  }
  return sorted.subarray(0, size);
}

/** How many of the values have each bit. Four bits are counted at once, in the bytes of one number, until they could overflow. */
function countBits(values: Uint32Array): Uint32Array {
  const counts = new Uint32Array(32);
  for (let start = 0; start < values.length; start += 255) {
    const end = Math.min(values.length, start + 255);
    for (let bit = 0; bit < 8; bit++) {
      let four = 0;
      for (let at = start; at < end; at++) four = (four + ((values[at]! >>> bit) & 0x01010101)) | 0;
      for (let shift = 0; shift < 32; shift += 8) counts[bit + shift]! += (four >>> shift) & 0xff;
    }
  }
  return counts;
}

/** The bits that more than half of the values have. */
function commonBits(values: Uint32Array): number {
  return countBits(values).reduce((bits, count, bit) => (count * 2 > values.length ? bits | (1 << bit) : bits), 0);
}

function simhash64(shingles: Uint32Array): string {
  const others = shingles.map((shingle) => mix(shingle ^ 0x5bd1e995));
  return hex(commonBits(others)) + hex(commonBits(shingles));
}

/** The smallest of {@link mix} of the values: thousands a text, so in whole numbers, with the sign turned to compare as mix does. */
function leastMixed(values: Uint32Array, seed: number): number {
  let least = 0x7fffffff;
  for (let at = 0; at < values.length; at++) {
    let h = values[at]! ^ seed;
    h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
    h ^= (h >>> 16) ^ 0x80000000;
    if (h < least) least = h;
  }
  return least ^ 0x80000000;
}

const SEEDS = Int32Array.from({ length: BANDS * ROWS }, (_, at) => mix(at + 1));

/** MinHash of the sample, not of the whole text: near-duplicates have near-equal samples, and the cost is bounded. */
function minhashBands(sample: Uint32Array): string {
  let out = '';
  for (let band = 0; band < BANDS; band++) {
    let value = 0;
    for (let row = 0; row < ROWS; row++) {
      const least = leastMixed(sample, SEEDS[band * ROWS + row]!);
      value = mix(Math.imul(value, 31) ^ least);
    }
    out += hex(value);
  }
  return out;
}

/** The fingerprint of a text from its index tokens (digits whole, Han folded), in text order. */
export function fingerprint(allTokens: readonly string[]): Fingerprint {
  const tokens = allTokens.length > TOKENS_MAX ? allTokens.slice(0, TOKENS_MAX) : allTokens;
  const shingles = shingleHashes(tokens);
  const sample = smallest(shingles, SAMPLE_MAX);
  const count = tokens.length;
  const numbers = tokens.slice(0, NUMBER_HEAD_TOKENS).filter((token) => /^\p{Nd}/u.test(token));
  return {
    simhash: count >= LONG_TOKENS ? simhash64(shingles) : '',
    shingles: hexOf(sample),
    bands: count > 0 ? minhashBands(sample) : '',
    numbers: [...new Set(numbers)].slice(0, NUMBERS_MAX).map((token) => hex(hashToken(token))),
    tokenCount: count,
  };
}

/** Number of different bits of two 64-bit hex strings. */
export function hammingDistance(a: string, b: string): number {
  let distance = 0;
  for (const start of [0, 8]) {
    let bits = (Number.parseInt(a.slice(start, start + 8), 16) ^ Number.parseInt(b.slice(start, start + 8), 16)) >>> 0;
    for (; bits !== 0; bits &= bits - 1) distance++;
  }
  return distance;
}

/** Jaccard's index of the two shingle sets, estimated from the samples; exact where both samples are whole. */
export function jaccard(a: Fingerprint, b: Fingerprint): number {
  let i = 0;
  let j = 0;
  let shared = 0;
  let seen = 0;
  const isWhole = Math.max(a.shingles.length, b.shingles.length) < SAMPLE_MAX * 8;
  while ((isWhole || seen < SAMPLE_MAX) && (i < a.shingles.length || j < b.shingles.length)) {
    // Hex digits of equal length compare as the numbers do; '~' stands behind them all.
    const left = a.shingles.slice(i, i + 8) || '~';
    const right = b.shingles.slice(j, j + 8) || '~';
    if (left === right) shared++;
    if (left <= right) i += 8;
    if (right <= left) j += 8;
    seen++;
  }
  return seen === 0 ? 0 : shared / seen;
}

/**
 * Whether numbers were put in place of others, and not only left out or added: three in ten of a short text's, four in ten
 * and at least three of a long one's, where a changed lead brings its own.
 */
function replacesNumbers(a: Fingerprint, b: Fingerprint, isLong: boolean): boolean {
  const onlyInA = a.numbers.filter((n) => !b.numbers.includes(n)).length;
  const onlyInB = b.numbers.filter((n) => !a.numbers.includes(n)).length;
  const replaced = Math.min(onlyInA, onlyInB);
  const common = Math.min(a.numbers.length, b.numbers.length);
  return isLong ? replaced >= 3 && replaced >= common * 0.4 : replaced > 0 && replaced >= common * 0.3;
}

/** Share of the shorter text's shingles that stand in the longer one too, from Jaccard's index and the lengths. */
function overlap(index: number, a: Fingerprint, b: Fingerprint): number {
  const shared = (index * (a.tokenCount + b.tokenCount)) / (1 + index);
  return shared / Math.min(a.tokenCount, b.tokenCount);
}

/**
 * Whether the two are the same text, small edits aside. Long texts: SimHash within 3 bits, or Jaccard ≥ .8 (an added
 * paragraph moves more bits than that); shorter ones: Jaccard ≥ .7; below 8 tokens: equality. Either is also the same when
 * it is the other one cut short. Bulletins that differ in their numbers are different.
 */
export function sameText(a: Fingerprint, b: Fingerprint): boolean {
  if (a.tokenCount === 0 || b.tokenCount === 0) return false;
  const shorter = Math.min(a.tokenCount, b.tokenCount);
  if (shorter < TINY_TOKENS) return a.tokenCount === b.tokenCount && a.shingles === b.shingles;
  const isLong = shorter >= LONG_TOKENS;
  if (replacesNumbers(a, b, isLong)) return false;
  if (isLong && hammingDistance(a.simhash, b.simhash) <= 3) return true;
  const index = jaccard(a, b);
  if (index >= (isLong ? 0.8 : 0.7)) return true;
  return shorter >= CUT_TOKENS && index >= CUT_JACCARD && overlap(index, a, b) >= CUT_SHARE;
}

export interface TextOrigin {
  sourceId: number;
  /** See `urlKey`. */
  urlKey?: string | undefined;
  /** The title, folded as the index folds it. */
  titleKey?: string | undefined;
  fingerprint: Fingerprint;
}

/**
 * Whether two articles are one. Within a source the body alone is not enough (daily weather, price tables):
 * the address or the title has to agree as well.
 */
export function sameArticle(a: TextOrigin, b: TextOrigin): boolean {
  if (a.urlKey !== undefined && a.urlKey === b.urlKey) return true;
  if (!sameText(a.fingerprint, b.fingerprint)) return false;
  return a.sourceId !== b.sourceId || (Boolean(a.titleKey) && a.titleKey === b.titleKey);
}

/** Share of `later`'s shingles that `earlier` lacks; from .3 on a rule that fired for `earlier` fires again. */
export function newShare(earlier: Fingerprint, later: Fingerprint): number {
  const index = jaccard(earlier, later);
  const shared = (index * (earlier.tokenCount + later.tokenCount)) / (1 + index);
  return later.tokenCount === 0 ? 0 : Math.max(0, 1 - shared / later.tokenCount);
}
