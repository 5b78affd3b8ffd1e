import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalise } from './normalise.ts';

const folded = (text: string) => normalise(text).text;

describe('normalise', () => {
  test('width, case and accents of Latin do not matter', () => {
    expect(folded('ＡＢＣ Straße Ærø Łódź İstanbul CAFÉ cafe\u0301')).toBe('abc strasse aero lodz istanbul cafe cafe');
  });

  test('half-width kana join their marks', () => {
    expect(folded('ｶﾞｯﾂﾎﾟｰｽﾞ か\u3099')).toBe('ガッツポーズ が');
  });

  test('marks that make another letter outside Latin stay', () => {
    expect(folded('Йод и\u0306 ї हिन्दी')).toBe('йод й ї हिन्दी');
  });

  test('Arabic is compared without vowels, tatweel and hamza seats of alef', () => {
    expect(folded('أَحْمَد إسـلام ٢٠٢٦')).toBe('احمد اسلام 2026');
  });

  test('symbols do not glue themselves to words, and words in one square are spelt out', () => {
    expect(folded('Windows™ 10½ ㍿ …')).toBe('windows™ 10½ 株式会社 …');
  });

  test('invisible characters disappear and offsets still point into the original', () => {
    const original = '北\u200b京\ufeff大學';
    const { text, starts, ends } = normalise(original, true);
    expect(text).toBe('北京大学');
    expect(original.slice(starts?.[1], ends?.[1])).toBe('京');
    expect(original.slice(starts?.[2], ends?.[3])).toBe('大學');
  });

  test('folding twice changes nothing, and every unit comes from a part of the original in order', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.boolean(), (original, foldsHan) => {
        const { text, starts, ends } = normalise(original, foldsHan);
        expect(normalise(text, foldsHan).text).toBe(text);
        if (starts === undefined || ends === undefined) {
          expect(text.length).toBe(original.length);
          return;
        }
        for (let i = 0; i < text.length; i++) {
          const start = starts[i] ?? -1;
          expect(start).toBeGreaterThanOrEqual(i === 0 ? 0 : (starts[i - 1] ?? 0));
          expect(ends[i]).toBeGreaterThan(start);
          expect(ends[i]).toBeLessThanOrEqual(original.length);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('lone surrogates do not break it', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 }), (units) => {
        const text = String.fromCharCode(...units);
        expect(typeof normalise(text, true).text).toBe('string');
      }),
    );
  });
});
