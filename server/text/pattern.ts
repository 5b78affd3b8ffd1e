/**
 * Regular expressions on articles: what a reader wrote, put into the engine's syntax so that it reads folded text, and run in
 * linear time (RE2). Case, width, accents and the two Chinese scripts make no difference, as everywhere in the query language.
 */
import { RE2JS, RE2Set } from 're2js';
import { type CharacterClass, type CharacterRange, type Pattern, requiredTexts } from '#shared/query/pattern.ts';
import { normalise } from './normalise.ts';
import type { TokenField, TokenQuery } from './token-query.ts';

export type PatternQuery = Extract<TokenQuery, { type: 'pattern' }>;

/** Text as regular expressions read it; Han is folded in every language, so that one spelling stands for all. */
export const foldWritten = (text: string): string => normalise(text, true).text;

/** Undefined where folding leaves nothing long enough that every match contains. */
export function patternQuery(pattern: Pattern, field: TokenField): PatternQuery | undefined {
  const literals = requiredTexts(pattern, foldWritten);
  return literals && { type: 'pattern', source: sourceOf(pattern), literals, field };
}

const EDGES = { start: '^', end: '$', word: String.raw`\b`, inside: String.raw`\B` } as const;
/** Letters of every script, where the engine's own `\w` knows only Latin ones. */
const WORD = String.raw`\p{L}\p{N}\p{M}_`;
const NOTHING = String.raw`[^\x00-\x{10FFFF}]`;

function sourceOf(pattern: Pattern): string {
  switch (pattern.type) {
    case 'text':
      return quoted(foldWritten(pattern.text));
    case 'any':
      return '.';
    case 'edge':
      return EDGES[pattern.edge];
    case 'class':
      return setSource([pattern], false);
    case 'set':
      return setSource(pattern.items, pattern.isNegated);
    case 'sequence':
      return `(?:${pattern.items.map(sourceOf).join('')})`;
    case 'choice':
      return `(?:${pattern.items.map(sourceOf).join('|')})`;
    case 'repeat': {
      const { item, min, max, isLazy } = pattern;
      return `(?:${sourceOf(item)}){${min},${max ?? ''}}${isLazy ? '?' : ''}`;
    }
  }
}

const quoted = (text: string): string => RE2JS.quote(text);

/** Longer ranges are those of whole scripts, which folding leaves within themselves. */
const FOLDED_RANGE_MAX = 512;

function setSource(items: readonly (CharacterClass | CharacterRange)[], isNegated: boolean): string {
  const parts: string[] = [];
  const longer: string[] = [];
  for (const item of items) {
    if (item.type === 'class') {
      // Only a set of its own can say what no letter is.
      if (item.name === 'w' && item.isNegated) return isNegated ? `[${WORD}]` : `[^${WORD}]`;
      parts.push(classSource(item));
      continue;
    }
    parts.push(rangeSource(item));
    if (item.to - item.from >= FOLDED_RANGE_MAX) continue;
    for (const folded of foldedCharacters(item)) {
      const code = folded.codePointAt(0);
      if (code === undefined) continue;
      if (String.fromCodePoint(code) === folded) parts.push(hex(code));
      else longer.push(quoted(folded));
    }
  }
  const set = parts.length === 0 ? NOTHING : `[${isNegated ? '^' : ''}${parts.join('')}]`;
  return longer.length === 0 || isNegated ? set : `(?:${[...longer, set].join('|')})`;
}

function* foldedCharacters({ from, to }: CharacterRange): Generator<string> {
  for (let code = from; code <= to; code++) yield foldWritten(String.fromCodePoint(code));
}

const hex = (code: number): string => `\\x{${code.toString(16)}}`;
const rangeSource = ({ from, to }: CharacterRange): string => (from === to ? hex(from) : `${hex(from)}-${hex(to)}`);

function classSource({ name, isNegated }: CharacterClass): string {
  if (name === 'w') return WORD;
  if (name.length === 1 && name === name.toLowerCase()) return `\\${isNegated ? name.toUpperCase() : name}`;
  return `\\${isNegated ? 'P' : 'p'}{${name}}`;
}

// ---- Running

const PROGRAMS_MAX = 512;
/** What the engine may keep of one expression's states; past it, it forgets and goes on. */
const STATES_BYTES_MAX = 128 * 1024;

/** The expressions used last, least lately first. */
const programs = new Map<string, RE2Set>();

function programOf(source: string): RE2Set {
  let program = programs.get(source);
  if (program) programs.delete(source);
  else {
    program = new RE2Set(RE2Set.UNANCHORED, 0, STATES_BYTES_MAX);
    program.add(source);
    program.compile();
    const [oldest] = programs.size >= PROGRAMS_MAX ? programs.keys() : [];
    if (oldest !== undefined) programs.delete(oldest);
  }
  programs.set(source, program);
  return program;
}

/** Time that regular expressions may take together; what is asked for beyond it is not decided. */
export interface PatternTime {
  /** Calls so far that there was no time left for. */
  readonly refused: number;
  run(work: () => boolean): boolean;
}

/** @param clock milliseconds */
export function createPatternTime(maxMs: number, clock: () => number = () => performance.now()): PatternTime {
  let spentMs = 0;
  let refused = 0;
  return {
    get refused() {
      return refused;
    },
    run(work) {
      if (spentMs >= maxMs) {
        refused += 1;
        return false;
      }
      const startedAt = clock();
      const result = work();
      spentMs += clock() - startedAt;
      return result;
    },
  };
}

/** @param folded as {@link foldWritten} gives it */
export function occursIn(query: PatternQuery, folded: string, time?: PatternTime): boolean {
  if (!query.literals.some((literal) => folded.includes(literal))) return false;
  const run = () => programOf(query.source).match(folded).length > 0;
  return time ? time.run(run) : run();
}

const RANGES_MAX = 50;
/** Finding where a match begins costs much more than finding that there is one, and what is shown begins far up. */
const MARKED_LENGTH_MAX = 5_000;

/** Where matches stand, as UTF-16 offsets in the text as written; the first ones, as far as the time goes. */
export function rangesOf(query: PatternQuery, text: string, time: PatternTime): { start: number; end: number }[] {
  const { text: folded, starts, ends } = normalise(text.slice(0, MARKED_LENGTH_MAX), true);
  if (!occursIn(query, folded, time)) return [];
  const ranges: { start: number; end: number }[] = [];
  const matcher = RE2JS.compile(query.source).matcher(folded);
  while (ranges.length < RANGES_MAX && time.run(() => matcher.find())) {
    const [from, to] = [matcher.start(), matcher.end()];
    if (to > from) ranges.push({ start: starts?.[from] ?? from, end: ends?.[to - 1] ?? to });
  }
  return ranges;
}
