import type { SourceEntry } from './read-source.ts';

/** A feed's own text this long (in Latin letters; Han count fourfold) is taken for the whole article. */
const wholeTextWeight = 800;

export function textWeight(text: string): number {
  const wide = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu)?.length ?? 0;
  return text.length + wide * 3;
}

/** True when the feed brings only a teaser, so that the page is worth fetching. */
export function needsPage(entry: SourceEntry): boolean {
  if (entry.link === '') return false;
  return textWeight(entry.text) < wholeTextWeight;
}
