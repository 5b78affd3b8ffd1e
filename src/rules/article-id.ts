/**
 * An article's id carries its time: seconds of publication × 2^20 + a sequence. Descending id is newest first in every
 * table and index, without a second sort key.
 */
const sequences = 2 ** 20;

export function articleIdAt(publishedAt: number, sequence = 0): number {
  return Math.floor(publishedAt / 1000) * sequences + sequence;
}

/** Epoch milliseconds, to the second. */
export function articleTime(id: number): number {
  return Math.floor(id / sequences) * 1000;
}

export function articleSequenceMax(): number {
  return sequences - 1;
}

/** Ids of articles published in [from, to): at least the first bound, below the second. */
export function articleIdRange(from: number, to: number): { min: number; max: number } {
  const limit = Number.MAX_SAFE_INTEGER;
  return {
    min: from <= 0 ? 0 : articleIdAt(Math.ceil(from / 1000) * 1000),
    max: to >= (limit / sequences) * 1000 ? limit : articleIdAt(Math.ceil(to / 1000) * 1000),
  };
}
