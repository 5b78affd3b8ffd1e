import { expect, test } from 'vitest';
import { readListParams } from './list-params.ts';
import { pageNumbers } from './pager.tsx';

test.each([
  [1, 1, [1]],
  [3, 7, [1, 2, 3, 4, 5, 6, 7]],
  [1, 20, [1, 2, 3, 4, 5, 0, 20]],
  [10, 20, [1, 0, 9, 10, 11, 0, 20]],
  [20, 20, [1, 0, 16, 17, 18, 19, 20]],
  [4, 8, [1, 2, 3, 4, 5, 0, 8]],
])('page %i of %i shows %j', (page, last, numbers) => {
  expect(pageNumbers(page, last)).toEqual(numbers);
});

test('never more than seven numbers are shown, and the page, the first and the last are among them', () => {
  for (let last = 1; last <= 30; last++) {
    for (let page = 1; page <= last; page++) {
      const numbers = pageNumbers(page, last);
      expect(numbers.length).toBeLessThanOrEqual(7);
      expect(numbers).toEqual(expect.arrayContaining([1, page, last]));
    }
  }
});

test('what is no page or no page size counts as absent', () => {
  expect(readListParams({ page: '2', limit: 30, text: 'rain' })).toEqual({ page: 2, limit: 30, text: 'rain' });
  expect(readListParams({ page: -1, limit: 17, text: '' })).toEqual({});
  expect(readListParams({ page: 1.5, limit: 'x', text: {} })).toEqual({});
  expect(readListParams({ page: 1, limit: 15 })).toEqual({});
});
