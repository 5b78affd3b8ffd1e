import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseOpml } from '../../crawl/parse/parse-opml.ts';
import { writeOpml } from './write-opml.ts';

const AT = Date.UTC(2026, 10, 21);

test('folders are kept, nested and in order', () => {
  const feeds = [
    {
      title: '港口新闻',
      xmlUrl: 'https://a.example/feed?x=1&y=2',
      htmlUrl: 'https://a.example/',
      folder: ['新闻', '本地'],
    },
    { title: 'Loose', xmlUrl: 'https://b.example/rss', htmlUrl: 'https://b.example/', folder: [] },
    { title: '"Quoted" & 1 < 2', xmlUrl: 'https://c.example/rss', htmlUrl: 'https://c.example/', folder: ['新闻'] },
  ];
  const read = parseOpml(writeOpml('List', AT, feeds));
  expect(read).toMatchObject({ ok: true, head: { title: 'List', dateCreated: AT } });
  expect(read.ok && read.feeds.map(({ title, xmlUrl, path }) => ({ title, xmlUrl, path }))).toEqual([
    { title: '港口新闻', xmlUrl: feeds[0]!.xmlUrl, path: ['新闻', '本地'] },
    { title: '"Quoted" & 1 < 2', xmlUrl: feeds[2]!.xmlUrl, path: ['新闻'] },
    { title: 'Loose', xmlUrl: feeds[1]!.xmlUrl, path: [] },
  ]);
});

test('no title or folder, whatever it holds, breaks the list', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }))), (names) => {
      const feeds = names.map(([title, folder], i) => ({
        title,
        folder: [folder],
        xmlUrl: `https://feed.example/${i}`,
        htmlUrl: 'https://feed.example/',
      }));
      const read = parseOpml(writeOpml('x', AT, feeds));
      expect(read.ok && read.feeds.map(({ xmlUrl }) => xmlUrl).sort()).toEqual(
        feeds.map(({ xmlUrl }) => xmlUrl).sort(),
      );
    }),
    { numRuns: 200 },
  );
});
