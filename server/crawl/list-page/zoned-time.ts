/** Wall-clock time in a time zone to an instant and back. Needed because the platform has no such function yet. */

export interface CalendarTime {
  year: number;
  /** 1–12 */
  month: number;
  day: number;
  hour?: number;
  minute?: number;
  second?: number;
}

const formats = new Map<string, Intl.DateTimeFormat | undefined>();

function formatFor(timeZone: string): Intl.DateTimeFormat | undefined {
  if (!formats.has(timeZone)) {
    let format: Intl.DateTimeFormat | undefined;
    try {
      const fields = {
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
      } as const;
      format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', era: 'short', ...fields });
    } catch {
      format = undefined; // An unknown zone is read as UTC.
    }
    if (formats.size < 1000) formats.set(timeZone, format);
    return format;
  }
  return formats.get(timeZone);
}

/** The wall clock of an instant (epoch ms) in a zone. */
export function calendarTime(time: number, timeZone: string): Required<CalendarTime> {
  const format = timeZone === 'UTC' ? undefined : formatFor(timeZone);
  if (!format) {
    const utc = new Date(time);
    return {
      year: utc.getUTCFullYear(),
      month: utc.getUTCMonth() + 1,
      day: utc.getUTCDate(),
      hour: utc.getUTCHours(),
      minute: utc.getUTCMinutes(),
      second: utc.getUTCSeconds(),
    };
  }
  const part: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(time)) part[type] = Number(value);
  return {
    year: part['year'] ?? 0,
    month: part['month'] ?? 1,
    day: part['day'] ?? 1,
    hour: part['hour'] ?? 0,
    minute: part['minute'] ?? 0,
    second: part['second'] ?? 0,
  };
}

function asUtc(c: CalendarTime): number {
  return Date.UTC(c.year, c.month - 1, c.day, c.hour ?? 0, c.minute ?? 0, c.second ?? 0);
}

/** Epoch milliseconds of a wall-clock time in a zone; `undefined` if there is no such day or hour. */
export function instantOf(c: CalendarTime, timeZone: string): number | undefined {
  const { year, month, day, hour = 0, minute = 0, second = 0 } = c;
  if (
    year < 1900 ||
    year > 2200 ||
    month < 1 ||
    month > 12 ||
    day < 1 ||
    day > new Date(Date.UTC(year, month, 0)).getUTCDate()
  )
    return undefined;
  if (hour > 24 || minute > 59 || second > 60) return undefined;
  const wanted = asUtc(c);
  let instant = wanted;
  // The second pass settles the hours around a change of the clocks.
  for (let pass = 0; pass < 2; pass++) instant += wanted - asUtc(calendarTime(instant, timeZone));
  return instant;
}
