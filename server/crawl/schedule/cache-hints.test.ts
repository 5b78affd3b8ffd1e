import { expect, test } from 'vitest';
import { cacheHints } from './cache-hints.ts';

const NOW = Date.UTC(2026, 0, 15, 12);

test.each([
  ['a max-age', { 'cache-control': 'public, max-age=600' }, { maxAgeMs: 600_000 }],
  [
    'what a cache on the way has already used up',
    { 'cache-control': 'max-age=600', age: '500' },
    { maxAgeMs: 100_000 },
  ],
  ['never less than nothing', { 'cache-control': 'max-age=60', age: '500' }, { maxAgeMs: 0 }],
  ['a shared cache’s age is not ours', { 'cache-control': 's-maxage=600' }, {}],
  [
    'an expiry by the server’s own clock',
    { date: 'Thu, 15 Jan 2026 10:00:00 GMT', expires: 'Thu, 15 Jan 2026 11:00:00 GMT' },
    { expiresInMs: 3_600_000 },
  ],
  ['an expiry by our clock', { expires: 'Thu, 15 Jan 2026 12:30:00 GMT' }, { expiresInMs: 1_800_000 }],
  [
    'max-age before Expires',
    { 'cache-control': 'max-age=0', expires: 'Thu, 15 Jan 2026 12:30:00 GMT' },
    { maxAgeMs: 0 },
  ],
  ['no-cache asks for nothing', { 'cache-control': 'no-cache, max-age=600' }, {}],
  ['nonsense says nothing', { 'cache-control': 'max-age=soon', expires: '-1', age: 'x' }, {}],
])('%s', (_what, headers, expected) => {
  expect(cacheHints(headers as Record<string, string>, NOW)).toEqual(expected);
});
