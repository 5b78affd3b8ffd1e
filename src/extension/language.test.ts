// @vitest-environment node
import './testing/fake-browser.ts';
import { expect, test } from 'vitest';
import en from '#locales/extension/en.json';
import zhCn from '#locales/extension/zh-cn.json';
import zhTw from '#locales/extension/zh-tw.json';
import { extensionLanguage } from './language.ts';
import { defaultSettings, type StoredSession } from './storage/items.ts';
import { textsFor } from './texts.ts';

const session = { language: 'zh-tw' } as StoredSession;

test.each([
  ['zh-TW', 'zh-tw'],
  ['zh-HK', 'zh-tw'],
  ['zh', 'zh-cn'],
  ['zh-CN', 'zh-cn'],
  ['de', 'en'],
  ['en-GB', 'en'],
])('a browser in %s starts in %s', (tag, language) => {
  expect(extensionLanguage(defaultSettings, null, tag)).toBe(language);
});

test('after signing in the member’s language counts, and a choice made here counts before it', () => {
  expect(extensionLanguage(defaultSettings, session, 'de')).toBe('zh-tw');
  expect(extensionLanguage({ ...defaultSettings, language: 'en' }, session, 'zh')).toBe('en');
});

test('every word exists in all three languages with the same places to fill', () => {
  const places = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}|%s/g)].map(([place]) => place).sort();
  for (const other of [zhCn, zhTw]) {
    expect(Object.keys(other)).toEqual(Object.keys(en));
    for (const key of Object.keys(en) as (keyof typeof en)[]) {
      expect(places(other[key]).length, key).toBeGreaterThanOrEqual(key.includes('_one') ? 0 : places(en[key]).length);
    }
  }
});

test('numbers choose their form', () => {
  expect(textsFor('en').t('queue.attention', { count: 1 })).toBe('1 needs attention');
  expect(textsFor('en').t('queue.attention', { count: 2 })).toBe('2 need attention');
  expect(textsFor('zh-cn').t('notices.unread', { count: 2 })).toBe('2 条未读');
});
