/**
 * Ranks by relevance in two steps, the same on both engines. The engine brings a bounded number of candidates: the newest that
 * match in full, or those that have most of what is rare in the query. What they are worth is computed from the articles.
 */
import type { Db } from '../../db/database.ts';
import { type QueryWord, type QueryWords, type RankedQuery, wordsOf } from '../../text/ranked-query.ts';
import type { TokenQuery } from '../../text/token-query.ts';
import { type CandidatePlan, planCandidates } from './candidates.ts';
import type { ArticleReader, RankedHit, RelevancePage } from './port.ts';
import { freshnessBoost, rarity, scoreArticles } from './ranking.ts';
import { verify } from './verify.ts';

/** A word as a reason to look at an article. */
export interface WeightedWord {
  word: QueryWord;
  weight: number;
  /** So many of its newest articles are looked at. */
  postings: number;
  /** So common that walking all articles by time meets these sooner than gathering every article that holds it. */
  isDense: boolean;
}

/** What an engine must tell for relevance. */
export interface RelevanceSource {
  /** How many articles there are and how many hold each word, roughly where it is many. */
  readFrequencies(db: Db, words: readonly QueryWord[]): Promise<{ documents: number; frequencies: number[] }>;
  /** Matches of the query, newest first. */
  newest(db: Db, query: TokenQuery, limit: number): Promise<number[]>;
  /** The newest that match with the words in the title, where the engine can tell them cheaply. */
  newestInTitle(db: Db, query: TokenQuery, limit: number): Promise<number[]>;
  /** Articles within the plan that hold any of the words, by the sum of the words' weights, then newest first. */
  quorum(db: Db, plan: CandidatePlan, words: readonly WeightedWord[], limit: number): Promise<number[]>;
}

/** Articles that are read and scored; the ones behind them keep the engine's order. */
const scoredMax = 100;
const scoredInTitleMax = 50;
/** Relevance ends here; the rest is reached by narrowing the words or the dates. */
const rankedMax = 1_000;
/** Index entries looked at for one query: bounds its time however large the archive is. */
const postingsMax = 6_000;
const wordsMax = 24;
/** Words that weigh less than this share of the weightiest one bring no candidates of their own. */
const leastShare = 0.1;
/** Articles a statement: several readers share them. */
const batchSize = 50;
/** Up to this many words (two bigrams of CJK are one), articles that hold them all come first. */
const shortQueryWords = 3;

export async function rankByRelevance(
  source: RelevanceSource,
  articles: ArticleReader,
  db: Db,
  query: RankedQuery,
  page: RelevancePage,
): Promise<RankedHit[]> {
  const offset = page.offset ?? 0;
  const wanted = Math.min(rankedMax, offset + page.limit);
  const words = wordsOf(query);
  const { documents, frequencies } = await source.readFrequencies(db, words.words);
  const rarities = frequencies.map((frequency) => rarity(frequency, documents));
  const reasons = weighWords(words, documents, frequencies, rarities);
  const found = await findCandidates(source, db, query, words, reasons, wanted);

  const ids = found.isChecked
    ? found.scored
    : await verify(
        {
          db,
          articles: {
            ...articles,
            loadDocuments: (db, ids) => inBatches(ids, (some) => articles.loadDocuments(db, some)),
          },
          query: query.must,
        },
        found.scored,
      );
  const texts = await inBatches(ids, (some) => articles.loadTexts(db, some));
  const scores = scoreArticles(texts, query, words, rarities);
  const freshness = (id: number) => (page.now === undefined ? 1 : freshnessBoost(id, page.now));
  const ranked = texts
    .map(({ id }, at) => ({ id, score: scores[at]! * freshness(id) }))
    // An engine may bring articles that hold a word only where the query does not look.
    .filter(({ id, score }) => score > 0 || found.full.has(id));
  ranked.sort(
    (one, other) =>
      Number(found.full.has(other.id)) - Number(found.full.has(one.id)) || other.score - one.score || other.id - one.id,
  );
  return [...ranked, ...found.tail.map((id) => ({ id, score: 0 }))].slice(offset, offset + page.limit);
}

async function inBatches<T>(ids: readonly number[], load: (some: readonly number[]) => Promise<T[]>): Promise<T[]> {
  const batches = [];
  for (let start = 0; start < ids.length; start += batchSize) batches.push(load(ids.slice(start, start + batchSize)));
  return (await Promise.all(batches)).flat();
}

interface Candidates {
  scored: number[];
  tail: number[];
  /** Those known to match in full; they come first. Empty for long queries, where nothing is expected to have every word. */
  full: Set<number>;
  /** False when `must` has to be checked on the articles. */
  isChecked: boolean;
}

async function findCandidates(
  source: RelevanceSource,
  db: Db,
  query: RankedQuery,
  words: QueryWords,
  reasons: readonly WeightedWord[],
  wanted: number,
): Promise<Candidates> {
  const limit = wanted > scoredMax ? rankedMax : scoredMax;
  const canBePartial = words.words.length > 1 && words.words.some((word) => word.isOptional);
  const full = !canBePartial || isShort(words) ? await findFull(source, db, query, limit) : [];
  if (!canBePartial || full.length >= wanted) return split(full, new Set(full), true);
  const plan = planCandidates(query.must);
  const partial = plan.query.type === 'none' ? [] : await source.quorum(db, plan, reasons, limit);
  return split([...new Set([...full, ...partial])], new Set(full), plan.isExact);
}

/** The newest; when there are too many to score them all, the newest that say it in the title come before. */
async function findFull(source: RelevanceSource, db: Db, query: RankedQuery, limit: number): Promise<number[]> {
  // Both at once: common words, whose answers take longest, need both.
  const [newest, inTitle] = await Promise.all([
    source.newest(db, query.full, limit),
    source.newestInTitle(db, query.full, scoredInTitleMax),
  ]);
  return newest.length < scoredMax ? newest : [...new Set([...inTitle, ...newest])];
}

function split(ids: readonly number[], full: Set<number>, isChecked: boolean): Candidates {
  const scored = ids.slice(0, scoredMax + scoredInTitleMax);
  return { scored, tail: isChecked ? ids.slice(scored.length, rankedMax) : [], full, isChecked };
}

function isShort({ words }: QueryWords): boolean {
  return words.reduce((sum, word) => sum + (word.weight < 1 ? 0 : word.isCjk ? 0.5 : 1), 0) <= shortQueryWords;
}

/** The rarest words bring their articles first; what they leave of the budget goes to the more common ones. */
function weighWords(
  { words }: QueryWords,
  documents: number,
  frequencies: readonly number[],
  rarities: readonly number[],
): WeightedWord[] {
  const known = words
    .map((word, index) => ({ word, weight: word.weight * rarities[index]!, frequency: frequencies[index]! }))
    .filter(({ word, frequency }) => word.isOptional && frequency > 0)
    .sort((one, other) => one.frequency - other.frequency)
    .slice(0, wordsMax);
  const heaviest = Math.max(0, ...known.map(({ weight }) => weight));
  const useful = known.filter(({ weight }) => weight >= heaviest * leastShare);
  let left = postingsMax;
  return useful.map(({ word, weight, frequency }, at) => {
    const postings = Math.max(1, Math.min(frequency, Math.floor(left / (useful.length - at))));
    left -= postings;
    return { word, weight, postings, isDense: postings * documents < frequency ** 2 };
  });
}
