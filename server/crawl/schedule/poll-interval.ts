// When to fetch a source again: pure, no clock, no randomness. Starting figures are those of the algorithm book, §4.1.
import type { FetchErrorKind } from '../fetch/fetch-resource.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const FLOOR_MS = 5 * MINUTE_MS;
const CEILING_MS = DAY_MS;
const GAPS_KEPT = 20;
const ITEMS_NEEDED = 5;

/** What one successful fetch brought: how many items it listed and how many of them were known before. */
export interface PollResult {
  itemCount: number;
  knownCount: number;
  /** False when the fetch came much later than planned (queue, restart): its share of known items says nothing. */
  isOnTime: boolean;
}

export type FailureKind = FetchErrorKind | 'not-a-feed';

export interface PollFailure {
  kind: FailureKind;
  status?: number;
  retryAfterMs?: number;
}

export interface PollHistory {
  /** Stable key of the source; with `slot` it seeds the jitter. */
  sourceKey: string | number;
  /** Number of this fetch, one more each time. */
  slot: number;
  /** The moment of the decision. All times are epoch milliseconds. */
  decidedAt: number;
  /** Times of the newest items (published, else first seen), in any order; the last 20 count. */
  itemTimes: readonly number[];
  /** Successful fetches that brought a body, newest first; the first two on-time ones count. */
  results: readonly PollResult[];
  demand: {
    subscriberCount: number;
    /** A public catalogue source is polled without subscribers. */
    isCatalogue: boolean;
    /** At least one rule with "at once" rhythm covers it. */
    hasAtOnceRule: boolean;
    /** Last time somebody read from it; undefined: not known, counts as read. */
    lastReadAt?: number;
  };
  /** What the server asks for; each is believed up to 24 h. TTL and the headers hold on a 304 as well. */
  hints: { ttlMs?: number; maxAgeMs?: number; expiresInMs?: number; updatePeriodMs?: number; retryAfterMs?: number };
  /** Failures since the last success, oldest first, and when the first of them happened. */
  failures: readonly PollFailure[];
  failingSinceAt?: number;
}

export type FailureWeight = 'hard' | 'soft' | 'throttle';

const HARD_KINDS = new Set<FailureKind>([
  'bad-url',
  'blocked-address',
  'dns',
  'gone',
  'not-a-feed',
  'bad-encoding',
  'too-many-redirects',
]);
const WEIGHT: Record<FailureWeight, number> = { hard: 1, soft: 0.5, throttle: 0 };

/** Hard: the source itself is wrong. Soft: the server or the way to it has a bad day. Throttle: we came too often. */
export function weighFailure(failure: PollFailure): FailureWeight {
  if (failure.status === 429 || (failure.status === 503 && failure.retryAfterMs !== undefined)) return 'throttle';
  if (failure.status === 404 || failure.status === 410) return 'hard';
  return HARD_KINDS.has(failure.kind) ? 'hard' : 'soft';
}

/** Nobody reads it and it is no catalogue source: it is not fetched until somebody subscribes. */
export function isPaused(history: PollHistory): boolean {
  return history.demand.subscriberCount === 0 && !history.demand.isCatalogue;
}

/** A fetch full of new items: others were probably lost between two polls. */
export function isOverflow(result: PollResult): boolean {
  return result.itemCount > 0 && result.knownCount === 0;
}

/** Three hard failures (or a 410) in a row: time to look for the feed's new address. */
export function needsRediscovery(history: PollHistory): boolean {
  const hard = history.failures.filter((failure) => weighFailure(failure) === 'hard');
  return hard.length >= 3 || history.failures.at(-1)?.kind === 'gone';
}

/**
 * Milliseconds until the next fetch: 5 min to 24 h (a week for sources that fail for a month or answered 410),
 * never before Retry-After; Infinity while paused.
 */
export function nextFetchDelay(history: PollHistory): number {
  if (isPaused(history)) return Number.POSITIVE_INFINITY;
  const interval = plannedInterval(history);
  const failure = history.failures.at(-1);
  const delay = failure ? failureDelay(history, failure, interval) : interval;
  const floor = Math.max(FLOOR_MS, capHint(failure?.retryAfterMs ?? history.hints.retryAfterMs));
  return Math.round(Math.max(delay * jitter(history.sourceKey, history.slot), floor));
}

function plannedInterval(history: PollHistory): number {
  const { hints } = history;
  const wanted = baseInterval(history) * feedbackFactor(history.results) * demandFactor(history);
  const clamped = Math.min(Math.max(wanted, FLOOR_MS), CEILING_MS);
  return Math.max(
    clamped,
    capHint(hints.ttlMs),
    capHint(hints.maxAgeMs),
    capHint(hints.expiresInMs),
    capHint(hints.updatePeriodMs),
  );
}

/** Half the median gap of the last items; the median, so that one silent month does not count. */
function baseInterval({ itemTimes, decidedAt }: PollHistory): number {
  const times = itemTimes.toSorted((a, b) => b - a).slice(0, GAPS_KEPT + 1);
  const newest = times[0];
  if (newest !== undefined && decidedAt - newest >= 30 * DAY_MS) return 12 * HOUR_MS;
  if (newest !== undefined && decidedAt - newest >= 7 * DAY_MS) return 3 * HOUR_MS;
  if (times.length < ITEMS_NEEDED) return HOUR_MS;
  const gaps = times.slice(1).map((time, i) => times[i]! - time);
  return median(gaps) / 2;
}

function feedbackFactor(results: readonly PollResult[]): number {
  const latest = results[0];
  // The very first fetch knows nothing and is no overflow.
  if (latest && results.length > 1 && isOverflow(latest)) return 0.25;
  const shares = results
    .filter((result) => result.isOnTime && result.itemCount > 0)
    .slice(0, 2)
    .map((result) => result.knownCount / result.itemCount);
  if (shares.length < 2) return 1;
  if (shares.every((share) => share > 0.67)) return 1.25;
  return shares.every((share) => share < 0.33) ? 0.5 : 1;
}

function demandFactor({ demand, decidedAt }: PollHistory): number {
  if (demand.hasAtOnceRule) return 0.5;
  return demand.lastReadAt !== undefined && decidedAt - demand.lastReadAt >= 14 * DAY_MS ? 2 : 1;
}

function failureDelay(history: PollHistory, last: PollFailure, interval: number): number {
  if (last.kind === 'gone') return 7 * DAY_MS;
  if (weighFailure(last) === 'throttle') return Math.max(interval, capHint(last.retryAfterMs), 30 * MINUTE_MS);
  const failingMs = history.decidedAt - (history.failingSinceAt ?? history.decidedAt);
  if (failingMs >= 30 * DAY_MS) return 7 * DAY_MS;
  if (failingMs >= 7 * DAY_MS) return DAY_MS;
  const errors = history.failures.reduce((sum, failure) => sum + WEIGHT[weighFailure(failure)], 0);
  return Math.min(interval * 2 ** Math.min(errors, 20), DAY_MS);
}

const capHint = (ms: number | undefined) => (ms && ms > 0 ? Math.min(ms, CEILING_MS) : 0);

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** 0.9 to 1.1 from an FNV-1a hash (with the finisher of MurmurHash3, since only the last characters differ), so that sources added together drift apart and tests can repeat it. */
function jitter(sourceKey: string | number, slot: number): number {
  let hash = 0x811c9dc5;
  for (const char of `${sourceKey}:${slot}`) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  hash ^= hash >>> 16;
  return 0.9 + ((hash >>> 0) / 0xffffffff) * 0.2;
}
