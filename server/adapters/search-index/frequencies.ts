/** How common words are, remembered for a while: rarity needs no more than the order of magnitude. */
import type { Db } from '../../db/database.ts';
import type { QueryWord } from '../../text/ranked-query.ts';

export interface FrequencyReader {
  countDocuments(db: Db): Promise<number>;
  /** How many articles hold each word; an estimate where it is many. */
  countWords(db: Db, words: readonly QueryWord[], documents: number): Promise<number[]>;
}

const validMs = 10 * 60_000;
const rememberedMax = 20_000;
/** A small archive grows by shares that matter and is counted in no time. */
const smallArchive = 20_000;

export function createFrequencies(reader: FrequencyReader) {
  let documents = 0;
  let known = new Map<string, number>();
  let forgottenAt = 0;

  function forgetOld() {
    const at = performance.now();
    if (documents >= smallArchive && known.size < rememberedMax && at - forgottenAt < validMs) return;
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
      for (const [at, word] of missing.entries()) remembered.set(keyOf(word), counts[at] ?? 0);
      const frequencies = words.map((word) => remembered.get(keyOf(word))!);
      return { documents: Math.max(total, ...frequencies), frequencies };
    },
  };
}

const keyOf = ({ forms, isPrefix }: QueryWord) => (isPrefix ? '*' : '') + forms.join(' ');
