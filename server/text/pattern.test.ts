import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPattern } from '#shared/query/pattern.ts';
import { createPatternTime, foldWritten, occursIn, type PatternQuery, patternQuery, rangesOf } from './pattern.ts';

function compiled(text: string): PatternQuery {
  const reading = readPattern(text);
  const query = reading.ok ? patternQuery(reading.pattern, 'any') : undefined;
  if (!query) throw new Error(reading.ok ? 'no text' : reading.problem.code);
  return query;
}

const finds = (pattern: string, text: string): boolean => occursIn(compiled(pattern), foldWritten(text));

describe('case, width, accents and the Chinese scripts make no difference', () => {
  test.each<[string, string, boolean]>([
    ['补贴.{0,5}取消', '新能源補貼明年取消', true],
    ['補貼.{0,5}取消', '新能源补贴明年取消', true],
    ['补贴.{0,2}取消', '补贴将于明年取消', false],
    ['[補补]贴款', '補貼款', true],
    ['GPT-[A-Z]\\d', 'chatgpt-x5', true],
    ['gpt-\\d+', 'ＧＰＴ－１７', true],
    ['[à-ü]lection', 'Élection', true],
    ['straße', 'STRASSE', true],
    ['[aß]bcd', 'ssbcd', true],
    ['порт\\w', 'портье', true],
    ['abc\\W', 'abcд', false],
    ['abc[^x]', 'ABCX', false],
    ['abc.def', 'abc\ndef', false],
    ['^abc', 'abc', true],
    ['^abc', 'x abc', false],
    ['abc$', 'abc\nabc', true],
    ['\\bharbour\\b', 'the harbours', false],
    ['\\p{Han}{2}abc', '新能abc', true],
    ['\\p{Hiragana}abc', '新abc', false],
    ['km\\/h \\d', '90 km/h 5', true],
    ['a{2}bcd*', 'aabc', true],
    ['😀abc', 'x😀abc', true],
  ])('%s in %s: %s', (pattern, text, isFound) => expect(finds(pattern, text)).toBe(isFound));
});

const piece = fc.constantFrom(
  ...['a', 'b', '补', '貼', 'é', 'ß', 'ab', 'abc', '新能', '.', '\\d', '\\w', '\\W', '\\s', '\\S', '\\b', '^', '$'],
  ...[
    '[ab]',
    '[^a]',
    '[补b]',
    '[à-ü]',
    '\\p{Han}',
    '(a|b)',
    '(?:补贴|ab)',
    '(ab)?',
    '(abc)+',
    'a{2}',
    'b{1,2}',
    '.*',
    '|',
    '-',
  ],
);
const patterns = fc
  .array(piece, { minLength: 1, maxLength: 8 })
  .map((pieces) => pieces.join(''))
  .filter((text) => readPattern(text).ok);
const texts = fc
  .array(fc.constantFrom(...'abcABéÉßs补補贴貼新能1 \n-', 'abc', 'abc', '补贴', 'abab', 'aa', 'bb'), { maxLength: 14 })
  .map((pieces) => pieces.join(''));

test('a text without the fixed texts never matches, and the engine takes every expression that can be read', () => {
  let found = 0;
  fc.assert(
    fc.property(patterns, texts, (pattern, text) => {
      const query = compiled(pattern);
      const folded = foldWritten(text);
      const isMatch = occursIn({ ...query, literals: [''] }, folded);
      if (isMatch) found += 1;
      expect(occursIn(query, folded)).toBe(isMatch);
      expect(rangesOf(query, text, createPatternTime(1_000)).length > 0).toBe(isMatch);
    }),
    { numRuns: 8_000, seed: 20_261_121 },
  );
  expect(found).toBeGreaterThan(100);
});

test('in plain text an expression means what it means in JavaScript', () => {
  const plain = fc
    .array(
      fc.constantFrom(
        'a',
        'b',
        'abc',
        '.',
        '[ab]',
        '[^a]',
        '(a|b)',
        '(?:ab|c)',
        '(ab)?',
        '(abc)+',
        'a{2}',
        '.*?',
        '|',
        '^',
        '$',
      ),
      { minLength: 1, maxLength: 7 },
    )
    .map((pieces) => pieces.join(''))
    .filter((text) => readPattern(text).ok);
  const letters = fc.stringMatching(/^[abc ]{0,12}$/);
  fc.assert(
    fc.property(plain, letters, (pattern, text) => {
      expect(finds(pattern, text)).toBe(new RegExp(pattern).test(text));
    }),
    { numRuns: 3_000 },
  );
});

test('what matches is marked in the text as written', () => {
  const marked = (pattern: string, text: string) =>
    rangesOf(compiled(pattern), text, createPatternTime(1_000)).map(({ start, end }) => text.slice(start, end));
  expect(marked('补贴.{0,5}取消', 'ＡＢ：補貼明年取消，补贴也取消')).toEqual(['補貼明年取消', '补贴也取消']);
  expect(marked('stra\\w+', 'Die Straße, strasse')).toEqual(['Straße', 'strasse']);
});

test('a text and an expression made to be slow take a moment only', () => {
  const slow = [
    '(abc+)+xyz',
    'abc(.*.*.*.*)xyz',
    '(?:a|b|ab|ba){1,20}abc[^a]{50}',
    'abc[ab].{0,100}[ab].{0,100}c',
    '(.{0,20}abc){8}',
    'abc(a?){60}a{60}',
    '.*abc.*(\\w\\W){20}',
  ];
  const texts = [
    'abc'.repeat(6_600),
    'ab'.repeat(10_000).concat('abc'),
    'abcbabbaab'.repeat(2_000),
    'a'.repeat(19_000).concat('abc'),
  ];
  for (const pattern of slow) {
    const query = compiled(pattern);
    for (const text of texts) {
      const startedAt = performance.now();
      occursIn(query, text);
      const tookMs = performance.now() - startedAt;
      expect({ pattern, text: text.slice(0, 10), isFast: tookMs < 1_500 }).toMatchObject({ isFast: true });
    }
  }
});

test('what there is no time left for is not decided, and counted', () => {
  let now = 0;
  const time = createPatternTime(10, () => (now += 6));
  const query = compiled('abcd+');
  expect([1, 2, 3, 4].map(() => occursIn(query, 'abcd', time))).toEqual([true, true, false, false]);
  expect(time.refused).toBe(2);
});
