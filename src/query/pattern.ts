/**
 * Reads the regular expressions of rules (`regex:/…/`): the part of RE2's syntax that runs in linear time and whose meaning can be
 * told to a reader, so that what is wrong has a place and a name of ours. Also finds the texts that no match can do without.
 */
import { isSubstringScript } from './characters.ts';
import {
  PATTERN_DEPTH_MAX,
  PATTERN_HAN_MIN,
  PATTERN_LENGTH_MAX,
  PATTERN_LETTERS_MIN,
  PATTERN_REPEAT_MAX,
  PATTERN_SIZE_MAX,
} from './limits.ts';
import type { ProblemCode, QueryProblem, Span } from './problems.ts';

/** `d`, `w` and `s` as after a backslash; other names are Unicode's, as in `\p{Han}`. */
export interface CharacterClass {
  type: 'class';
  name: string;
  isNegated: boolean;
}

/** Code points, both ends included. */
export interface CharacterRange {
  type: 'range';
  from: number;
  to: number;
}

export type Pattern =
  | { type: 'text'; text: string }
  /** Any character but a line break. */
  | { type: 'any' }
  | { type: 'set'; items: (CharacterClass | CharacterRange)[]; isNegated: boolean }
  | CharacterClass
  | { type: 'edge'; edge: 'start' | 'end' | 'word' | 'inside' }
  | { type: 'sequence' | 'choice'; items: Pattern[] }
  /** An absent `max` is no bound. */
  | { type: 'repeat'; item: Pattern; min: number; max?: number; isLazy: boolean };

export interface PatternProblem extends Span {
  code: ProblemCode;
  args: QueryProblem['args'];
}

export type PatternReading = { ok: true; pattern: Pattern } | { ok: false; problem: PatternProblem };

const CLASS_LETTERS = 'dws';
const PROPERTIES = new Set(
  'L N P S Z M Nd Han Hiragana Katakana Hangul Latin Cyrillic Greek Arabic Hebrew Thai Devanagari'.split(' '),
);
/** Such a class is hundreds of ranges to the engine. */
const CLASS_SIZE = 5;
const CONTROLS: Record<string, string> = { n: '\n', r: '\r', t: '\t' };

class Refusal extends Error {
  readonly problem: PatternProblem;
  constructor(problem: PatternProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

interface Reader {
  text: string;
  at: number;
  depth: number;
}

/** Never throws; places are offsets in `text`, which stands between the slashes. */
export function readPattern(text: string): PatternReading {
  try {
    if (text.length > PATTERN_LENGTH_MAX) {
      const args = { length: text.length, max: PATTERN_LENGTH_MAX };
      throw new Refusal({ code: 'pattern-too-long', start: PATTERN_LENGTH_MAX, end: text.length, args });
    }
    const reader: Reader = { text, at: 0, depth: 0 };
    const pattern = readChoice(reader);
    if (reader.at < text.length) refuse('pattern-parenthesis', reader.at, reader.at + 1, reader);
    const whole = { start: 0, end: text.length };
    if (sizeOf(pattern) > PATTERN_SIZE_MAX) throw new Refusal({ code: 'pattern-too-large', ...whole, args: {} });
    if (requiredTexts(pattern) === undefined) {
      const args = { letters: PATTERN_LETTERS_MIN, han: PATTERN_HAN_MIN };
      throw new Refusal({ code: 'pattern-no-text', ...whole, args });
    }
    return { ok: true, pattern };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, problem: error.problem };
    throw error;
  }
}

/** As it stands between slashes: none that would end it. */
export function escapeSlashes(text: string): string {
  return text.replace(/\\.|[/\uff0f]/gs, (part) => (part.length > 1 ? part : `\\${part}`));
}

function refuse(
  code: ProblemCode,
  start: number,
  end: number,
  { text }: Reader,
  args: QueryProblem['args'] = {},
): never {
  throw new Refusal({ code, start, end, args: { part: text.slice(start, end), ...args } });
}

function readChoice(reader: Reader): Pattern {
  const items = [readSequence(reader)];
  while (reader.text[reader.at] === '|') {
    reader.at += 1;
    items.push(readSequence(reader));
  }
  const [only] = items;
  return items.length === 1 && only ? only : { type: 'choice', items };
}

function readSequence(reader: Reader): Pattern {
  const items: Pattern[] = [];
  for (;;) {
    const char = reader.text[reader.at];
    if (char === undefined || char === '|' || char === ')') break;
    const item = readRepeats(reader, readAtom(reader));
    const last = items.at(-1);
    if (item.type === 'text' && last?.type === 'text')
      items[items.length - 1] = { ...item, text: last.text + item.text };
    else items.push(item);
  }
  const [only] = items;
  return items.length === 1 && only ? only : { type: 'sequence', items };
}

function readRepeats(reader: Reader, item: Pattern): Pattern {
  const start = reader.at;
  const bounds = readBounds(reader);
  if (!bounds) return item;
  if (item.type === 'edge') refuse('pattern-repeat', start, reader.at, reader, { max: PATTERN_REPEAT_MAX });
  const isLazy = reader.text[reader.at] === '?';
  if (isLazy) reader.at += 1;
  const again = reader.at;
  if (readBounds(reader))
    refuse('pattern-repeat', start, Math.max(again + 1, reader.at), reader, { max: PATTERN_REPEAT_MAX });
  return { type: 'repeat', item, ...bounds, isLazy };
}

/** `*`, `+`, `?`, `{3}`, `{3,}`, `{3,5}`; a brace that is none of these is itself. */
function readBounds(reader: Reader): { min: number; max?: number } | null {
  const char = reader.text[reader.at];
  if (char === '*' || char === '+' || char === '?') {
    reader.at += 1;
    return { min: char === '+' ? 1 : 0, ...(char === '?' ? { max: 1 } : {}) };
  }
  const match = char === '{' ? /^\{(\d{1,9})(,(\d{0,9}))?\}/.exec(reader.text.slice(reader.at, reader.at + 24)) : null;
  if (!match) return null;
  const start = reader.at;
  reader.at += match[0].length;
  const min = Number(match[1]);
  const max = match[2] === undefined ? min : match[3] === '' ? undefined : Number(match[3]);
  if (Math.max(min, max ?? 0) > PATTERN_REPEAT_MAX || (max !== undefined && max < min)) {
    refuse('pattern-repeat', start, reader.at, reader, { max: PATTERN_REPEAT_MAX });
  }
  return { min, ...(max === undefined ? {} : { max }) };
}

function readAtom(reader: Reader): Pattern {
  const start = reader.at;
  switch (reader.text[start]) {
    case '(':
      return readGroup(reader);
    case '[':
      return readSet(reader);
    case '\\':
      return readEscape(reader);
    case '.':
      reader.at += 1;
      return { type: 'any' };
    case '^':
    case '$':
      reader.at += 1;
      return { type: 'edge', edge: reader.text[start] === '^' ? 'start' : 'end' };
    case '*':
    case '+':
    case '?':
      return refuse('pattern-repeat', start, start + 1, reader, { max: PATTERN_REPEAT_MAX });
    default: {
      if (readBounds(reader)) refuse('pattern-repeat', start, reader.at, reader, { max: PATTERN_REPEAT_MAX });
      return { type: 'text', text: String.fromCodePoint(readCharacter(reader)) };
    }
  }
}

/** Half a character has no meaning to look for. */
function readCharacter(reader: Reader): number {
  const start = reader.at;
  const code = reader.text.codePointAt(start) ?? 0;
  reader.at += code > 0xffff ? 2 : 1;
  return whole(reader, code, start);
}

function whole(reader: Reader, code: number, start: number): number {
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) refuse('pattern-unsupported', start, reader.at, reader);
  return code;
}

function readGroup(reader: Reader): Pattern {
  const start = reader.at;
  if (reader.depth >= PATTERN_DEPTH_MAX) {
    throw new Refusal({ code: 'pattern-too-large', start, end: reader.text.length, args: {} });
  }
  reader.at += 1;
  if (reader.text.startsWith('?:', reader.at)) reader.at += 2;
  else if (reader.text[reader.at] === '?') {
    const special = /^\(\?(?:[a-z-]*[:)]|<?[=!]|P?<?[a-z]*>?)/i.exec(reader.text.slice(start, start + 20))?.[0] ?? '(?';
    refuse('pattern-unsupported', start, start + special.length, reader);
  }
  reader.depth += 1;
  const inside = readChoice(reader);
  reader.depth -= 1;
  if (reader.text[reader.at] !== ')') refuse('pattern-parenthesis', start, start + 1, reader);
  reader.at += 1;
  // A group of its own, so that what follows does not join its text.
  return inside.type === 'text' ? { type: 'sequence', items: [inside] } : inside;
}

function readSet(reader: Reader): Pattern {
  const start = reader.at;
  reader.at += 1;
  const isNegated = reader.text[reader.at] === '^';
  if (isNegated) reader.at += 1;
  const items: (CharacterClass | CharacterRange)[] = [];
  for (let isFirst = true; ; isFirst = false) {
    const char = reader.text[reader.at];
    if (char === undefined) refuse('pattern-set', start, start + 1, reader);
    if (char === ']' && !isFirst) break;
    if (reader.text.startsWith('[:', reader.at)) refuse('pattern-unsupported', reader.at, reader.at + 2, reader);
    items.push(readSetItem(reader));
  }
  reader.at += 1;
  return { type: 'set', items, isNegated };
}

function readSetItem(reader: Reader): CharacterClass | CharacterRange {
  const start = reader.at;
  const from = readSetCharacter(reader);
  if (typeof from !== 'number') {
    // What is no letter cannot be joined to other characters by the engine.
    if (from.name === 'w' && from.isNegated) refuse('pattern-unsupported', start, reader.at, reader);
    return from;
  }
  const next = reader.text[reader.at + 1];
  if (reader.text[reader.at] !== '-' || next === undefined || next === ']') return { type: 'range', from, to: from };
  reader.at += 1;
  const to = readSetCharacter(reader);
  if (typeof to !== 'number' || to < from) refuse('pattern-range', start, reader.at, reader);
  return { type: 'range', from, to };
}

function readSetCharacter(reader: Reader): CharacterClass | number {
  if (reader.text[reader.at] !== '\\') return readCharacter(reader);
  const start = reader.at;
  const escaped = readEscape(reader);
  if (escaped.type === 'class') return escaped;
  if (escaped.type === 'text') return escaped.text.codePointAt(0) ?? 0;
  return refuse('pattern-unsupported', start, reader.at, reader);
}

function readEscape(reader: Reader): Pattern {
  const start = reader.at;
  const letter = reader.text[start + 1];
  reader.at += 2;
  if (letter === undefined) refuse('pattern-unsupported', start, start + 1, reader);
  if (CLASS_LETTERS.includes(letter.toLowerCase())) {
    return { type: 'class', name: letter.toLowerCase(), isNegated: letter !== letter.toLowerCase() };
  }
  if (letter === 'b' || letter === 'B') return { type: 'edge', edge: letter === 'b' ? 'word' : 'inside' };
  const control = CONTROLS[letter];
  if (control !== undefined) return { type: 'text', text: control };
  if (letter === 'p' || letter === 'P') return readProperty(reader, start);
  if (letter === 'x' || letter === 'u') return readHex(reader, start);
  if (/[a-z0-9]/i.test(letter)) refuse('pattern-unsupported', start, reader.at, reader);
  reader.at -= 1;
  return { type: 'text', text: String.fromCodePoint(readCharacter(reader)) };
}

function readProperty(reader: Reader, start: number): Pattern {
  const match = /^(?:\{([A-Za-z]{1,20})\}|([A-Z]))/.exec(reader.text.slice(reader.at, reader.at + 22));
  const name = match?.[1] ?? match?.[2] ?? '';
  reader.at += match?.[0].length ?? 0;
  if (!PROPERTIES.has(name)) refuse('pattern-unsupported', start, reader.at, reader);
  return { type: 'class', name, isNegated: reader.text[start + 1] === 'P' };
}

function readHex(reader: Reader, start: number): Pattern {
  const digits = reader.text[start + 1] === 'x' ? 2 : 4;
  const rest = reader.text.slice(reader.at, reader.at + 8);
  const match = /^\{([0-9a-f]{1,6})\}/i.exec(rest) ?? new RegExp(`^([0-9a-f]{${digits}})`, 'i').exec(rest);
  if (!match) refuse('pattern-unsupported', start, reader.at, reader);
  reader.at += match[0].length;
  return { type: 'text', text: String.fromCodePoint(whole(reader, Number.parseInt(match[1] ?? '', 16), start)) };
}

/** At least the number of instructions that the engine makes of it. */
function sizeOf(pattern: Pattern): number {
  switch (pattern.type) {
    case 'text':
      return pattern.text.length;
    case 'any':
    case 'edge':
      return 1;
    case 'class':
      return CLASS_SIZE;
    case 'set':
      return 1 + pattern.items.filter((item) => item.type === 'class').length * CLASS_SIZE;
    case 'sequence':
    case 'choice':
      return pattern.items.reduce((sum, item) => sum + 1 + sizeOf(item), 1);
    case 'repeat':
      return 1 + (1 + sizeOf(pattern.item)) * Math.max(1, pattern.max ?? pattern.min + 1);
  }
}

const CHOICES_MAX = 16;
const SET_CHOICES_MAX = 4;
const TEXT_LENGTH_MAX = 200;

/** What is known of the texts a pattern matches. */
interface Necessity {
  /** All of them, where they are few. */
  exact?: string[];
  /** Each of them begins and ends with one of these. */
  ends?: string[];
  /** Each of them contains one of these, and all of these are long enough to look for. */
  oneOf?: string[];
}

/**
 * Texts of which every match contains at least one, each of three letters or two Han characters at the least; undefined if there
 * are none. `fold` is what the text was put through that the pattern is run on. After the "required substrings" of RE2's
 * prefilter and of Google Code Search's trigram queries (Cox, 2012).
 */
export function requiredTexts(pattern: Pattern, fold: (text: string) => string = (text) => text): string[] | undefined {
  return necessityOf(pattern, fold).oneOf;
}

function necessityOf(pattern: Pattern, fold: (text: string) => string): Necessity {
  switch (pattern.type) {
    case 'text':
      return exactly([fold(pattern.text)]);
    case 'edge':
      return exactly(['']);
    case 'any':
    case 'class':
      return {};
    case 'set':
      return necessityOfSet(pattern, fold);
    case 'sequence':
      return necessityOfSequence(pattern.items.map((item) => necessityOf(item, fold)));
    case 'choice':
      return necessityOfChoice(pattern.items.map((item) => necessityOf(item, fold)));
    case 'repeat':
      return necessityOfRepeat(pattern, necessityOf(pattern.item, fold));
  }
}

function exactly(texts: string[]): Necessity {
  const exact = [...new Set(texts)];
  return { exact, ...(exact.every(isLongEnough) ? { oneOf: withoutLonger(exact) } : {}) };
}

/** What contains one of the others is found by that. */
function withoutLonger(texts: string[]): string[] {
  return texts.filter((text) => !texts.some((other) => other !== text && text.includes(other)));
}

function necessityOfSet({ items, isNegated }: Pattern & { type: 'set' }, fold: (text: string) => string): Necessity {
  const characters = items.map((item) => (item.type === 'range' && item.from === item.to ? item.from : undefined));
  const isFew = !isNegated && items.length <= SET_CHOICES_MAX && !characters.includes(undefined);
  return isFew ? exactly(characters.map((code) => fold(String.fromCodePoint(code ?? 0)))) : {};
}

function necessityOfSequence(items: Necessity[]): Necessity {
  let run = [''];
  let isExact = true;
  let best: string[] | undefined;
  for (const { exact, ends, oneOf } of items) {
    const joined = joinedTexts(run, exact ?? ends ?? ['']);
    if (exact && joined) {
      run = joined;
      continue;
    }
    isExact = false;
    best = better(better(best, exactly(joined ?? run).oneOf), oneOf);
    run = exact ?? ends ?? [''];
  }
  best = better(best, exactly(run).oneOf);
  return { ...(isExact ? { exact: run } : {}), ...(best ? { oneOf: best } : {}) };
}

function joinedTexts(before: string[], after: string[]): string[] | undefined {
  if (before.length * after.length > CHOICES_MAX) return undefined;
  const joined = before.flatMap((start) => after.map((end) => start + end));
  return joined.some((text) => text.length > TEXT_LENGTH_MAX) ? undefined : joined;
}

function necessityOfChoice(items: Necessity[]): Necessity {
  const exact = items.every((item) => item.exact) ? items.flatMap((item) => item.exact ?? []) : undefined;
  if (exact && exact.length <= CHOICES_MAX) return exactly(exact);
  const oneOf = items.every((item) => item.oneOf) ? [...new Set(items.flatMap((item) => item.oneOf ?? []))] : undefined;
  return oneOf && oneOf.length <= CHOICES_MAX ? { oneOf: withoutLonger(oneOf) } : {};
}

function necessityOfRepeat({ min, max }: Pattern & { type: 'repeat' }, { exact, oneOf }: Necessity): Necessity {
  if (min === 0) return max === 1 && exact && exact.length < CHOICES_MAX ? exactly(['', ...exact]) : {};
  const [only] = exact?.length === 1 ? exact : [];
  if (only !== undefined && only.length * min <= TEXT_LENGTH_MAX) {
    const repeated = exactly([only.repeat(min)]);
    if (min === max) return repeated;
    return { ends: [only.repeat(min)], ...(repeated.oneOf ? { oneOf: repeated.oneOf } : {}) };
  }
  return { ...(exact ? { ends: exact } : {}), ...(oneOf ? { oneOf } : {}) };
}

/** Of two sets of texts the one whose weakest text says more. */
function better(one: string[] | undefined, other: string[] | undefined): string[] | undefined {
  if (!one || !other) return one ?? other;
  const weight = (texts: string[]): number => Math.min(...texts.map(weightOf)) - texts.length / CHOICES_MAX;
  return weight(other) > weight(one) ? other : one;
}

/** A Han character, kana or Hangul syllable tells about as much as a letter and a half. */
function weightOf(text: string): number {
  const { letters, han } = countLetters(text);
  return letters + (han * PATTERN_LETTERS_MIN) / PATTERN_HAN_MIN;
}

function isLongEnough(text: string): boolean {
  const { letters, han } = countLetters(text);
  return letters >= PATTERN_LETTERS_MIN || han >= PATTERN_HAN_MIN;
}

function countLetters(text: string): { letters: number; han: number } {
  let letters = 0;
  let han = 0;
  for (const character of text) {
    if (isSubstringScript(character)) han += 1;
    else if (/[\p{L}\p{N}]/u.test(character)) letters += 1;
  }
  return { letters, han };
}
