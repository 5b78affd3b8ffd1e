/** Reads the query language. Never throws: what is wrong comes back with its place and, where possible, its repair. */
import type { Node, Query, TextField } from './ast.ts';
import { collapseSpaces, isSearchable, quotePhrase } from './characters.ts';
import { clamp, lex, readCount, type Token } from './lex.ts';
import {
  ATLEAST_COUNT_MAX,
  DEPTH_MAX,
  FIRST_COUNT_MAX,
  PATTERN_COUNT_MAX,
  PREFIX_COUNT_MAX,
  PROBLEM_COUNT_MAX,
  QUERY_LENGTH_MAX,
  TERM_COUNT_MAX,
} from './limits.ts';
import { readPattern } from './pattern.ts';
import { printedSize } from './print.ts';
import {
  applyEdit,
  type Edit,
  LIMIT_CODES,
  NOTE_CODES,
  PATTERN_CODES,
  type ProblemCode,
  type QueryProblem,
  RULE_CODES,
  type Span,
} from './problems.ts';
import { readSort, readValue, type ScopeName, type ValueReading } from './values.ts';
import { readWord } from './words.ts';

export interface ParseOptions {
  /**
   * `lenient` (the default) is for the simple box: what is malformed is read literally or left out, with a warning.
   * `strict` is for the advanced box and for rules: what is malformed is an error.
   */
  mode?: 'lenient' | 'strict';
  /** The query is a keyword rule, which in either mode must be anchored on a text or a site. */
  rules?: boolean;
}

export type ParseResult =
  /** `places`: where in the text each term of the query stands. */
  | { ok: true; query: Query; warnings: QueryProblem[]; places: ReadonlyMap<Node, Span> }
  | { ok: false; problems: QueryProblem[] };

/** Where a node stands, which decides what may stand there. */
type Place = 'top' | 'field' | 'scope';

interface Parser {
  text: string;
  tokens: Token[];
  at: number;
  depth: number;
  leaves: Span[];
  places: Map<Node, Span>;
  prefixes: Token[];
  patterns: Token[];
  sort: Query['sort'];
  sortPlaces: Token[];
  /** Set when reading stopped because a limit was passed. */
  isTooDeep: boolean;
  /** Operators left out for want of an operand. */
  dropped: string[];
  problems: QueryProblem[];
}

export function parseQuery(text: string, options: ParseOptions = {}): ParseResult {
  if (text.length > QUERY_LENGTH_MAX) {
    const args = { length: text.length, max: QUERY_LENGTH_MAX };
    return { ok: false, problems: [{ code: 'too-long', start: QUERY_LENGTH_MAX, end: text.length, args }] };
  }
  const parser = createParser(text);
  parser.tokens = lex(text, (code, span, args, edit) => report(parser, code, span, args, edit));
  const root = parseOr(parser, 'top') ?? literalRest(parser);
  const query: Query = { root, ...(parser.sort ? { sort: parser.sort } : {}) };
  checkLimits(parser, query);
  checkMeaning(parser, query, options.rules === true);
  return toResult(parser, query, options);
}

function createParser(text: string): Parser {
  return {
    text,
    tokens: [],
    at: 0,
    depth: 0,
    leaves: [],
    places: new Map(),
    prefixes: [],
    patterns: [],
    sort: undefined,
    sortPlaces: [],
    isTooDeep: false,
    dropped: [],
    problems: [],
  };
}

const includes = (codes: readonly string[], code: ProblemCode): boolean => codes.includes(code);

function toResult({ problems: found, places }: Parser, query: Query, { mode, rules }: ParseOptions): ParseResult {
  const problems = found.toSorted((a, b) => a.start - b.start);
  const isError = ({ code }: QueryProblem): boolean => {
    if (includes(RULE_CODES, code) || (rules === true && includes(PATTERN_CODES, code))) return true;
    if (includes(NOTE_CODES, code)) return rules === true && code === 'only-not';
    return mode === 'strict';
  };
  // Past a limit the rest was not read, so other remarks could mislead.
  const limits = problems.filter(({ code }) => includes(LIMIT_CODES, code));
  const errors = limits.length > 0 ? limits : problems.filter(isError);
  if (errors.length > 0) return { ok: false, problems: errors.slice(0, PROBLEM_COUNT_MAX) };
  const warnings = problems.slice(0, PROBLEM_COUNT_MAX);
  return { ok: true, query, warnings, places };
}

function report(parser: Parser, code: ProblemCode, span: Span, args: QueryProblem['args'] = {}, edit?: Edit): void {
  const { start, end } = span;
  // Far beyond what is told; the repair of each would cost a copy of the text.
  const repair = edit && parser.problems.length <= PROBLEM_COUNT_MAX ? applyEdit(parser.text, edit) : undefined;
  parser.problems.push({ code, start, end, args, ...(repair === undefined ? {} : { repair }) });
}

const spanOf = ({ start, end }: Span): Span => ({ start, end });
const sourceOf = (parser: Parser, { start, end }: Span): string => parser.text.slice(start, end);
const removalOf = (token: Token): Edit => ({ ...spanOf(token), text: '' });

function reportMissing(parser: Parser, token: Token, side: 'left' | 'right'): void {
  const operator = sourceOf(parser, token);
  parser.dropped.push(operator);
  report(parser, 'missing-operand', token, { operator, side }, removalOf(token));
}

/** A query of nothing but operators (`OR`) is the wish to find these words. */
function literalRest(parser: Parser): Node | null {
  const text = collapseSpaces(parser.dropped.join(' '));
  return parser.leaves.length === 0 && isSearchable(text)
    ? leaf(parser, { type: 'phrase', text, slop: 0 }, wholeOf(parser))
    : null;
}

const wholeOf = ({ text }: Parser): Span => ({ start: 0, end: text.length });

function leaf<T extends Node>(parser: Parser, node: T, { start, end }: Span): T {
  parser.leaves.push({ start, end });
  parser.places.set(node, { start, end });
  return node;
}

/** Joins operands; nested joins of the same kind become one. */
function join(type: 'and' | 'or', items: Node[]): Node | null {
  if (items.length <= 1) return items[0] ?? null;
  return { type, items: items.flatMap((item) => (item.type === type ? item.items : [item])) };
}

// or := and (OR and)*
function parseOr(parser: Parser, place: Place): Node | null {
  const items: Node[] = [];
  let pending: Token | null = null;
  for (;;) {
    const before = parser.at;
    const item = parseAnd(parser, place);
    const isEmpty = parser.at === before;
    if (item) items.push(item);
    if (isEmpty && pending) reportMissing(parser, pending, 'right');
    const token = parser.tokens[parser.at];
    if (token?.kind !== 'or') return join('or', items);
    if (isEmpty && !pending) reportMissing(parser, token, 'left');
    pending = isEmpty && !pending ? null : token;
    parser.at += 1;
  }
}

// and := unary (AND? unary)*
function parseAnd(parser: Parser, place: Place): Node | null {
  const items: Node[] = [];
  let pending: Token | null = null;
  let isFirst = true;
  for (;;) {
    const token = parser.tokens[parser.at];
    if (token === undefined || token.kind === 'or' || token.kind === 'close') {
      if (pending) reportMissing(parser, pending, 'right');
      return join('and', items);
    }
    if (token.kind === 'and') {
      parser.at += 1;
      if (isFirst || pending) reportMissing(parser, token, 'left');
      else pending = token;
    } else if (token.kind === 'near') {
      parser.at += 1;
      reportMissing(parser, token, 'left');
    } else {
      const item = parseUnary(parser, place);
      if (item) items.push(item);
      pending = null;
      isFirst = false;
    }
  }
}

const startsOperand = (token: Token | undefined): token is Token =>
  token !== undefined && !['and', 'or', 'near', 'close'].includes(token.kind);

// unary := NOT unary | near
function parseUnary(parser: Parser, place: Place): Node | null {
  const token = parser.tokens[parser.at];
  if (token?.kind !== 'not') return parseNear(parser, place);
  parser.at += 1;
  if (!startsOperand(parser.tokens[parser.at])) {
    reportMissing(parser, token, 'right');
    return null;
  }
  const item = nested(parser, token, () => parseUnary(parser, place));
  return item && { type: 'not', item };
}

/** Reads one level deeper; past the limit the rest of the query is skipped. */
function nested(parser: Parser, token: Token, read: () => Node | null): Node | null {
  if (parser.depth >= DEPTH_MAX) {
    stopTooDeep(parser, token);
    return null;
  }
  parser.depth += 1;
  const node = read();
  parser.depth -= 1;
  return node;
}

function stopTooDeep(parser: Parser, span: Span): void {
  if (!parser.isTooDeep) report(parser, 'too-deep', span, { max: DEPTH_MAX });
  parser.isTooDeep = true;
  parser.at = parser.tokens.length;
}

// near := primary (NEAR primary)*, from left to right
function parseNear(parser: Parser, place: Place): Node | null {
  let left = parsePrimary(parser, place);
  for (let count = 1; ; count += 1) {
    const token = parser.tokens[parser.at];
    if (token?.kind !== 'near') return left;
    if (count > DEPTH_MAX) stopTooDeep(parser, token);
    parser.at += 1;
    if (!startsOperand(parser.tokens[parser.at])) {
      reportMissing(parser, token, 'right');
      return left;
    }
    const isNot = parser.tokens[parser.at]?.kind === 'not';
    const right = isNot ? parseUnary(parser, place) : parsePrimary(parser, place);
    left = left && right ? joinNear(parser, token, left, right) : (left ?? right);
  }
}

function joinNear(parser: Parser, token: Token & { kind: 'near' }, left: Node, right: Node): Node | null {
  if (isPositional(left) && isPositional(right)) {
    return { type: 'near', ordered: token.ordered, distance: token.distance, left, right };
  }
  const args = { operator: sourceOf(parser, token) };
  report(parser, 'near-operand', token, args, { ...spanOf(token), text: 'AND' });
  return join('and', [left, right]);
}

/** Nodes whose finds have places in a text, so that their distance and number can be told. */
function isPositional(node: Node): boolean {
  switch (node.type) {
    case 'word':
    case 'phrase':
    case 'prefix':
    case 'near': // its operands were checked when it was made
      return true;
    case 'or':
      return node.items.every(isPositional);
    default:
      return false;
  }
}

/** Called only where a token begins an operand. */
function parsePrimary(parser: Parser, place: Place): Node | null {
  const token = parser.tokens[parser.at];
  parser.at += 1;
  switch (token?.kind) {
    case 'word':
      return parseWord(parser, token);
    case 'phrase':
      return leaf(parser, { type: 'phrase', text: token.text, slop: token.slop }, token);
    case 'pattern':
      return parsePattern(parser, token, place);
    case 'open':
      return nested(parser, token, () => parseGroup(parser, token, place));
    case 'field':
      return parseField(parser, token, place);
    case 'scope':
      return parseScope(parser, token, place);
    case 'value':
      return parseValues(parser, token, place);
    default:
      return null;
  }
}

function parseWord(parser: Parser, token: Token & { kind: 'word' }): Node | null {
  const { node, problem } = readWord(sourceOf(parser, token), token.isValue);
  if (problem) report(parser, problem.code, token, problem.args, { ...spanOf(token), text: problem.mended });
  if (node?.type === 'prefix') parser.prefixes.push(token);
  return node && leaf(parser, node, token);
}

function parsePattern(parser: Parser, token: Token & { kind: 'pattern' }, place: Place): Node | null {
  if (place === 'scope') {
    reportPlace(parser, token, removalOf(token));
    return literalOf(parser, token);
  }
  const reading = readPattern(token.text);
  if (!reading.ok) {
    const { code, args } = reading.problem;
    const span = { start: token.textStart + reading.problem.start, end: token.textStart + reading.problem.end };
    report(parser, code, span, args, patternRepair(token, code, span, parser.text));
    return literalOf(parser, token);
  }
  parser.patterns.push(token);
  return leaf(parser, { type: 'pattern', text: token.text }, token);
}

/** A sign that has no sense in an expression is taken for itself; where no sign is to blame, the whole text is. */
function patternRepair(token: Token & { kind: 'pattern' }, code: ProblemCode, span: Span, text: string): Edit {
  if (/^[\ud800-\udfff]/.test(text.slice(span.start, span.end))) return { ...span, text: '' };
  const isOfSign = ['pattern-parenthesis', 'pattern-set', 'pattern-repeat', 'pattern-unsupported'].includes(code);
  if (isOfSign) return { start: span.start, end: span.start, text: '\\' };
  return { ...spanOf(token), text: isSearchable(token.text) ? quotePhrase(token.text) : '' };
}

function parseGroup(parser: Parser, open: Token, place: Place): Node | null {
  const first = parser.at;
  const node = parseOr(parser, place);
  const close = parser.tokens[parser.at];
  if (close === undefined) return node; // skipped to the end because too deep
  if (parser.at === first) {
    const span = { start: open.start, end: close.end };
    report(parser, 'empty-group', span, {}, { ...span, text: '' });
  }
  parser.at += 1;
  return node;
}

function parseField(parser: Parser, token: Token & { kind: 'field' }, place: Place): Node | null {
  const isAllowed = place === 'top';
  if (!isAllowed) reportPlace(parser, token, removalOf(token));
  const item = parseOperand(parser, token, isAllowed ? 'field' : place, token.field);
  if (item === null || !isAllowed || item.isLiteral) return item?.node ?? null;
  return { type: 'field', field: token.field, item: item.node };
}

/** The operand of a field or scope; without one, its name is taken literally. */
function parseOperand(
  parser: Parser,
  token: Token,
  place: Place,
  field: TextField | ScopeName,
): { node: Node; isLiteral: boolean } | null {
  const next = parser.tokens[parser.at];
  if (!startsOperand(next) || next.kind === 'not') {
    report(parser, 'missing-value', token, { field }, removalOf(token));
    const { node } = readWord(sourceOf(parser, token), true);
    return node && { node: leaf(parser, node, token), isLiteral: true };
  }
  const node = nested(parser, token, () => parsePrimary(parser, place));
  return node && { node, isLiteral: false };
}

function reportPlace(parser: Parser, token: Token, edit: Edit): void {
  report(parser, 'not-allowed-here', token, { part: sourceOf(parser, token) }, edit);
}

function parseScope(parser: Parser, token: Token & { kind: 'scope' }, place: Place): Node | null {
  const { name, value } = token;
  const isAllowed = place !== 'scope' || name === 'atleast';
  if (!isAllowed) reportPlace(parser, token, removalOf(token));
  const wrap = readScope(parser, token);
  const item = parseOperand(parser, token, 'scope', name);
  if (item === null || item.isLiteral || !isAllowed || wrap === null) return item?.node ?? null;
  if (name === 'atleast' && !isPositional(item.node)) {
    report(parser, 'atleast-operand', token, { count: value }, removalOf(token));
    return item.node;
  }
  return wrap(item.node);
}

/** What the scope makes of its operand; null if its value says nothing. */
function readScope(parser: Parser, token: Token & { kind: 'scope' }): ((item: Node) => Node) | null {
  const { name, value } = token;
  if (name === 'same') {
    if (value === 'sentence' || value === 'paragraph') return (item) => ({ type: 'same', unit: value, item });
    const args = { field: name, value, allowed: 'sentence, paragraph' };
    report(parser, 'bad-value', token, args, { ...spanOf(token), text: 'same:sentence' });
    return null;
  }
  const max = name === 'first' ? FIRST_COUNT_MAX : ATLEAST_COUNT_MAX;
  const asked = readCount(value);
  const count = clamp(asked ?? 0, 1, max);
  if (count !== asked) {
    const edit = asked === null ? removalOf(token) : { ...spanOf(token), text: `${name}:${count}` };
    report(parser, 'bad-number', token, { name, value, min: 1, max }, edit);
    if (asked === null) return null;
  }
  return (item) => ({ type: name, count, item });
}

function parseValues(parser: Parser, token: Token & { kind: 'value' }, place: Place): Node | null {
  const { name, values } = token;
  if (place !== 'top') {
    reportPlace(parser, token, removalOf(token));
    return literalOf(parser, token);
  }
  if (name === 'sort') {
    parseSort(parser, token, values[0] ?? '');
    return null;
  }
  const nodes: Node[] = [];
  for (const value of values) {
    const reading = readValue(name, value);
    reportValue(parser, token, name, reading);
    if (reading.value === null) return literalOf(parser, token);
    nodes.push(leaf(parser, reading.value, token));
  }
  return join('or', nodes);
}

function reportValue(parser: Parser, token: Token, name: string, { problem }: ValueReading<unknown>): void {
  if (!problem) return;
  const text = problem.mended === undefined ? '' : `${name}:${problem.mended}`;
  const edit = problem.code === 'region-ignored' ? undefined : { ...spanOf(token), text };
  report(parser, problem.code, token, problem.args, edit);
}

function literalOf(parser: Parser, token: Token): Node | null {
  const text = collapseSpaces(sourceOf(parser, token));
  return isSearchable(text) ? leaf(parser, { type: 'phrase', text, slop: 0 }, token) : null;
}

/** The order belongs to the whole query, wherever it is written; the last one counts. */
function parseSort(parser: Parser, token: Token, text: string): void {
  const reading = readSort(text);
  if (reading.value === null) {
    report(parser, 'bad-value', token, reading.problem.args, removalOf(token));
    return;
  }
  if (parser.sort !== undefined) report(parser, 'duplicate-sort', token, { sort: reading.value });
  parser.sort = reading.value;
  parser.sortPlaces.push(token);
}

function checkLimits(parser: Parser, query: Query): void {
  const { leaves, prefixes, patterns } = parser;
  const whole = wholeOf(parser);
  const firstOver = leaves[TERM_COUNT_MAX];
  if (firstOver) {
    report(
      parser,
      'too-many-terms',
      { ...whole, start: firstOver.start },
      { count: leaves.length, max: TERM_COUNT_MAX },
    );
  }
  const prefix = prefixes[PREFIX_COUNT_MAX];
  if (prefix) {
    const edit = { start: prefix.end - 1, end: prefix.end, text: '' };
    report(parser, 'too-many-prefixes', prefix, { count: prefixes.length, max: PREFIX_COUNT_MAX }, edit);
  }
  const pattern = patterns[PATTERN_COUNT_MAX];
  if (pattern) {
    const args = { count: patterns.length, max: PATTERN_COUNT_MAX };
    report(parser, 'too-many-patterns', pattern, args, removalOf(pattern));
  }
  if (parser.isTooDeep || firstOver) return;
  // What is accepted can also be printed and read again.
  const size = printedSize(query);
  if (size.depth > DEPTH_MAX) report(parser, 'too-deep', whole, { max: DEPTH_MAX });
  if (size.length > QUERY_LENGTH_MAX) report(parser, 'too-long', whole, { length: size.length, max: QUERY_LENGTH_MAX });
}

function checkMeaning(parser: Parser, { root }: Query, isRule: boolean): void {
  const whole = wholeOf(parser);
  if (isRule) checkForRule(parser);
  if (root !== null && holdsForNothing(root)) report(parser, 'only-not', whole);
  else if (isRule && root === null) report(parser, 'empty-query', whole);
  else if (isRule && root !== null && !isAnchored(root, false)) report(parser, 'too-broad', whole);
}

/** Nobody has read, kept or followed up an article at the moment it comes, and a rule tells in the order they come. */
function checkForRule(parser: Parser): void {
  const later = [...parser.places].filter(([node]) => isKnownLater(node)).map(([, span]) => span);
  for (const span of [...later, ...parser.sortPlaces]) {
    report(parser, 'not-in-rules', span, { part: sourceOf(parser, span) }, { ...spanOf(span), text: '' });
  }
}

function isKnownLater(node: Node): boolean {
  if (node.type === 'filter') return node.name === 'is' || node.name === 'has';
  return node.type === 'range' && node.name === 'sources';
}

/** Whether an article that has none of the things named would be found. */
function holdsForNothing(node: Node): boolean {
  if (node.type === 'and') return node.items.every(holdsForNothing);
  if (node.type === 'or') return node.items.some(holdsForNothing);
  return node.type === 'not' && !holdsForNothing(node.item);
}

/** Whether every article found has a known text or comes from a known site, so that an index of rules can be asked. */
function isAnchored(node: Node, isNegated: boolean): boolean {
  switch (node.type) {
    case 'and':
    case 'or': {
      const isAny = (node.type === 'and') !== isNegated;
      const test = (item: Node): boolean => isAnchored(item, isNegated);
      return isAny ? node.items.some(test) : node.items.every(test);
    }
    case 'not':
      return isAnchored(node.item, !isNegated);
    case 'filter':
      return !isNegated && node.name === 'site';
    case 'field':
    case 'first':
    case 'same':
    case 'atleast':
      return isAnchored(node.item, isNegated);
    case 'date':
    case 'range':
      return false;
    default:
      return !isNegated;
  }
}
