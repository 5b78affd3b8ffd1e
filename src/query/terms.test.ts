import { expect, test } from 'vitest';
import { parseQuery } from './parse.ts';
import { type PositiveText, positiveTexts } from './terms.ts';

const textsOf = (text: string): PositiveText[] => {
  const result = parseQuery(text, { mode: 'strict' });
  return result.ok ? positiveTexts(result.query) : [];
};

test('words, phrases and prefixes are given in order with their field, each once', () => {
  expect(textsOf('补贴 "electric car"~2 title:(补贴 OR subsid*) 补贴')).toEqual([
    { kind: 'word', text: '补贴', slop: 0 },
    { kind: 'phrase', text: 'electric car', slop: 2 },
    { kind: 'word', text: '补贴', slop: 0, field: 'title' },
    { kind: 'prefix', text: 'subsid', slop: 0, field: 'title' },
  ]);
});

test('what is under NOT is not marked, what is under two NOTs is', () => {
  expect(textsOf('a -b -(c d) -(e -f) NOT NOT g').map(({ text }) => text)).toEqual(['a', 'f', 'g']);
});

test('texts in proximity, places and counts are marked, exact values are not', () => {
  const query =
    'a NEAR/5 b first:9(c) same:sentence(d e) atleast:2(f) site:x.org lang:en date:today words:3.. search:"s"';
  expect(textsOf(query).map(({ text }) => text)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});

test('an empty query marks nothing', () => {
  expect(positiveTexts({ root: null })).toEqual([]);
});
