import { describe, expect, test } from 'vitest';
import { bundleWaitMs, burstMs, eventMemoryMs, type Find } from './story-bundles.ts';

const now = Date.UTC(2026, 10, 21);
const find = (more: Partial<Find> = {}): Find => ({ sourceId: 1, clusterId: 10, foundAt: now, ...more });

describe('what a rule finds', () => {
  test('is told at once when it is the first, or the first in a while', () => {
    expect(bundleWaitMs(find(), [])).toBe(0);
    expect(bundleWaitMs(find(), [find({ sourceId: 2, clusterId: 20, foundAt: now - burstMs })])).toBe(0);
  });

  test('waits for more when another source was found just before', () => {
    expect(bundleWaitMs(find(), [find({ sourceId: 2, clusterId: 20, foundAt: now - burstMs + 1 })])).toBe(burstMs);
    expect(bundleWaitMs(find({ clusterId: undefined }), [find({ sourceId: 2, clusterId: undefined })])).toBe(burstMs);
  });

  test('waits longer when it reports an event the rule found before, for a day', () => {
    const report = find({ sourceId: 2, foundAt: now - eventMemoryMs + 1 });
    expect(bundleWaitMs(find(), [report])).toBeGreaterThan(burstMs);
    expect(bundleWaitMs(find(), [{ ...report, foundAt: now - eventMemoryMs }])).toBe(0);
  });

  test('is never put off because of the same source', () => {
    expect(bundleWaitMs(find(), [find({ foundAt: now }), find({ clusterId: 11, foundAt: now - 1 })])).toBe(0);
  });
});
