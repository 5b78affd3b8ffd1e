// @vitest-environment node
import '../testing/fake-browser.ts';
import { expect, test } from 'vitest';
import { freshPoll, type PollState } from '../storage/items.ts';
import { afterPoll, isDue, planAlarm, pollWaitMaxMs } from './poll-plan.ts';

const minute = 60_000;
const interval = 5 * minute;

function failTimes(count: number, startedAt = 0): PollState {
  let state = { ...freshPoll };
  for (let index = 0; index < count; index += 1) state = afterPoll(state, { ok: false }, startedAt, interval);
  return state;
}

test('the wait doubles with every failure and stops at an hour', () => {
  const waits = [1, 2, 3, 4, 5, 6, 50].map((count) => failTimes(count).nextAt / minute);
  expect(waits).toEqual([5, 10, 20, 40, 60, 60, 60]);
});

test('an interval longer than an hour is not shortened by a failure', () => {
  expect(afterPoll(freshPoll, { ok: false }, 0, 2 * pollWaitMaxMs).nextAt).toBe(2 * pollWaitMaxMs);
});

test('the server’s own Retry-After is kept', () => {
  expect(afterPoll(freshPoll, { ok: false, retryAfterMs: 30 * minute }, 1000, interval).nextAt).toBe(
    1000 + 30 * minute,
  );
});

test('one success forgets all failures; the next alarm polls', () => {
  const state = afterPoll(failTimes(4), { ok: true }, 99, interval);
  expect(state).toEqual({ failures: 0, lastOkAt: 99, failingSince: null, nextAt: 0 });
  expect(isDue(state, 100)).toBe(true);
});

test('the first failure is remembered, later ones do not move it', () => {
  const first = afterPoll({ ...freshPoll, lastOkAt: 5 }, { ok: false }, 10, interval);
  const second = afterPoll(first, { ok: false }, 20, interval);
  expect([first.failingSince, second.failingSince, second.lastOkAt]).toEqual([10, 10, 5]);
});

test('an alarm that comes a second early still polls, one that comes much earlier does not', () => {
  const state = failTimes(2);
  expect(isDue(state, state.nextAt - 1_000)).toBe(true);
  expect(isDue(state, state.nextAt - minute)).toBe(false);
});

test('an alarm that exists is never created anew, a missing or changed one is', () => {
  expect(planAlarm({ periodInMinutes: 5 }, 300, 0.5)).toBeNull();
  expect(planAlarm(undefined, 300, 0)).toEqual({ periodInMinutes: 5, delayInMinutes: 0.5 });
  expect(planAlarm({ periodInMinutes: 5 }, 60, 0.5)).toEqual({ periodInMinutes: 1, delayInMinutes: 0.75 });
});

test('the alarm is never faster than the browser allows', () => {
  expect(planAlarm(undefined, 1, 0.9)).toEqual({ periodInMinutes: 0.5, delayInMinutes: 0.5 });
});
