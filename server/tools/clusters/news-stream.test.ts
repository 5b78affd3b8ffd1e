import { expect, test } from 'vitest';
import { newsStream, shuffledStream } from './news-stream.ts';

const options = {
  seed: 'a',
  language: 'en',
  headlines: [],
  days: 2,
  startsAt: 0,
  articlesPerDay: 50,
  sources: 20,
  bursts: 2,
};

test('a stream is the same for the same seed, in order, with bursts of five sources on the last day', () => {
  const { articles, bursts } = newsStream(options);
  expect(newsStream(options).articles).toEqual(articles);
  expect(articles.map(({ at }) => at)).toEqual(articles.map(({ at }) => at).toSorted((a, b) => a - b));
  for (const { origin, firstAt } of bursts) {
    const own = articles.filter((article) => article.origin === origin);
    expect(new Set(own.map(({ sourceId }) => sourceId)).size).toBe(5);
    expect([Math.min(...own.map(({ at }) => at)), firstAt >= 86_400_000]).toEqual([firstAt, true]);
  }
  const shuffled = shuffledStream(articles, 'a');
  expect(shuffled.map(({ at }) => at)).toEqual(articles.map(({ at }) => at));
  expect(shuffled.map(({ origin }) => origin)).not.toEqual(articles.map(({ origin }) => origin));
});
