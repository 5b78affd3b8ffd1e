import { expect, test } from 'vitest';
import { turnBesideHub } from './hub-turn.ts';

const minute = 60_000;
const hour = 60 * minute;
const at = Date.UTC(2026, 10, 25, 12);
const learnedMs = 20 * minute;
const quietFetch = { at, previousAt: at - hour, newCount: 0, learnedMs };
const trusted = { isTrusted: true, toldAt: at - 5 * hour, leaseEndsAt: at + 100 * hour };

test.each([
  ['a trusted hub leaves one look in six hours', quietFetch, trusted, { delayMs: 6 * hour, isTrusted: true }],
  [
    'a source that is looked at less often by its rhythm stays with it',
    { ...quietFetch, learnedMs: 20 * hour },
    trusted,
    { delayMs: 20 * hour, isTrusted: true },
  ],
  [
    'a hub that has never told leaves the rhythm as it is',
    quietFetch,
    { ...trusted, isTrusted: false, toldAt: null },
    { delayMs: learnedMs, isTrusted: false },
  ],
  [
    'what the hub told of is no reason to doubt it',
    { ...quietFetch, newCount: 3 },
    { ...trusted, toldAt: at - minute },
    { delayMs: 6 * hour, isTrusted: true },
  ],
  [
    'news the hub did not tell of ends the trust',
    { ...quietFetch, newCount: 1 },
    trusted,
    { delayMs: learnedMs, isTrusted: false },
  ],
  [
    'what was told when the fetch before began was answered by that one',
    { ...quietFetch, newCount: 1 },
    { ...trusted, toldAt: at - hour },
    { delayMs: learnedMs, isTrusted: false },
  ],
  [
    'told without news: the rhythm decides when to look again',
    quietFetch,
    { ...trusted, toldAt: at - 1 },
    { delayMs: learnedMs, isTrusted: true },
  ],
  [
    'told while the fetch was under way: looked at again after a minute',
    { ...quietFetch, newCount: 1 },
    { ...trusted, toldAt: at + 1 },
    { delayMs: minute, isTrusted: true },
  ],
  [
    'the look in six hours comes earlier when the lease ends earlier',
    quietFetch,
    { ...trusted, leaseEndsAt: at + hour },
    { delayMs: hour, isTrusted: true },
  ],
  [
    'without a lease the rhythm holds',
    quietFetch,
    { ...trusted, leaseEndsAt: at - 1 },
    { delayMs: learnedMs, isTrusted: true },
  ],
])('%s', (_what, fetch, hub, expected) => {
  expect(turnBesideHub(fetch, hub)).toEqual(expected);
});
