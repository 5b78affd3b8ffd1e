/**
 * How long other aggregators wait before they read a feed again, as their published behaviour is described (facts only; the
 * code is ours). Each rule sees what a fetch shows it, and nothing else.
 */
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export interface Seen {
  now: number;
  /** Stated times of all items fetched so far, newest first. */
  times: readonly number[];
  /** Items listed and items known before, newest fetch first. */
  results: readonly { itemCount: number; knownCount: number }[];
  /** What the rule answered last time. */
  delayMs: number;
  subscriberCount: number;
}

export interface Rule {
  name: string;
  delay(seen: Seen): number;
}

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);
const countSince = ({ times, now }: Seen, spanMs: number) => times.filter((time) => time > now - spanMs).length;

/** A week divided by the items of the last week. */
const miniflux: Rule = {
  name: 'Miniflux',
  delay: (seen) => clamp((7 * DAY_MS) / Math.max(countSince(seen, 7 * DAY_MS), 1), 5 * MINUTE_MS, DAY_MS),
};

/** Half the mean gap of what is listed, at most an hour; longer only the longer it is silent. */
const commaFeed: Rule = {
  name: 'CommaFeed',
  delay({ times, now, results }) {
    const longest = 4 * HOUR_MS;
    const silentMs = now - (times[0] ?? 0);
    if (silentMs >= 30 * DAY_MS) return longest;
    if (silentMs >= 14 * DAY_MS) return longest / 2;
    if (silentMs >= 7 * DAY_MS) return longest / 4;
    const listed = times.slice(0, results[0]?.itemCount ?? 0);
    const gap = listed.length > 1 ? (listed[0]! - listed.at(-1)!) / (listed.length - 1) : longest;
    return clamp(gap / 2, 5 * MINUTE_MS, longest / 4);
  },
};

/** Longer while fetches bring mostly known items, shorter while they bring mostly new ones. */
const mediaCloud: Rule = {
  name: 'Media Cloud',
  delay({ results, delayMs, times, now }) {
    const usual = 6 * HOUR_MS;
    const before = delayMs || usual;
    const shares = results.slice(0, 2).map(({ itemCount, knownCount }) => (itemCount > 0 ? knownCount / itemCount : 1));
    if (shares.length < 2) return before;
    if (shares.every((share) => share > 0.67)) {
      const isAlive = times.some((time) => time > now - 31 * DAY_MS);
      return clamp(before + (isAlive ? 10 : 60) * MINUTE_MS, 10 * MINUTE_MS, DAY_MS);
    }
    if (shares.every((share) => share < 0.33)) {
      return clamp(before > usual ? usual : before - HOUR_MS, 10 * MINUTE_MS, DAY_MS);
    }
    return before;
  },
};

/** Steps by stories a day and by whether more than ten people follow the feed. */
const newsBlur: Rule = {
  name: 'NewsBlur',
  delay(seen) {
    const perDay = countSince(seen, 30 * DAY_MS) / 30;
    if (perDay >= 24 && seen.subscriberCount > 10) return 6 * MINUTE_MS;
    if (perDay >= 5) return 15 * MINUTE_MS;
    if (perDay >= 1) return HOUR_MS;
    return perDay > 1 / 7 ? 6 * HOUR_MS : DAY_MS;
  },
};

const feedbin: Rule = { name: 'Feedbin', delay: () => 15 * MINUTE_MS };

export const otherRules: readonly Rule[] = [miniflux, commaFeed, mediaCloud, newsBlur, feedbin];
