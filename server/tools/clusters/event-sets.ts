/** The same-event sets: labelled reports in English, Chinese and Japanese, and how the clusterer groups them as a stream. */
import { type ClusterSettings, createEventClusters, type EventArticle } from '../../crawl/cluster/event-clusters.ts';
import { eventTerms } from '../../crawl/cluster/event-terms.ts';
import { seededRandom } from '../../demo/seeded-random.ts';
import { type Half, halfOf, readRows, stableHash } from './corpus-rows.ts';
import { type PairMetrics, pairMetrics } from './pair-metrics.ts';
import { splitSentences } from './syndication.ts';

export interface Report {
  /** The event; empty for background that is not scored. */
  event: string;
  source: string;
  language: string;
  /** Epoch milliseconds. */
  at: number;
  title: string;
  text: string;
}

const hourMs = 3_600_000;
/** Any fixed day will do: the sets bring hours, not dates. */
const firstDay = Date.UTC(2024, 0, 1);

/** Headlines of many publishers with the aggregator's own story labels; other headlines of the same days as background. */
export function uciReports(corpora: string, half: Half | 'all'): Report[] {
  const rows = readRows(corpora, 'news/uci-clusters-en').filter(
    ({ story = '' }) => half === 'all' || halfOf(story) === half,
  );
  const times = rows.map(({ time = '' }) => Date.parse(time));
  const [from, to] = [Math.min(...times), Math.max(...times)];
  const background = readRows(corpora, 'news/huffpost-en').filter(({ id }) => stableHash(id) % 4 === 0);
  return [
    ...rows.map((row, at) => ({
      event: row.story ?? '',
      source: row.publisher ?? '',
      language: 'en',
      at: times[at]!,
      title: row.title ?? '',
      text: '',
    })),
    ...background.map(({ id, title = '' }) => ({
      event: '',
      source: 'HuffPost',
      language: 'en',
      at: from + ((stableHash(id) >>> 2) % Math.max(1, to - from)),
      title,
      text: '',
    })),
  ];
}

const dayMs = 24 * hourMs;
const reportSpreadMs = 18 * hourMs;
const sentencesMin = 4;
/**
 * A round-up is many events; of a visit or a congress each audience and sitting is a story of its own, and of a typhoon each
 * bulletin, and one event.
 */
const notOneEvent =
  /快讯|联播快报|习近平|李强|李克强|赵乐际|王沪宁|栗战书|汪洋|韩正|丁薛祥|蔡奇|李希|总书记|二十大|全会|两会|人大|政协|代表团|台風|ハリケーン/;

/**
 * Two reports made of each story: one under its headline with every other sentence after the lead, one headed by the lead
 * sentence, which tells the same event in other words, with the sentences between. They share no sentence. Stories keep their
 * day; where there are too few a day, the years are laid on top of each other.
 */
export function twoReports(corpora: string, set: string, half: Half, yearsTogether: boolean): Report[] {
  return readRows(corpora, set).flatMap((row) => {
    const date = row.date ?? row.date_in_text ?? '';
    const [lead = '', ...rest] = splitSentences(row.text ?? '');
    // By day, so that reports of one day's great event do not stand in both halves.
    if (
      rest.length + 1 < sentencesMin ||
      date === '' ||
      halfOf(date) !== half ||
      notOneEvent.test(`${row.title} ${lead}`)
    )
      return [];
    const random = seededRandom(`two ${row.id}`);
    const base = { event: row.id, language: row.lang.split('-')[0]! };
    const startsAt = Date.parse(yearsTogether ? `2024${date.slice(4)}` : date) + random.int(0, 6 * hourMs);
    const time = () => startsAt + random.int(0, reportSpreadMs);
    return [
      { ...base, source: 'one', at: time(), title: row.title ?? '', text: rest.filter((_, i) => i % 2 === 0).join('') },
      {
        ...base,
        source: 'other',
        at: time(),
        title: lead.slice(0, leadTitle),
        text: lead.slice(leadTitle) + rest.filter((_, i) => i % 2 === 1).join(''),
      },
    ];
  });
}

/** Headlines that nobody scores, so many on each day of the reports, so that there is something to be mistaken for. */
export function withBackground(corpora: string, set: string, perDay: number, reports: readonly Report[]): Report[] {
  const days = [...new Set(reports.map(({ at }) => Math.floor(at / dayMs)))];
  const headlines = readRows(corpora, set).toSorted((a, b) => stableHash(a.title ?? '') - stableHash(b.title ?? ''));
  const others = headlines.slice(0, days.length * perDay).map(({ title = '', lang = 'zh' }, at) => ({
    event: '',
    source: set,
    language: lang,
    at: days[at % days.length]! * dayMs + (stableHash(title) % dayMs),
    title,
    text: '',
  }));
  return [...reports, ...others];
}

const leadTitle = 40;
const spanMs = 7 * dayMs;

/** The same stories as three translators put them for readers in the mainland, Taiwan and Hong Kong. */
export function translatedReports(corpora: string, half: Half): Report[] {
  return readRows(corpora, 'news/ntrex')
    .filter(({ lang, doc = '' }) => ['zh-Hans', 'zh-Hant', 'yue'].includes(lang) && halfOf(doc) === half)
    .map(({ lang, doc = '', title = '', text = '' }) => ({
      event: doc,
      source: lang,
      language: 'zh',
      at: firstDay + ((stableHash(doc) >>> 1) % spanMs) + (stableHash(doc + lang) % reportSpreadMs),
      title,
      text,
    }));
}

export function asArticles(reports: readonly Report[]): EventArticle[] {
  return reports.map((report, at) => ({
    id: at + 1,
    sourceId: stableHash(report.source),
    language: report.language,
    at: report.at,
    terms: eventTerms(report),
  }));
}

export interface EventResult extends PairMetrics {
  events: number;
  /** Articles placed in a second. */
  perSecond: number;
}

/** Streams the reports in order of time and scores where they stand at the end. */
export function measureEvents(
  reports: readonly Report[],
  articles: readonly EventArticle[],
  settings?: ClusterSettings,
): EventResult & { found: number[] } {
  const clusters = createEventClusters(settings);
  const clusterOf = new Map<number, number>();
  const successor = new Map<number, number>();
  const startedAt = performance.now();
  for (const article of articles.toSorted((a, b) => a.at - b.at)) {
    const { clusterId, joined } = clusters.add(article);
    clusterOf.set(article.id, clusterId);
    for (const from of joined) successor.set(from, clusterId);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  const settled = (id: number): number => {
    const next = successor.get(id);
    return next === undefined || next === id ? id : settled(next);
  };
  const found = articles.map(({ id }) => settled(clusterOf.get(id)!));
  const scored = reports.map((_, at) => at).filter((at) => reports[at]!.event !== '');
  return {
    events: new Set(scored.map((at) => reports[at]!.event)).size,
    perSecond: Math.round(articles.length / seconds),
    ...pairMetrics(
      scored.map((at) => reports[at]!.event),
      scored.map((at) => found[at]!),
    ),
    found,
  };
}
