import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { instantAt, localDay, localTime, nextLocal } from './local-time.ts';
import { isNewsAgain, isQuiet, type MemberClock, nextDigestAt, outOfQuiet } from './rhythm.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Zones whose clocks jump by an hour, half an hour, at midnight, a whole day, or never. */
const zones = [
  'UTC',
  'Asia/Shanghai',
  'Asia/Kathmandu',
  'Europe/Berlin',
  'America/New_York',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Pacific/Apia',
];
/** Around known jumps, where mistakes live. */
const jumps = [
  Date.UTC(2026, 2, 29, 1), // Berlin forward
  Date.UTC(2026, 9, 25, 1), // Berlin back
  Date.UTC(2026, 2, 8, 7), // New York forward
  Date.UTC(2026, 10, 1, 6), // New York back
  Date.UTC(2026, 3, 4, 15), // Lord Howe back by half an hour
  Date.UTC(2026, 9, 3, 15, 30), // Lord Howe forward
  Date.UTC(2026, 8, 6, 4), // Santiago forward at midnight
  Date.UTC(2011, 11, 30, 10), // Apia leaves a day out
];
const zone = fc.constantFrom(...zones);
const instant = fc
  .tuple(fc.constantFrom(...jumps), fc.integer({ min: -2 * day, max: 2 * day }))
  .map(([jump, away]) => jump + away);
const minuteOfDay = fc.integer({ min: 0, max: 1_439 });
/** Often right at an hour that clocks jump to or from. */
const bound = fc.oneof(minuteOfDay, fc.constantFrom(0, 1, 59, 60, 61, 119, 120, 121, 150, 180, 1_439));
const clock: fc.Arbitrary<MemberClock> = fc.record({
  timeZone: zone,
  quietHours: fc.option(fc.record({ from: bound, to: bound })),
});
const runs = { numRuns: 1_000 };

describe('local time', () => {
  test('an instant is the one its local time stands for, or the hour that comes twice', () => {
    fc.assert(
      fc.property(instant, zone, (at, timeZone) => {
        const start = at - (at % minute);
        const local = localTime(start, timeZone);
        const back = instantAt(local, local.minute, timeZone);
        expect(back).toBeLessThanOrEqual(start);
        expect(localTime(back, timeZone)).toEqual(local);
        expect(start - back).toBeLessThanOrEqual(hour);
      }),
      runs,
    );
  });

  test('the next time a clock shows a minute lies ahead, and no later than the second day', () => {
    fc.assert(
      fc.property(instant, zone, minuteOfDay, (after, timeZone, wanted) => {
        const at = nextLocal(wanted, timeZone, after);
        expect(at).toBeGreaterThan(after);
        expect(at - after).toBeLessThanOrEqual(2 * day + hour);
        const shown = localTime(at, timeZone).minute;
        if (shown !== wanted) {
          // Left out by a jump: just before the instant the clock had not got there yet.
          expect(localTime(at - 1, timeZone).minute === wanted).toBe(false);
          expect(localTime(at, timeZone)).not.toEqual(localTime(at - minute, timeZone));
        }
      }),
      runs,
    );
  });

  test('a time that the spring leaves out is the moment of the jump, one that comes twice is the first', () => {
    const spring = { year: 2026, month: 3, day: 29 };
    expect(instantAt(spring, 150, 'Europe/Berlin')).toBe(Date.UTC(2026, 2, 29, 1));
    expect(instantAt({ year: 2026, month: 10, day: 25 }, 150, 'Europe/Berlin')).toBe(Date.UTC(2026, 9, 25, 0, 30));
    expect(localDay(Date.UTC(2026, 9, 25, 22, 30), 'Europe/Berlin')).toBe('2026-10-25');
    expect(localDay(Date.UTC(2026, 9, 25, 23, 30), 'Europe/Berlin')).toBe('2026-10-26');
  });
});

describe('quiet hours', () => {
  test('end at the first minute that is not quiet', () => {
    fc.assert(
      fc.property(instant, clock, (at, clock) => {
        const start = at - (at % minute);
        const end = outOfQuiet(start, clock);
        expect(isQuiet(end, clock)).toBe(false);
        for (let between = start; between < end; between += minute) expect(isQuiet(between, clock)).toBe(true);
      }),
      runs,
    );
  });

  test('end when the clock is set back to before they begin', () => {
    const late: MemberClock = { timeZone: 'America/New_York', quietHours: { from: 61, to: 0 } };
    const jump = Date.UTC(2026, 10, 1, 6);
    expect(outOfQuiet(jump - minute, late)).toBe(jump);
  });

  test('whose end the clock leaves out go on to the next day if they begin at once again', () => {
    const always: MemberClock = { timeZone: 'America/Santiago', quietHours: { from: 1, to: 0 } };
    const end = outOfQuiet(Date.UTC(2026, 8, 6, 3), always);
    expect(localTime(end, 'America/Santiago')).toMatchObject({ day: 7, minute: 0 });
  });

  test('go over midnight, and equal bounds mean none', () => {
    const night: MemberClock = { timeZone: 'Asia/Shanghai', quietHours: { from: 22 * 60, to: 7 * 60 } };
    expect(outOfQuiet(Date.UTC(2026, 10, 21, 15), night)).toBe(Date.UTC(2026, 10, 21, 23));
    expect(isQuiet(Date.UTC(2026, 10, 21, 23), night)).toBe(false);
    expect(isQuiet(0, { timeZone: 'UTC', quietHours: { from: 60, to: 60 } })).toBe(false);
  });
});

describe('the next digest', () => {
  const plan = fc.record({
    rhythm: fc.constantFrom('at-once' as const, 'hourly' as const, 'daily' as const, 'weekly' as const),
    tellAt: minuteOfDay,
    tellOn: fc.integer({ min: 1, max: 7 }),
  });

  test('lies ahead, outside quiet hours, and no further than its rhythm', () => {
    const longest = { 'at-once': 2 * day, hourly: hour, daily: 2 * day, weekly: 8 * day };
    fc.assert(
      fc.property(plan, clock, instant, (plan, clock, after) => {
        const at = nextDigestAt(plan, clock, after);
        expect(at).toBeGreaterThan(after);
        expect(isQuiet(at, clock)).toBe(false);
        // Quiet hours of nearly a day whose end the clock leaves out last nearly two.
        expect(at - after).toBeLessThanOrEqual(longest[plan.rhythm] + (clock.quietHours ? 2 * day : hour));
      }),
      runs,
    );
  });

  test('waits for the next day where the clock leaves out the only minute that is not quiet', () => {
    const oneMinute: MemberClock = { timeZone: 'America/New_York', quietHours: { from: 121, to: 120 } };
    const hourly = { rhythm: 'hourly' as const, tellAt: 0, tellOn: 1 };
    const at = nextDigestAt(hourly, oneMinute, Date.UTC(2026, 2, 8, 2, 59));
    expect(at).toBe(Date.UTC(2026, 2, 9, 6));
  });

  test('comes every day at the same local time, whatever the clocks do', () => {
    const daily = { rhythm: 'daily' as const, tellAt: 8 * 60, tellOn: 1 };
    const berlin: MemberClock = { timeZone: 'Europe/Berlin', quietHours: null };
    let at = Date.UTC(2026, 2, 26);
    const shown = [];
    for (let times = 0; times < 6; times++) {
      at = nextDigestAt(daily, berlin, at);
      shown.push(localTime(at, 'Europe/Berlin'));
    }
    expect(shown.map(({ day, minute }) => [day, minute])).toEqual([26, 27, 28, 29, 30, 31].map((day) => [day, 480]));
  });

  test('comes on the weekday chosen', () => {
    const weekly = { rhythm: 'weekly' as const, tellAt: 0, tellOn: 5 };
    const at = nextDigestAt(weekly, { timeZone: 'America/New_York', quietHours: null }, Date.UTC(2026, 10, 21));
    expect(at).toBe(Date.UTC(2026, 10, 27, 5));
  });

  test('of an hourly rule comes at the full local hour, in zones of half hours too', () => {
    const hourly = { rhythm: 'hourly' as const, tellAt: 0, tellOn: 1 };
    const at = nextDigestAt(hourly, { timeZone: 'Asia/Kathmandu', quietHours: null }, Date.UTC(2026, 10, 21, 8, 1));
    expect(localTime(at, 'Asia/Kathmandu').minute % 60).toBe(0);
    expect(at - Date.UTC(2026, 10, 21, 8, 1)).toBeLessThanOrEqual(hour);
  });
});

test('a known story is news again when it has grown by nearly a third and by five reports', () => {
  expect(isNewsAgain(undefined, 1)).toBe(true);
  expect([1, 2, 5].map((size) => isNewsAgain(1, size))).toEqual([false, false, false]);
  expect(isNewsAgain(1, 6)).toBe(true);
  expect(isNewsAgain(40, 51)).toBe(false);
  expect(isNewsAgain(40, 52)).toBe(true);
});
