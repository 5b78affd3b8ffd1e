/** Cuts a query text into tokens in one pass. Reports what is wrong and goes on. */
import type { Node, TextField } from './ast.ts';
import {
  canOpenPhrase,
  closerOf,
  collapseSpaces,
  endOfRun,
  foldPunctuation,
  isDelimiterAt,
  isQuoteAt,
  isSearchable,
  isSpace,
  phraseEnds,
  skipSpaces,
  unescapePhrase,
} from './characters.ts';
import { NEAR_DISTANCE_DEFAULT, NEAR_DISTANCE_MAX, NEAR_DISTANCE_MIN, SLOP_MAX } from './limits.ts';
import type { Edit, QueryProblem, Report, Span } from './problems.ts';
import {
  isScopeName,
  isTextField,
  isValueName,
  PATTERN_NAME,
  type ScopeName,
  takesList,
  type ValueName,
} from './values.ts';
import { isAddress, nameOf, nearOf, operatorOf, readWord } from './words.ts';

export type Token = Span &
  (
    | { kind: 'word'; isValue: boolean }
    | { kind: 'phrase'; text: string; slop: number }
    | { kind: 'pattern'; text: string; textStart: number }
    | { kind: 'open' | 'close' | 'and' | 'or' | 'not' }
    | { kind: 'near'; ordered: boolean; distance: number }
    | { kind: 'field'; field: TextField }
    | { kind: 'scope'; name: ScopeName; value: string }
    | { kind: 'value'; name: ValueName; values: string[] }
  );

interface Lexer {
  text: string;
  folded: string;
  phraseEnd: (index: number) => number | null;
  hasTextAfter: (index: number) => boolean;
  tokens: Token[];
  report: Report;
}

export function lex(text: string, report: Report): Token[] {
  const folded = foldPunctuation(text);
  const hasTextAfter = textAfter(text);
  const lexer: Lexer = { text, folded, phraseEnd: phraseEnds(folded), hasTextAfter, tokens: [], report };
  let at = skipSpaces(folded, 0);
  while (at < folded.length) at = skipSpaces(folded, lexOne(lexer, at));
  return balance(lexer);
}

/** Reads only words, prefixes and phrases; everything else is literal. For the boxes of the advanced form. */
export function lexTexts(text: string): Node[] {
  const folded = foldPunctuation(text);
  const phraseEnd = phraseEnds(folded);
  const nodes: Node[] = [];
  let at = 0;
  while (at < folded.length) {
    const close = isQuoteAt(folded, at) ? phraseEnd(at) : null;
    const end = close ?? Math.max(endOfRun(folded, at), at + 1);
    if (close !== null) {
      const phrase = unescapePhrase(text.slice(at + 1, close));
      if (isSearchable(phrase)) nodes.push({ type: 'phrase', text: phrase, slop: 0 });
    } else if (!isDelimiterAt(folded, at)) {
      const { node } = readWord(text.slice(at, end), true);
      if (node) nodes.push(node);
    }
    at = close === null ? end : close + 1;
  }
  return nodes;
}

/** Finds the last searchable character once, and only if asked. */
function textAfter(text: string): (index: number) => boolean {
  let last: number | undefined;
  return (index) => {
    if (last === undefined) {
      last = -1;
      let at = 0;
      for (const char of text) {
        if (isSearchable(char)) last = at;
        at += char.length;
      }
    }
    return last > index;
  };
}

function push(lexer: Lexer, token: Token): number {
  lexer.tokens.push(token);
  return token.end;
}

/** Reads the token at `start`, which is not a space, and returns where it ends. */
function lexOne(lexer: Lexer, start: number): number {
  const { folded } = lexer;
  const char = folded[start] ?? '';
  if (char === '(') return push(lexer, { kind: 'open', start, end: start + 1 });
  if (char === ')') return push(lexer, { kind: 'close', start, end: start + 1 });
  if (isQuoteAt(folded, start)) return lexPhrase(lexer, start);
  if (isNegation(folded, start)) return push(lexer, { kind: 'not', start, end: start + 1 });
  return lexRun(lexer, start);
}

/** A minus or an exclamation mark before something, at the beginning of a word. */
function isNegation(folded: string, at: number): boolean {
  const char = folded[at] ?? '';
  if (char !== '-' && char !== '!') return false;
  const before = folded[at - 1] ?? ' ';
  const isAtBoundary = isSpace(before) || before === '(' || before === '-' || before === '!';
  const next = folded[at + 1] ?? ' ';
  return isAtBoundary && before !== char && next !== char && !isSpace(next) && next !== ')';
}

function lexPhrase(lexer: Lexer, start: number): number {
  const { text, folded, report } = lexer;
  const close = lexer.phraseEnd(start);
  if (close === null) {
    reportOpenQuote(lexer, start);
    return start + 1;
  }
  const slopMatch = /^~(\d{1,9})/.exec(folded.slice(close + 1, close + 11));
  const end = close + 1 + (slopMatch?.[0].length ?? 0);
  const span = { start, end };
  const asked = Number(slopMatch?.[1] ?? 0);
  const slop = Math.min(asked, SLOP_MAX);
  if (slop !== asked) {
    const args = { name: '~', value: asked, min: 0, max: SLOP_MAX };
    report('bad-number', span, args, { start: close + 2, end, text: String(SLOP_MAX) });
  }
  const phrase = unescapePhrase(text.slice(start + 1, close));
  if (isSearchable(phrase)) return push(lexer, { kind: 'phrase', ...span, text: phrase, slop });
  if (phrase === '') report('empty-phrase', span, {}, { ...span, text: '' });
  else report('no-text', span, { text: phrase }, { ...span, text: '' });
  return end;
}

function reportOpenQuote(lexer: Lexer, start: number): void {
  const { text, folded, report } = lexer;
  const quote = text[start] ?? '"';
  const hasText = canOpenPhrase(folded[start] ?? '') && lexer.hasTextAfter(start);
  const edit: Edit = hasText
    ? { start: text.length, end: text.length, text: closerOf(quote) }
    : { start, end: start + 1, text: '' };
  report('unbalanced-quote', { start, end: start + 1 }, { quote }, edit);
}

/** Reads a run of characters up to a space, parenthesis or quotation mark: a word, an operator or a name with its value. */
function lexRun(lexer: Lexer, start: number): number {
  const { folded, text } = lexer;
  if (isAddress(folded.slice(start, start + 9))) {
    const end = endOfAddress(folded, start);
    return push(lexer, { kind: 'value', name: 'url', values: [text.slice(start, end)], start, end });
  }
  const end = endOfRun(folded, start);
  const run = folded.slice(start, end);
  const name = nameOf(run);
  if (name !== null) return lexNamed(lexer, name, start);
  const operator = operatorOf(run);
  if (operator) return push(lexer, { kind: operator, start, end });
  const near = nearOf(run);
  if (near) return lexNear(lexer, near, { start, end });
  return push(lexer, { kind: 'word', isValue: false, start, end });
}

function lexNear(lexer: Lexer, near: { ordered: boolean; distance: string | null }, span: Span): number {
  const { ordered } = near;
  const asked = near.distance === null ? NEAR_DISTANCE_DEFAULT : readCount(near.distance);
  const distance = clamp(asked ?? NEAR_DISTANCE_DEFAULT, NEAR_DISTANCE_MIN, NEAR_DISTANCE_MAX);
  if (distance !== asked) {
    const name = ordered ? 'ONEAR' : 'NEAR';
    const args = { name, value: near.distance ?? '', min: NEAR_DISTANCE_MIN, max: NEAR_DISTANCE_MAX };
    lexer.report('bad-number', span, args, { ...span, text: `${name}/${distance}` });
  }
  return push(lexer, { kind: 'near', ordered, distance, ...span });
}

export function readCount(text: string): number | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

export function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(Math.trunc(value) || 0, min), max);
}

function lexNamed(lexer: Lexer, name: string, start: number): number {
  const { folded } = lexer;
  const valueStart = start + name.length + 1;
  if (isTextField(name)) {
    push(lexer, { kind: 'field', field: name, start, end: valueStart });
    if (valueStart >= folded.length || isDelimiterAt(folded, valueStart)) return valueStart;
    if (nameOf(folded.slice(valueStart, endOfRun(folded, valueStart))) === PATTERN_NAME) {
      return lexPattern(lexer, valueStart);
    }
    return push(lexer, { kind: 'word', isValue: true, start: valueStart, end: endOfRun(folded, valueStart) });
  }
  if (isScopeName(name)) {
    const end = endOfRun(folded, valueStart);
    return push(lexer, { kind: 'scope', name, value: folded.slice(valueStart, end).toLowerCase(), start, end });
  }
  return isValueName(name) ? lexValue(lexer, name, start, valueStart) : lexPattern(lexer, start);
}

function slashesFor({ text, folded }: Lexer, { start, end }: Span, open: number): Edit {
  if (folded[open] === '/') return { start: text.length, end: text.length, text: '/' };
  return end > open ? { start: open, end, text: `/${text.slice(open, end)}/` } : { start, end, text: '' };
}

/** Reads `regex:/…/`, where `\/` is a slash; an `i` behind it says what holds anyway. */
function lexPattern(lexer: Lexer, start: number): number {
  const { text, folded, report } = lexer;
  const open = start + PATTERN_NAME.length + 1;
  let close = open + 1;
  while (close < text.length && folded[close] !== '/') close += text[close] === '\\' ? 2 : 1;
  if (folded[open] !== '/' || close >= text.length) {
    const end = endOfRun(folded, start);
    report('pattern-slashes', { start, end }, {}, slashesFor(lexer, { start, end }, open));
    return push(lexer, { kind: 'word', isValue: true, start, end });
  }
  const flags = /^[a-z]{0,8}/.exec(folded.slice(close + 1, close + 9))?.[0] ?? '';
  const span = { start, end: close + 1 + flags.length };
  if (flags !== '' && flags !== 'i') {
    const place = { start: close + 1, end: span.end };
    report('pattern-unsupported', place, { part: flags }, { ...place, text: '' });
  }
  return push(lexer, { kind: 'pattern', text: text.slice(open + 1, close), textStart: open + 1, ...span });
}

/** Reads `name:value`, `name:"value"`, `name: value`, and lists where the name takes them. */
function lexValue(lexer: Lexer, name: ValueName, start: number, colonEnd: number): number {
  const { text, folded } = lexer;
  const at = skipSpaces(folded, colonEnd);
  const close = isQuoteAt(folded, at) ? lexer.phraseEnd(at) : null;
  if (close !== null) {
    const value = unescapePhrase(text.slice(at + 1, close));
    return pushValue(lexer, name, value === '' ? [] : [value], { start, end: close + 1 });
  }
  const groupEnd = takesList(name) && folded[at] === '(' ? folded.indexOf(')', at) : -1;
  if (groupEnd > 0)
    return pushValue(lexer, name, groupedValues(text.slice(at + 1, groupEnd)), { start, end: groupEnd + 1 });
  const end = name === 'url' ? endOfAddress(folded, at) : endOfRun(folded, at);
  const run = text.slice(at, end);
  const isNextPart = at > colonEnd && (operatorOf(run) !== undefined || nameOf(foldPunctuation(run)) !== null);
  if (isNextPart || end === at) return pushValue(lexer, name, [], { start, end: colonEnd });
  const values = takesList(name) ? splitList(run) : [run];
  return pushValue(lexer, name, values, { start, end });
}

/** The values of `lang:(en OR fr)`; spaces and commas separate them too. */
function groupedValues(inside: string): string[] {
  const parts = inside.split(/\s+/).filter((part) => operatorOf(foldPunctuation(part)) !== 'or');
  return splitList(parts.join(','));
}

function splitList(text: string): string[] {
  return text.split(/[,，、]/).filter((part) => collapseSpaces(part) !== '');
}

function pushValue(lexer: Lexer, name: ValueName, values: string[], span: Span): number {
  if (values.length > 0) return push(lexer, { kind: 'value', name, values, ...span });
  lexer.report('missing-value', span, { field: name }, { ...span, text: '' });
  push(lexer, { kind: 'word', isValue: true, start: span.start, end: span.start + name.length + 1 });
  return span.end;
}

/** Addresses may hold balanced parentheses. */
function endOfAddress(folded: string, start: number): number {
  let open = 0;
  let at = start;
  for (; at < folded.length; at += 1) {
    const char = folded[at] ?? '';
    if (char === '(') open += 1;
    else if (char === ')' && open > 0) open -= 1;
    else if (isDelimiterAt(folded, at)) break;
  }
  return open === 0 ? at : endOfRun(folded, start);
}

/** Leaves out closing parentheses without an opening one and closes at the end what is still open. */
function balance({ text, tokens, report }: Lexer): Token[] {
  const balanced: Token[] = [];
  const open: Token[] = [];
  for (const token of tokens) {
    if (token.kind === 'close' && open.pop() === undefined) {
      const span = { start: token.start, end: token.end };
      const args: QueryProblem['args'] = { parenthesis: text.slice(token.start, token.end) };
      report('unbalanced-parenthesis', span, args, { ...span, text: '' });
      continue;
    }
    if (token.kind === 'open') open.push(token);
    balanced.push(token);
  }
  for (const { start, end } of open.toReversed()) {
    const parenthesis = text.slice(start, end);
    const edit = { start: text.length, end: text.length, text: parenthesis === '（' ? '）' : ')' };
    report('unbalanced-parenthesis', { start, end }, { parenthesis }, edit);
    balanced.push({ kind: 'close', start: text.length, end: text.length });
  }
  return balanced;
}
