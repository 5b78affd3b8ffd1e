import { beforeEach, expect, test } from 'vitest';
import { candidatesMax, readFeedCandidates } from './feed-candidates.ts';
import { addressOfPassage, tidyPassage } from './page-selection.ts';
import { readLanguage } from './page-summary.ts';
import { readRenderedHtml } from './rendered-html.ts';

function page(head: string, body = ''): Document {
  const made = new DOMParser().parseFromString(
    `<!doctype html><html lang="en"><head><base href="https://example.org/news/"><title>News</title>${head}</head><body>${body}</body></html>`,
    'text/html',
  );
  return made;
}

const urls = (made: Document) => readFeedCandidates(made).map((candidate) => candidate.url);

test('declared feeds come first, with type and title, each once', () => {
  const made = page(
    `<link rel="alternate" type="application/atom+xml" href="/atom.xml" title=" All   news ">
     <link rel="ALTERNATE feed" type="application/rss+xml; charset=utf-8" href="rss">
     <link rel="alternate" type="application/rss+xml" href="https://example.org/news/rss">`,
    '<a href="/atom.xml">RSS</a><a href="/extra/feed/">More</a>',
  );
  expect(readFeedCandidates(made)).toEqual([
    { url: 'https://example.org/atom.xml', type: 'application/atom+xml', title: 'All news' },
    { url: 'https://example.org/news/rss', type: 'application/rss+xml' },
    { url: 'https://example.org/extra/feed/', title: 'More' },
  ]);
});

test('what is declared for other uses is no feed', () => {
  const made = page(
    `<link rel="alternate" hreflang="de" href="/de"><link rel="author" type="application/rss+xml" href="/feed">
     <link rel="alternate" type="application/json" href="/wp-json/wp/v2/posts/1"><link rel="alternate" type="text/html" href="/m">`,
  );
  expect(urls(made)).toEqual([]);
});

test('a JSON feed is told from the programming interface beside it', () => {
  const made = page(
    '<link rel="alternate" type="application/json" href="/feed.json"><link rel="alternate" type="application/feed+json" href="/x">',
  );
  expect(urls(made)).toEqual(['https://example.org/feed.json', 'https://example.org/x']);
});

test.each([
  ['/rss', true],
  ['/rss.xml', true],
  ['/blog/feed/', true],
  ['/feeds/all.atom', true],
  ['/index.php?feed=rss2', true],
  ['/xml?type=rss', true],
  ['/feedback', false],
  ['/press', false],
  ['/atomic-energy', false],
  ['/news/embarrassing', false],
])('a link to %s is a feed: %s', (href, isFeed) => {
  expect(urls(page('', `<a href="${href}">x</a>`))).toHaveLength(isFeed ? 1 : 0);
});

test('a link called RSS or 订阅 counts wherever it leads', () => {
  expect(urls(page('', '<a href="/x1">RSS</a><a href="/x2">订阅</a><a href="/x3">订阅我们的频道吧</a>'))).toHaveLength(
    2,
  );
});

test('other protocols and broken addresses are left out', () => {
  const made = page(
    '<link rel="feed" href="javascript:alert(1)"><link rel="feed" href="http://[">',
    '<a href="mailto:rss@example.org">RSS</a>',
  );
  expect(urls(made)).toEqual([]);
});

test('a page with thousands of feeds gives fifty, quickly', () => {
  const made = page(
    '',
    Array.from({ length: 8_000 }, (_, index) => `<a href="/rss/${index}">${'a'.repeat(50)}</a>`).join(''),
  );
  const startedAt = performance.now();
  expect(urls(made)).toHaveLength(candidatesMax);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

test('a hostile address cannot make the patterns run long', () => {
  const made = page('', `<a href="/${'-feed'.repeat(50_000)}x">${'rss '.repeat(50_000)}</a>`);
  const startedAt = performance.now();
  urls(made);
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});

test('a passage keeps its lines and loses its padding', () => {
  expect(tidyPassage('  Tide \u00a0 rises \n\n   at\tnoon  ')).toBe('Tide rises\nat noon');
});

test.each([
  ['https://example.org/a', 'high tide', 'https://example.org/a#:~:text=high%20tide'],
  ['https://example.org/a#part', '潮汐', `https://example.org/a#part:~:text=${encodeURIComponent('潮汐')}`],
  ['https://example.org/a#:~:text=old', 'a, b-c & d', 'https://example.org/a#:~:text=a%2C%20b%2Dc%20%26%20d'],
  [
    'https://example.org/a',
    'One two three four five six.\nSeven eight nine ten eleven twelve',
    'https://example.org/a#:~:text=One%20two%20three%20four%20five,eight%20nine%20ten%20eleven%20twelve',
  ],
  ['https://example.org/a', '', 'https://example.org/a'],
])('%s with the passage %j leads back as %s', (url, passage, expected) => {
  expect(addressOfPassage(url, passage)).toBe(expected);
});

test('what is no text and what the reader typed stays in the browser', () => {
  const made = page(
    '<meta name="csrf-token" content="secret"><style>p{}</style><script type="application/ld+json">{"@type":"NewsArticle"}</script>',
    `<article><h1>Tide</h1><p>Text</p><img alt="sea" src="data:image/png;base64,AAAA"></article>
     <form><input value="typed@example.org"><textarea>my words</textarea></form><script>run()</script><noscript>iframe</noscript>`,
  );
  const html = readRenderedHtml(made);
  expect(html).toContain('<h1>Tide</h1>');
  expect(html).toContain('NewsArticle');
  for (const gone of ['secret', 'typed@example.org', 'my words', 'run()', 'AAAA', 'iframe', 'p{}'])
    expect(html).not.toContain(gone);
  expect(made.querySelector('textarea')).not.toBeNull();
});

test('a page that is too long is sent as its article, and not at all when that is too long as well', () => {
  const made = page('', `<nav>${'menu '.repeat(1000)}</nav><article>${'word '.repeat(100)}</article>`);
  const part = readRenderedHtml(made, 2_000);
  expect(part).toContain('word');
  expect(part).not.toContain('menu');
  expect(readRenderedHtml(made, 100)).toBe('');
});

let languagePage: Document;
beforeEach(() => {
  languagePage = page('');
});

test.each([
  ['zh-Hant-TW', 'zh-Hant-TW'],
  ['  en ', 'en'],
  ['"><script>', ''],
])('the declared language %j is read as %j', (declared, expected) => {
  languagePage.documentElement.setAttribute('lang', declared);
  expect(readLanguage(languagePage)).toBe(expected);
});
