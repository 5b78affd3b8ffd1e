/** How good a ranked list is against judgments: the usual figures of retrieval experiments. */

export interface RetrievalMetrics {
  /** Gain 2^relevance − 1, discounted by log2 of the rank (Burges et al. 2005), against the best possible list. */
  ndcg10: number;
  recall10: number;
  recall100: number;
  /** Of the first relevant document; 0 without one. */
  reciprocalRank: number;
}

/** `relevance`: judged documents, above 0 is relevant; there is at least one. */
export function retrievalMetrics(ranked: readonly string[], relevance: ReadonlyMap<string, number>): RetrievalMetrics {
  const relevanceOf = (document: string) => relevance.get(document) ?? 0;
  const relevant = [...relevance.values()].filter((value) => value > 0).length;
  const recall = (depth: number) => ranked.slice(0, depth).filter((one) => relevanceOf(one) > 0).length / relevant;
  const ideal = [...relevance.values()].sort((one, other) => other - one);
  const first = ranked.findIndex((document) => relevanceOf(document) > 0);
  return {
    ndcg10: discountedGain(ranked.map(relevanceOf)) / discountedGain(ideal),
    recall10: recall(10),
    recall100: recall(100),
    reciprocalRank: first < 0 ? 0 : 1 / (first + 1),
  };
}

const discountedGain = (relevances: readonly number[]) =>
  relevances.slice(0, 10).reduce((sum, value, at) => sum + (2 ** value - 1) / Math.log2(at + 2), 0);

/** Means over the queries. */
export function meanMetrics(all: readonly RetrievalMetrics[]): RetrievalMetrics {
  const mean = (name: keyof RetrievalMetrics) => all.reduce((sum, one) => sum + one[name], 0) / Math.max(1, all.length);
  return {
    ndcg10: mean('ndcg10'),
    recall10: mean('recall10'),
    recall100: mean('recall100'),
    reciprocalRank: mean('reciprocalRank'),
  };
}
