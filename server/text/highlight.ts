/** Where a query's words stand in a text, and the piece of the text that shows them best. */
import { indexField, type Span, spansOf } from './evaluate.ts';
import { createPatternTime, type PatternQuery, rangesOf } from './pattern.ts';
import type { Token, TokenQuery } from './token-query.ts';
import { findTokens, isCjkToken } from './tokens.ts';

/** UTF-16 offsets, end excluded. */
export interface Range {
  start: number;
  end: number;
}

export interface HighlightOptions {
  /** Which field the text is; default `body`. Words asked for in another field are not marked. */
  field?: 'title' | 'body' | 'author' | 'tag';
}

type WordLeaf = Extract<TokenQuery, { type: 'phrase' | 'stem' }>;
type Leaf = WordLeaf | PatternQuery;

/** Milliseconds for marking what regular expressions match in one text. */
const PATTERN_MS = 50;

/** Phrases, stems and expressions that make a document match, not those under NOT, nor forms of another language's grammar. */
function positiveLeaves(query: TokenQuery, language: string): Leaf[] {
  switch (query.type) {
    case 'phrase':
    case 'stem':
    case 'pattern':
      return [query];
    case 'and':
      return isForOtherLanguage(query.items, language)
        ? []
        : query.items.flatMap((item) => positiveLeaves(item, language));
    case 'or':
      return query.items.flatMap((item) => positiveLeaves(item, language));
    case 'near':
      return [...positiveLeaves(query.left, language), ...positiveLeaves(query.right, language)];
    case 'first':
    case 'same':
    case 'atleast':
      return positiveLeaves(query.item, language);
    default:
      return [];
  }
}

function isForOtherLanguage(items: readonly TokenQuery[], language: string): boolean {
  return items.some((item) => {
    const choices = item.type === 'or' ? item.items : [item];
    return choices.every(
      (choice) => choice.type === 'term' && choice.term.startsWith('lang:') && choice.term !== `lang:${language}`,
    );
  });
}

/** Merged ranges of what matches, in order. */
export function highlight(text: string, language: string, query: TokenQuery, options: HighlightOptions = {}): Range[] {
  return mergeRanges(findRanges(text, language, query, options).found);
}

interface Found extends Range {
  /** Which leaf was found: a window with two different words beats one with the same twice. */
  leaf: number;
}

function findRanges(text: string, language: string, query: TokenQuery, options: HighlightOptions) {
  const leaves = positiveLeaves(query, language);
  const tokens = findTokens(text, language, new Set(leaves.flatMap(firstUnits)));
  const index = indexField(tokens);
  const field = options.field ?? 'body';
  const time = createPatternTime(PATTERN_MS);
  const found = leaves.flatMap((leaf, number): Found[] => {
    const ranges =
      leaf.type === 'pattern'
        ? isAskedOf(leaf, field)
          ? rangesOf(leaf, text, time)
          : []
        : spansOf(leaf, field, index).map((span) => rangeOf(leaf, span, tokens));
    return ranges.map((range) => ({ ...range, leaf: number }));
  });
  return { tokens, found };
}

function firstUnits(leaf: Leaf): number[] {
  if (leaf.type === 'pattern') return [];
  const texts =
    leaf.type === 'stem' ? [leaf.stem] : leaf.steps.map((step) => ('token' in step ? step.token : step.prefix));
  return texts.map((text) => text.charCodeAt(0));
}

const isAskedOf = (leaf: PatternQuery, field: string): boolean =>
  leaf.field === field || (leaf.field === 'any' && (field === 'title' || field === 'body'));

function rangeOf(leaf: WordLeaf, span: Span, tokens: readonly Token[]): Range {
  const start = tokens[span.start]?.start ?? 0;
  const last = tokens[span.end];
  const end = last?.end ?? start;
  const step = leaf.type === 'phrase' ? leaf.steps.at(-1) : undefined;
  if (step === undefined || !('prefix' in step) || !isCjkToken(step.prefix)) return { start, end };
  // One character was asked for, and its token reaches into the next.
  const following = tokens[span.end + 1];
  return { start, end: following !== undefined && following.start < end ? following.start : end };
}

function mergeRanges(ranges: readonly Range[]): Range[] {
  const merged: Range[] = [];
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else if (end > start) merged.push({ start, end });
  }
  return merged;
}

export interface SnippetOptions extends HighlightOptions {
  /** Most UTF-16 units of text, without the ellipses. */
  length: number;
}

export interface Snippet {
  text: string;
  /** Offsets in `text`. */
  highlights: Range[];
}

const ELLIPSIS = '…';

/** The window with the most different words of the query, then the most words, then the earliest; begins at a word. */
export function snippet(text: string, language: string, query: TokenQuery, options: SnippetOptions): Snippet {
  const { tokens, found } = findRanges(text, language, query, options);
  found.sort((a, b) => a.start - b.start);
  const window = fitWindow(text, tokens, bestStart(found, options.length), options.length);
  const lead = window.start > 0 ? ELLIPSIS : '';
  const tail = window.end < text.length ? ELLIPSIS : '';
  const piece = text.slice(window.start, window.end);
  // Line breaks would tear the snippet; each becomes one space, so offsets stay.
  const shown = lead + piece.replace(/[\r\n\t\u2028\u2029]/g, ' ') + tail;
  const shift = lead.length - window.start;
  const highlights = mergeRanges(found)
    .map(({ start, end }) => ({ start: Math.max(start, window.start) + shift, end: Math.min(end, window.end) + shift }))
    .filter(({ start, end }) => end > start);
  return { text: shown, highlights };
}

function bestStart(found: readonly Found[], length: number): number {
  let best = 0;
  let bestScore = 0;
  const counts = new Map<number, number>();
  let last = 0;
  for (let first = 0; first < found.length; first++) {
    const opening = found[first];
    if (opening === undefined) break;
    while (last < found.length && (found[last]?.end ?? 0) - opening.start <= length) {
      const leaf = found[last]?.leaf ?? 0;
      counts.set(leaf, (counts.get(leaf) ?? 0) + 1);
      last++;
    }
    const score = counts.size * 1000 + Math.min(999, last - first);
    if (score > bestScore) {
      bestScore = score;
      best = opening.start;
    }
    if (last <= first) last = first + 1;
    else lower(counts, opening.leaf);
  }
  return best;
}

function lower(counts: Map<number, number>, leaf: number): void {
  const left = (counts.get(leaf) ?? 0) - 1;
  if (left > 0) counts.set(leaf, left);
  else counts.delete(leaf);
}

/** Gives the first find some room before it, and moves both ends to token borders. */
function fitWindow(text: string, tokens: readonly Token[], start: number, length: number): Range {
  if (text.length <= length) return { start: 0, end: text.length };
  const wanted = Math.max(0, Math.min(start - Math.floor(length / 5), text.length - length));
  const from = wanted === 0 ? 0 : Math.min(start, tokens.find((token) => token.start >= wanted)?.start ?? start);
  const limit = Math.min(text.length, from + length);
  if (limit === text.length) return { start: from, end: limit };
  let end = from;
  for (const token of tokens) {
    if (token.end > limit) break;
    end = Math.max(end, token.end);
  }
  return { start: from, end: end > from ? end : limit };
}
