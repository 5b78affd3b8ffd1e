// @vitest-environment node
import '../testing/fake-browser.ts';
import { expect, test } from 'vitest';
import { allItems, type StoredSession } from './items.ts';

/**
 * One example of every version that was ever released, exactly as it lies in the storage of somebody who has not updated.
 * Never edit one: a new shape adds a line, with what it must be read as.
 */
const user = { userId: 7, userName: 'lin', type: 'member' as const, access: [] };
const problem = {
  name: 'NETWORK' as const,
  message: '',
  args: {},
  problems: [],
  status: null,
  retryAfterSeconds: null,
};
const notice = {
  id: 3,
  kind: 'keyword' as const,
  title: '潮汐',
  body: '',
  articleId: 30,
  url: '',
  subscriptionId: 1,
  reason: '潮汐',
  sourceName: '海港报',
  language: 'zh',
  script: 'Hans',
  highlights: { title: [[0, 2]], body: [] },
  createdAt: 1_763_712_000_000,
  readAt: null,
};
const session: StoredSession = { server: 'http://127.0.0.1:8787', token: 't', user, language: 'zh-cn' };
const settings = {
  pollSeconds: 60,
  badgeKinds: ['keyword'],
  desktopNotifications: true,
  surfaces: { contextMenu: true, sidePanel: false, omnibox: true },
  language: null,
  theme: 'dark',
};
const inbox = {
  counts: { revision: 4, unread: 1, byKind: { keyword: 1 }, latestId: 3 },
  notices: [notice],
  nextCursor: '3',
  toldUpTo: 3,
};
const entry = {
  clientId: 'c-1234567',
  draft: { url: 'https://example.org/a', tags: ['sea'] },
  owner: { server: 'http://127.0.0.1:8787', userId: 7 },
  createdAt: 5,
  attempts: 1,
  state: 'waiting',
  problem,
};

const frozen: [key: string, version: number, stored: unknown, meaning: unknown][] = [
  ['server', 1, 'https://news.example.org', 'https://news.example.org'],
  ['session', 1, session, session],
  ['signedOut', 1, { problem, at: 9 }, { problem, at: 9 }],
  ['settings', 1, settings, settings],
  ['inbox', 1, inbox, inbox],
  [
    'poll',
    1,
    { failures: 2, lastOkAt: 1, failingSince: 2, nextAt: 3 },
    { failures: 2, lastOkAt: 1, failingSince: 2, nextAt: 3 },
  ],
  ['queue', 1, [entry], [entry]],
  ['sent', 1, [{ clientId: 'c-1234567', itemId: 8, at: 6 }], [{ clientId: 'c-1234567', itemId: 8, at: 6 }]],
  ['intent', 1, { kind: 'words', text: '潮汐', at: 7 }, { kind: 'words', text: '潮汐', at: 7 }],
];

test.each(frozen)('%s of version %i still reads', (key, v, value, meaning) => {
  const item = allItems.find((one) => one.key === key);
  expect(item?.read({ v, value })).toEqual(meaning);
});

test('every stored item has an example', () => {
  expect(new Set(frozen.map(([key]) => key))).toEqual(new Set(allItems.map((item) => item.key)));
});
