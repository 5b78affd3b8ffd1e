// @vitest-environment node
import '../testing/fake-browser.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser, resetWorld } from '../testing/fake-browser.ts';
import { defineItem, keptKey } from './define-item.ts';

beforeEach(resetWorld);

const stored = (value: object) => fakeBrowser.storage.local.set(value);
const raw = async (key: string) => (await fakeBrowser.storage.local.get(key))[key];

/** A shape that changed twice: a number, then an object, then an object with another name. */
const item = defineItem<{ seconds: number }>({
  key: 'rhythm',
  version: 3,
  fallback: { seconds: 300 },
  migrations: {
    2: (old) => ({ minutes: numberOf(old) }),
    3: (old) => ({ seconds: (old as { minutes: number }).minutes * 60 }),
  },
});

function numberOf(value: unknown): number {
  if (typeof value !== 'number') throw new Error(`not a number: ${value}`);
  return value;
}

test('nothing stored reads as the fallback', async () => {
  expect(await item.get()).toEqual({ seconds: 300 });
});

test.each([
  ['version 1', { v: 1, value: 5 }, { seconds: 300 }],
  ['version 2', { v: 2, value: { minutes: 2 } }, { seconds: 120 }],
  ['version 3', { v: 3, value: { seconds: 45 } }, { seconds: 45 }],
])('a value of %s is lifted to today’s shape', async (_, record, expected) => {
  await stored({ rhythm: record });
  expect(await item.get()).toEqual(expected);
});

test('reading does not write: the old record stays until a new value is set', async () => {
  await stored({ rhythm: { v: 1, value: 5 } });
  await item.get();
  expect(await raw('rhythm')).toEqual({ v: 1, value: 5 });
});

test('a failed migration reads as the fallback and keeps the old value, even after a new one is set', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const broken = { v: 1, value: 'five' };
  await stored({ rhythm: broken });
  expect(await item.get()).toEqual({ seconds: 300 });
  expect(await raw('rhythm')).toEqual(broken);
  await item.set({ seconds: 60 });
  expect(await raw('rhythm')).toEqual({ v: 3, value: { seconds: 60 } });
  expect(await raw(keptKey('rhythm'))).toEqual(broken);
});

test('a value of a newer version is kept aside, not misread', async () => {
  await stored({ rhythm: { v: 9, value: { beats: 1 } } });
  expect(await item.get()).toEqual({ seconds: 300 });
  await item.set({ seconds: 60 });
  expect(await raw(keptKey('rhythm'))).toEqual({ v: 9, value: { beats: 1 } });
});

test('changes that cross each other are all applied', async () => {
  const counter = defineItem<number>({ key: 'counter', version: 1, fallback: 0 });
  await Promise.all(Array.from({ length: 25 }, () => counter.update((count) => count + 1)));
  expect(await counter.get()).toBe(25);
});

test('a change that changes nothing writes nothing', async () => {
  const seen: unknown[] = [];
  const stop = item.watch((value) => seen.push(value));
  await item.update((value) => value);
  expect(await raw('rhythm')).toBeUndefined();
  await item.set({ seconds: 61 });
  expect(seen).toEqual([{ seconds: 61 }]);
  stop();
  await item.set({ seconds: 62 });
  expect(seen).toHaveLength(1);
});
