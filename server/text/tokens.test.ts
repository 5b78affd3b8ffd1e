import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalise } from './normalise.ts';
import { keyOf } from './ranked-query.ts';
import { STEMMED_LANGUAGES } from './stem.ts';
import { findTokens, readKeys, TOKEN_EXTRA_ASCII, TOKEN_LENGTH_MAX, tokenise } from './tokens.ts';

const texts = (text: string, language: string) => tokenise(text, language).map((token) => token.text);
const stems = (text: string, language: string) => tokenise(text, language).map((token) => token.stem ?? token.text);

describe('tokenise', () => {
  test('a run of n Han characters gives n tokens: each with its successor, the last alone', () => {
    expect(texts('新能源', 'zh')).toEqual(['新能', '能源', '源']);
    expect(texts('年', 'zh')).toEqual(['年']);
  });

  test('Chinese is folded to Simplified and Japanese is not', () => {
    expect(texts('會計', 'zh')).toEqual(['会计', '计']);
    expect(texts('會計', 'ja')).toEqual(['會計', '計']);
  });

  test('kana and Han are one run, Hangul is cut by syllables', () => {
    expect(texts('東京の', 'ja')).toEqual(['東京', '京の', 'の']);
    expect(texts('정부는', 'ko')).toEqual(['정부', '부는', '는']);
  });

  test('Latin inside Han is a word of its own', () => {
    expect(texts('苹果iPhone17发布', 'zh')).toEqual(['苹果', '果', 'iphone17', '发布', '布']);
  });

  test('possessive s goes, other apostrophes and hyphens divide', () => {
    expect(texts("Trump’s plan didn't l'eau covid-19", 'en')).toEqual('trump plan didn t l eau covid 19'.split(' '));
  });

  test('names of programming languages keep their signs', () => {
    expect(texts('C++, C#; .NET and asp.net. A+ #ai', 'en')).toEqual('c++ c# .net and asp net a ai'.split(' '));
  });

  test('inflections share a stem, found with the accents and stored without', () => {
    expect(stems('subsidies subsidy running', 'en')).toEqual(['subsidi', 'subsidi', 'run']);
    expect(stems('élections élection', 'fr')).toEqual(['elect', 'elect']);
    expect(stems('Häuser Haus', 'de')).toEqual(['haus', 'haus']);
    expect(stems('домов дома', 'ru')).toEqual(['дом', 'дом']);
  });

  test('a token that is its own stem carries none', () => {
    expect(tokenise('run', 'en')).toEqual([{ text: 'run', start: 0, end: 3, sentence: true, paragraph: true }]);
  });

  test('Thai is cut into words', () => {
    expect(texts('รัฐบาลไทย', 'th')).toEqual(['รัฐบาล', 'ไทย']);
  });

  test('sentences and paragraphs begin where they do', () => {
    const tokens = tokenise('Mr. Smith of the U.S. paid 3.5 million. Then he left!\n\n他走了。她也走了。', 'en');
    expect(tokens.filter((token) => token.sentence).map((token) => token.text)).toEqual(['mr', 'then', '他走', '她也']);
    expect(tokens.filter((token) => token.paragraph).map((token) => token.text)).toEqual(['mr', '他走']);
  });

  test('single line breaks part paragraphs only where there are no blank lines', () => {
    const paragraphs = (text: string) => tokenise(text, 'en').filter((token) => token.paragraph).length;
    expect(paragraphs('one\ntwo')).toBe(2);
    expect(paragraphs('one\ntwo\n\nthree')).toBe(2);
  });

  test('offsets always slice the original text to what the token was made from', () => {
    const alphabet = fc.constantFrom(..."中國国会計계정あが゙ｶﾞﾊﾟaé\u0301ßİœ㍿ﬁ𠮷𝐀😀 .\n's+#\u200b’ไทยक्षא٣".split(''));
    const hostile = fc.oneof(
      fc.string({ unit: alphabet, maxLength: 40 }),
      fc.string({ unit: 'binary', maxLength: 40 }),
    );
    fc.assert(
      fc.property(hostile, fc.constantFrom('zh', 'ja', 'en', 'fr', 'th', 'und'), (text, language) => {
        let from = 0;
        for (const token of tokenise(text, language)) {
          expect(token.start).toBeGreaterThanOrEqual(from);
          expect(token.end).toBeGreaterThan(token.start);
          expect(token.end).toBeLessThanOrEqual(text.length);
          expect(normalise(text.slice(token.start, token.end), language !== 'ja').text).toContain(token.text);
          from = token.start;
        }
      }),
      { numRuns: 3000 },
    );
  });

  test('no token holds a space or ASCII beyond letters, digits and the documented signs', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.constantFrom('zh', 'en', 'ar', 'tr'),
        (text, language) => {
          for (const token of tokenise(text, language)) {
            for (const form of [token.text, token.stem ?? 'x']) {
              const ascii = [...form]
                .filter((character) => character < '\u0080' && !TOKEN_EXTRA_ASCII.includes(character))
                .join('');
              expect(ascii).toMatch(/^[a-z0-9]*$/);
              expect(form).not.toMatch(/\s/u);
              expect(form.length).toBeGreaterThan(0);
              expect(form.length).toBeLessThanOrEqual(TOKEN_LENGTH_MAX);
            }
          }
        },
      ),
      { numRuns: 3000 },
    );
  });
});

describe('reading for a few tokens only', () => {
  const letters = fc.constantFrom(
    ...'abcdefghijklmnopqrstuvwxyzßäöüéàçñşığå',
    ...'абвгдеёжийклмнопрстыюя',
    ...'ابتجدرسكلمنهويةأ',
  );
  const word = fc.string({ unit: letters, minLength: 1, maxLength: 12 });
  const text = fc
    .array(
      fc.oneof(
        word,
        fc.constantFrom('新能源', '地下鉄の駅', 'C++', "L'été", 'don’t', '.net', 'พิพิธภัณฑ์', '정부는', 'ｆｕｌｌ'),
      ),
    )
    .map((words) => words.join(' '));
  const language = fc.constantFrom('zh', 'ja', 'th', 'und', ...STEMMED_LANGUAGES);

  test('readKeys brings the keys that the tokens have, and passes over none that begins as asked for', () => {
    fc.assert(
      fc.property(text, language, fc.integer({ min: 1, max: 5 }), (text, language, step) => {
        const keys = tokenise(text, language).map(keyOf);
        const wanted = new Set(keys.filter((_, at) => at % step === 0).map((key) => key.charCodeAt(0)));
        const read: (string | undefined)[] = [];
        readKeys(text, language, wanted, (key) => read.push(key));
        expect(read.length).toBe(keys.length);
        for (const [at, key] of keys.entries()) {
          if (read[at] !== undefined || wanted.has(key.charCodeAt(0))) expect(read[at]).toBe(key);
        }
      }),
      { numRuns: 5000 },
    );
  });

  test('findTokens has every token in its place, and with text and stem where either begins as asked for', () => {
    fc.assert(
      fc.property(text, language, fc.integer({ min: 1, max: 5 }), (text, language, step) => {
        const all = tokenise(text, language).map(({ text, stem, start, end }) => ({ text, stem, start, end }));
        const firstUnits = all
          .flatMap(({ text, stem }) => (stem === undefined ? [text] : [text, stem]))
          .map((looked) => looked.charCodeAt(0));
        const wanted = new Set(firstUnits.filter((_, at) => at % step === 0));
        const found = findTokens(text, language, wanted);
        expect(found.map(({ start, end }) => [start, end])).toEqual(all.map(({ start, end }) => [start, end]));
        for (const [at, { text, stem }] of all.entries()) {
          const isAskedFor = wanted.has(text.charCodeAt(0)) || (stem !== undefined && wanted.has(stem.charCodeAt(0)));
          const { text: foundText, stem: foundStem } = found[at]!;
          if (isAskedFor || foundText !== '') expect([foundText, foundStem]).toEqual([text, stem]);
        }
      }),
      { numRuns: 5000 },
    );
  });
});
