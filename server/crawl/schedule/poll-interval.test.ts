import { describe, expect, test } from 'vitest';
import {
  isOverflow,
  isPaused,
  needsRediscovery,
  nextFetchDelay,
  type PollHistory,
  weighFailure,
} from './poll-interval.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 0, 15, 12);

/** A feed with an item every two hours, read today, with nothing else to say. */
const steady: PollHistory = {
  sourceKey: 'feed',
  slot: 1,
  decidedAt: NOW,
  itemTimes: every(2 * HOUR),
  results: [],
  demand: { subscriberCount: 1, isCatalogue: false, hasAtOnceRule: false },
  hints: {},
  failures: [],
};

function every(gapMs: number, count = 21, newestAt = NOW): number[] {
  return Array.from({ length: count }, (_, i) => newestAt - i * gapMs);
}

const known = (knownCount: number, isOnTime = true) => ({ itemCount: 10, knownCount, isOnTime });
const fail = (kind: PollHistory['failures'][number]['kind'], status?: number) => ({ kind, ...(status && { status }) });
const failing = (failures: PollHistory['failures'], forMs = HOUR) => ({ failures, failingSinceAt: NOW - forMs });

const table: [string, Partial<PollHistory>, number][] = [
  ['half the median gap', {}, HOUR],
  [
    'one silent month does not count',
    { itemTimes: [...every(2 * HOUR, 10), ...every(2 * HOUR, 10, NOW - 60 * DAY)] },
    HOUR,
  ],
  ['only the last 20 gaps count', { itemTimes: [...every(2 * HOUR), ...every(30 * DAY, 50, NOW - 3 * DAY)] }, HOUR],
  ['order of the items does not matter', { itemTimes: every(2 * HOUR).reverse() }, HOUR],
  ['under five items', { itemTimes: every(MINUTE, 4) }, HOUR],
  ['no items', { itemTimes: [] }, HOUR],
  ['silent for 7 days', { itemTimes: every(HOUR, 21, NOW - 7 * DAY) }, 3 * HOUR],
  ['silent for 30 days', { itemTimes: every(HOUR, 21, NOW - 30 * DAY) }, 12 * HOUR],
  ['a burst stays above the floor', { itemTimes: every(10_000) }, 5 * MINUTE],
  ['a rare feed stays below the ceiling', { itemTimes: every(6 * DAY, 21, NOW) }, DAY],
  ['mostly known twice', { results: [known(9), known(8)] }, 1.25 * HOUR],
  ['mostly known once', { results: [known(9), known(5)] }, HOUR],
  ['mostly new twice', { results: [known(2), known(3)] }, 0.5 * HOUR],
  ['late fetches say nothing', { results: [known(2, false), known(3, false)] }, HOUR],
  ['overflow', { results: [known(0), known(9)] }, 0.25 * HOUR],
  ['the first fetch is no overflow', { results: [known(0)] }, HOUR],
  ['an at-once rule', { demand: { ...steady.demand, hasAtOnceRule: true } }, 0.5 * HOUR],
  ['unread for 14 days', { demand: { ...steady.demand, lastReadAt: NOW - 14 * DAY } }, 2 * HOUR],
  ['read yesterday', { demand: { ...steady.demand, lastReadAt: NOW - DAY } }, HOUR],
  [
    'a catalogue source without subscribers',
    { demand: { subscriberCount: 0, isCatalogue: true, hasAtOnceRule: false } },
    HOUR,
  ],
  ['TTL', { hints: { ttlMs: 4 * HOUR } }, 4 * HOUR],
  ['the longest hint wins', { hints: { maxAgeMs: 2 * HOUR, expiresInMs: 3 * HOUR, updatePeriodMs: HOUR } }, 3 * HOUR],
  ['hints are believed up to a day', { hints: { updatePeriodMs: 365 * DAY } }, DAY],
  ['hints below the interval change nothing', { hints: { ttlMs: MINUTE, maxAgeMs: -1 } }, HOUR],
  ['one hard error', failing([fail('http', 404)]), 2 * HOUR],
  ['two hard errors', failing([fail('dns'), fail('not-a-feed')]), 4 * HOUR],
  ['two soft errors', failing([fail('timeout'), fail('http', 500)]), 2 * HOUR],
  ['many errors in the first week', failing(Array(40).fill(fail('http', 404)), 3 * DAY), DAY],
  ['failing for a week', failing([fail('tls')], 7 * DAY), DAY],
  ['failing for a month', failing([fail('tls')], 30 * DAY), 7 * DAY],
  ['gone', failing([fail('gone', 410)]), 7 * DAY],
  ['throttled', { ...failing([fail('http', 429)]), itemTimes: every(10 * MINUTE) }, 30 * MINUTE],
];

describe('interval', () => {
  test.each(table)('%s', (_what, changes, expected) => {
    const delay = nextFetchDelay({ ...steady, ...changes });
    expect(delay).toBeGreaterThanOrEqual(expected * 0.9 - 1);
    expect(delay).toBeLessThanOrEqual(expected * 1.1 + 1);
  });

  test('nothing is fetched before Retry-After', () => {
    for (let slot = 0; slot < 200; slot++) {
      const failures = [{ kind: 'http' as const, status: 429, retryAfterMs: 3 * HOUR }];
      expect(nextFetchDelay({ ...steady, slot, failures, failingSinceAt: NOW })).toBeGreaterThanOrEqual(3 * HOUR);
    }
  });

  test('a source that nobody reads is paused', () => {
    const idle = { ...steady, demand: { ...steady.demand, subscriberCount: 0 } };
    expect(isPaused(idle)).toBe(true);
    expect(nextFetchDelay(idle)).toBe(Number.POSITIVE_INFINITY);
  });

  test('no failure, however long, stops a source for good', () => {
    const dead = { ...steady, ...failing(Array(5_000).fill(fail('dns')), 900 * DAY) };
    expect(nextFetchDelay(dead)).toBeLessThanOrEqual(7.7 * DAY);
  });
});

describe('jitter', () => {
  test('is repeatable, spreads over the range and never leaves it', () => {
    const delays = Array.from({ length: 500 }, (_, slot) => nextFetchDelay({ ...steady, slot }));
    expect(delays).toEqual(Array.from({ length: 500 }, (_, slot) => nextFetchDelay({ ...steady, slot })));
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(0.9 * HOUR);
    expect(Math.max(...delays)).toBeLessThanOrEqual(1.1 * HOUR);
    expect(Math.min(...delays)).toBeLessThan(0.92 * HOUR);
    expect(Math.max(...delays)).toBeGreaterThan(1.08 * HOUR);
    expect(new Set(delays).size).toBeGreaterThan(450);
  });
});

test('failures are weighed by what they say of the source', () => {
  expect(weighFailure({ kind: 'http', status: 404 })).toBe('hard');
  expect(weighFailure({ kind: 'gone', status: 410 })).toBe('hard');
  expect(weighFailure({ kind: 'dns' })).toBe('hard');
  expect(weighFailure({ kind: 'not-a-feed' })).toBe('hard');
  expect(weighFailure({ kind: 'http', status: 500 })).toBe('soft');
  expect(weighFailure({ kind: 'http', status: 503 })).toBe('soft');
  expect(weighFailure({ kind: 'timeout' })).toBe('soft');
  expect(weighFailure({ kind: 'http', status: 503, retryAfterMs: 5 })).toBe('throttle');
  expect(weighFailure({ kind: 'http', status: 429 })).toBe('throttle');
});

test('three hard failures or a 410 ask for the new address', () => {
  expect(needsRediscovery({ ...steady, failures: [fail('dns'), fail('dns')] })).toBe(false);
  expect(
    needsRediscovery({ ...steady, failures: [fail('dns'), fail('timeout'), fail('dns'), fail('http', 404)] }),
  ).toBe(true);
  expect(needsRediscovery({ ...steady, failures: [fail('gone', 410)] })).toBe(true);
});

test('a fetch without any known item is an overflow', () => {
  expect(isOverflow(known(0))).toBe(true);
  expect(isOverflow(known(1))).toBe(false);
  expect(isOverflow({ itemCount: 0, knownCount: 0, isOnTime: true })).toBe(false);
});
