import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDateText } from './parse-date-text.ts';

/** Monday 2 November 2026, 13:00 in Shanghai. */
const now = Date.parse('2026-11-02T05:00:00Z');
const read = (text: string, language?: string, timeZone = 'Asia/Shanghai') => {
  const found = parseDateText(text, { now, timeZone, language });
  return found && `${new Date(found.time).toISOString().slice(0, 16)} ${found.precision}`;
};

describe('parseDateText', () => {
  it.each([
    ['今天 12:30', '2026-11-02T04:30 time'],
    ['昨天 08:05', '2026-11-01T00:05 time'],
    ['昨天', '2026-10-31T16:00 day'],
    ['前天 23:59', '2026-10-31T15:59 time'],
    ['3小时前', '2026-11-02T02:00 time'],
    ['5 分钟前', '2026-11-02T04:55 time'],
    ['2天前', '2026-10-31T05:00 day'],
    ['刚刚', '2026-11-02T05:00 time'],
    ['2026年11月2日', '2026-11-01T16:00 day'],
    ['发布时间：2026年10月31日 下午3:20', '2026-10-31T07:20 time'],
    ['2026年11月2日（星期一）12时30分', '2026-11-02T04:30 time'],
    ['二〇二六年十月二十三日', '2026-10-22T16:00 day'],
    ['11月1日 09:00', '2026-11-01T01:00 time'],
    ['12月31日', '2025-12-30T16:00 day'],
    ['11-02 12:30', '2026-11-02T04:30 time'],
    ['[10-31]', '2026-10-30T16:00 day'],
    ['2026-11-02 12:30:15', '2026-11-02T04:30 time'],
    ['2026/11/2', '2026-11-01T16:00 day'],
    ['12:30', '2026-11-02T04:30 time'],
    ['23:30', '2026-11-01T15:30 time'],
    ['20261102', '2026-11-01T16:00 day'],
    ['民國115年11月2日', '2026-11-01T16:00 day'],
  ])('reads %s on a Chinese page', (text, expected) => expect(read(text, 'zh')).toBe(expected));

  it.each([
    ['令和8年11月2日', '2026-11-01T15:00 day'],
    ['平成31年4月1日 午後1時30分', '2019-04-01T04:30 time'],
    ['3時間前', '2026-11-02T02:00 time'],
    ['昨日 18:00', '2026-11-01T09:00 time'],
    ['2026년 11월 2일 오전 9:00', '2026-11-02T00:00 time'],
    ['3시간 전', '2026-11-02T02:00 time'],
    ['어제', '2026-10-31T15:00 day'],
  ])('reads %s on a Japanese or Korean page', (text, expected) =>
    expect(read(text, 'ja', 'Asia/Tokyo')).toBe(expected),
  );

  it.each([
    ['November 2, 2026', 'en', '2026-11-02T00:00 day'],
    ['Nov 2nd, 2026 at 4:15 pm', 'en', '2026-11-02T16:15 time'],
    ['2 Nov 2026 04:15 GMT', 'en', '2026-11-02T04:15 time'],
    ['Mon, 02 Nov 2026 04:15:00 +0100', 'en', '2026-11-02T03:15 time'],
    ['Updated 5:00 AM EST, Sun November 1, 2026', 'en', '2026-11-01T00:00 day'],
    ['11/2/2026', 'en-US', '2026-11-02T00:00 day'],
    ['11/2/2026', 'en-GB', '2026-02-11T00:00 day'],
    ['3 hours ago', 'en', '2026-11-02T02:00 time'],
    ['an hour ago', 'en', '2026-11-02T04:00 time'],
    ['7h', 'en', '2026-11-01T22:00 time'],
    ['Yesterday at 10:30', 'en', '2026-11-01T10:30 time'],
    ['2. November 2026, 12:30 Uhr', 'de', '2026-11-02T12:30 time'],
    ['02.11.2026 um 12.30 Uhr', 'de', '2026-11-02T12:30 time'],
    ['vor 3 Stunden', 'de', '2026-11-02T02:00 time'],
    ['gestern', 'de', '2026-11-01T00:00 day'],
    ['Publié le 2 novembre 2026 à 12h30', 'fr', '2026-11-02T12:30 time'],
    ['1er octobre 2026', 'fr', '2026-10-01T00:00 day'],
    ['il y a 2 jours', 'fr', '2026-10-31T05:00 day'],
    ['2 de noviembre de 2026', 'es', '2026-11-02T00:00 day'],
    ['hace 3 horas', 'es', '2026-11-02T02:00 time'],
    ['2 ноября 2026, 12:30', 'ru', '2026-11-02T12:30 time'],
    ['3 часа назад', 'ru', '2026-11-02T02:00 time'],
    ['2 พฤศจิกายน 2569', 'th', '2026-11-02T00:00 day'],
    ['2 نوفمبر 2026', 'ar', '2026-11-02T00:00 day'],
  ])('reads %s (%s)', (text, language, expected) => expect(read(text, language, 'UTC')).toBe(expected));

  it.each(['', 'Read more', '1,204 comments', '第3页', '32.13.2026', '2026-13-45', 'Page 3 of 12', 'Room 12.30'])(
    'finds no date in %j',
    (text) => {
      expect(read(text, 'en')).toBeUndefined();
    },
  );

  it('follows summer time', () => {
    expect(read('2026-07-01 12:00', 'de', 'Europe/Berlin')).toBe('2026-07-01T10:00 time');
    expect(read('2026-12-01 12:00', 'de', 'Europe/Berlin')).toBe('2026-12-01T11:00 time');
  });

  it('never throws and never takes long', () => {
    const started = performance.now();
    fc.assert(
      fc.property(fc.string({ maxLength: 500, unit: 'grapheme' }), (text) => void parseDateText(text, { now })),
      { numRuns: 500 },
    );
    for (const char of ['1', ' ', '-', 'a', '年', '2 de ', '1 a ']) parseDateText(char.repeat(50_000), { now });
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
