import { expect, test } from 'vitest';
import { isStopWord, languageByStopWords } from './stop-words.ts';

test('a stop word is one in its own language only', () => {
  expect(isStopWord('the', 'en')).toBe(true);
  expect(isStopWord('the', 'de')).toBe(false);
  expect(isStopWord('the', 'xx')).toBe(false);
});

test.each([
  ['which ships does the council want to subsidise with new fuel', 'en'],
  ['Welche Schiffe will der Rat mit dem neuen Treibstoff fördern?', 'de'],
  ['Dans quelle ville est né le maire de Port-Clair ?', 'fr'],
  ['في أي مدينة توسعة الميناء من الجديدة', 'ar'],
  ['市民が歴史を学ぶ博物館はどこですか', 'ja'],
  ['새로운 지하철 노선은 언제 개통됩니까', 'ko'],
  ['第一批新能源汽车补贴什么时候发放', 'zh'],
  ['harbour subsidy', undefined],
  ['', undefined],
])('%s → %s', (text, language) => {
  expect(languageByStopWords(text)).toBe(language);
});
