/** Calendar days, periods and shortcuts of the query language as instants in the reader's time zone. */
import type { DateShortcut, DateSpan } from '#shared/query/ast.ts';

/** Epoch milliseconds, [from, to); an absent end is open. */
export interface InstantSpan {
  from?: number;
  to?: number;
}

interface Day {
  year: number;
  /** 1 to 12; values beyond carry over, as do those of `day`. */
  month: number;
  day: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    const fields = {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    } as const;
    try {
      format = new Intl.DateTimeFormat('en-US', { ...fields, hourCycle: 'h23', era: 'short', timeZone });
    } catch {
      format = new Intl.DateTimeFormat('en-US', { ...fields, hourCycle: 'h23', era: 'short', timeZone: 'UTC' });
    }
    if (formats.size > 500) formats.clear();
    formats.set(timeZone, format);
  }
  return format;
}

function localFields(instant: number, timeZone: string): number[] {
  const fields: Record<string, number> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(instant)) fields[type] = Number(value);
  return ['year', 'month', 'day', 'hour', 'minute', 'second'].map((name) => fields[name] ?? 0);
}

function zoneOffset(instant: number, timeZone: string): number {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = localFields(instant, timeZone);
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
}

function localDay(instant: number, timeZone: string): Day {
  const [year = 1970, month = 1, day = 1] = localFields(instant, timeZone);
  return { year, month, day };
}

/** The instant at which a local clock shows this time; the earlier offset where the clock skips it. */
function instantOf(localMs: number, timeZone: string): number {
  const guess = localMs - zoneOffset(localMs, timeZone);
  const settled = localMs - zoneOffset(guess, timeZone);
  // Midnight may not exist on the day the clocks go forward; the day then begins later.
  return zoneOffset(settled, timeZone) === localMs - settled ? settled : Math.max(guess, settled);
}

function dayStart({ year, month, day }: Day, timeZone: string): number {
  return instantOf(Date.UTC(year, month - 1, day), timeZone);
}

/** `YYYY-MM-DD` of a day that exists. */
function readDay(text: string): Day | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  if (year < 1 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return { year, month, day };
}

const PERIOD =
  /^P(?=.)(?:(\d{1,6})Y)?(?:(\d{1,6})M)?(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?=.)(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,6})S)?)?$/;

/** Years, months, weeks and days go back on the local calendar, hours and less on the clock. */
function beforePeriod(period: string, now: number, timeZone: string): number | undefined {
  const match = PERIOD.exec(period.toUpperCase());
  if (match === null) return undefined;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((value) => Number(value ?? 0));
  const clockMs = ((hours * 60 + minutes) * 60 + seconds) * 1000;
  if (years + months + weeks + days === 0) return now - clockMs;
  const { year, month, day } = localDay(now, timeZone);
  const monthIndex = month - 1 - months;
  const lastOfMonth = new Date(Date.UTC(year - years, monthIndex + 1, 0)).getUTCDate();
  const date = Date.UTC(year - years, monthIndex, Math.min(day, lastOfMonth) - weeks * 7 - days);
  const timeOfDay = now + zoneOffset(now, timeZone) - Date.UTC(year, month - 1, day);
  const instant = instantOf(date + timeOfDay, timeZone) - clockMs;
  return Number.isFinite(instant) ? instant : undefined;
}

/** "Last N days" are N calendar days, today included. */
const SHORTCUTS: Record<DateShortcut, (today: Day) => [Day, Day]> = {
  today: (today) => [today, plus(today, 1)],
  yesterday: (today) => [plus(today, -1), today],
  'this-month': ({ year, month }) => [
    { year, month, day: 1 },
    { year, month: month + 1, day: 1 },
  ],
  'last-month': ({ year, month }) => [
    { year, month: month - 1, day: 1 },
    { year, month, day: 1 },
  ],
  'last-7-days': (today) => [plus(today, -6), plus(today, 1)],
  'last-30-days': (today) => [plus(today, -29), plus(today, 1)],
  'last-90-days': (today) => [plus(today, -89), plus(today, 1)],
  'last-1-year': (today) => [plus({ ...today, year: today.year - 1 }, 1), plus(today, 1)],
  'this-year': ({ year }) => [
    { year, month: 1, day: 1 },
    { year: year + 1, month: 1, day: 1 },
  ],
  'last-year': ({ year }) => [
    { year: year - 1, month: 1, day: 1 },
    { year, month: 1, day: 1 },
  ],
};

const plus = (day: Day, days: number): Day => ({ ...day, day: day.day + days });

/** Undefined where the span names no day or period. */
export function instantSpan(span: DateSpan, now: number, timeZone: string): InstantSpan | undefined {
  if (span.kind === 'period') {
    const from = beforePeriod(span.period, now, timeZone);
    return from === undefined ? undefined : { from };
  }
  if (span.kind === 'shortcut') {
    const days = SHORTCUTS[span.shortcut]?.(localDay(now, timeZone));
    return days === undefined ? undefined : { from: dayStart(days[0], timeZone), to: dayStart(days[1], timeZone) };
  }
  const first = span.from === undefined ? undefined : readDay(span.from);
  const last = span.to === undefined ? undefined : readDay(span.to);
  if ((span.from !== undefined && first === undefined) || (span.to !== undefined && last === undefined))
    return undefined;
  return {
    ...(first === undefined ? {} : { from: dayStart(first, timeZone) }),
    ...(last === undefined ? {} : { to: dayStart(plus(last, 1), timeZone) }),
  };
}
