// @vitest-environment node
import '../testing/fake-browser.ts';
import { beforeEach, expect, test } from 'vitest';
import { defaultSettings, emptyInbox, freshPoll, inboxItem, pollItem, settingsItem } from '../storage/items.ts';
import { fakeBrowser, resetWorld } from '../testing/fake-browser.ts';
import { storeSession } from '../testing/sign-in-stored.ts';
import { badgeOf, badgeText, offlineAfterMs, paintBadge } from './badge.ts';

beforeEach(resetWorld);

const session = {
  server: '',
  token: 't',
  user: { userId: 1, userName: 'a', type: 'member' as const, access: [] },
  language: null,
};
const counts = { revision: 1, unread: 5, byKind: { keyword: 3, website: 2 }, latestId: 9 };
const facts = {
  session,
  inbox: { ...emptyInbox, counts },
  poll: freshPoll,
  settings: defaultSettings,
  now: 10 * offlineAfterMs,
};

test.each([
  [0, ''],
  [-3, ''],
  [1, '1'],
  [999, '999'],
  [1000, '999+'],
])('%i unread shows %j', (unread, text) => {
  expect(badgeText(unread)).toBe(text);
});

test('nobody signed in shows a question mark, whatever else is known', () => {
  expect(badgeOf({ ...facts, session: null }).text).toBe('?');
});

test('the number counts the chosen kinds only', () => {
  expect(badgeOf(facts).text).toBe('5');
  expect(badgeOf({ ...facts, settings: { ...defaultSettings, badgeKinds: ['website', 'order'] } }).text).toBe('2');
  expect(badgeOf({ ...facts, settings: { ...defaultSettings, badgeKinds: [] } }).text).toBe('');
});

test('the number stays for a quarter of an hour without an answer, then an exclamation mark says so', () => {
  const failing = { ...freshPoll, failures: 3, failingSince: 1, lastOkAt: facts.now - offlineAfterMs };
  expect(badgeOf({ ...facts, poll: failing }).text).toBe('5');
  expect(badgeOf({ ...facts, poll: { ...failing, lastOkAt: failing.lastOkAt - 1 } }).text).toBe('!');
});

test('a long interval alone is not offline', () => {
  expect(badgeOf({ ...facts, poll: { ...freshPoll, lastOkAt: 0 } }).text).toBe('5');
});

test('the tooltip of an offline badge names the last success in the member’s language', async () => {
  await storeSession('http://127.0.0.1:1');
  await settingsItem.set({ ...defaultSettings, language: 'zh-cn' });
  await inboxItem.set(facts.inbox);
  const lastOkAt = Date.UTC(2026, 10, 21, 8, 30);
  await pollItem.set({ failures: 9, failingSince: lastOkAt, lastOkAt, nextAt: 0 });
  await paintBadge(lastOkAt + offlineAfterMs + 1);
  const time = new Intl.DateTimeFormat('zh-cn', { dateStyle: 'medium', timeStyle: 'short' }).format(lastOkAt);
  expect(await fakeBrowser.action.getTitle({})).toBe(`知闻：连不上服务器，上次检查于 ${time}`);
  expect(await fakeBrowser.action.getBadgeText({})).toBe('!');
});
