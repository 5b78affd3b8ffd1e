/** How well a grouping agrees with the labelled one, over pairs of items and item by item. */

export interface PairMetrics {
  items: number;
  truePairs: number;
  precision: number;
  recall: number;
  f1: number;
  /** B-cubed (Bagga, Baldwin 1998). */
  bcubedPrecision: number;
  bcubedRecall: number;
}

const pairs = (count: number) => (count * (count - 1)) / 2;

/** Both arrays name the group of each item, in the same order. */
export function pairMetrics(labels: readonly string[], found: readonly (string | number)[]): PairMetrics {
  const byLabel = countOf(labels);
  const byFound = countOf(found);
  const both = countOf(labels.map((label, at) => `${label}\n${found[at]}`));
  const sum = (counts: Map<unknown, number>) => [...counts.values()].reduce((total, count) => total + pairs(count), 0);
  const shared = sum(both);
  const truePairs = sum(byLabel);
  const precision = shared / Math.max(1, sum(byFound));
  const recall = shared / Math.max(1, truePairs);
  let itemPrecision = 0;
  let itemRecall = 0;
  labels.forEach((label, at) => {
    const together = both.get(`${label}\n${found[at]}`) ?? 0;
    itemPrecision += together / (byFound.get(found[at]!) ?? 1);
    itemRecall += together / (byLabel.get(label) ?? 1);
  });
  return {
    items: labels.length,
    truePairs,
    precision,
    recall,
    f1: precision + recall > 0 ? (2 * precision * recall) / (precision + recall) : 0,
    bcubedPrecision: itemPrecision / Math.max(1, labels.length),
    bcubedRecall: itemRecall / Math.max(1, labels.length),
  };
}

function countOf<T>(values: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
