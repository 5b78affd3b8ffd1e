import { expect, test } from 'vitest';
import { retryAfterMs } from './retry-after.ts';

const NOW = Date.UTC(2026, 0, 1, 12);

test.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['Thu, 01 Jan 2026 12:10:00 GMT', 600_000],
  ['Thu, 01 Jan 2026 11:00:00 GMT', 0],
  ['999999999', 86_400_000],
  ['Sun, 01 Feb 2026 12:00:00 GMT', 86_400_000],
  ['soon', undefined],
  ['-5 apples', undefined],
  ['', undefined],
  [undefined, undefined],
])('Retry-After %s means %s ms', (header, expected) => {
  expect(retryAfterMs(header, NOW)).toBe(expected);
});
