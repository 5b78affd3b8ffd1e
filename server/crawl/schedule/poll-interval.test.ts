import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { learnRhythm, newRhythm, type Rhythm } from './arrivals.ts';
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
  rhythm: every(2 * HOUR),
  results: [],
  demand: { subscriberCount: 1, isCatalogue: false, hasAtOnceRule: false },
  hints: {},
  failures: [],
};

function every(gapMs: number, count = 21, newestAt = NOW): Rhythm {
  return learned(Array.from({ length: count }, (_, i) => newestAt - i * gapMs));
}

function learned(times: number[], at = NOW): Rhythm {
  return learnRhythm(newRhythm(), { at, newTimes: times });
}

const known = (knownCount: number) => ({ itemCount: 10, knownCount });
const fail = (kind: PollHistory['failures'][number]['kind'], status?: number) => ({ kind, ...(status && { status }) });
const failing = (failures: PollHistory['failures'], forMs = HOUR) => ({ failures, failingSinceAt: NOW - forMs });

const planned = (changes: Partial<PollHistory> = {}) => nextFetchDelay({ ...steady, ...changes });
const usual = planned();

const longer: [string, Partial<PollHistory>, number][] = [
  ['TTL', { hints: { ttlMs: 4 * HOUR } }, 4 * HOUR],
  [
    'the longest hint wins',
    { hints: { maxAgeMs: 4 * HOUR, expiresInMs: 6 * HOUR, updatePeriodMs: 5 * HOUR } },
    6 * HOUR,
  ],
  ['hints are believed up to a day', { hints: { updatePeriodMs: 365 * DAY } }, DAY],
  ['hints below the interval change nothing', { hints: { ttlMs: MINUTE, maxAgeMs: -1 } }, usual],
  ['one hard error', failing([fail('http', 404)]), 2 * usual],
  ['two hard errors', failing([fail('dns'), fail('not-a-feed')]), 4 * usual],
  ['two soft errors', failing([fail('timeout'), fail('http', 500)]), 2 * usual],
  ['many errors in the first week', failing(Array(40).fill(fail('http', 404)), 3 * DAY), DAY],
  ['failing for a week', failing([fail('tls')], 7 * DAY), DAY],
  ['failing for a month', failing([fail('tls')], 30 * DAY), 7 * DAY],
  ['gone', failing([fail('gone', 410)]), 7 * DAY],
  ['throttled', { ...failing([fail('http', 429)]), rhythm: every(5 * MINUTE) }, 30 * MINUTE],
  ['dead for a year', { rhythm: every(HOUR, 21, NOW - 365 * DAY) }, DAY],
];

describe('what makes it wait', () => {
  test.each(longer)('%s', (_what, changes, expected) => {
    expect(planned(changes)).toBeGreaterThanOrEqual(expected * 0.9 - MINUTE);
    expect(planned(changes)).toBeLessThanOrEqual(expected * 1.1 + MINUTE);
  });
});

describe('what it learns', () => {
  test('the more often a source publishes, the sooner it is read again', () => {
    const delays = [10 * MINUTE, HOUR, 6 * HOUR, 2 * DAY, 20 * DAY].map((gap) =>
      planned({ rhythm: every(gap, 21, NOW - gap / 2) }),
    );
    expect(delays).toEqual(delays.toSorted((a, b) => a - b));
    expect(delays[0]).toBeLessThan(15 * MINUTE);
  });

  test('the longer it is silent, the later it is read again', () => {
    const delays = [1, 3, 7, 30, 90].map((days) => planned({ rhythm: every(HOUR, 21, NOW - days * DAY) }));
    expect(delays).toEqual(delays.toSorted((a, b) => a - b));
  });

  test('a clockwork is met just after it struck', () => {
    const sinceLast = 3 * HOUR;
    const readAt = sinceLast + planned({ rhythm: every(6 * HOUR, 21, NOW - sinceLast) });
    expect(readAt).toBeGreaterThan(4.5 * HOUR);
    expect(readAt).toBeLessThan(6.5 * HOUR);
  });

  test('a source that sleeps at night is left to sleep', () => {
    const days = Array.from({ length: 28 }, (_, day) => Date.UTC(2026, 0, 15) - day * DAY);
    const rhythm = learned(
      days.flatMap((day) => [8, 9, 10, 11, 12, 13, 14, 15].map((hour) => day + hour * HOUR - DAY)),
    );
    const atNight = planned({ rhythm, decidedAt: Date.UTC(2026, 0, 14, 22) });
    const atNoon = planned({ rhythm, decidedAt: Date.UTC(2026, 0, 14, 12, 30) });
    expect(atNight).toBeGreaterThan(4 * atNoon);
    expect(atNight).toBeLessThan(12 * HOUR);
  });

  test('after the first items of a burst the next fetch comes soon', () => {
    const bursts = Array.from({ length: 8 }, (_, i) => NOW - i * 3 * DAY);
    const rhythm = learned(bursts.flatMap((start) => [0, 1, 2, 3].map((at) => start - at * 10 * MINUTE)));
    expect(planned({ rhythm, decidedAt: NOW + 5 * MINUTE })).toBeLessThan(
      planned({ rhythm, decidedAt: NOW + 6 * HOUR }) / 2,
    );
  });

  test('a short list is read before it turns over', () => {
    const demand = { ...steady.demand, lastReadAt: NOW - 30 * DAY };
    const listing = (itemCount: number) =>
      planned({ rhythm: every(10 * MINUTE), demand, results: [{ itemCount, knownCount: 1 }] });
    expect(listing(2)).toBeLessThan(listing(200) / 1.5);
    expect(listing(2)).toBeLessThan(30 * MINUTE);
  });

  test('a fetch full of new items brings the next one nearer; the very first does not', () => {
    expect(planned({ results: [known(0), known(9)] })).toBeLessThan(usual / 3);
    expect(planned({ results: [known(0)] })).toBe(usual);
  });

  test('demand sets the pace', () => {
    const atOnce = planned({ demand: { ...steady.demand, hasAtOnceRule: true } });
    const unread = planned({ demand: { ...steady.demand, lastReadAt: NOW - 14 * DAY } });
    expect(atOnce).toBeLessThan(usual);
    expect(unread).toBeGreaterThan(usual);
    expect(planned({ demand: { ...steady.demand, lastReadAt: NOW - DAY } })).toBe(usual);
    expect(planned({ demand: { subscriberCount: 0, isCatalogue: true, hasAtOnceRule: false } })).toBe(usual);
  });
});

const arbitraryHistory = fc.record({
  sourceKey: fc.nat(),
  slot: fc.nat(),
  rhythm: fc.array(fc.integer({ min: -DAY, max: 400 * DAY })).map((ages) => learned(ages.map((age) => NOW - age))),
  results: fc.array(fc.record({ itemCount: fc.nat(200), knownCount: fc.nat(200) }), {
    maxLength: 4,
  }),
  hints: fc.record({ ttlMs: fc.integer(), maxAgeMs: fc.integer() }, { requiredKeys: [] }),
});

test('whatever it is told, it waits five minutes to a day, says the same twice and never less under a hint', () => {
  fc.assert(
    fc.property(arbitraryHistory, (history) => {
      const delay = planned(history);
      expect(delay).toBeGreaterThanOrEqual(5 * MINUTE);
      expect(delay).toBeLessThanOrEqual(1.1 * DAY + 1);
      expect(planned(history)).toBe(delay);
      expect(planned({ ...history, hints: {} })).toBeLessThanOrEqual(delay);
    }),
    { numRuns: 300 },
  );
});

describe('limits', () => {
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
    const [least, most] = [Math.min(...delays), Math.max(...delays)];
    expect(most / least).toBeLessThanOrEqual(1.1 / 0.9 + 0.001);
    expect(most / least).toBeGreaterThan(1.08 / 0.92);
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
  expect(isOverflow({ itemCount: 0, knownCount: 0 })).toBe(false);
});
