/**
 * What is reported by more sources now than its words usually are. Pure arithmetic over articles that know their cluster and
 * over hourly counts of the weeks before; no storage, no clock.
 *
 * Score and half-life as Mastodon ranks trending links: (observed − expected)² / expected, kept while it halves. What comes
 * back scatters more than what is new, so how often it may come is added beneath. Sources are counted and not articles, and as
 * a share of all sources heard of, so that neither a loud site nor a busy hour is a trend.
 */

export interface HotArticle {
  id: number;
  sourceId: number;
  language: string;
  /** Epoch milliseconds. */
  at: number;
  clusterId: number;
  terms: ReadonlyMap<string, number>;
}

/** What was counted at the end of an hour, over the window that ends there. */
export interface HourTotal {
  /** Epoch hours. */
  hour: number;
  sources: number;
  articles: number;
}

export interface HourCount extends HourTotal {
  /** Sources by term; only what more than one source said that day. */
  terms: Map<string, number>;
}

/** The weeks before, of one language. */
export interface History {
  /** Hours that were counted, in any order. */
  totals: readonly HourTotal[];
  /** Sources in the window that ended with that hour; 0 for hours that were not counted. */
  sourcesOf(term: string, hour: number): number;
}

export interface HotspotEntry {
  /** The cluster most of it is in. */
  clusterId: number;
  /** All clusters that are shown as this one. */
  clusterIds: number[];
  /** Distinct sources in the window, and how many would be usual. */
  observed: number;
  expected: number;
  articles: number;
  score: number;
  /** What the reports have in common, least usual first. */
  terms: string[];
  /** Newest last; `expected` is the usual number at that hour. */
  curve: { hour: number; sources: number; expected: number }[];
}

export interface Board {
  entries: HotspotEntry[];
  /** Set while there is too little history to judge by. */
  learning?: { hours: number; hoursNeeded: number };
}

export const hourMs = 3_600_000;
export const windowHours = 3;
export const historyDays = 28;
const curveHours = 24;
const boardSize = 20;
export const hoursNeeded = 24;
/** A burst must not be what it is measured by. */
const historyGapHours = 6;
const scoreMin = 5;
const halfLifeHours = 8;
const sourcesMin = 3;
/** Reports that say the same words are gathered around a cluster of so many sources. */
const seedSourcesMin = 2;
const articlesMin = 5;
/** A cluster is about what this share of its reports say. */
const commonShare = 0.5;
const termsShown = 6;
const overlapMin = 0.6;
const expectedMin = 0.05;
const judgedTerms = 3;
/** Words said at this hour by so many times more sources than at others come every day at this hour. */
const dailyFactor = 2;
/**
 * A day is too short to tell how often a series, such as a weekly column, comes; the weeks before know its words, and none of
 * them is said more than so many times as often as the rarest.
 */
const seriesFactor = 2;
/** Fewer days say nothing about an hour of the day. */
const sameHourDaysMin = 3;

export const hourOf = (at: number) => Math.floor(at / hourMs);

/**
 * Counts the window that ends with the hour `hour` of articles of one language. They should reach back a day: a term that only
 * one source said in all of it is left out, which keeps the counts small.
 */
export function countHour(articles: Iterable<HotArticle>, hour: number): HourCount {
  const to = (hour + 1) * hourMs;
  const from = to - windowHours * hourMs;
  const saidBy = new Map<string, { window: Set<number>; day: Set<number> }>();
  const sources = new Set<number>();
  let count = 0;
  for (const { at, sourceId, terms } of articles) {
    if (at < to - 24 * hourMs || at >= to) continue;
    const isInWindow = at >= from;
    if (isInWindow) {
      count += 1;
      sources.add(sourceId);
    }
    for (const term of terms.keys()) {
      const own = saidBy.get(term) ?? { window: new Set(), day: new Set() };
      saidBy.set(term, own);
      own.day.add(sourceId);
      if (isInWindow) own.window.add(sourceId);
    }
  }
  const terms = new Map<string, number>();
  for (const [term, { window, day }] of saidBy) if (window.size > 0 && day.size > 1) terms.set(term, window.size);
  return { hour, sources: sources.size, articles: count, terms };
}

/** How many sources would say a term in a window that ends now, if nothing had happened: at any hour, and at this one. */
function expectedOf(term: string, hour: number, sourcesNow: number, history: History) {
  let said = 0.5;
  let heard = 0;
  // The window ends inside the hour, so it is part of this hour's and part of the one before.
  const sameHour = [
    { sum: 0, days: 0 },
    { sum: 0, days: 0 },
  ];
  for (const total of history.totals) {
    if (total.hour > hour - historyGapHours || total.sources === 0) continue;
    const sources = history.sourcesOf(term, total.hour);
    said += sources;
    heard += total.sources;
    const same = sameHour[(hour - total.hour) % 24];
    if (same) {
      same.sum += (sources / total.sources) * sourcesNow;
      same.days += 1;
    }
  }
  const usual = heard === 0 ? 0 : (said / heard) * sourcesNow;
  const atHour = Math.max(usual, ...sameHour.map(({ sum, days }) => (days >= sameHourDaysMin ? sum / days : 0)));
  return { usual, atHour };
}

interface Candidate {
  clusterIds: number[];
  articles: HotArticle[];
  common: string[];
}

/** Terms that many of the articles say, the most said first. */
function commonTerms(articles: readonly HotArticle[]): string[] {
  const counts = new Map<string, number>();
  for (const { terms } of articles) for (const term of terms.keys()) counts.set(term, (counts.get(term) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count >= Math.max(2, articles.length * commonShare))
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([term]) => term)
    .slice(0, termsShown * 2);
}

const sourceCount = (articles: readonly HotArticle[]) => new Set(articles.map(({ sourceId }) => sourceId)).size;

/** At least half of the words, so that one word that many things have in common gathers nothing. */
function saysEnough(article: HotArticle, common: readonly string[]): boolean {
  const least = Math.max(2, Math.ceil(common.length / 2));
  return common.filter((term) => article.terms.has(term)).length >= least;
}

/**
 * Clusters with enough sources in the window: what they have in common, and the articles, theirs and others, that say it. Those
 * that are about the same words are one, under the largest.
 */
function candidatesOf(recent: readonly HotArticle[]): Candidate[] {
  const found: Candidate[] = [];
  const clusters = [...Map.groupBy(recent, ({ clusterId }) => clusterId)].sort((a, b) => b[1].length - a[1].length);
  for (const [clusterId, own] of clusters) {
    if (sourceCount(own) < seedSourcesMin) continue;
    const common = commonTerms(own);
    const articles = recent.filter((article) => saysEnough(article, common));
    const same = found.find((other) => overlap(other.common, common) >= overlapMin);
    if (same) {
      same.clusterIds.push(clusterId);
      same.articles = [...new Set([...same.articles, ...articles])];
    } else found.push({ clusterIds: [clusterId], articles, common });
  }
  return found.filter(({ articles }) => articles.length >= articlesMin && sourceCount(articles) >= sourcesMin);
}

function overlap(a: readonly string[], b: readonly string[]): number {
  const shared = a.filter((term) => b.includes(term)).length;
  return shared / Math.max(1, Math.min(a.length, b.length));
}

/** The terms of everything that may be shown, so that their history can be fetched. */
export function termsToJudge(articles: readonly HotArticle[], now: number): string[] {
  const recent = articles.filter(({ at }) => at > now - windowHours * hourMs && at <= now);
  return [...new Set(candidatesOf(recent).flatMap(({ common }) => common))];
}

/**
 * The board of one language at `now`. `articles` are of that language, of the last day at the least; `previous` is the board
 * before, made at `previousAt`, whose entries stay while their score halves.
 */
export function rankHotspots(options: {
  articles: readonly HotArticle[];
  now: number;
  history: History;
  previous?: { at: number; entries: readonly HotspotEntry[] };
}): Board {
  const { articles, now, history, previous } = options;
  const hour = hourOf(now);
  const hours = history.totals.filter((total) => total.hour <= hour - historyGapHours && total.articles > 0).length;
  if (hours < hoursNeeded) return { entries: [], learning: { hours, hoursNeeded } };

  const recent = articles.filter(({ at }) => at > now - windowHours * hourMs && at <= now);
  const sourcesNow = sourceCount(recent);
  const earlier = windowsBefore(articles, now);
  const entries = candidatesOf(recent).map(({ clusterIds, articles: own, common }) => {
    const judged = common
      .map((term) => ({ term, ...expectedOf(term, hour, sourcesNow, history) }))
      .sort((a, b) => a.atHour - b.atHour);
    const rarest = judged.slice(0, judgedTerms);
    const apart = meanExpected(rarest.map(({ atHour }) => atHour));
    const before = expectedTogether(common, sourcesNow, earlier);
    const together = before?.expected ?? apart;
    const comesDaily = rarest.every(({ usual, atHour }) => atHour >= dailyFactor * usual);
    // What the hour brings more of each of the words, it may bring of all.
    const atHour = Math.min(...rarest.map((one) => one.atHour - one.usual));
    const once = comesDaily ? Math.max(apart, together) : together + atHour;
    // What was said together before may come back, and by chance more than once, as often as the rarest of its words comes.
    const comesBack = before?.wasHeard ? Math.min(...rarest.map(({ usual }) => usual)) : 0;
    const isSeries = rarest.length > 1 && rarest.every(({ usual }) => usual <= seriesFactor * comesBack);
    const expected = Math.max(once, isSeries ? comesBack : 0);
    const observed = sourceCount(own);
    const excess = Math.max(0, observed - expected - 1);
    return {
      clusterId: clusterIds[0]!,
      clusterIds,
      observed,
      expected,
      articles: own.length,
      score: excess ** 2 / (1 + expected + comesBack),
      terms: judged.slice(0, termsShown).map(({ term }) => term),
      curve: [],
    };
  });
  const kept = stillHot(entries, previous, now);
  const board = [...entries, ...kept]
    .map((entry) => ({ ...entry, score: Math.max(entry.score, fadedScore(entry, previous, now)) }))
    .filter(({ score }) => score >= scoreMin)
    .sort((a, b) => b.score - a.score || b.observed - a.observed || a.clusterId - b.clusterId)
    .slice(0, boardSize);
  return { entries: board.map((entry) => ({ ...entry, curve: curveOf(entry, articles, now, history) })) };
}

/** The windows of the last day, without the hours that the event itself may reach back to. */
function windowsBefore(articles: readonly HotArticle[], now: number): HotArticle[][] {
  const windows: HotArticle[][] = [];
  for (let back = historyGapHours; back + windowHours <= 24; back += windowHours) {
    const to = now - back * hourMs;
    windows.push(articles.filter(({ at }) => at > to - windowHours * hourMs && at <= to));
  }
  return windows;
}

/**
 * How many sources would say as much of the words in one article: each of them may be common where all together are not.
 * Undefined where nothing was heard before; `wasHeard` where a source said them.
 */
function expectedTogether(
  common: readonly string[],
  sourcesNow: number,
  earlier: readonly HotArticle[][],
): { expected: number; wasHeard: boolean } | undefined {
  let said = 0.5;
  let heard = 0;
  for (const articles of earlier) {
    said += sourceCount(articles.filter((article) => saysEnough(article, common)));
    heard += sourceCount(articles);
  }
  return heard === 0 ? undefined : { expected: (said / heard) * sourcesNow, wasHeard: said >= 1 };
}

/** All words together are rarer than the rarest of them, which may be a chance; so none counts alone. */
function meanExpected(expected: readonly number[]): number {
  const logs = expected.map((value) => Math.log(Math.max(value, expectedMin)));
  return logs.length === 0 ? 0 : Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
}

const faded = (score: number, ageMs: number) => score * 0.5 ** (ageMs / (halfLifeHours * hourMs));

function fadedScore(
  entry: HotspotEntry,
  previous: { at: number; entries: readonly HotspotEntry[] } | undefined,
  now: number,
) {
  const before = previous?.entries.find(({ clusterIds }) => clusterIds.some((id) => entry.clusterIds.includes(id)));
  return before && previous ? faded(before.score, now - previous.at) : 0;
}

/** Entries of the board before that are not in the window any more, as they were. */
function stillHot(
  entries: readonly HotspotEntry[],
  previous: { at: number; entries: readonly HotspotEntry[] } | undefined,
  now: number,
): HotspotEntry[] {
  const shown = new Set(entries.flatMap(({ clusterIds }) => clusterIds));
  return (previous?.entries ?? [])
    .filter(({ clusterIds }) => !clusterIds.some((id) => shown.has(id)))
    .map((entry) => ({ ...entry, score: faded(entry.score, now - previous!.at) }));
}

const inWindow = (articles: readonly HotArticle[], hour: number) =>
  articles.filter(({ at }) => at >= (hour + 1 - windowHours) * hourMs && at < (hour + 1) * hourMs);

/** Sources in the window that ended with each hour of the last day, beside the usual number. */
function curveOf(entry: HotspotEntry, articles: readonly HotArticle[], now: number, history: History) {
  const last = hourOf(now);
  const own = articles.filter(({ clusterId }) => entry.clusterIds.includes(clusterId));
  const totals = new Map(history.totals.map((total) => [total.hour, total.sources]));
  const term = entry.terms[0] ?? '';
  return Array.from({ length: curveHours }, (_, at) => {
    const hour = last - curveHours + 1 + at;
    const heard = totals.get(hour) ?? sourceCount(inWindow(articles, hour));
    return {
      hour,
      sources: sourceCount(inWindow(own, hour)),
      expected: Math.round(expectedOf(term, hour, heard, history).atHour * 10) / 10,
    };
  });
}

/** One board of all languages: each entry ranks by where it stands among its own language's, so that no language is drowned. */
export function mergeBoards<E extends { score: number }>(boards: readonly (readonly E[])[], size = boardSize): E[] {
  return boards
    .flatMap((entries) => entries.map((entry, rank) => ({ entry, percentile: rank / Math.max(1, entries.length) })))
    .sort((a, b) => a.percentile - b.percentile || b.entry.score - a.entry.score)
    .slice(0, size)
    .map(({ entry }) => entry);
}
