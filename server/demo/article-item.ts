/** One published article of the newsroom, as feeds and pages show it. */
import type { Section } from './language-texts.ts';

export interface ArticleItem {
  id: string;
  url: string;
  at: number;
  title: string;
  paragraphs: string[];
  section: Section;
}

/** Characters that XML 1.0 has no way to carry are left out. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to leave out.
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

export function escapeMarkup(text: string): string {
  return text
    .replaceAll(notInXml, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const pad = (value: number, length = 2): string => String(value).padStart(length, '0');

/** The wall clock of a place, read from the UTC fields of the answer. */
export function wallClock(at: number, utcOffsetMinutes: number): Date {
  return new Date(at + utcOffsetMinutes * 60_000);
}

function offsetText(utcOffsetMinutes: number, separator: string): string {
  const minutes = Math.abs(utcOffsetMinutes);
  return `${utcOffsetMinutes < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}${separator}${pad(minutes % 60)}`;
}

/** As RSS wants it: Sat, 21 Nov 2026 18:00:00 +0800. */
export function rfc822(at: number, utcOffsetMinutes: number): string {
  return wallClock(at, utcOffsetMinutes).toUTCString().replace('GMT', offsetText(utcOffsetMinutes, ''));
}

/** As Atom wants it: 2026-11-21T18:00:00+08:00. */
export function rfc3339(at: number, utcOffsetMinutes: number): string {
  return `${wallClock(at, utcOffsetMinutes).toISOString().slice(0, 19)}${offsetText(utcOffsetMinutes, ':')}`;
}

/** The day in an address: 2026/11/21. */
export function dayPath(at: number, utcOffsetMinutes: number): string {
  return wallClock(at, utcOffsetMinutes).toISOString().slice(0, 10).replaceAll('-', '/');
}
