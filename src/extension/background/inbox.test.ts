// @vitest-environment node
import '../testing/fake-browser.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaultSettings, inboxItem, pollItem, sessionItem, settingsItem, signedOutItem } from '../storage/items.ts';
import { fakeBrowser, resetWorld } from '../testing/fake-browser.ts';
import { storeSession } from '../testing/sign-in-stored.ts';
import { createStubInbox, makeNotice } from '../testing/stub-inbox.ts';
import { deadOrigin, type StubServer, startStubServer } from '../testing/stub-server.ts';
import { markNotices, syncInbox } from './inbox.ts';

let stub: StubServer;
let member: ReturnType<typeof createStubInbox>;
let clock: number;
const now = () => clock;

beforeEach(async () => {
  resetWorld();
  clock = Date.UTC(2026, 10, 21, 9);
  member = createStubInbox([makeNotice(1), makeNotice(2, { kind: 'website' })]);
  stub = await startStubServer(member.answers);
  await storeSession(stub.origin);
});
afterEach(() => stub.close());

const badge = () => fakeBrowser.action.getBadgeText({});
const sync = (force = false) => syncInbox({ force, now });
const notifications = () => Object.keys(fakeBrowser.notifications.getAllCreateOptions());

test('the badge shows the member’s unread number and the list is kept for the popup’s first frame', async () => {
  expect(await sync()).toBeNull();
  expect(await badge()).toBe('2');
  expect((await inboxItem.get()).notices.map((notice) => notice.id)).toEqual([2, 1]);
  expect((await pollItem.get()).lastOkAt).toBe(clock);
});

test('an unchanged inbox costs one small question, with the revision in both forms', async () => {
  await sync();
  await sync();
  expect(stub.sent('/v1/notice/list')).toHaveLength(1);
  const [, second] = stub.sent('/v1/notice/counts');
  expect(second?.query.get('since')).toBe('1');
  expect(second?.headers['if-none-match']).toBe('"1"');
  expect((await pollItem.get()).failures).toBe(0);
});

test('a new notice and a reading on another device both show at the next poll', async () => {
  await sync();
  member.add(makeNotice(3));
  await sync();
  expect(await badge()).toBe('3');
  member.readElsewhere(1, 2, 3);
  await sync();
  expect(await badge()).toBe('');
  expect((await inboxItem.get()).notices).toEqual([]);
});

test('reading changes badge and stored list at once, and undo brings both back', async () => {
  await sync();
  const outcome = await markNotices({ ids: [2] }, now);
  expect(await badge()).toBe('1');
  expect((await inboxItem.get()).notices.map((notice) => notice.readAt !== null)).toEqual([true, false]);
  if (!outcome?.ok || !outcome.data.undo) throw new Error('no way back');
  await markNotices(outcome.data.undo, now);
  expect(await badge()).toBe('2');
  expect((await inboxItem.get()).notices.map((notice) => notice.readAt)).toEqual([null, null]);
});

test('marking all leaves what came meanwhile unread, and undo restores exactly what was marked', async () => {
  await sync();
  await markNotices({ ids: [1] }, now);
  const { counts } = await inboxItem.get();
  member.add(makeNotice(3));
  const outcome = await markNotices({ all: true, before: counts?.latestId ?? 0 }, now);
  expect(await badge()).toBe('1');
  if (!outcome?.ok || !outcome.data.undo) throw new Error('no way back');
  await markNotices(outcome.data.undo, now);
  expect(await badge()).toBe('2');
});

test('an older answer never replaces newer numbers', async () => {
  await sync();
  const old = member.counts();
  await markNotices({ ids: [1, 2] }, now);
  stub.answers['GET /v1/notice/counts'] = () => ({ data: old });
  stub.answers['GET /v1/notice/list'] = () => ({ data: { list: [makeNotice(1)], count: 1, counts: old } });
  await sync(true);
  expect(await badge()).toBe('');
});

test('without an answer the badge keeps its number, polls seldomer, and after a quarter of an hour says so', async () => {
  await sync();
  const session = await sessionItem.get();
  await sessionItem.set({ ...session!, server: await deadOrigin() });
  expect((await sync())?.name).toBe('NETWORK');
  expect(await badge()).toBe('2');
  clock += 60_000;
  await sync();
  expect((await pollItem.get()).failures).toBe(1);
  clock += 15 * 60_000;
  await sync();
  expect((await pollItem.get()).failures).toBe(2);
  expect(await badge()).toBe('!');
  await sessionItem.set(session);
  expect(await sync(true)).toBeNull();
  expect(await badge()).toBe('2');
});

test('opening a surface asks at once although the wait is not over', async () => {
  await pollItem.set({ failures: 5, lastOkAt: null, failingSince: 1, nextAt: clock + 3_600_000 });
  await sync();
  expect(stub.requests).toHaveLength(0);
  await sync(true);
  expect(await badge()).toBe('2');
});

test.each(['NOT_LOGGED_IN', 'TOKEN_EXPIRED', 'TOKEN_INVALID'] as const)(
  '%s signs out, says why, and the badge asks to sign in',
  async (error) => {
    await sync();
    stub.answers['GET /v1/notice/counts'] = () => ({ error });
    await sync();
    expect(await sessionItem.get()).toBeNull();
    expect((await signedOutItem.get())?.problem.name).toBe(error);
    expect((await inboxItem.get()).notices).toEqual([]);
    expect(await badge()).toBe('?');
  },
);

test('too many requests waits as long as the server asks', async () => {
  stub.answers['GET /v1/notice/counts'] = () => ({ error: 'RATE_LIMITED', retryAfter: 1800 });
  expect((await sync())?.name).toBe('RATE_LIMITED');
  expect((await pollItem.get()).nextAt).toBe(clock + 1_800_000);
});

test('desktop notifications stay silent until they are switched on, and the first look is no news', async () => {
  await sync();
  member.add(makeNotice(3));
  await sync();
  expect(notifications()).toEqual([]);
  await settingsItem.set({ ...defaultSettings, desktopNotifications: true });
  member.add(makeNotice(4));
  await sync();
  expect(notifications()).toEqual(['notice-4']);
});

test('each new notice is told once, three as three, more as one', async () => {
  await settingsItem.set({ ...defaultSettings, desktopNotifications: true });
  await sync();
  member.add(makeNotice(3), makeNotice(4), makeNotice(5, { readAt: 1 }));
  await sync();
  await sync(true);
  expect(notifications()).toEqual(['notice-3', 'notice-4']);
  await fakeBrowser.notifications.clear('notice-3');
  member.add(makeNotice(6), makeNotice(7), makeNotice(8), makeNotice(9));
  await sync();
  expect(notifications()).toEqual(['notice-4', 'notices']);
  expect(fakeBrowser.notifications.getAllCreateOptions()['notices']?.title).toBe('4 new messages');
});

test('what a rule keeps off the desktop is counted, not told', async () => {
  await settingsItem.set({ ...defaultSettings, desktopNotifications: true });
  await sync();
  member.add(makeNotice(3, { onDesktop: false }), makeNotice(4));
  await sync();
  expect(notifications()).toEqual(['notice-4']);
  expect(await badge()).toBe('4');
});

test('a worker that dies between telling and remembering tells the same notice in the same place', async () => {
  await settingsItem.set({ ...defaultSettings, desktopNotifications: true });
  await sync();
  const remembered = (await inboxItem.get()).toldUpTo;
  member.add(makeNotice(3));
  await sync();
  await inboxItem.update((inbox) => ({ ...inbox, toldUpTo: remembered, counts: null }));
  await sync();
  expect(notifications()).toEqual(['notice-3']);
});

test('an answer that arrives after signing out changes nothing', async () => {
  const list = stub.answers['GET /v1/notice/list']!;
  stub.answers['GET /v1/notice/list'] = async (request) => {
    await sessionItem.remove();
    return list(request);
  };
  await sync();
  expect((await inboxItem.get()).notices).toEqual([]);
  expect(await badge()).toBe('?');
});
