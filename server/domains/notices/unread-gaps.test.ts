import { expect, test } from 'vitest';
import { clipGaps, joinTouching, unreadGaps } from './unread-gaps.ts';

const end = Number.MAX_SAFE_INTEGER;
const span = (after_id: number, up_to: number) => ({ after_id, up_to });

test('gaps are what no span covers, newest first, and the last one has no end', () => {
  expect(unreadGaps([])).toEqual([{ after: 0, upTo: end }]);
  expect(unreadGaps([span(0, 10), span(10, 20)])).toEqual([{ after: 20, upTo: end }]);
  expect(unreadGaps([span(30, 40), span(5, 10)])).toEqual([
    { after: 40, upTo: end },
    { after: 10, upTo: 30 },
    { after: 0, upTo: 5 },
  ]);
});

test('a clipped gap keeps what lies in the range, and nothing remains of one outside', () => {
  const gaps = unreadGaps([span(10, 20), span(30, 40)]);
  expect(clipGaps(gaps, 5, 25)).toEqual([
    { after: 20, upTo: 25 },
    { after: 5, upTo: 10 },
  ]);
  expect(clipGaps(gaps, 12, 18)).toEqual([]);
});

test('spans that touch become one, others stay apart', () => {
  expect(joinTouching([span(20, 30), span(0, 10), span(10, 20), span(40, 50)])).toEqual([span(0, 30), span(40, 50)]);
});
