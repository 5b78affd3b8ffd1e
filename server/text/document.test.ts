import { expect, test } from 'vitest';
import { BODY_LENGTH_MAX, indexedPart, toTokenDocument } from './document.ts';

const base = {
  id: 7,
  publishedAt: 1,
  title: '標題',
  text: '正文',
  language: 'zh',
  sourceId: 42,
  url: 'https://Sub.News.example.co.uk/World/Asia/some-long-slug?x=1',
};

test('filter terms name language, script, source, type, every parent domain and the section', () => {
  const { terms } = toTokenDocument({ ...base, script: 'Hant', country: 'GB' });
  expect(terms).toEqual([
    ...['lang:zh', 'source:42', 'type:article', 'script:Hant', 'country:gb'],
    ...['site:sub.news.example.co.uk', 'site:news.example.co.uk', 'site:example.co.uk', 'site:co.uk'],
    ...['url:sub.news.example.co.uk/world', 'url:sub.news.example.co.uk/world/asia'],
  ]);
});

test('an address that cannot be read costs its terms and nothing else', () => {
  expect(toTokenDocument({ ...base, url: 'http://' }).terms).toEqual(['lang:zh', 'source:42', 'type:article']);
});

test('a hostile address of a hundred thousand labels costs nothing', () => {
  expect(toTokenDocument({ ...base, url: `http://${'a.'.repeat(100_000)}com/` }).terms).toEqual([
    'lang:zh',
    'source:42',
    'type:article',
  ]);
});

test('only the first part of a body is indexed, and never half a character', () => {
  const long = toTokenDocument({ ...base, text: '中'.repeat(BODY_LENGTH_MAX * 2) });
  expect(long.body).toHaveLength(BODY_LENGTH_MAX);
  expect(long.words).toBe(BODY_LENGTH_MAX * 2);
  expect(indexedPart('a😀b', 2)).toBe('a');
});

test('length counts words of spaced scripts and characters of Han', () => {
  expect(toTokenDocument({ ...base, text: '三个字 and two' }).words).toBe(5);
});
