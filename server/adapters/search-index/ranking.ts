/**
 * The order of relevance, computed by us on both engines from the articles themselves: BM25 (Robertson, Zaragoza 2009) over
 * title and body as one field in which the title counts more, with a bonus for words that stand side by side as in the query.
 */
import { articleIdAt } from '#shared/rules/article-id.ts';
import { keyOf, type QueryWords, type RankedQuery, wordKeys } from '../../text/ranked-query.ts';
import type { Token, TokenDocument } from '../../text/token-query.ts';

/** Saturation of repeated words and the pull of length: the customary values. */
const k1 = 1.2;
const b = 0.7;
const titleWeight = 2.5;
/** A pair of neighbours against the mean of its words. Bigrams of CJK overlap, so they are neighbours already. */
const adjacencyWeight = 0.15;

const weekMs = 7 * 86_400_000;
const idsPerMs = articleIdAt(1_000_000) / 1_000_000;

/** Multiplies a score by up to 1.5 for what is new, falling with a time constant of a week. */
export function freshnessBoost(articleId: number, now: number): number {
  const ageMs = Math.max(0, now - articleId / idsPerMs);
  return 1 + 0.5 * Math.exp(-ageMs / weekMs);
}

/** Inverse document frequency, never negative. */
export function rarity(documentsWithWord: number, documents: number): number {
  const held = Math.min(documentsWithWord, documents);
  return Math.log(1 + (documents - held + 0.5) / (held + 0.5));
}

/** Scores in the order of the documents; `rarities` belong to `words.words`. Lengths are compared within a language. */
export function scoreDocuments(
  documents: readonly TokenDocument[],
  query: RankedQuery,
  words: QueryWords,
  rarities: readonly number[],
): number[] {
  const scorers = new Map<string, (document: TokenDocument) => number>();
  const byLanguage = Map.groupBy(documents, languageOf);
  for (const [language, own] of byLanguage) {
    const meanLength = own.reduce((sum, document) => sum + lengthOf(document), 0) / own.length;
    scorers.set(language, createScorer(query, words, rarities, language, meanLength));
  }
  return documents.map((document) => scorers.get(languageOf(document))!(document));
}

const lengthOf = ({ title, body }: TokenDocument) => title.length + body.length;

const languagePrefix = 'lang:';
const languageOf = ({ terms }: TokenDocument) =>
  terms.find((term) => term.startsWith(languagePrefix))?.slice(languagePrefix.length) ?? 'und';

function createScorer(
  query: RankedQuery,
  words: QueryWords,
  rarities: readonly number[],
  language: string,
  meanLength: number,
): (document: TokenDocument) => number {
  const { byKey, byFirstCharacter, standsFor } = wordKeys(query, words, language);
  const size = words.words.length;
  const weights = new Float64Array(size);
  words.words.forEach((word, index) => {
    weights[standsFor[index]!]! += word.weight * rarities[index]!;
  });
  const pairs = pairWeights(words, standsFor, rarities);
  const find = (token: Token) =>
    byKey.get(keyOf(token)) ??
    (byFirstCharacter.size > 0 ? byFirstCharacter.get(String.fromCodePoint(token.text.codePointAt(0)!)) : undefined);
  const saturate = (frequency: number, norm: number) => (frequency * (k1 + 1)) / (frequency + norm);

  return (document) => {
    const frequencies = new Float64Array(size);
    const pairFrequencies = new Map<number, number>();
    const read = (tokens: readonly Token[], weight: number) => {
      let previous: number | undefined;
      for (const token of tokens) {
        const index = find(token);
        if (index !== undefined) {
          frequencies[index]! += weight;
          const pair = previous === undefined ? -1 : previous * size + index;
          if (pairs.has(pair)) pairFrequencies.set(pair, (pairFrequencies.get(pair) ?? 0) + weight);
        }
        previous = index;
      }
    };
    read(document.title, titleWeight);
    read(document.body, 1);
    const norm = k1 * (1 - b + (b * lengthOf(document)) / Math.max(1, meanLength));
    let score = 0;
    for (let index = 0; index < size; index++) {
      const frequency = frequencies[index]!;
      if (frequency > 0) score += weights[index]! * saturate(frequency, norm);
    }
    for (const [pair, frequency] of pairFrequencies) score += pairs.get(pair)! * saturate(frequency, norm);
    return score;
  };
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
