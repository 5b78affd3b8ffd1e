/** How common words are, remembered for a while: rarity needs no more than the order of magnitude. */
import type { Db } from '../../db/database.ts';
import type { QueryWord } from '../../text/ranked-query.ts';

export interface FrequencyReader {
  countDocuments(db: Db): Promise<number>;
  /** How many articles hold each word; an estimate where it is many. */
  countWords(db: Db, words: readonly QueryWord[], documents: number): Promise<number[]>;
}

const validMs = 10 * 60_000;
/** A small archive grows by shares that matter. */
const validWhileSmallMs = 5_000;
const smallArchive = 20_000;
const rememberedMax = 20_000;

export function createFrequencies(reader: FrequencyReader) {
  let documents = 0;
  let known = new Map<string, number>();
  let forgottenAt = 0;

  function forgetOld() {
    const at = performance.now();
    const isValid = at - forgottenAt < (documents < smallArchive ? validWhileSmallMs : validMs);
    if (documents > 0 && known.size < rememberedMax && isValid) return;
    documents = 0;
    known = new Map();
    forgottenAt = at;
  }

  return {
    async read(db: Db, words: readonly QueryWord[]): Promise<{ documents: number; frequencies: number[] }> {
      forgetOld();
      const remembered = known;
      if (documents === 0) documents = await reader.countDocuments(db);
      const total = documents;
      const missing = words.filter((word) => !remembered.has(keyOf(word)));
      const counts = missing.length > 0 ? await reader.countWords(db, missing, total) : [];
      const counted = new Map(missing.map((word, at) => [keyOf(word), counts[at] ?? 0]));
      // Of a word that stands nowhere yet, the first article must be found at once.
      for (const [key, count] of counted) if (count > 0) remembered.set(key, count);
      const frequencies = words.map((word) => remembered.get(keyOf(word)) ?? counted.get(keyOf(word)) ?? 0);
      return { documents: Math.max(total, ...frequencies), frequencies };
    },
  };
}

const keyOf = ({ forms, isPrefix }: QueryWord) => (isPrefix ? '*' : '') + forms.join(' ');
