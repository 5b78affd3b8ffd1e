import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldHan, hanVariants, scriptVote } from './han.ts';

describe('foldHan', () => {
  test('Traditional, Taiwan and Hong Kong forms become the same Simplified characters', () => {
    expect(foldHan('臺灣記者會為什麼裡面')).toBe('台湾记者会为什么里面');
    expect(foldHan('着') === foldHan('著')).toBe(true);
  });

  test('it keeps the length and is done after one pass', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0x3400, max: 0x9fff }), { maxLength: 30 }), (codes) => {
        const text = String.fromCharCode(...codes);
        const folded = foldHan(text);
        expect(folded.length).toBe(text.length);
        expect(foldHan(folded)).toBe(folded);
      }),
      { numRuns: 500 },
    );
  });
});

describe('hanVariants', () => {
  test('a word that is written alike everywhere has one spelling', () => {
    expect(hanVariants('北京')).toEqual(['北京']);
  });

  test('a Chinese word is also looked for as Japanese writes it', () => {
    expect(hanVariants('经济')).toContain('経済');
    expect(hanVariants('會計')).toEqual(expect.arrayContaining(['會計', '会计', '会計']));
  });
});

describe('scriptVote', () => {
  test('characters of one script only decide', () => {
    expect(scriptVote('国家发展改革委员会')).toBe('Hans');
    expect(scriptVote('國家發展委員會')).toBe('Hant');
  });

  test('characters that both scripts use decide nothing', () => {
    expect(scriptVote('北京大学'.slice(0, 2))).toBeUndefined();
    expect(scriptVote('皇后台群秘')).toBeUndefined();
  });
});
