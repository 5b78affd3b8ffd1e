import { expect, test } from 'vitest';
import { lockMs } from './session.ts';

test('the lock-out starts at the fifth failure, doubles and ends at an hour', () => {
  expect([0, 4, 5, 6, 7, 30].map(lockMs)).toEqual([0, 0, 30_000, 60_000, 120_000, 3_600_000]);
});
