/** Publication times to replay: those recorded in the dated entries of real feeds, and simulated ones of every temper. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { decodeText } from '../../crawl/decode/decode-text.ts';
import { parseFeed } from '../../crawl/parse/parse-feed.ts';
import { seededRandom } from '../../demo/seeded-random.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export interface Stream {
  name: string;
  group: 'recorded' | 'simulated';
  kind: string;
  /** Oldest first. */
  times: readonly number[];
  /** Items the feed lists. */
  listed: number;
  startAt: number;
  endAt: number;
}

const recordedSets = ['captured', 'encodings', 'fastfeedparser', 'feedparser', 'misc', 'rss-parser', 'sample-feeds'];
const recordedItemsMin = 10;
const recordedSpanMinMs = 6 * HOUR_MS;
/** The first of a recorded feed's items are what the first fetch finds. */
const recordedKnownShare = 1 / 2;

/** One stream for each feed of the corpora with at least ten dated entries; the same times in another encoding count once. */
export function recordedStreams(corpora: string): Stream[] {
  const seen = new Set<string>();
  return recordedSets.flatMap((set) => {
    const folder = path.join(corpora, 'feeds', set);
    const { cases } = JSON.parse(readFileSync(path.join(folder, 'expected.json'), 'utf8')) as {
      cases: { file: string }[];
    };
    return cases.flatMap(({ file }) => {
      const parsed = parseFeed(decodeText(readFileSync(path.join(folder, file))).text, {
        url: 'https://feed.example/',
        headers: {},
      });
      if (!parsed.ok) return [];
      const times = parsed.feed.entries
        .flatMap((entry) => entry.published ?? entry.updated ?? [])
        .sort((a, b) => a - b);
      const known = times.slice(0, Math.ceil(times.length * recordedKnownShare));
      const key = times.join();
      const startAt = known.at(-1) ?? 0;
      const endAt = times.at(-1) ?? 0;
      if (times.length < recordedItemsMin || endAt - startAt < recordedSpanMinMs || seen.has(key)) return [];
      seen.add(key);
      const perDay = (times.length - known.length) / ((endAt - startAt) / DAY_MS);
      const kind = perDay >= 5 ? 'recorded, busy' : perDay >= 0.5 ? 'recorded, daily' : 'recorded, rare';
      return [{ name: `${set}/${file}`, group: 'recorded', kind, times, listed: times.length, startAt, endAt }];
    });
  });
}

const learnMs = 28 * DAY_MS;
const judgeMs = 28 * DAY_MS;
/** A Monday. */
const beginAt = Date.UTC(2026, 0, 5);
const listedUsual = 30;
const fractions = 2 ** 30;

type Rate = (time: number) => number;

/** Feeds of six tempers, four of each, with different paces; reproducible by their seed. */
export function simulatedStreams(seed: number): Stream[] {
  const words = seededRandom(`polling ${seed}`);
  const random = () => words.int(0, fractions - 1) / fractions;
  const paces = [0.7, 3, 12, 60];
  const hour = (time: number) => (time / HOUR_MS) % 24;
  const weekday = (time: number) => (Math.floor(time / DAY_MS) + 4) % 7;
  const shift = () => Math.floor(random() * 24);
  const make: Record<string, (perDay: number) => number[]> = {
    steady: (perDay) => regular(perDay, random),
    diurnal: (perDay) => {
      const at = shift();
      return poisson((time) => perDay * day((hour(time) + at) % 24), perDay * 4, random);
    },
    weekly: (perDay) => {
      const at = shift();
      const week = (time: number) => (weekday(time) === 0 || weekday(time) === 6 ? 0.1 : 1.36);
      return poisson((time) => perDay * week(time) * day((hour(time) + at) % 24), perDay * 5, random);
    },
    bursty: (perDay) => bursts(perDay, random),
    dying: (perDay) =>
      poisson((time) => perDay * 0.5 ** (Math.max(0, time - beginAt - learnMs / 2) / (5 * DAY_MS)), perDay, random),
    'silent for months': (perDay) => {
      const before = poisson(() => perDay, perDay, random).map((time) => time - 100 * DAY_MS);
      const again = beginAt + learnMs + judgeMs * (0.5 + random() / 2);
      return [...before, again];
    },
  };
  return Object.entries(make).flatMap(([kind, times]) =>
    paces.map((perDay) => ({
      name: `${kind}, ${perDay} a day`,
      group: 'simulated' as const,
      kind,
      times: times(perDay).sort((a, b) => a - b),
      listed: listedUsual,
      startAt: beginAt + learnMs,
      endAt: beginAt + learnMs + judgeMs,
    })),
  );
}

/** Nobody writes at night: a newsroom's day with its peak before noon, mean 1. */
function day(hour: number): number {
  return hour < 6 || hour > 22 ? 0.05 : 1.38 * (1 + 0.6 * Math.cos(((hour - 10) / 16) * 2 * Math.PI));
}

function regular(perDay: number, random: () => number): number[] {
  const gap = DAY_MS / perDay;
  const times: number[] = [];
  for (let at = beginAt; at < beginAt + learnMs + judgeMs; at += gap)
    times.push(Math.round(at + random() * gap * 0.15));
  return times;
}

/** Thinning: candidates at the highest rate, kept by the share of the rate at their moment. */
function poisson(perDay: Rate, perDayMax: number, random: () => number): number[] {
  const times: number[] = [];
  for (let at = beginAt; ; ) {
    at += (-Math.log(1 - random()) / perDayMax) * DAY_MS;
    if (at >= beginAt + learnMs + judgeMs) return times;
    if (random() < perDay(at) / perDayMax) times.push(Math.round(at));
  }
}

/** Now and then a story, and then ten items within about two hours. */
function bursts(perDay: number, random: () => number): number[] {
  const sizeMean = 10;
  return poisson(() => perDay / sizeMean, perDay / sizeMean, random).flatMap((start) => {
    let at = start;
    return Array.from({ length: 1 + Math.floor(random() * (2 * sizeMean - 1)) }, () => {
      at += -Math.log(1 - random()) * 12 * MINUTE_MS;
      return Math.round(at);
    });
  });
}
