import { expect, test } from 'vitest';
import { parseQuery } from '#shared/query/parse.ts';
import { rankQuery, rankText, withCondition, wordKeys, wordsOf } from './ranked-query.ts';

const context = { now: Date.UTC(2026, 10, 21), timeZone: 'UTC' };

function ranked(text: string) {
  const parsed = parseQuery(text);
  const result = parsed.ok ? rankQuery(parsed.query, context) : undefined;
  if (!result?.ok) throw new Error(text);
  return result.query;
}

test('plain words are wishes; phrases, filters and NOT must hold', () => {
  const query = ranked('harbour "new fuel" lang:en -talks subsidy');
  expect(query.texts).toEqual([
    { text: 'harbour', isOptional: true },
    { text: 'new fuel', isOptional: false },
    { text: 'subsidy', isOptional: true },
  ]);
  expect(JSON.stringify(query.must)).toContain('"new"');
  expect(JSON.stringify(query.must)).toContain('lang:en');
  expect(JSON.stringify(query.must)).toContain('talks');
  expect(JSON.stringify(query.must)).not.toContain('harbour');
  expect(JSON.stringify(query.full)).toContain('harbour');
});

test('a condition from outside holds for partial matches too', () => {
  const { must, full } = withCondition(ranked('harbour'), { type: 'term', term: 'source:4' });
  expect(must).toEqual({ type: 'term', term: 'source:4' });
  expect(JSON.stringify(full)).toContain('source:4');
});

test('a word asked for twice weighs twice, a function word hardly at all', () => {
  const { words, sequence } = wordsOf(rankText('what is the theory of the harbour and of harbour pilots'));
  const weightOf = (token: string) => words.find((word) => word.token === token)?.weight;
  expect(weightOf('harbour')).toBe(2);
  expect(weightOf('pilots')).toBe(1);
  expect(weightOf('what')).toBeLessThan(0.5);
  expect(sequence.length).toBe(11);
});

test('operators are letters in a plain text', () => {
  const { words } = wordsOf(rankText('cats -dogs "big OR small"'));
  expect(words.map(({ token }) => token)).toEqual(['cats', 'dogs', 'big', 'or', 'small']);
});

test('a run of Chinese is its bigrams without the end of the run, in every spelling', () => {
  const { words } = wordsOf(rankText('總統府iPhone'));
  expect(words.map(({ token }) => token)).toEqual(['总统', '统府', 'iphone']);
  expect(words[0]!.forms).toEqual(expect.arrayContaining(['总统', '總統']));
});

test('documents of a language are read by its stems, and what it holds for one word is one', () => {
  const query = rankText('the search for searching engines');
  const words = wordsOf(query);
  const { byKey, standsFor } = wordKeys(query, words, 'en');
  const indexOf = (token: string) => words.words.findIndex((word) => word.token === token);
  expect(byKey.get('engin')).toBe(indexOf('engines'));
  expect(standsFor[indexOf('searching')]).toBe(indexOf('search'));
  expect(wordKeys(query, words, 'pl').byKey.get('engines')).toBe(indexOf('engines'));
});
