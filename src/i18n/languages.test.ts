import { expect, test } from 'vitest';
import { chooseLanguage } from './languages.ts';

test('the stored choice wins over the browser', () => {
  expect(chooseLanguage('en', ['zh-TW'])).toBe('en');
});

test.each([
  [['zh-TW', 'en'], 'zh-tw'],
  [['zh-HK'], 'zh-tw'],
  [['zh-Hant-SG'], 'zh-tw'],
  [['zh-Hans-HK'], 'zh-cn'],
  [['zh'], 'zh-cn'],
  [['en-GB', 'zh-TW'], 'en'],
  [['fr-FR', 'en-US'], 'en'],
  [['fr', 'ja'], 'zh-cn'],
  [[], 'zh-cn'],
])('a browser asking for %j gets %s', (wanted, language) => {
  expect(chooseLanguage(undefined, wanted)).toBe(language);
});

test('a stored value that is no language of ours is ignored', () => {
  expect(chooseLanguage('zh', ['en'])).toBe('en');
  expect(chooseLanguage({}, ['zh-TW'])).toBe('zh-tw');
});
