// What a source's hub (WebSub) changes about its next fetch: pure, no clock.
const MINUTE_MS = 60_000;
/** A source whose hub tells is fetched so often all the same. */
export const SAFETY_MS = 6 * 60 * MINUTE_MS;
/** However often its hub tells, a source is fetched once in this time. */
export const TOLD_SPACING_MS = MINUTE_MS;

export interface FetchBesideHub {
  /** When the fetch began, and the successful one before it. All times are epoch milliseconds. */
  at: number;
  previousAt?: number | undefined;
  newCount: number;
  /** What the source's own rhythm says. */
  learnedMs: number;
}

export interface TellingHub {
  isTrusted: boolean;
  toldAt: number | null;
  leaseEndsAt: number | null;
}

/**
 * Milliseconds until the next fetch, and whether the hub may still be trusted. It is trusted once it has told, and no more
 * when a fetch brings something of which it had not told.
 */
export function turnBesideHub(fetch: FetchBesideHub, hub: TellingHub): { delayMs: number; isTrusted: boolean } {
  const { at, previousAt = 0, newCount, learnedMs } = fetch;
  const toldAt = hub.toldAt ?? -1;
  const isToldSince = toldAt > previousAt;
  const isTrusted = hub.isTrusted && (newCount === 0 || isToldSince);
  // Told while the fetch was under way: it may have come too early.
  if (toldAt > at) return { delayMs: TOLD_SPACING_MS, isTrusted };
  // Told, and yet nothing new: a cache on the way is older than the news.
  const isStale = isToldSince && newCount === 0;
  if (!isTrusted || isStale) return { delayMs: learnedMs, isTrusted };
  const leaseLeftMs = Math.max(0, (hub.leaseEndsAt ?? at) - at);
  return { delayMs: Math.max(learnedMs, Math.min(SAFETY_MS, leaseLeftMs)), isTrusted };
}
