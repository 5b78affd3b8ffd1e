/** Operator's tool: replays a stream of news through the product's own matcher and notices, and counts what repeats. */
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { isNewsAgain } from '#shared/rules/rhythm.ts';
import { dayMs } from '#shared/rules/session.ts';
import { isStopWord } from '../text/stop-words.ts';
import { contentWords } from '../text/words.ts';
import { rounded } from './bench/measure.ts';
import { stableHash } from './clusters/corpus-rows.ts';
import { createProgressBar } from './progress-bar.ts';
import { makeStreamArchive, type StreamArticle } from './stream-archive.ts';

const HELP = `rules:simulate: how often rules would tell of one event again, and how many events they would never tell of.

  rules-simulate.ts [--stream FILE] [--days N] [--spread HOURS] [--rules N] [--stories text|label] [--day-max N]

--stream FILE    JSON lines (.gz too): {id, time|date, lang, title, text?, publisher?, story?}; rows of one "story" report one
                 event, a row without one an event of its own. Rows without a publisher are dealt to 40, dates to their hours
                 default: an invented stream of events, their reports and copies of reports
--days N         lays the days of the stream on top of each other, so that N are left: what was said in years is said in days
--spread HOURS   deals the reports of each event over so many hours after its first, most of them soon: recorded times may be
                 the collector's and not the publishers'
--rules N        this many rules (default 200): three in four are the content words that stand in most titles, the others the
                 commonest names of two capitalised words
--stories WHAT   what counts as one story: "text", articles with the same text, as the product does it (default);
                 "label", the stream's own "story", as perfect grouping of events would do it
--day-max N      stories a rule tells at once in a day; the rest waits for a digest (default 500)

Articles are stored, matched and told by the server's own services on a throw-away archive, in order of time. Prints one JSON
object. A notice is a repeat when its rule has told of every event it shows (by the stream's label) and none of them has grown
by 30 % and five reports since. An event is silenced when a rule found reports of it and no notice of the rule shows one; it
is late when its first report was not told at once. Progress on stderr; never touches the network.`;

const { values } = parseArgs({
  options: {
    stream: { type: 'string' },
    days: { type: 'string' },
    spread: { type: 'string', default: '0' },
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
const hourMs = 60 * minuteMs;
const shownMax = 10;
const wordsOfEvents = 'harbour council subsidy ferry election museum bridge storm railway market school'.split(' ');
const wordLengthMin = 4;
const nameShare = 0.25;
const publishersDealt = 40;

if (values.help) console.log(HELP);
else process.exitCode = await main();

interface Row {
  id: string;
  time?: string;
  date?: string;
  lang?: string;
  title?: string;
  text?: string;
  publisher?: string;
  story?: string;
}

async function main(): Promise<number> {
  const ruleCount = Number(values.rules);
  const dayMax = Number(values['day-max']);
  const spreadMs = Number(values.spread) * hourMs;
  const stories = (['text', 'label'] as const).find((one) => one === values.stories);
  const isUsable =
    ruleCount >= 1 &&
    dayMax >= 1 &&
    spreadMs >= 0 &&
    Number(values.days ?? 1) >= 1 &&
    (!values.stream || existsSync(values.stream));
  if (!stories || !isUsable) {
    console.error(HELP);
    return 2;
  }
  const articles = inOrder((values.stream ? readStream(values.stream) : inventStream()).map(toArticle), spreadMs);
  const bar = createProgressBar('rules');
  const startedAt = performance.now();
  const archive = await makeStreamArchive({
    articles,
    words: drawRules(articles, ruleCount),
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

function toArticle(row: Row): StreamArticle {
  const { id: key, title = '', text = '', lang = 'en' } = row;
  const stated = row.time ? Date.parse(row.time) : Date.parse(row.date ?? '') + (stableHash(`${key} hour`) % dayMs);
  const at = values.days ? stated % (Number(values.days) * dayMs) : stated;
  const publisher = row.publisher ?? `Paper ${stableHash(`${key} paper`) % publishersDealt}`;
  return { key, title, text, language: lang.split('-')[0]!, publisher, label: row.story ?? key, at };
}

/**
 * In order of time and no two at the same, so that there is a number of reports when a notice was told; the reports of each event
 * after its first dealt over the time given.
 */
function inOrder(articles: readonly StreamArticle[], spreadMs: number): StreamArticle[] {
  const chance = (key: string) => stableHash(key) / 2 ** 32;
  const seen = new Set<string>();
  let last = 0;
  return articles
    .toSorted((a, b) => a.at - b.at)
    .map((article) => {
      const isFirst = !seen.has(article.label);
      seen.add(article.label);
      const delay = isFirst ? 0 : spreadMs * chance(`${article.key} one`) * chance(`${article.key} two`);
      return { ...article, at: Math.floor(article.at + delay) };
    })
    .sort((a, b) => a.at - b.at)
    .map((article) => {
      last = Math.max(article.at, last + 1);
      return { ...article, at: last };
    });
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

/** Words and names that stand in most titles, as members would follow them: no word that only glues others together. */
function drawRules(articles: readonly StreamArticle[], count: number): string[] {
  const words = commonest(articles, ({ title, language }) =>
    contentWords(title, language).filter((word) => !isSpaced(word) || word.length >= wordLengthMin),
  );
  const names = commonest(articles, ({ title, language }) =>
    (title.match(/\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/gu) ?? [])
      .map((name) => name.toLowerCase())
      .filter((name) => name.split(' ').every((word) => !isStopWord(word, language)))
      .map((name) => `"${name}"`),
  );
  const drawn = names.slice(0, Math.floor(count * nameShare));
  return [...words.slice(0, count - drawn.length), ...drawn];
}

function isSpaced(word: string): boolean {
  return /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word);
}

function commonest(articles: readonly StreamArticle[], partsOf: (article: StreamArticle) => string[]): string[] {
  const counts = new Map<string, number>();
  for (const article of articles) {
    for (const part of new Set(partsOf(article))) counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  return [...counts].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1)).map(([part]) => part);
}

function report(
  articles: readonly StreamArticle[],
  { rules, hits, notices }: Awaited<ReturnType<typeof makeStreamArchive>>,
  seconds: number,
) {
  const byKey = new Map(articles.map((article) => [article.key, article]));
  const timesOf = new Map(
    [...Map.groupBy(articles, ({ label }) => label)].map(([label, own]) => [label, own.map(({ at }) => at)]),
  );
  const sizeAt = (label: string, at: number) => timesOf.get(label)!.filter((time) => time <= at).length;
  /** By rule: the events it found, with the time of the first report. */
  const foundBy = new Map(rules.map(({ id }) => [id, new Map<string, number>()]));
  for (const { ruleId, key } of hits) {
    const { label, at } = byKey.get(key)!;
    const found = foundBy.get(ruleId)!;
    found.set(label, Math.min(at, found.get(label) ?? at));
  }
  const told = new Map(rules.map(({ id }) => [id, new Map<string, number>()]));
  const perRule = new Map(rules.map(({ id, keyword }) => [id, { rule: keyword, notices: 0, repeats: 0 }]));
  const delays: number[] = [];
  let shownAgain = 0;
  for (const { ruleId, at, keys } of notices) {
    const known = told.get(ruleId)!;
    let isNews = false;
    for (const key of keys) {
      const { label } = byKey.get(key)!;
      const size = sizeAt(label, at);
      if (!known.has(label)) delays.push(at - foundBy.get(ruleId)!.get(label)!);
      if (isNewsAgain(known.get(label), size)) isNews = true;
      else shownAgain += 1;
      known.set(label, size);
    }
    const count = perRule.get(ruleId)!;
    count.notices += 1;
    if (!isNews) count.repeats += 1;
  }
  const events = [...foundBy].flatMap(([ruleId, found]) => [...found.keys()].map((label) => ({ ruleId, label })));
  const silenced = events.filter(({ ruleId, label }) => !told.get(ruleId)!.has(label));
  const repeats = [...perRule.values()].reduce((sum, rule) => sum + rule.repeats, 0);
  const shown = notices.reduce((sum, { keys }) => sum + keys.length, 0);
  const late = delays.filter((delay) => delay > 0);
  return {
    stream: values.stream?.split('/').at(-2) ?? 'invented',
    spread_hours: Number(values.spread),
    stories: values.stories,
    articles: articles.length,
    events: timesOf.size,
    rules: rules.length,
    hits: hits.length,
    notices: notices.length,
    digests: notices.filter(({ keys }) => keys.length > 1).length,
    again: notices.filter((notice) => notice.isGrown).length,
    repeats,
    repeat_share: share(repeats, notices.length),
    shown,
    shown_again_share: share(shownAgain, shown),
    events_found: events.length,
    silenced: silenced.length,
    silenced_share: share(silenced.length, events.length),
    late_share: share(late.length, events.length),
    late_minutes: rounded(late.reduce((sum, delay) => sum + delay, 0) / Math.max(1, late.length) / minuteMs),
    notices_per_rule: rounded(notices.length / rules.length),
    seconds: rounded(seconds),
    busiest: [...perRule.values()].sort((a, b) => b.notices - a.notices).slice(0, shownMax),
    silenced_events: silenced.slice(0, shownMax).map(({ ruleId, label }) => ({
      rule: perRule.get(ruleId)!.rule,
      title: hits
        .filter((hit) => hit.ruleId === ruleId)
        .flatMap(({ key }) => byKey.get(key)!)
        .find((one) => one.label === label)!.title,
    })),
  };
}

function share(part: number, whole: number): number {
  return Math.round((part / Math.max(1, whole)) * 10_000) / 10_000;
}
