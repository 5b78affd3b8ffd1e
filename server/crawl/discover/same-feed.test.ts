import { expect, test } from 'vitest';
import { isSameFeed } from './same-feed.ts';

const entry = (title: string, url = `https://old.example/2026/01/${title.length}-${title.replaceAll(' ', '-')}`) => ({
  title,
  url,
});
const known = ['The ferry returns', 'A bridge opens', 'Snow in May', 'New mayor'].map((title) => entry(title));

test('three shared titles are the same feed, however they are spaced and cased', () => {
  expect(
    isSameFeed(
      known,
      ['the ferry  returns', 'A BRIDGE opens', 'snow in may', 'else'].map((title) => entry(title, '')),
    ),
  ).toBe(true);
});

test('two are not', () => {
  expect(
    isSameFeed(
      known,
      ['The ferry returns', 'A bridge opens', 'x', 'y'].map((title) => entry(title, '')),
    ),
  ).toBe(false);
});

test('three shared paths on another domain are', () => {
  const moved = known.map(({ url }) => ({ title: 'Renamed', url: url.replace('old.example', 'new.example') }));
  expect(isSameFeed(known, moved)).toBe(true);
});

test('a common front page is no shared article', () => {
  const front = known.map(({ title }) => ({ title: `${title}!`, url: 'https://new.example/' }));
  expect(
    isSameFeed(
      front.map((one) => ({ ...one, title: 'x' })),
      front,
    ),
  ).toBe(false);
});

test('the same article listed often counts once', () => {
  expect(isSameFeed(known, Array(5).fill(entry('Snow in May', '')))).toBe(false);
});

test('a feed with fewer articles must share them all, and one without any shares nothing', () => {
  expect(isSameFeed(known.slice(0, 1), [entry('The ferry returns', '')])).toBe(true);
  expect(isSameFeed([], known)).toBe(false);
  expect(isSameFeed(known, [])).toBe(false);
});
