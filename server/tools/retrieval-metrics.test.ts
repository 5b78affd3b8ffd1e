import { expect, test } from 'vitest';
import { meanMetrics, retrievalMetrics } from './retrieval-metrics.ts';

const judged = new Map([
  ['a', 2],
  ['b', 1],
  ['c', 0],
]);

test('the best possible list scores 1, and a judged but useless document is no find', () => {
  expect(retrievalMetrics(['a', 'b', 'c'], judged)).toEqual({
    ndcg10: 1,
    recall10: 1,
    recall100: 1,
    reciprocalRank: 1,
  });
  expect(retrievalMetrics(['c'], judged)).toEqual({ ndcg10: 0, recall10: 0, recall100: 0, reciprocalRank: 0 });
});

test('gain grows with relevance and falls with the rank', () => {
  const { ndcg10, reciprocalRank } = retrievalMetrics(['x', 'b', 'a'], judged);
  expect(ndcg10).toBeCloseTo((1 / Math.log2(3) + 3 / 2) / (3 + 1 / Math.log2(3)), 10);
  expect(reciprocalRank).toBe(0.5);
});

test('what stands behind rank 10 counts for recall at 100 only', () => {
  const list = [...Array.from({ length: 10 }, (_, at) => `x${at}`), 'a'];
  const metrics = retrievalMetrics(list, judged);
  expect(metrics).toMatchObject({ ndcg10: 0, recall10: 0, recall100: 0.5 });
  expect(meanMetrics([metrics, { ...metrics, recall100: 1 }]).recall100).toBe(0.75);
});
