/** Simulated news of many sources: a tide of unrelated headlines, the day's events, items that come every day, and bursts. */
import { type EventTerms, eventTerms } from '../../crawl/cluster/event-terms.ts';
import { type SeededRandom, seededRandom } from '../../demo/seeded-random.ts';
import { contentWords } from '../../text/words.ts';

export interface StreamArticle {
  id: number;
  sourceId: number;
  language: string;
  at: number;
  terms: EventTerms;
  /** `tide`, `daily 3`, `event 5.2`, `burst 1`. */
  origin: string;
}

export interface Burst {
  origin: string;
  firstAt: number;
  fifthSourceAt: number;
}

export interface StreamOptions {
  seed: string;
  language: string;
  /** Real headlines, or none: then words are made up. */
  headlines: readonly string[];
  days: number;
  startsAt: number;
  articlesPerDay: number;
  sources: number;
  /** On the last day, each reported by five sources. */
  bursts: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const eventsPerDay = 6;
const dailyItems = 5;
const dailySources = 8;
const burstSources = 5;
const burstSpreadMs = 90 * 60_000;
const coreWords = 4;

/** Articles in order of time. */
export function newsStream(options: StreamOptions): { articles: StreamArticle[]; bursts: Burst[] } {
  const { language, days, startsAt, sources } = options;
  const random = seededRandom(`stream ${options.seed}`);
  const wordsOf = wordSupply(options, random);
  const drafts: Omit<StreamArticle, 'id'>[] = [];
  const join = (words: readonly string[]) => words.join(language === 'zh' ? '，' : ' ');
  const draft = (origin: string, at: number, sourceId: number, title: string) =>
    drafts.push({ origin, at, sourceId, language, terms: eventTerms({ title, text: '', language }) });
  const source = () => random.int(1, sources);
  /** Some of the event's words among others, so that no two reports say the same. */
  const report = (core: readonly string[]) => join([...random.shuffle(core).slice(0, 3), ...wordsOf().slice(0, 3)]);

  const daily = Array.from({ length: dailyItems }, () => ({ core: wordsOf(coreWords), hour: random.int(5, 22) }));
  for (let day = 0; day < days; day++) {
    const midnight = startsAt + day * dayMs;
    for (let n = 0; n < options.articlesPerDay; n++)
      draft('tide', midnight + timeOfDay(random), source(), join(wordsOf()));
    for (const [item, { core, hour }] of daily.entries()) {
      for (const id of pickSources(random, sources, dailySources))
        draft(`daily ${item}`, midnight + hour * hourMs + random.int(0, hourMs), id, report(core));
    }
    for (let event = 0; event < eventsPerDay; event++) {
      const core = wordsOf(coreWords);
      const begins = midnight + timeOfDay(random);
      const reports = random.int(4, 15);
      for (let n = 0; n < reports; n++)
        draft(`event ${day}.${event}`, begins + random.int(0, 12 * hourMs), source(), report(core));
    }
  }

  const lastMidnight = startsAt + (days - 1) * dayMs;
  const bursts = Array.from({ length: options.bursts }, (_, n) => {
    const core = wordsOf(coreWords);
    const begins = lastMidnight + random.int(2, 20) * hourMs;
    const origin = `burst ${n}`;
    const times = pickSources(random, sources, burstSources).map((id, at) => {
      const time = begins + (at === 0 ? 0 : random.int(0, burstSpreadMs));
      draft(origin, time, id, report(core));
      return time;
    });
    return { origin, firstAt: begins, fifthSourceAt: Math.max(...times) };
  });
  return { articles: inOrder(drafts), bursts };
}

/** The same articles with their times dealt out anew over all days: the tide of the hours stays, nothing happens. */
export function shuffledStream(articles: readonly StreamArticle[], seed: string): StreamArticle[] {
  const times = seededRandom(`shuffle ${seed}`).shuffle(articles.map(({ at }) => at));
  return inOrder(articles.map((article, n) => ({ ...article, at: times[n]! })));
}

function inOrder(drafts: readonly Omit<StreamArticle, 'id'>[]): StreamArticle[] {
  return drafts.toSorted((a, b) => a.at - b.at).map((article, n) => ({ ...article, id: n + 1 }));
}

/** Twice as much by day as by night. */
function timeOfDay(random: SeededRandom): number {
  return random.chance(2 / 3)
    ? random.int(8 * hourMs, 20 * hourMs - 1)
    : (random.int(20, 31) % 24) * hourMs + random.int(0, hourMs - 1);
}

const pickSources = (random: SeededRandom, sources: number, count: number) =>
  random.shuffle(Array.from({ length: sources }, (_, n) => n + 1)).slice(0, count);

const inventedWords = 6_000;
const inventedLength = 7;

/** Content words of a headline drawn at random; `count`: that many, from as many headlines as it takes. */
function wordSupply({ headlines, language }: StreamOptions, random: SeededRandom): (count?: number) => string[] {
  const cut = new Map<string, string[]>();
  const headline = (): string[] => {
    if (headlines.length === 0) return Array.from({ length: inventedLength }, () => inventedWord(random));
    const text = random.pick(headlines);
    const known = cut.get(text) ?? [...new Set(contentWords(text, language))];
    cut.set(text, known);
    return known;
  };
  return (count) => {
    const words = headline();
    while (count !== undefined && words.length < count) words.push(...headline());
    return count === undefined ? words : words.slice(0, count);
  };
}

/** Few words are said often, most seldom. */
function inventedWord(random: SeededRandom): string {
  const rank = Math.floor(inventedWords ** (random.int(0, 10_000) / 10_000));
  return `w${rank.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)]!)}`;
}
