/** Wall-clock time in a member's time zone. Intl knows the offsets; a zone it does not know reads as UTC. */
const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;
const minutesADay = 1_440;
/** Wider than any jump of a clock, so that the offsets on both sides of a wanted time are seen. */
const jumpMs = 36 * hourMs;

export interface LocalTime {
  year: number;
  /** 1–12 */
  month: number;
  day: number;
  /** Of the day, 0–1439. */
  minute: number;
  /** 1 Monday – 7 Sunday */
  weekday: number;
}

const formats = new Map<string, Intl.DateTimeFormat | undefined>();
const formatsMax = 1_000;

function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  if (formats.has(timeZone)) return formats.get(timeZone);
  const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  let format: Intl.DateTimeFormat | undefined;
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', second: 'numeric', ...fields });
  } catch {
    format = undefined;
  }
  if (formats.size < formatsMax) formats.set(timeZone, format);
  return format;
}

/** What has to be added to UTC at this instant, in milliseconds. */
function offsetAt(at: number, timeZone: string): number {
  const format = formatOf(timeZone);
  if (!format) return 0;
  const part: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(at)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1_000) * 1_000;
}

/** The clock on the wall at an instant (epoch milliseconds). */
export function localTime(at: number, timeZone: string): LocalTime {
  const local = new Date(at + offsetAt(at, timeZone));
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    minute: local.getUTCHours() * 60 + local.getUTCMinutes(),
    weekday: local.getUTCDay() || 7,
  };
}

/** `2026-11-21`, the member's own date. */
export function localDay(at: number, timeZone: string): string {
  return new Date(at + offsetAt(at, timeZone)).toISOString().slice(0, 10);
}

/**
 * The instant at which a local day shows a minute. A time that a jump of the clock leaves out is the instant of the jump, a
 * time that comes twice is the first of the two.
 */
export function instantAt(
  { year, month, day }: Pick<LocalTime, 'year' | 'month' | 'day'>,
  minute: number,
  timeZone: string,
): number {
  const wanted = Date.UTC(year, month - 1, day) + minute * minuteMs;
  const before = offsetAt(wanted - jumpMs, timeZone);
  const after = offsetAt(wanted + jumpMs, timeZone);
  const shown = [before, after]
    .map((offset) => wanted - offset)
    .filter((at) => at + offsetAt(at, timeZone) === wanted)
    .sort((a, b) => a - b)[0];
  return shown ?? jumpBetween(wanted - after, wanted - before, before, timeZone);
}

/** The first instant in (from, to] that no longer has the offset of before the jump. */
function jumpBetween(from: number, to: number, before: number, timeZone: string): number {
  let [low, high] = [from, to];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle, timeZone) === before) low = middle;
    else high = middle;
  }
  return high;
}

/** When the clock jumps between two instants less than a season apart; undefined when it does not. */
export function jumpWithin(from: number, to: number, timeZone: string): number | undefined {
  const before = offsetAt(from, timeZone);
  return offsetAt(to, timeZone) === before ? undefined : jumpBetween(from, to, before, timeZone);
}

/** The first instant after `after` at which the clock shows the minute of the day, on the weekday if one is given. */
export function nextLocal(minute: number, timeZone: string, after: number, weekday?: number): number {
  const today = localTime(after, timeZone);
  const midnight = Date.UTC(today.year, today.month - 1, today.day);
  for (let ahead = 0; ; ahead++) {
    const date = new Date(midnight + ahead * dayMs);
    if (weekday !== undefined && (date.getUTCDay() || 7) !== weekday) continue;
    const day = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
    const at = instantAt(day, minute, timeZone);
    if (at > after) return at;
  }
}

/** The next instant after `after` at which the local clock shows a full hour. */
export function nextFullHour(timeZone: string, after: number): number {
  const offset = offsetAt(after, timeZone);
  return (Math.floor((after + offset) / hourMs) + 1) * hourMs - offset;
}

/** How long until the clock would show the minute of the day if it did not jump, in milliseconds. */
export function untilLocal(minute: number, timeZone: string, at: number): number {
  const here = localTime(at, timeZone).minute;
  return ((minute - here + minutesADay) % minutesADay) * minuteMs - (at % minuteMs);
}
