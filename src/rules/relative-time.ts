/** Times as people say them: seconds, minutes, hours, days to about a month, then a date. */

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const daysMax = 30;
const year = 365 * day;

const formats = new Map<string, Intl.RelativeTimeFormat>();

function relativeFormat(language: string): Intl.RelativeTimeFormat {
  const known = formats.get(language);
  if (known) return known;
  const made = new Intl.RelativeTimeFormat(language, { numeric: 'always' });
  formats.set(language, made);
  return made;
}

/**
 * `just now`, `3 minutes ago`, `in 2 hours`; beyond thirty days `11-03 08:15` within the past year, else with the year.
 * @param atMs epoch milliseconds
 * @param nowMs epoch milliseconds
 * @param language BCP 47 tag of the reader
 * @param justNow what that language says of less than a second; Intl only has "0 seconds ago"
 */
export function relativeTime(atMs: number, nowMs: number, language: string, justNow: string): string {
  const distance = Math.abs(nowMs - atMs);
  const sign = atMs > nowMs ? 1 : -1;
  const say = (unitMs: number, unit: Intl.RelativeTimeFormatUnit) =>
    relativeFormat(language).format(sign * Math.floor(distance / unitMs), unit);
  if (distance < second) return justNow;
  if (distance < minute) return say(second, 'second');
  if (distance < hour) return say(minute, 'minute');
  if (distance < day) return say(hour, 'hour');
  if (distance <= daysMax * day) return say(day, 'day');
  const isRecent = atMs < nowMs && distance < year;
  const dayAndTime = `${monthDay(atMs)} ${clock(atMs)}`;
  return isRecent ? dayAndTime : `${new Date(atMs).getFullYear()}-${dayAndTime}`;
}

function monthDay(atMs: number): string {
  const at = new Date(atMs);
  return `${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;
}

function clock(atMs: number): string {
  const at = new Date(atMs);
  return `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

const exactFormats = new Map<string, Intl.DateTimeFormat>();

/** The full date and time in the reader's own form. */
export function exactTime(atMs: number, language: string, timeZone?: string): string {
  const key = `${language} ${timeZone}`;
  const known = exactFormats.get(key);
  if (known) return known.format(atMs);
  const made = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'medium', timeZone });
  exactFormats.set(key, made);
  return made.format(atMs);
}
