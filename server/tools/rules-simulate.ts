/** Operator's tool: replays a stream of news through the product's own matcher and notices, and counts what repeats. */
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { isNewsAgain } from '#shared/rules/rhythm.ts';
import { rounded } from './bench/measure.ts';
import { createProgressBar } from './progress-bar.ts';
import { makeStreamArchive, type StreamArticle } from './stream-archive.ts';

const HELP = `rules:simulate: how often rules would tell of one event again.

  rules-simulate.ts [--stream FILE] [--rules N] [--stories text|event|label] [--day-max N]

--stream FILE    JSON lines (.gz too): {id, time, lang, title, text?, publisher?, story}; rows of one "story" report one event
                 default: an invented stream of events, their reports and copies of reports
--rules N        this many rules, made of the commonest words of the titles (default 200)
--stories WHAT   what counts as one story: "text", articles with the same text, as the product does it (default);
                 "event", the clusters of reports that the product shows;
                 "label", the stream's own "story", as perfect grouping of events would do it
--day-max N      stories a rule tells at once in a day; the rest waits for a digest (default 500)

Articles are stored, matched and told by the server's own services on a throw-away archive, in order of time. Prints one JSON
object. A repeat is a notice about an event (by the stream's label) that its rule has told of and that has not grown by 30 %
and five reports since. Progress on stderr; never touches the network.`;

const { values } = parseArgs({
  options: {
    stream: { type: 'string' },
    rules: { type: 'string', default: '200' },
    stories: { type: 'string', default: 'text' },
    'day-max': { type: 'string', default: '500' },
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});

const inventedEvents = 300;
const inventedReportsMax = 24;
const minuteMs = 60_000;
const wordsOfEvents = 'harbour council subsidy ferry election museum bridge storm railway market school'.split(' ');
const wordLengthMin = 4;

if (values.help) console.log(HELP);
else process.exitCode = await main();

interface Row {
  id: string;
  time: string;
  lang?: string;
  title: string;
  text?: string;
  publisher?: string;
  story: string;
}

async function main(): Promise<number> {
  const ruleCount = Number(values.rules);
  const dayMax = Number(values['day-max']);
  const stories = (['event', 'text', 'label'] as const).find((one) => one === values.stories);
  if (!stories || !(ruleCount >= 1 && dayMax >= 1) || (values.stream && !existsSync(values.stream))) {
    console.error(HELP);
    return 2;
  }
  const rows = values.stream ? readStream(values.stream) : inventStream();
  const articles = rows
    .map((row): StreamArticle => {
      const { id: key, title, text = '', lang: language = 'en', publisher = '', story: label } = row;
      return { key, title, text, language, publisher, label, at: Date.parse(row.time) };
    })
    .sort((a, b) => a.at - b.at);
  const bar = createProgressBar('rules');
  const startedAt = performance.now();
  const archive = await makeStreamArchive({
    articles,
    words: commonWords(rows, ruleCount),
    dayMax,
    stories,
    onProgress: (done) => bar.show(done, articles.length, 'articles'),
  });
  try {
    bar.end();
    const seconds = (performance.now() - startedAt) / 1_000;
    console.log(JSON.stringify(report(articles, archive, seconds)));
  } finally {
    await archive.close();
  }
  return 0;
}

function readStream(file: string): Row[] {
  const bytes = readFileSync(file);
  const text = (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);
}

/** Events of one to many reports, a third of them copies of an earlier one with another headline. */
function inventStream(): Row[] {
  const start = Date.UTC(2026, 0, 1);
  return Array.from({ length: inventedEvents }, (_, event) => {
    const reports = 1 + ((event * 7) % inventedReportsMax);
    const word = wordsOfEvents[event % wordsOfEvents.length]!;
    return Array.from({ length: reports }, (_, report) => {
      const original = report % 3 === 2 ? report - 1 : report;
      const body = Array.from({ length: 60 }, (_, at) => `w${(event * 131 + original * 17 + at * (at + 3)) % 9_973}`);
      return {
        id: `${event}-${report}`,
        time: new Date(start + (event * 45 + report * 20) * minuteMs).toISOString(),
        title: `The ${word} of day ${event}, report ${report}`,
        text: body.join(' '),
        publisher: `Paper ${report}`,
        story: String(event),
      };
    });
  }).flat();
}

/** The words that stand in most titles, commonest first. */
function commonWords(rows: readonly Row[], count: number): string[] {
  const counts = new Map<string, number>();
  for (const { title } of rows) {
    for (const word of new Set(title.toLowerCase().match(/\p{L}+/gu))) {
      if (word.length >= wordLengthMin) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return [...counts]
    .sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
    .slice(0, count)
    .map(([word]) => word);
}

function report(
  articles: readonly StreamArticle[],
  { rules, hits, notices }: Awaited<ReturnType<typeof makeStreamArchive>>,
  seconds: number,
) {
  const byKey = new Map(articles.map((article, at) => [article.key, { label: article.label, at }]));
  /** By label: positions in the stream of its reports. */
  const reportsOf = Map.groupBy(
    articles.map(({ label }, at) => ({ label, at })),
    ({ label }) => label,
  );
  const sizeAt = (label: string, at: number) => reportsOf.get(label)!.filter((report) => report.at <= at).length;
  const told = new Map<string, number>();
  const perRule = new Map(rules.map(({ id, keyword }) => [id, { rule: keyword, notices: 0, repeats: 0 }]));
  let repeats = 0;
  for (const notice of notices) {
    const { label, at } = byKey.get(notice.key)!;
    const key = `${notice.ruleId} ${label}`;
    const size = sizeAt(label, at);
    const count = perRule.get(notice.ruleId)!;
    count.notices += 1;
    if (!isNewsAgain(told.get(key), size)) {
      count.repeats += 1;
      repeats += 1;
    }
    told.set(key, size);
  }
  const noticed = [...perRule.values()].filter((rule) => rule.notices > 0);
  return {
    stream: values.stream?.split('/').at(-2) ?? 'invented',
    stories: values.stories,
    articles: articles.length,
    events: reportsOf.size,
    rules: rules.length,
    hits,
    notices: notices.length,
    again: notices.filter((notice) => notice.isGrown).length,
    repeats,
    repeat_share: rounded(repeats / Math.max(1, notices.length)),
    notices_per_rule: rounded(notices.length / rules.length),
    seconds: rounded(seconds),
    busiest: noticed.sort((a, b) => b.notices - a.notices).slice(0, 10),
  };
}
