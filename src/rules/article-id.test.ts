import { expect, test } from 'vitest';
import { articleIdAt, articleIdRange } from './article-id.ts';

test('a later article has a larger id, whatever the sequence', () => {
  const at = Date.UTC(2026, 10, 21);
  expect(articleIdAt(at, 1_000_000)).toBeLessThan(articleIdAt(at + 1000));
  expect(Number.isSafeInteger(articleIdAt(Date.UTC(2200, 0, 1), 1_000_000))).toBe(true);
});

test('a range holds what was published from its start to just before its end', () => {
  const from = Date.UTC(2026, 10, 1);
  const to = Date.UTC(2026, 10, 15);
  const { min, max } = articleIdRange(from, to);
  expect(articleIdAt(from)).toBeGreaterThanOrEqual(min);
  expect(articleIdAt(from - 1, 1_000_000)).toBeLessThan(min);
  expect(articleIdAt(to - 1, 1_000_000)).toBeLessThan(max);
  expect(articleIdAt(to)).toBeGreaterThanOrEqual(max);
  expect(articleIdRange(0, Number.MAX_SAFE_INTEGER)).toEqual({ min: 0, max: Number.MAX_SAFE_INTEGER });
});
