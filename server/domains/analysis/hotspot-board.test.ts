import { describe, expect, it } from 'vitest';
import { countHour, type HotArticle, hourMs, mergeBoards, rankHotspots } from './hotspot-board.ts';

const day = 24;
const now = 1_000 * day * hourMs;
const hour = 1_000 * day;

/** `sources` sources report with these words at `at`, in the cluster. */
function reports(sources: number, words: string[], at: number, clusterId = 1): HotArticle[] {
  return Array.from({ length: sources }, (_, n) => ({
    id: at + n,
    sourceId: n + 1,
    language: 'en',
    at: at + n,
    clusterId,
    terms: new Map(words.map((word) => [word, 2])),
  }));
}

/** Four weeks in which 20 sources are heard each hour; `said` tells by how many a term. */
const history = (said: (term: string, hourOfDay: number) => number, hours = 28 * day) => ({
  totals: Array.from({ length: hours }, (_, n) => ({ hour: hour - 1 - n, sources: 20, articles: 60 })),
  sourcesOf: (term: string, at: number) => said(term, at % day),
});
const tide = reports(20, ['tide'], now - hourMs, 99);
const weather = ['rain', 'wind', 'cloud'];

describe('the hotspot board', () => {
  it('shows what six sources say that nobody says on other days', () => {
    const articles = [...tide, ...reports(6, ['ferry', 'naxos', 'sinks'], now - hourMs)];
    const { entries } = rankHotspots({ articles, now, history: history((term) => (term === 'tide' ? 20 : 0)) });
    expect(entries.map(({ clusterId, observed }) => [clusterId, observed])).toEqual([[1, 6]]);
    expect(entries[0]!.expected).toBeLessThan(0.2);
  });

  it('does not show what comes every day at this hour, but does at another hour', () => {
    const articles = [...tide, ...reports(7, weather, now - 90 * 60_000)];
    const atThisHour = history((term, at) => (term === 'tide' ? 20 : at === 0 || at === 23 ? 7 : 0));
    const atAnother = history((term, at) => (term === 'tide' ? 20 : at === 12 ? 7 : 0));
    expect(rankHotspots({ articles, now, history: atThisHour }).entries).toEqual([]);
    expect(rankHotspots({ articles, now, history: atAnother }).entries).toHaveLength(1);
  });

  it('shows common words that were never said together', () => {
    const words = ['prison', 'year', 'court'];
    const apart = words.flatMap((word, n) => reports(6, [word, 'other'], now - (8 + 3 * n) * hourMs, 50 + n));
    const together = reports(5, words, now - hourMs);
    const said = history((term) => (term === 'tide' ? 20 : words.includes(term) ? 3 : 0));
    const shown = (articles: HotArticle[]) => rankHotspots({ articles, now, history: said }).entries;
    expect(shown([...tide, ...apart, ...together]).map(({ clusterId }) => clusterId)).toEqual([1]);
    const often = [8, 11, 14, 17].flatMap((hours) => reports(5, words, now - hours * hourMs, 60));
    expect(shown([...tide, ...often, ...together])).toEqual([]);
  });

  it('does not show a series of the weeks before whose turns fall together, but shows the same words with a new one', () => {
    const column = ['funniest', 'tweets', 'week'];
    const earlier = [7, 10, 13, 16, 19].flatMap((hours) => reports(20, ['tide'], now - hours * hourMs, 90));
    const before = [...earlier, ...reports(1, column, now - 10 * hourMs, 70)];
    const said = history((term) => (term === 'tide' ? 20 : column.includes(term) ? 1 : 0));
    const shown = (words: string[]) =>
      rankHotspots({ articles: [...tide, ...before, ...reports(5, words, now - hourMs)], now, history: said }).entries;
    expect(shown(column)).toEqual([]);
    expect(shown([...column, 'resigns'])).toHaveLength(1);
  });

  it('says how much history is missing', () => {
    const articles = reports(6, ['ferry', 'naxos'], now - hourMs);
    const { entries, learning } = rankHotspots({ articles, now, history: history(() => 0, 15) });
    expect([entries, learning]).toEqual([[], { hours: 10, hoursNeeded: 24 }]);
  });

  it('keeps an entry while its score halves every eight hours', () => {
    const articles = [...tide, ...reports(6, ['ferry', 'naxos', 'sinks'], now - hourMs)];
    const quiet = history((term) => (term === 'tide' ? 20 : 0));
    const first = rankHotspots({ articles, now, history: quiet });
    const later = rankHotspots({
      articles: [],
      now: now + 8 * hourMs,
      history: quiet,
      previous: { at: now, entries: first.entries },
    });
    expect(later.entries[0]!.score).toBeCloseTo(first.entries[0]!.score / 2);
  });
});

it('an hour counts the sources of the window that ends with it, and leaves out what one source alone said', () => {
  const articles = [
    ...reports(3, ['ferry'], now - 2 * hourMs),
    ...reports(1, ['alone'], now - hourMs),
    ...reports(5, ['ferry'], now - 5 * hourMs),
  ];
  const counted = countHour(articles, hour - 1);
  expect([counted.sources, counted.articles]).toEqual([3, 4]);
  expect([...counted.terms]).toEqual([['ferry', 3]]);
});

it('the board of all languages takes the first of each before the second of any', () => {
  const loud = [90, 80, 70].map((score) => ({ score }));
  const small = [{ score: 6 }];
  expect(mergeBoards([loud, small], 3).map(({ score }) => score)).toEqual([90, 6, 80]);
});
