/** Operator's tool: how well same texts and same events are found, on sets made from news corpora. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { clusterSettings } from '../crawl/cluster/event-clusters.ts';
import type { Half } from './clusters/corpus-rows.ts';
import {
  asArticles,
  measureEvents,
  type Report,
  translatedReports,
  twoReports,
  uciReports,
  withBackground,
} from './clusters/event-sets.ts';
import { measureSameText } from './clusters/same-text-set.ts';
import { createProgressBar } from './progress-bar.ts';

const HELP = `clusters:eval: precision and recall of same texts, pairwise F1 and B-cubed of same events.

  clusters-eval.ts --corpora DIR [--only same-text|same-event] [--mistakes]

--corpora DIR   the folder that holds news/ and trends/ (rows as gzipped JSON Lines) and articles/
--only PART     one of the two parts
--mistakes      also prints each text that was joined or missed

Prints one JSON object a line and half. The settings were chosen on the half "tune"; the sets and the rule for large
clusters were put right after reading the mistakes of both. Halves are split by a stable hash of story or day. Progress on stderr; never touches the network.

same-text    real articles of 12 languages (xwlb-zh, jawikinews-ja, antcorpus-ar, ntrex, scrapinghub, fundus), each with three
             reprints: another lead, the end cut off, agency line, house style, numbers written otherwise, and the blocks of
             another site around them; with look-alikes that must stay apart: bulletins with other numbers, follow-ups that
             repeat a third. Grouped in order, through the product's look-up keys; precision and recall over pairs.
same-event   uci-clusters-en: headlines of many publishers with the aggregator's story labels, among HuffPost headlines.
             xwlb-zh: two reports of each broadcast story that share no sentence, one under the headline and one under the lead;
               round-ups and the leaders' programme are left out; 40 Weibo headlines a day stand between them.
             jawikinews-ja: the same of Wikinews, the years laid on top of each other.
             ntrex-zh: the same story as three translators wrote it for the mainland, Taiwan and Hong Kong.`;

const { values } = parseArgs({
  options: {
    corpora: { type: 'string' },
    only: { type: 'string' },
    mistakes: { type: 'boolean' },
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});

const halves = ['tune', 'test'] as const;
const weiboPerDay = 40;

const eventSets: Record<string, (corpora: string, half: Half) => Report[]> = {
  'uci-clusters-en': uciReports,
  'xwlb-zh': (corpora, half) =>
    withBackground(corpora, 'trends/weibo-zh', weiboPerDay, twoReports(corpora, 'news/xwlb-zh', half, false)),
  'jawikinews-ja': (corpora, half) => twoReports(corpora, 'news/jawikinews-ja', half, true),
  'ntrex-zh': translatedReports,
};

if (values.help) console.log(HELP);
else process.exitCode = main();

function main(): number {
  const { corpora, only } = values;
  if (!corpora || !existsSync(path.join(corpora, 'news')) || (only && !['same-text', 'same-event'].includes(only))) {
    console.error(HELP);
    return 2;
  }
  const bar = createProgressBar('clusters:eval');
  const runs = [
    ...(only === 'same-event' ? [] : halves.map((half) => () => sameText(corpora, half))),
    ...(only === 'same-text'
      ? []
      : Object.entries(eventSets).flatMap(([set, read]) =>
          halves.map((half) => () => sameEvent(corpora, set, half, read)),
        )),
  ];
  for (const [at, run] of runs.entries()) {
    bar.show(at, runs.length);
    const lines = run();
    bar.end();
    for (const line of lines) console.log(JSON.stringify(line));
  }
  return 0;
}

function figures(all: object): object {
  return Object.fromEntries(
    Object.entries(all).map(([name, value]) => [name, typeof value === 'number' ? tenThousandths(value) : value]),
  );
}

function tenThousandths(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

function sameText(corpora: string, half: Half): object[] {
  const { mistakes, ...result } = measureSameText(corpora, half);
  const bars = { precision: 0.98, recall: 0.95 };
  const met = result.precision >= bars.precision && result.recall >= bars.recall;
  return [{ part: 'same-text', ...figures(result), bars, met }, ...(values.mistakes ? mistakes : [])];
}

function sameEvent(
  corpora: string,
  set: string,
  half: Half,
  read: (corpora: string, half: Half) => Report[],
): object[] {
  const reports = read(corpora, half);
  const { found, ...result } = measureEvents(reports, asArticles(reports), clusterSettings);
  const bars = { f1: 0.8 };
  const line = { part: 'same-event', set, half, ...figures(result), bars, met: result.f1 >= bars.f1 };
  return [line, ...(values.mistakes ? wrongClusters(reports, found) : [])];
}

/** Clusters that hold more than one event, largest first. */
function wrongClusters(reports: readonly Report[], found: readonly number[]): object[] {
  const members = Map.groupBy(
    reports.map((report, at) => ({ report, cluster: found[at]! })).filter(({ report }) => report.event !== ''),
    ({ cluster }) => cluster,
  );
  return [...members.values()]
    .filter((own) => new Set(own.map(({ report }) => report.event)).size > 1)
    .sort((a, b) => b.length - a.length)
    .map((own) => ({ joined: own.map(({ report }) => `${report.event.slice(-14)} ${report.title}`) }));
}
