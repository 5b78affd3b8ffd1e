import { expect, test } from 'vitest';
import { parseOpml } from './parse-opml.ts';

test('feeds come with their folders, in document order', () => {
  const result =
    parseOpml(`<?xml version="1.0"?><opml version="2.0"><head><title>My &amp; list</title><dateCreated>Tue, 05 Mar 2024 06:07:08 GMT</dateCreated></head><body>
    <outline text="News"><outline text="World" title="The world">
      <outline type="rss" text="Lamp" xmlUrl="https://lamp.example/feed?a=1&amp;b=2" htmlUrl="https://lamp.example/" description="Oil" category="/x"/>
    </outline></outline>
    <outline TEXT="Bare" XMLURL="feed://bare.example/rss"/>
    <outline text="Broken & unescaped" type="rss" url="https://c.example/rss">
    <outline text="Bad" xmlUrl="javascript:alert(1)"/>
  </body></opml>`);
  expect(result).toEqual({
    ok: true,
    version: '2.0',
    head: { title: 'My & list', dateCreated: Date.UTC(2024, 2, 5, 6, 7, 8) },
    isCut: false,
    unusable: [{ address: 'javascript:alert(1)', title: 'Bad' }],
    feeds: [
      {
        title: 'Lamp',
        xmlUrl: 'https://lamp.example/feed?a=1&b=2',
        htmlUrl: 'https://lamp.example/',
        path: ['News', 'The world'],
        type: 'rss',
        category: '/x',
        description: 'Oil',
      },
      { title: 'Bare', xmlUrl: 'http://bare.example/rss', path: [] },
      { title: 'Broken & unescaped', xmlUrl: 'https://c.example/rss', path: [], type: 'rss' },
    ],
  });
});

test.each([
  ['', 'empty'],
  ['<html></html>', 'not-opml'],
  ['just text', 'not-opml'],
])('%j is refused as %s', (text, error) => {
  expect(parseOpml(text)).toMatchObject({ ok: false, error });
});

test('depth and number are limited', () => {
  const started = performance.now();
  const deep = parseOpml(`<opml><body>${'<outline text="d">'.repeat(100_000)}<outline xmlUrl="https://a.example/"/>`);
  expect(deep.ok).toBe(true);
  const nested = parseOpml(`<opml><body>${'<outline text="d">'.repeat(50)}<outline xmlUrl="https://a.example/"/>`);
  expect(nested.ok && nested.feeds[0]?.path.length).toBe(32);
  const many = parseOpml(`<opml><body>${'<outline xmlUrl="https://a.example/"/>'.repeat(20_500)}</body></opml>`);
  expect(many).toMatchObject({ ok: true, isCut: true });
  expect(many.ok && many.feeds.length).toBe(20_000);
  expect(performance.now() - started).toBeLessThan(3_000);
});
