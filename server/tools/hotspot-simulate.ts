/** Operator's tool: how soon a burst is on the hotspot board, and what gets there when nothing happens. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createEventClusters } from '../crawl/cluster/event-clusters.ts';
import {
  type Board,
  countHour,
  type HotArticle,
  type HourCount,
  hourMs,
  hourOf,
  rankHotspots,
  windowHours,
} from '../domains/analysis/hotspot-board.ts';
import { readRows } from './clusters/corpus-rows.ts';
import { newsStream, type StreamArticle, shuffledStream } from './clusters/news-stream.ts';
import { createProgressBar } from './progress-bar.ts';

const HELP = `hotspot:simulate: the hotspot board over simulated news, replayed minute by minute.

  hotspot-simulate.ts [--corpora DIR] [--runs N] [--days N] [--articles N] [--sources N]

--corpora DIR   real headlines to draw from: trends/weibo-zh, news/huffpost-en; without it, invented words
--runs N        streams a language (default 10)
--days N        days of history and the day that is looked at (default 8)
--articles N    unrelated articles a day (default 600)
--sources N     sources (default 40)

Each stream has a tide of unrelated headlines with busy and quiet hours, six events a day, five items that every day brings at
their hour, and on the last day four bursts that five sources report within 90 minutes. The board is made every five minutes.
"bursts": how many reached the top 10 and after how many hours, counted from the first report.
"daily": items of every day that got onto the board, which are false entries.
"shuffled": the same articles with their times dealt out anew, so that nothing happens; entries of a whole day are all false.
Bars: every burst within 2 hours, at most 1 false entry on the 20 places of the board. Prints one JSON object a line.`;

const { values } = parseArgs({
  options: {
    corpora: { type: 'string' },
    runs: { type: 'string', default: '10' },
    days: { type: 'string', default: '8' },
    articles: { type: 'string', default: '600' },
    sources: { type: 'string', default: '40' },
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});

const startsAt = Date.UTC(2026, 0, 5);
const dayMs = 24 * hourMs;
const boardEveryMs = 5 * 60_000;
const burstsPerStream = 4;
const topSize = 10;
const withinHours = 2;
const falseMax = 1;

if (values.help) console.log(HELP);
else process.exitCode = main();

function main(): number {
  const runs = Number(values.runs);
  const [days, articlesPerDay, sources] = [Number(values.days), Number(values.articles), Number(values.sources)];
  const isUsable = [runs, days - 2, articlesPerDay, sources - 10].every((value) => value >= 0) && runs >= 1;
  if (!isUsable || (values.corpora && !existsSync(path.join(values.corpora, 'trends')))) {
    console.error(HELP);
    return 2;
  }
  const bar = createProgressBar('hotspot:simulate');
  const supplies = suppliesOf(values.corpora);
  let done = 0;
  for (const { name, language, headlines } of supplies) {
    const results: StreamResult[] = [];
    for (let run = 0; run < runs; run++) {
      bar.show(done++, supplies.length * runs, name);
      const options = { seed: `${name} ${run}`, language, headlines, days, startsAt, articlesPerDay, sources };
      results.push(measureStream(options));
    }
    bar.end();
    console.log(JSON.stringify({ words: name, language, runs, days, articlesPerDay, sources, ...summary(results) }));
  }
  return 0;
}

function suppliesOf(corpora: string | undefined) {
  if (!corpora) return [{ name: 'invented', language: 'en', headlines: [] as string[] }];
  const titles = (set: string) => readRows(corpora, set).flatMap(({ title }) => title ?? []);
  return [
    { name: 'huffpost-en', language: 'en', headlines: titles('news/huffpost-en') },
    { name: 'weibo-zh', language: 'zh', headlines: titles('trends/weibo-zh') },
  ];
}

interface StreamResult {
  /** Hours from the first report to the top 10; undefined where it never got there. */
  delays: (number | undefined)[];
  dailyEntries: number;
  shuffledEntries: number;
}

function measureStream(options: Omit<Parameters<typeof newsStream>[0], 'bursts'>): StreamResult {
  const { articles, bursts } = newsStream({ ...options, bursts: burstsPerStream });
  const topAt = new Map<string, number>();
  const dailyEntries = new Set<string>();
  replay(articles, options.days, (now, board, originOf) => {
    board.entries.forEach(({ clusterIds }, rank) => {
      const origin = originOf(clusterIds);
      if (rank < topSize && !topAt.has(origin)) topAt.set(origin, now);
      if (origin.startsWith('daily')) dailyEntries.add(origin);
    });
  });
  const shuffledEntries = new Set<number>();
  replay(shuffledStream(articles, options.seed), options.days, (_, board) => {
    for (const { clusterId } of board.entries) shuffledEntries.add(clusterId);
  });
  return {
    delays: bursts.map(({ origin, firstAt }) => {
      const at = topAt.get(origin);
      return at === undefined ? undefined : (at - firstAt) / hourMs;
    }),
    dailyEntries: dailyEntries.size,
    shuffledEntries: shuffledEntries.size,
  };
}

/** Clusters the articles as they come and makes the boards of the last day. */
function replay(
  articles: readonly StreamArticle[],
  days: number,
  look: (now: number, board: Board, originOf: (clusterIds: readonly number[]) => string) => void,
): void {
  const clusters = createEventClusters();
  const seen: (HotArticle & { origin: string })[] = [];
  const counts = new Map<number, HourCount>();
  const history = {
    get totals() {
      return [...counts.values()];
    },
    sourcesOf: (term: string, hour: number) => counts.get(hour)?.terms.get(term) ?? 0,
  };
  const lookFrom = startsAt + (days - 1) * dayMs;
  let previous: { at: number; entries: Board['entries'] } | undefined;
  let next = 0;
  for (let now = startsAt + boardEveryMs; now <= startsAt + days * dayMs; now += boardEveryMs) {
    for (; next < articles.length && articles[next]!.at <= now; next++) {
      const article = articles[next]!;
      const { clusterId, joined } = clusters.add(article);
      seen.push({ ...article, clusterId });
      if (joined.length > 0) for (const one of seen) if (joined.includes(one.clusterId)) one.clusterId = clusterId;
    }
    const day = seen.slice(seen.findIndex(({ at }) => at > now - dayMs));
    if (now % hourMs === 0) {
      clusters.forget(now);
      counts.set(hourOf(now) - 1, countHour(day, hourOf(now) - 1));
    }
    if (now < lookFrom) continue;
    const board = rankHotspots({ articles: day, now, history, previous });
    previous = { at: now, entries: board.entries };
    // A cluster may be days old; what it is about now is what it reports now.
    look(now, board, (clusterIds) => {
      const own = day.filter((one) => clusterIds.includes(one.clusterId));
      const latest = own.filter(({ at }) => at > now - windowHours * hourMs);
      return mostOf(latest.length > 0 ? latest : own);
    });
  }
}

function mostOf(articles: readonly { origin: string }[]): string {
  const counts = [...Map.groupBy(articles, ({ origin }) => origin)].sort((a, b) => b[1].length - a[1].length);
  return counts[0]?.[0] ?? '';
}

function summary(results: readonly StreamResult[]) {
  const delays = results.flatMap((one) => one.delays);
  const reached = delays.filter((delay) => delay !== undefined).sort((a, b) => a - b);
  const inTime = reached.filter((delay) => delay <= withinHours).length;
  const mean = (pick: (one: StreamResult) => number) =>
    results.reduce((sum, one) => sum + pick(one), 0) / results.length;
  const hundredths = (value: number | undefined) => (value === undefined ? null : Math.round(value * 100) / 100);
  const worst = Math.max(...results.map(({ shuffledEntries }) => shuffledEntries));
  return {
    bursts: {
      injected: delays.length,
      reached: reached.length,
      withinTwoHours: inTime,
      medianHours: hundredths(reached[reached.length >> 1]),
      longestHours: hundredths(reached.at(-1)),
      met: inTime === delays.length,
    },
    daily: { meanFalseEntries: hundredths(mean((one) => one.dailyEntries)) },
    shuffled: {
      meanFalseEntries: hundredths(mean((one) => one.shuffledEntries)),
      mostFalseEntries: worst,
      met: worst <= falseMax,
    },
  };
}
