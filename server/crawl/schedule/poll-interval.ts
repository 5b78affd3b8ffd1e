// When to fetch a source again: pure, no clock, no randomness. The figures are measured by `npm run poll:simulate`.
import type { FetchErrorKind } from '../fetch/fetch-resource.ts';
import type { SourceReading } from '../prepare/read-source.ts';
import { forecastArrivals, type Rhythm } from './arrivals.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const FLOOR_MS = 5 * MINUTE_MS;
const CEILING_MS = DAY_MS;
/** Exponent of a source's rate in its rate of polls: 1/2 keeps the sum of waiting least, 1 treats all sources' items alike. */
const ALLOCATION = 0.75;
/** How much of a feed's list may turn over between two fetches. */
const OVERFLOW_SHARE = 0.5;
/** Items that may wait unseen before a request is worth it, for a source with one item a day. */
const WORTH = { atOnce: 0.11, read: 0.25, unread: 1 };

/** What one successful fetch brought: how many items it listed and how many of them were known before. */
export interface PollResult {
  itemCount: number;
  knownCount: number;
}

export type FailureKind =
  | FetchErrorKind
  | Extract<SourceReading, { ok: false }>['error']
  | 'not-a-feed'
  | 'robots-refused';

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
  /** When its items appeared, see `learnRhythm`. */
  rhythm: Rhythm;
  /** Successful fetches that brought a body, newest first. */
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
  'html-instead',
  'broken-xml',
  'empty',
  'robots-refused',
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
export function needsRediscovery(history: Pick<PollHistory, 'failures'>): boolean {
  const hard = history.failures.filter((failure) => weighFailure(failure) === 'hard');
  return hard.length >= 3 || history.failures.at(-1)?.kind === 'gone';
}

/**
 * Milliseconds until the next fetch: 5 min to 24 h (a week for sources that fail for a month or answered 410),
 * never before Retry-After; Infinity while paused.
 */
export function nextFetchDelay(history: PollHistory, worth: number = requestWorth(history)): number {
  if (isPaused(history)) return Number.POSITIVE_INFINITY;
  const interval = plannedInterval(history, worth);
  const failure = history.failures.at(-1);
  const delay = failure ? failureDelay(history, failure, interval) : interval;
  const floor = Math.max(FLOOR_MS, capHint(failure?.retryAfterMs ?? history.hints.retryAfterMs));
  return Math.round(Math.max(delay * jitter(history.sourceKey, history.slot), floor));
}

function plannedInterval(history: PollHistory, worth: number): number {
  const { hints } = history;
  const clamped = Math.min(Math.max(wantedInterval(history, worth), FLOOR_MS), CEILING_MS);
  return Math.max(
    clamped,
    capHint(hints.ttlMs),
    capHint(hints.maxAgeMs),
    capHint(hints.expiresInMs),
    capHint(hints.updatePeriodMs),
  );
}

/**
 * Until about as many items are expected unseen as a request is worth: more for busy sources, by the square-root law of
 * optimal polling, and never so many that they could push each other off the feed's list.
 */
function wantedInterval(history: PollHistory, worth: number): number {
  const { expected, rate } = forecastArrivals(history.rhythm, history.decidedAt);
  const latest = history.results[0];
  const wanted = worth * (rate * DAY_MS) ** (1 - ALLOCATION);
  const bearable = latest && latest.itemCount > 0 ? Math.min(wanted, latest.itemCount * OVERFLOW_SHARE) : wanted;
  // Halving on a growing curve: a minute is near enough.
  let low = 0;
  let high = expected(FLOOR_MS) >= bearable ? FLOOR_MS : CEILING_MS;
  if (high === CEILING_MS && expected(high) > bearable) {
    while (high - low > MINUTE_MS / 2) {
      const middle = (low + high) / 2;
      if (expected(middle) >= bearable) high = middle;
      else low = middle;
    }
  }
  // The very first fetch knows nothing and is no overflow.
  const isFlooded = latest !== undefined && history.results.length > 1 && isOverflow(latest);
  return isFlooded ? high / 4 : high;
}

/** The tier of demand: an "at once" rule is waited for, a source unread for 14 days is not. */
export function requestWorth({ demand, decidedAt }: Pick<PollHistory, 'demand' | 'decidedAt'>): number {
  if (demand.hasAtOnceRule) return WORTH.atOnce;
  return demand.lastReadAt !== undefined && decidedAt - demand.lastReadAt >= 14 * DAY_MS ? WORTH.unread : WORTH.read;
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

/** 0.9 to 1.1 from an FNV-1a hash (with the finisher of MurmurHash3, since only the last characters differ), so that sources added together drift apart and tests can repeat it. */
function jitter(sourceKey: string | number, slot: number): number {
  let hash = 0x811c9dc5;
  for (const char of `${sourceKey}:${slot}`) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  hash ^= hash >>> 16;
  return 0.9 + ((hash >>> 0) / 0xffffffff) * 0.2;
}
