// @vitest-environment node
import { expect, test } from 'vitest';
import { parseQuery } from '#shared/query/parse.ts';
import { proposeKeyWords, queryFor, queryOfWords } from './key-words.ts';

test.each([
  ['潮汐', '潮汐'],
  ['tide', 'tide'],
  ['high  tide ', '"high tide"'],
  ['OR', '"OR"'],
  ['site:example.org', '"site:example.org"'],
  ['-tide', '"-tide"'],
  ['he said "no"', '"he said \\"no\\""'],
  ['', ''],
])('the marked text %j becomes the query %s', (text, query) => {
  expect(queryFor(text)).toBe(query);
});

test.each(['tide', 'C++ (again)', '潮 汐', 'a OR b', '"', 'x\\', '-', 'NEAR/3', 'Größe'])(
  'the query for %j asks for exactly that text',
  (text) => {
    const result = parseQuery(queryFor(text), { mode: 'strict' });
    if (!result.ok) return expect(text).toMatch(/^["-]$/);
    expect(['word', 'phrase']).toContain(result.query.root?.type);
  },
);

test('a long English passage proposes its telling words, not its small ones', () => {
  const passage =
    'The harbour of Larnow was closed on Monday after the tidal barrier failed. Engineers said the barrier will be repaired before the next spring tide reaches the harbour.';
  const words = proposeKeyWords(passage, 'en').map((word) => word.toLowerCase());
  expect(words.slice(0, 2).sort()).toEqual(['barrier', 'harbour']);
  expect(words).not.toContain('the');
  expect(words.length).toBeLessThanOrEqual(6);
});

test('a long Chinese passage proposes words of two characters and more', () => {
  const passage =
    '港口管理局周一表示，潮汐闸门故障导致港口关闭，工程师将在下一次大潮到来之前修复潮汐闸门，预计港口将在周三重新开放。';
  const words = proposeKeyWords(passage, 'zh-CN');
  expect(words.every((word) => [...word].length >= 2)).toBe(true);
  expect(words).toEqual(expect.arrayContaining(['港口', '潮汐', '闸门']));
});

test('words of a proposal are joined so that all must occur', () => {
  expect(queryOfWords(['barrier', '潮汐'])).toBe('barrier 潮汐');
});
