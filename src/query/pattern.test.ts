import { describe, expect, test } from 'vitest';
import { readPattern, requiredTexts } from './pattern.ts';

function required(text: string): string[] | string {
  const reading = readPattern(text);
  return reading.ok ? (requiredTexts(reading.pattern) ?? 'none') : reading.problem.code;
}

describe('every match contains one of', () => {
  test.each<[string, string[] | string]>([
    ['补贴.{0,5}取消', ['补贴']],
    ['新能源.{0,5}取消', ['新能源']],
    ['[新兴]能源', ['新能源', '兴能源']],
    ['GPT-?\\d+', ['GPT']],
    ['(chat)?GPT', ['GPT']],
    ['(colou?r|paint)s?', ['color', 'colour', 'paint']],
    ['(abc)+', ['abc']],
    ['sho+t', ['sho']],
    ['go{2,}a[lk]+', ['ooal', 'ooak']],
    ['a+b+c', 'pattern-no-text'],
    ['(?:ab){2}', ['abab']],
    ['哈{2,}', ['哈哈']],
    ['(abc|def+).*(新能源|补贴款)', ['新能源', '补贴款']],
    ['\\bharbou?r\\b', ['harbor', 'harbour']],
    ['\\u65b0能', ['新能']],
    ['a.c|补贴', 'pattern-no-text'],
    ['a+b+', 'pattern-no-text'],
    ['(abc)*', 'pattern-no-text'],
    ['补', 'pattern-no-text'],
    ['\\w+', 'pattern-no-text'],
    ['...---...', 'pattern-no-text'],
    ['', 'pattern-no-text'],
  ])('%s', (text, texts) => expect(required(text)).toEqual(texts));
});

test.each([
  ['a'.repeat(301), 'pattern-too-long'],
  [`${'('.repeat(21)}abc${')'.repeat(21)}`, 'pattern-too-large'],
  ['abc\\w{150}', 'pattern-too-large'],
  ['(abc(x{20}){20}){20}', 'pattern-too-large'],
  ['abc\\', 'pattern-unsupported'],
  ['abc[\\W]', 'pattern-unsupported'],
  ['abc\\p{Klingon}', 'pattern-unsupported'],
  ['abc(?<name>d)', 'pattern-unsupported'],
  ['abc[[:alpha:]]', 'pattern-unsupported'],
  ['abc\ud800', 'pattern-unsupported'],
  ['abc\\u{110000}', 'pattern-unsupported'],
  ['^+abc', 'pattern-repeat'],
  ['abc(', 'pattern-parenthesis'],
])('%j is refused', (text, code) => expect(required(text)).toBe(code));

test('braces that are no number are themselves', () => {
  expect(required('a{b}c')).toEqual(['a{b}c']);
});
