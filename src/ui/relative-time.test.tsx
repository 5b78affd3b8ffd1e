import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { relativeTime } from '#shared/rules/relative-time.ts';
import { RelativeTime } from './relative-time.tsx';
import { UiTextsProvider } from './ui-texts.tsx';

afterEach(cleanup);

const now = Date.UTC(2026, 10, 21, 12, 0, 0);
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

describe('relativeTime', () => {
  test.each([
    [0, 'just now'],
    [999, 'just now'],
    [second, '1 second ago'],
    [59 * second, '59 seconds ago'],
    [60 * second, '1 minute ago'],
    [59 * minute + 59 * second, '59 minutes ago'],
    [hour, '1 hour ago'],
    [23 * hour + 59 * minute, '23 hours ago'],
    [day, '1 day ago'],
    [30 * day, '30 days ago'],
    [31 * day, '10-21 12:00'],
    [364 * day, '11-22 12:00'],
    [365 * day, '2025-11-21 12:00'],
  ])('%i ms back is "%s"', (distance, text) => {
    expect(relativeTime(now - distance, now, 'en', 'just now')).toBe(text);
  });

  test('what lies ahead is said as later, and beyond a month with its year', () => {
    expect(relativeTime(now + 5 * minute, now, 'en', 'just now')).toBe('in 5 minutes');
    expect(relativeTime(now + 5 * minute, now, 'zh-CN', '刚刚')).toBe('5分钟后');
    expect(relativeTime(now + 999, now, 'en', 'just now')).toBe('just now');
    expect(relativeTime(now + 40 * day, now, 'en', 'just now')).toBe('2026-12-31 12:00');
  });

  test('each language has its own words', () => {
    expect(relativeTime(now, now, 'zh-CN', '刚刚')).toBe('刚刚');
    expect(relativeTime(now - 3 * hour, now, 'zh-CN', '刚刚')).toBe('3小时前');
    expect(relativeTime(now - 3 * hour, now, 'zh-TW', '剛剛')).toBe('3 小時前');
  });
});

test('a time shows the exact moment on hover and carries it for machines', () => {
  const texts = { language: 'en', close: '', cancel: '', loading: '', justNow: 'just now' };
  render(
    <UiTextsProvider texts={texts}>
      <RelativeTime at={now - 2 * hour} now={now} />
    </UiTextsProvider>,
  );
  const time = screen.getByText('2 hours ago');
  expect(time.getAttribute('datetime')).toBe('2026-11-21T10:00:00.000Z');
  expect(time.title).toContain('2026');
});
