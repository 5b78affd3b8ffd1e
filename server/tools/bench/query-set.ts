/** About 300 queries over the corpus, half Chinese, half English: one term, two terms, a phrase, OR with NOT; common to rare. */
import { seededRandom } from '../../demo/seeded-random.ts';
import { compileKeyword, parseKeyword } from '../../domains/search/keyword-query.service.ts';
import { type RankedQuery, rankQuery } from '../../text/ranked-query.ts';
import type { TokenQuery } from '../../text/token-query.ts';
import { type CorpusArticle, corpusArticle, corpusEnd } from './corpus.ts';

const kinds = ['term', 'and', 'phrase', 'or-not'] as const;
export type QueryKind = (typeof kinds)[number];

/** Share of a language's articles that hold the word. */
const rarities = {
  common: { min: 0.04, max: 0.5 },
  medium: { min: 0.003, max: 0.03 },
  rare: { min: 0.00008, max: 0.0008 },
} as const;
export type Rarity = keyof typeof rarities;

export interface BenchQuery {
  text: string;
  language: 'zh' | 'en';
  kind: QueryKind;
  rarity: Rarity;
}

const perCell = 13;
const sampleSize = 12_000;
const triesMax = 100_000;

/** Articles from all over the corpus. */
export function sampleArticles(total: number, size: number): CorpusArticle[] {
  const count = Math.min(size, total);
  return Array.from({ length: count }, (_, n) => corpusArticle(Math.floor((n * total) / count), total));
}

/** In which share of these articles a word stands. */
export function wordShares(articles: readonly CorpusArticle[]): (word: string) => number {
  const counts = new Map<string, number>();
  for (const { words } of articles) for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (word) => (counts.get(word) ?? 0) / articles.length;
}

export function makeQuerySet(total: number): BenchQuery[] {
  const sample = sampleArticles(total, sampleSize);
  return (['zh', 'en'] as const).flatMap((language) => {
    const own = sample.filter(({ source }) => source.language === language);
    const shareOf = wordShares(own);
    const articles = own.map(({ words }) => words);
    const random = seededRandom(`queries ${language}`);
    const isWord = language === 'zh' ? /^\p{Script=Han}{2,4}$/u : /^[a-z]{3,}$/;
    const isOf = (rarity: Rarity) => {
      const { min, max } = rarities[rarity];
      // In a small sample nothing is rarer than what stands in one article.
      const least = 1 / own.length;
      return (word: string) => isWord.test(word) && shareOf(word) >= min && shareOf(word) <= Math.max(max, least);
    };
    /** Two words of one article; without `adjacent` they stand anywhere. */
    const drawPair = (rarity: Rarity, adjacent: boolean): [string, string] => {
      for (let tries = 0; tries < triesMax; tries++) {
        const words = random.pick(articles);
        const at = words.findIndex(isOf(rarity));
        const near = adjacent ? words[at + 1] : words.filter(isOf(rarity)).find((word) => word !== words[at]);
        const other = near ?? words.find((word) => word !== words[at] && isWord.test(word));
        if (at >= 0 && other && isWord.test(other)) return [words[at]!, other];
      }
      throw new Error(`the corpus has no ${rarity} pairs`);
    };
    const drawWord = (rarity: Rarity): string => {
      for (let tries = 0; tries < triesMax; tries++) {
        const fitting = random.pick(articles).filter(isOf(rarity));
        if (fitting.length > 0) return random.pick(fitting);
      }
      throw new Error(`the corpus has no ${rarity} words`);
    };
    const joiner = language === 'zh' ? '' : ' ';
    const write: Record<QueryKind, (rarity: Rarity) => string> = {
      term: drawWord,
      and: (rarity) => drawPair(rarity, false).join(' AND '),
      phrase: (rarity) => `"${drawPair(rarity, true).join(joiner)}"`,
      'or-not': (rarity) => `(${drawWord(rarity)} OR ${drawWord(rarity)}) NOT ${drawWord('common')}`,
    };
    return kinds.flatMap((kind) =>
      (Object.keys(rarities) as Rarity[]).flatMap((rarity) =>
        Array.from({ length: perCell }, () => ({ text: write[kind](rarity), language, kind, rarity })),
      ),
    );
  });
}

/** The query as search compiles it. */
export function compileBenchQuery({ text }: Pick<BenchQuery, 'text'>): TokenQuery {
  return compileKeyword(parseKeyword(text, 'strict'), { now: corpusEnd, timeZone: 'UTC' });
}

/** The query as relevance reads it. */
export function rankBenchQuery({ text }: Pick<BenchQuery, 'text'>): RankedQuery {
  const ranked = rankQuery(parseKeyword(text, 'strict').query, { now: corpusEnd, timeZone: 'UTC' });
  if (!ranked.ok) throw new Error(text);
  return ranked.query;
}
