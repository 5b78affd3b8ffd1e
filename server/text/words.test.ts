import { expect, test } from 'vitest';
import { contentWords, words } from './words.ts';

test('Traditional Chinese is cut like Simplified', () => {
  expect(words('輝達股價大漲，創歷史新高', 'zh')).toEqual(words('辉达股价大涨，创历史新高', 'zh'));
  expect(words('新能源汽车补贴政策', 'zh')).toContain('政策');
});

test('Japanese and Thai are cut by dictionary, spaced scripts at spaces', () => {
  expect(words('経済を見る', 'ja')).toEqual(['経済', 'を', '見る']);
  expect(words('รัฐบาลไทย', 'th')).toEqual(['รัฐบาล', 'ไทย']);
  expect(words('The Café, reopened', 'en')).toEqual(['the', 'cafe', 'reopened']);
});

test('words worth counting leave out glue, lone characters and numbers', () => {
  expect(contentWords('The council has 12 members', 'en')).toEqual(['council', 'members']);
  const chinese = contentWords('政府的政策在2026年改变', 'zh');
  expect(chinese).toEqual(['政府', '政策', '改变']);
});
