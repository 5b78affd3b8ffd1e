/** When to ask the server next. Pure. */
import { type PollState, pollSecondsMin } from '../storage/items.ts';

export const pollWaitMaxMs = 60 * 60_000;
/** An alarm may come a little before its time; a poll that is nearly due is due. */
const slackMs = 2_000;

export type PollResult = { ok: true } | { ok: false; retryAfterMs?: number };

export function isDue(state: PollState, now: number): boolean {
  return now + slackMs >= state.nextAt;
}

/**
 * After a success every alarm polls; after failures the wait doubles from one interval to an hour, and is never shorter
 * than the server asks for. `startedAt` is when the poll began.
 */
export function afterPoll(state: PollState, result: PollResult, startedAt: number, intervalMs: number): PollState {
  if (result.ok) return { failures: 0, lastOkAt: startedAt, failingSince: null, nextAt: 0 };
  const failures = state.failures + 1;
  const grown = Math.min(intervalMs * 2 ** Math.min(failures - 1, 20), Math.max(pollWaitMaxMs, intervalMs));
  return {
    failures,
    lastOkAt: state.lastOkAt,
    failingSince: state.failingSince ?? startedAt,
    nextAt: startedAt + Math.max(grown, result.retryAfterMs ?? 0),
  };
}

export interface AlarmPlan {
  delayInMinutes: number;
  periodInMinutes: number;
}

/**
 * The alarm to create, or null when the one that exists will do: creating it anew at every start of the worker would put
 * it off for ever. `random` in [0, 1) spreads installations over the interval.
 */
export function planAlarm(
  existing: { periodInMinutes?: number } | undefined,
  pollSeconds: number,
  random: number,
): AlarmPlan | null {
  const periodInMinutes = Math.max(pollSeconds, pollSecondsMin) / 60;
  if (existing?.periodInMinutes === periodInMinutes) return null;
  const shortest = pollSecondsMin / 60;
  return { periodInMinutes, delayInMinutes: shortest + (periodInMinutes - shortest) * random };
}
