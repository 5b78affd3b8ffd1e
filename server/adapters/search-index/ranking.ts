/**
 * The order of relevance, computed by us on both engines from the articles' texts: BM25 (Robertson, Zaragoza 2009) over
 * title and body as one field in which the title counts more, with a bonus for words that stand side by side as in the query.
 */
import { articleTime } from '#shared/rules/article-id.ts';
import { BODY_LENGTH_MAX, indexedPart, TITLE_LENGTH_MAX } from '../../text/document.ts';
import { type QueryWords, type RankedQuery, wordKeys } from '../../text/ranked-query.ts';
import { readKeys } from '../../text/tokens.ts';
import type { IndexedText } from './port.ts';

/** Saturation of repeated words and the pull of length: the customary values. */
const k1 = 1.2;
const b = 0.7;
const titleWeight = 2.5;
/** A pair of neighbours against the mean of its words. Bigrams of CJK overlap, so they are neighbours already. */
const adjacencyWeight = 0.15;

const weekMs = 7 * 86_400_000;

/** Multiplies a score by up to 1.5 for what is new, falling with a time constant of a week. */
export function freshnessBoost(articleId: number, now: number): number {
  const ageMs = Math.max(0, now - articleTime(articleId));
  return 1 + 0.5 * Math.exp(-ageMs / weekMs);
}

/** Inverse document frequency, never negative. */
export function rarity(documentsWithWord: number, documents: number): number {
  const held = Math.min(documentsWithWord, documents);
  return Math.log(1 + (documents - held + 0.5) / (held + 0.5));
}

/** Scores in the order of the articles; `rarities` belong to `words.words`. Lengths are compared within a language. */
export function scoreArticles(
  articles: readonly IndexedText[],
  query: RankedQuery,
  words: QueryWords,
  rarities: readonly number[],
): number[] {
  const scores = new Map<IndexedText, number>();
  for (const [language, own] of Map.groupBy(articles, (article) => article.language)) {
    const { read, score } = createScorer(query, words, rarities, language);
    const counts = own.map(read);
    const meanLength = counts.reduce((sum, { length }) => sum + length, 0) / own.length;
    own.forEach((article, at) => {
      scores.set(article, score(counts[at]!, meanLength));
    });
  }
  return articles.map((article) => scores.get(article)!);
}

/** What an article holds of the query. A mention in the title counts as several. */
interface Counts {
  /** In tokens. */
  length: number;
  /** By the index of the word. */
  words: Float64Array;
  /** Neighbours as in the query, by the pair's key. */
  pairs: Map<number, number>;
}

function createScorer(query: RankedQuery, words: QueryWords, rarities: readonly number[], language: string) {
  const { byKey, byFirstCharacter, standsFor } = wordKeys(query, words, language);
  const size = words.words.length;
  const weights = new Float64Array(size);
  words.words.forEach((word, index) => {
    weights[standsFor[index]!]! += word.weight * rarities[index]!;
  });
  const pairs = pairWeights(words, standsFor, rarities);
  const firstUnits = new Set([...byKey.keys(), ...byFirstCharacter.keys()].map((key) => key.charCodeAt(0)));
  const find = (key: string) =>
    byKey.get(key) ??
    (byFirstCharacter.size > 0 ? byFirstCharacter.get(String.fromCodePoint(key.codePointAt(0)!)) : undefined);

  function read({ title, text }: IndexedText): Counts {
    const counts: Counts = { length: 0, words: new Float64Array(size), pairs: new Map() };
    const count = (part: string, weight: number) => {
      let previous: number | undefined;
      readKeys(part, language, firstUnits, (key) => {
        counts.length += 1;
        const index = key === undefined ? undefined : find(key);
        if (index !== undefined) {
          counts.words[index]! += weight;
          const pair = previous === undefined ? -1 : previous * size + index;
          if (pairs.has(pair)) counts.pairs.set(pair, (counts.pairs.get(pair) ?? 0) + weight);
        }
        previous = index;
      });
    };
    count(indexedPart(title, TITLE_LENGTH_MAX), titleWeight);
    count(indexedPart(text, BODY_LENGTH_MAX), 1);
    return counts;
  }

  function score(counts: Counts, meanLength: number): number {
    const norm = k1 * (1 - b + (b * counts.length) / Math.max(1, meanLength));
    const saturate = (frequency: number) => (frequency * (k1 + 1)) / (frequency + norm);
    let sum = 0;
    for (let index = 0; index < size; index++) {
      const frequency = counts.words[index]!;
      if (frequency > 0) sum += weights[index]! * saturate(frequency);
    }
    for (const [pair, frequency] of counts.pairs) sum += pairs.get(pair)! * saturate(frequency);
    return sum;
  }

  return { read, score };
}

/** What each pair of neighbours in the query is worth, by `first * size + second`. */
function pairWeights(
  { words, sequence }: QueryWords,
  standsFor: readonly number[],
  rarities: readonly number[],
): Map<number, number> {
  const pairs = new Map<number, number>();
  const worth = (index: number) => Math.min(1, words[index]!.weight) * rarities[index]!;
  for (let at = 1; at < sequence.length; at++) {
    const [left, right] = [sequence[at - 1]!, sequence[at]!];
    const [first, second] = [standsFor[left]!, standsFor[right]!];
    if (first === second || (words[left]!.isCjk && words[right]!.isCjk)) continue;
    pairs.set(first * words.length + second, (adjacencyWeight * (worth(left) + worth(right))) / 2);
  }
  return pairs;
}
