import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forecastArrivals, learnRhythm, newRhythm } from './arrivals.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 0, 15, 12);

test('an item counts from when it can have appeared, whatever its date says', () => {
  const previousAt = NOW - 2 * HOUR;
  const appeared = (time: number) => learnRhythm(newRhythm(), { at: NOW, previousAt, newTimes: [time] }).times;
  expect(appeared(NOW - HOUR)).toEqual([NOW - HOUR]);
  expect(appeared(Date.UTC(2026, 0, 15))).toEqual([NOW - HOUR]);
  expect(appeared(NOW + DAY)).toEqual([NOW - HOUR]);
});

test('the first fetch believes the dates of the past and none of the future', () => {
  const { times } = learnRhythm(newRhythm(), { at: NOW, newTimes: [NOW - 40 * DAY, NOW + HOUR, NOW - DAY, 0] });
  expect(times).toEqual([NOW - DAY, NOW - 40 * DAY]);
});

test('old habits fade', () => {
  const old = learnRhythm(newRhythm(), { at: NOW, newTimes: [NOW - HOUR] });
  const later = learnRhythm(old, {
    at: NOW + 28 * DAY,
    previousAt: NOW + 27 * DAY,
    newTimes: [NOW + 28 * DAY - 6 * HOUR],
  });
  expect(later.hours[11]).toBeCloseTo(old.hours[11]! / 2, 2);
});

test('for any history more time never means fewer items, and what is kept stays small', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(400 * DAY), { maxLength: 200 }), fc.nat(30 * DAY), (ages, laterMs) => {
      const rhythm = learnRhythm(newRhythm(), { at: NOW, newTimes: ages.map((age) => NOW - age) });
      expect(rhythm.times.length).toBeLessThanOrEqual(60);
      const { expected, rate } = forecastArrivals(rhythm, NOW + laterMs);
      expect(rate).toBeGreaterThan(0);
      expect(expected(0)).toBeCloseTo(0);
      let before = 0;
      for (let ms = 60_000; ms <= DAY; ms *= 2) {
        const now = expected(ms);
        expect(now).toBeGreaterThanOrEqual(before - 1e-9);
        before = now;
      }
    }),
    { numRuns: 200 },
  );
});

test('a steady feed is expected to bring about one item a gap', () => {
  const rhythm = learnRhythm(newRhythm(), {
    at: NOW,
    newTimes: Array.from({ length: 60 }, (_, i) => NOW - i * 2 * HOUR),
  });
  const { expected } = forecastArrivals(rhythm, NOW);
  expect(expected(HOUR)).toBeLessThan(0.35);
  expect(expected(3 * HOUR)).toBeGreaterThan(0.7);
});
