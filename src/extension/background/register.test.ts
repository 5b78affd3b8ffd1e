// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "fetch": { "disableSameOriginPolicy": true } } }
import '../testing/fake-browser.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onMessage, removeAllListeners, sendMessage } from '../messages.ts';
import {
  defaultServer,
  defaultSettings,
  inboxItem,
  intentItem,
  queueItem,
  serverItem,
  sessionItem,
  settingsItem,
} from '../storage/items.ts';
import { fakeBrowser, resetWorld, world } from '../testing/fake-browser.ts';
import { storeSession } from '../testing/sign-in-stored.ts';
import { createStubInbox, makeNotice } from '../testing/stub-inbox.ts';
import { type StubServer, startStubServer } from '../testing/stub-server.ts';
import { pollAlarm } from './alarm.ts';
import { registerBackground } from './register.ts';

let stub: StubServer;
let member: ReturnType<typeof createStubInbox>;
const tab = { id: 3, url: 'https://example.org/story', title: 'A story', windowId: 1 };

beforeEach(async () => {
  resetWorld();
  member = createStubInbox([makeNotice(1)]);
  stub = await startStubServer({
    ...member.answers,
    'POST /v1/collect/save': () => ({ data: { item: { id: 9 }, created: true } }),
    'POST /v1/logout': () => ({ data: {} }),
  });
  registerBackground();
});
afterEach(async () => {
  removeAllListeners();
  await stub.close();
});

const badge = () => fakeBrowser.action.getBadgeText({});
const savedBody = async () => {
  await vi.waitFor(async () => expect(await queueItem.get()).toEqual([]));
  return stub.sent('/v1/collect/save').map(({ body }) => body);
};

test('right after installing there is an alarm, a menu, and a badge that asks to sign in', async () => {
  await fakeBrowser.runtime.onInstalled.trigger({ reason: 'install' });
  await vi.waitFor(async () => expect(await badge()).toBe('?'));
  expect(await fakeBrowser.alarms.get(pollAlarm)).toMatchObject({ periodInMinutes: 5 });
  expect(world.menus).toHaveLength(6);
  expect(world.omniboxText).toBe('Search Tidings');
});

test('a start of the worker leaves a running alarm alone', async () => {
  const before = await vi.waitFor(async () => {
    const alarm = await fakeBrowser.alarms.get(pollAlarm);
    expect(alarm).toBeDefined();
    return alarm;
  });
  removeAllListeners();
  registerBackground();
  await sendMessage('saveSettings', { theme: 'dark' });
  expect(await fakeBrowser.alarms.get(pollAlarm)).toBe(before);
  await sendMessage('saveSettings', { pollSeconds: 60 });
  expect(await fakeBrowser.alarms.get(pollAlarm)).toMatchObject({ periodInMinutes: 1 });
});

test('an alarm polls and sends what waits', async () => {
  await storeSession(stub.origin);
  await queueItem.set([
    {
      clientId: 'c-1',
      draft: { url: 'https://example.org/' },
      owner: null,
      createdAt: 0,
      attempts: 0,
      state: 'waiting',
      problem: null,
    },
  ]);
  await fakeBrowser.alarms.onAlarm.trigger({ name: pollAlarm, scheduledTime: 0, persistAcrossSessions: true });
  await vi.waitFor(async () => expect(await badge()).toBe('1'));
  expect(await savedBody()).toMatchObject([{ clientId: 'c-1' }]);
});

test('the menu on marked words opens the popup with them; nothing is subscribed unseen', async () => {
  await world.menuClicked.fire({ menuItemId: 'selection-subscribe', selectionText: ' typhoon ' }, tab);
  await vi.waitFor(async () => expect(await intentItem.get()).toMatchObject({ kind: 'words', text: 'typhoon' }));
  expect(world.popupsOpened).toBe(1);
  expect(stub.requests).toEqual([]);
});

test('the menus for sites open the popup with the page’s or the link’s address', async () => {
  await world.menuClicked.fire({ menuItemId: 'page-subscribe', pageUrl: tab.url }, tab);
  await vi.waitFor(async () => expect(await intentItem.get()).toMatchObject({ kind: 'site', url: tab.url }));
  await world.menuClicked.fire({ menuItemId: 'link-subscribe', linkUrl: 'https://other.example/' }, tab);
  await vi.waitFor(async () =>
    expect(await intentItem.get()).toMatchObject({ kind: 'site', url: 'https://other.example/' }),
  );
});

test('menu and shortcut collect the page as shown, a link, and a passage with its place', async () => {
  await storeSession(stub.origin);
  world.injected['/page-html.js'] = '<html>shown</html>';
  const selectionUrl = `${tab.url}#:~:text=high%20tide`;
  world.injected['/page-summary.js'] = { title: 'A story', selection: 'high\ntide', selectionUrl };
  await world.menuClicked.fire({ menuItemId: 'page-collect' }, tab);
  await vi.waitFor(() => expect(stub.sent('/v1/collect/save')).toHaveLength(1));
  await world.menuClicked.fire({ menuItemId: 'link-collect', linkUrl: 'https://other.example/a' }, tab);
  await vi.waitFor(() => expect(stub.sent('/v1/collect/save')).toHaveLength(2));
  await world.menuClicked.fire({ menuItemId: 'selection-collect', selectionText: 'high tide' }, tab);
  await vi.waitFor(() => expect(stub.sent('/v1/collect/save')).toHaveLength(3));
  await world.commandGiven.fire('collect-page', tab);
  await vi.waitFor(() => expect(stub.sent('/v1/collect/save')).toHaveLength(4));
  expect((await savedBody()).map(({ url, selection }) => [url, selection])).toEqual([
    [tab.url, undefined],
    ['https://other.example/a', undefined],
    [selectionUrl, 'high\ntide'],
    [tab.url, undefined],
  ]);
});

test('the shortcut for the side panel opens it in the window where it was pressed, before anything is awaited', () => {
  void world.commandGiven.fire('open-side-panel', { ...tab, windowId: 4 });
  expect(world.panels).toEqual([4]);
});

test('a link that is no web address is not collected', async () => {
  await world.menuClicked.fire({ menuItemId: 'link-collect', linkUrl: 'javascript:alert(1)' }, tab);
  await world.menuClicked.fire({ menuItemId: 'page-collect' }, { ...tab, url: 'chrome://settings' });
  expect(await queueItem.get()).toEqual([]);
});

test('the switches take menus and address-bar search away', async () => {
  await storeSession(stub.origin);
  await sendMessage('saveSettings', { surfaces: { contextMenu: false, sidePanel: true, omnibox: false } });
  expect(world.menus).toEqual([]);
  await world.omniboxEntered.fire('tide', 'currentTab');
  expect(world.opened).toEqual([]);
  await sendMessage('saveSettings', { surfaces: defaultSettings.surfaces, language: 'zh-tw' });
  expect(world.menus.map((item) => item.title)).toContain('收藏此頁面');
  await world.omniboxEntered.fire('high tide 潮', 'currentTab');
  await vi.waitFor(() => expect(world.opened).toEqual([`${stub.origin}/#/search?q=high%20tide%20%E6%BD%AE`]));
});

test('clicking a desktop notification opens its article and reads it; of a group, the list', async () => {
  await storeSession(stub.origin);
  await inboxItem.set({ counts: member.counts(), notices: [makeNotice(1)], nextCursor: null, toldUpTo: 1 });
  await fakeBrowser.notifications.onClicked.trigger('notice-1');
  await vi.waitFor(async () => expect(await badge()).toBe(''));
  await fakeBrowser.notifications.onClicked.trigger('notices');
  await vi.waitFor(() => expect(world.opened).toEqual([`${stub.origin}/#/news/10`, `${stub.origin}/#/user/notice`]));
});

test('a poll interval outside what browsers allow is brought inside', async () => {
  await sendMessage('saveSettings', { pollSeconds: 1 });
  expect((await settingsItem.get()).pollSeconds).toBe(30);
  await sendMessage('saveSettings', { pollSeconds: Number.NaN });
  expect((await settingsItem.get()).pollSeconds).toBe(30);
});

test('another server signs out on the old one and keeps what waits', async () => {
  await storeSession(stub.origin);
  await queueItem.set([
    {
      clientId: 'c-1',
      draft: { url: 'https://example.org/' },
      owner: { server: stub.origin, userId: 7 },
      createdAt: 0,
      attempts: 0,
      state: 'waiting',
      problem: null,
    },
  ]);
  await sendMessage('changeServer', 'https://news.example.org');
  expect(await sessionItem.get()).toBeNull();
  expect(await serverItem.get()).toBe('https://news.example.org');
  expect(stub.sent('/v1/logout')[0]?.headers.authorization).toBe('Bearer token-of-7');
  expect(await queueItem.get()).toHaveLength(1);
  expect(await badge()).toBe('?');
});

test('a newer sign-in survives the end of an older session', async () => {
  await storeSession(stub.origin);
  const problem = {
    name: 'TOKEN_EXPIRED' as const,
    message: '',
    args: {},
    problems: [],
    status: 401,
    retryAfterSeconds: null,
  };
  await sendMessage('sessionEnded', { token: 'an older token', problem });
  expect(await sessionItem.get()).not.toBeNull();
});

test('every message has its one handler', () => {
  expect(() => onMessage('sync', () => null)).toThrow();
});

test('reset returns to the state after installing', async () => {
  await storeSession(stub.origin);
  await settingsItem.set({ ...defaultSettings, theme: 'dark' });
  await sendMessage('resetAll').catch(() => undefined);
  expect(await serverItem.get()).toBe(defaultServer);
  expect(await settingsItem.get()).toEqual(defaultSettings);
  expect(await sessionItem.get()).toBeNull();
});
