import type { ReactNode } from 'react';

export type Range = readonly [start: number, end: number];

/** Cuts ranges to the text, sorts them and joins those that touch. Offsets are UTF-16 units, end exclusive. */
export function normaliseRanges(length: number, ranges: readonly Range[]): [number, number][] {
  const sorted = ranges
    .map(([start, end]): [number, number] => [Math.max(0, start), Math.min(length, end)])
    .filter(([start, end]) => start < end)
    .sort((a, b) => a[0] - b[0]);
  const joined: [number, number][] = [];
  for (const range of sorted) {
    const last = joined.at(-1);
    if (last && range[0] <= last[1]) last[1] = Math.max(last[1], range[1]);
    else joined.push(range);
  }
  return joined;
}

/** The text with the ranges marked. Wrong ranges are ignored; the text itself is never changed. */
export function HighlightedText({ text, ranges }: { text: string; ranges: readonly Range[] }) {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const [start, end] of normaliseRanges(text.length, ranges)) {
    if (start > at) parts.push(text.slice(at, start));
    parts.push(<mark key={start}>{text.slice(start, end)}</mark>);
    at = end;
  }
  parts.push(text.slice(at));
  return <>{parts}</>;
}
