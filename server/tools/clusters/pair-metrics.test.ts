import { expect, test } from 'vitest';
import { pairMetrics } from './pair-metrics.ts';

test('pairs and B-cubed are counted as defined', () => {
  const labels = ['a', 'a', 'a', 'b', 'b'];
  expect(pairMetrics(labels, [1, 1, 1, 2, 2])).toMatchObject({ truePairs: 4, precision: 1, recall: 1, f1: 1 });
  // One of `a` went to `b`: found pairs (a,a), (a,b), (a,b), (b,b), of which two are true.
  const mixed = pairMetrics(labels, [1, 1, 2, 2, 2]);
  expect([mixed.precision, mixed.recall, mixed.f1]).toEqual([0.5, 0.5, 0.5]);
  expect(mixed.bcubedRecall).toBeCloseTo((2 / 3 + 2 / 3 + 1 / 3 + 1 + 1) / 5);
});
