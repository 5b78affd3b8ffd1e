import { afterEach, expect, test } from 'vitest';
import { makeStreamArchive, type StreamArchive, type StreamArticle } from './stream-archive.ts';

const hour = 3_600_000;
const start = Date.UTC(2026, 10, 21);
let archive: StreamArchive | undefined;
afterEach(() => archive?.close());

/** Reports of one event, each in words of its own and from its own publisher. */
const reports = Array.from({ length: 12 }, (_, at): StreamArticle => {
  const words = Array.from({ length: 40 }, (_, word) => `w${(at + 1) * 97 + word * (at + 3)}`);
  return {
    key: `report ${at + 1}`,
    title: `Harbour news ${at + 1}`,
    text: words.join(' '),
    language: 'en',
    publisher: `Paper ${at}`,
    label: 'event',
    at: start + at * hour,
  };
});

async function told(options: Partial<Parameters<typeof makeStreamArchive>[0]> = {}) {
  archive = await makeStreamArchive({
    articles: reports,
    words: ['harbour'],
    dayMax: 100,
    stories: 'label',
    ...options,
  });
  return archive.notices.flatMap(({ keys, isGrown }) => keys.map((key) => [key, isGrown]));
}

test('of a story a rule tells the first report, and another one each time it has grown much', async () => {
  expect(await told()).toEqual([
    ['report 1', false],
    ['report 6', true],
    ['report 11', true],
  ]);
  expect(archive!.hits).toHaveLength(12);
});

test('grouped by their text only, reports in different words are different stories', async () => {
  expect(await told({ stories: 'text' })).toHaveLength(12);
});

test('what many papers bring within minutes is told as the first report and one list of the others', async () => {
  const burst = reports.map((report, at) => ({ ...report, at: start + at * 10_000 }));
  await told({ articles: burst, stories: 'text' });
  expect(archive!.notices.map(({ keys, at }) => [keys.length, at - start])).toEqual([
    [1, 0],
    [11, 10_000 + 120_000],
  ]);
});

test('what is over the number of a day is told later and nothing is lost', async () => {
  const keys = (await told({ stories: 'text', dayMax: 2 })).map(([key]) => key);
  expect(keys.toSorted()).toEqual(reports.map((report) => report.key).toSorted());
});
