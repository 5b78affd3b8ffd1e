/**
 * What a TokenQuery means, on one document in memory. Rules are matched with it, and every index must agree with it.
 */
import { foldWritten, occursIn, type PatternQuery, type PatternTime } from './pattern.ts';
import type { PhraseStep, Token, TokenDocument, TokenField, TokenQuery } from './token-query.ts';

/** The positions of every token of one field: the first in a map, each further one linked from the one before. */
export interface FieldIndex {
  tokens: readonly Token[];
  first: ReadonlyMap<string, number>;
  /** Position → next position of the same token, or -1. */
  next: Int32Array;
  firstStem: ReadonlyMap<string, number>;
  nextStem: Int32Array;
  /** Positions by key, sorted; filled when a window asks for the middle of a field, where following the links would be slow. */
  lists: Map<string, number[]>;
}

export interface IndexedDocument {
  document: TokenDocument;
  title: FieldIndex;
  body: FieldIndex;
  author: FieldIndex;
  tag: FieldIndex;
  terms: ReadonlySet<string>;
  /** A field as regular expressions read it; made when one asks. */
  folded(field: FieldName): string;
}

type FieldName = 'title' | 'body' | 'author' | 'tag';

const NO_POSITIONS = new Int32Array(0);
const NO_STEMS: ReadonlyMap<string, number> = new Map();

/** Tokens without text stand in no map. */
export function indexField(tokens: readonly Token[]): FieldIndex {
  const first = new Map<string, number>();
  const next = new Int32Array(tokens.length);
  let firstStem: Map<string, number> | undefined;
  let nextStem = NO_POSITIONS;
  for (let position = tokens.length - 1; position >= 0; position--) {
    const token = tokens[position];
    if (token === undefined || token.text === '') continue;
    next[position] = first.get(token.text) ?? -1;
    first.set(token.text, position);
    if (token.stem === undefined) continue;
    if (firstStem === undefined) {
      firstStem = new Map();
      nextStem = new Int32Array(tokens.length);
    }
    nextStem[position] = firstStem.get(token.stem) ?? -1;
    firstStem.set(token.stem, position);
  }
  return { tokens, first, next, firstStem: firstStem ?? NO_STEMS, nextStem, lists: new Map() };
}

/** Built once for an article, each part when the first of many rules asks for it; for most articles none does. */
export function indexDocument(document: TokenDocument): IndexedDocument {
  const fields: Partial<Record<FieldName, FieldIndex>> = {};
  let terms: ReadonlySet<string> | undefined;
  const fieldOf = (name: FieldName) => (fields[name] ??= indexField(document[name]));
  return {
    document,
    get title() {
      return fieldOf('title');
    },
    get body() {
      return fieldOf('body');
    },
    get author() {
      return fieldOf('author');
    },
    get tag() {
      return fieldOf('tag');
    },
    get terms() {
      terms ??= new Set(document.terms);
      return terms;
    },
    folded: foldedFields(document),
  };
}

function foldedFields({ written }: TokenDocument): (field: FieldName) => string {
  const folded: Partial<Record<FieldName, string>> = {};
  return (field) => {
    folded[field] ??= foldWritten(written[field]);
    return folded[field];
  };
}

/** Inside `first` and `same`: only this field, positions [from, to). */
interface Window {
  field: FieldName;
  from: number;
  to: number;
}

/** Consecutive positions, both ends included. */
export interface Span {
  start: number;
  end: number;
}

/** @param time for regular expressions; what it refused in between was not decided. Without it they take what they need. */
export function matches(query: TokenQuery, document: TokenDocument | IndexedDocument, time?: PatternTime): boolean {
  return holds(query, 'document' in document ? document : indexDocument(document), undefined, time);
}

function holds(
  query: TokenQuery,
  indexed: IndexedDocument,
  window: Window | undefined,
  time: PatternTime | undefined,
): boolean {
  switch (query.type) {
    case 'all':
      return true;
    case 'none':
      return false;
    case 'and':
      for (const item of query.items) if (!holds(item, indexed, window, time)) return false;
      return true;
    case 'or':
      for (const item of query.items) if (holds(item, indexed, window, time)) return true;
      return false;
    case 'not':
      return !holds(query.item, indexed, window, time);
    case 'pattern':
      return hasPattern(query, indexed, window, time);
    case 'term':
      return indexed.terms.has(query.term);
    case 'published':
      return isWithin(indexed.document.publishedAt, query.from, query.to);
    case 'words':
      return (
        indexed.document.words >= (query.min ?? 0) && indexed.document.words <= (query.max ?? Number.POSITIVE_INFINITY)
      );
    case 'ids':
      return query.ids.has(indexed.document.id);
    case 'sources': {
      const sources = indexed.document.event?.sources ?? 1;
      return sources >= (query.min ?? 0) && sources <= (query.max ?? Number.POSITIVE_INFINITY);
    }
    case 'first-report':
      return indexed.document.event?.isFirst ?? true;
    case 'phrase':
    case 'stem':
      for (const field of fieldsOf(query.field, window))
        if (occurs(query, indexed[field], windowOf(field, window))) return true;
      return false;
    case 'near':
      return EVERY_FIELD.some((field) => isNear(query, field, indexed, window));
    case 'first':
      return holdsFirst(query.count, query.item, indexed, window);
    case 'same':
      return holdsInUnit(query.unit, query.item, indexed, window);
    case 'atleast':
      return holdsOften(query.count, query.item, indexed, window);
  }
}

/** Expressions read whole fields and have no place among the positions of words. */
function hasPattern(
  query: PatternQuery,
  indexed: IndexedDocument,
  window: Window | undefined,
  time: PatternTime | undefined,
): boolean {
  if (window !== undefined) return false;
  for (const field of fieldsOf(query.field, undefined)) {
    if (occursIn(query, indexed.folded(field), time)) return true;
  }
  return false;
}

const isWithin = (value: number, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY) =>
  value >= from && value < to;

const TEXT_FIELDS: readonly FieldName[] = ['title', 'body'];
const EVERY_FIELD: readonly FieldName[] = ['title', 'body', 'author', 'tag'];
const SINGLE_FIELDS: Record<FieldName, readonly FieldName[]> = {
  title: ['title'],
  body: ['body'],
  author: ['author'],
  tag: ['tag'],
};

function fieldsOf(field: TokenField, window: Window | undefined): readonly FieldName[] {
  if (window === undefined) return field === 'any' ? TEXT_FIELDS : SINGLE_FIELDS[field];
  const isCovered = field === window.field || (field === 'any' && TEXT_FIELDS.includes(window.field));
  return isCovered ? SINGLE_FIELDS[window.field] : [];
}

interface Limits {
  from: number;
  to: number;
}

const EVERYWHERE: Limits = { from: 0, to: Number.POSITIVE_INFINITY };

const windowOf = (field: FieldName, window: Window | undefined): Limits =>
  window?.field === field ? window : EVERYWHERE;

type Leaf = Extract<TokenQuery, { type: 'phrase' | 'stem' }>;

function occurs(leaf: Leaf, field: FieldIndex, limits: Limits): boolean {
  if (limits === EVERYWHERE) {
    // Most leaves of most rules are one word: the map answers without walking its positions.
    if (leaf.type === 'stem') return field.firstStem.has(leaf.stem);
    const [only, second] = leaf.steps;
    if (second === undefined && only !== undefined && 'token' in only) return field.first.has(only.token);
  }
  for (const _ of leafSpans(leaf, field, limits)) return true;
  return false;
}

function* leafSpans(leaf: Leaf, field: FieldIndex, limits: Limits): Generator<Span> {
  if (leaf.type === 'stem') {
    for (const at of positionsFrom(limits.from, `=${leaf.stem}`, field, () => stemPositions(leaf.stem, field))) {
      if (at >= limits.to) return;
      yield { start: at, end: at };
    }
    return;
  }
  const head = leaf.steps[0];
  if (head === undefined) return;
  const key = 'token' in head ? head.token : `${head.prefix}*`;
  for (const start of positionsFrom(limits.from, key, field, () => stepPositions(head, field))) {
    if (start >= limits.to) return;
    const end = endOfPhrase(leaf.steps, leaf.slop, start, field.tokens);
    if (end >= 0 && end < limits.to) yield { start, end };
  }
}

function positionsFrom(
  from: number,
  key: string,
  field: FieldIndex,
  positions: () => Iterable<number>,
): Iterable<number> {
  if (from === 0) return positions();
  let list = field.lists.get(key);
  if (list === undefined) {
    list = [...positions()];
    field.lists.set(key, list);
  }
  return sliceFrom(list, from);
}

function* sliceFrom(list: readonly number[], from: number): Generator<number> {
  for (let index = lowerBound(list, from, (position) => position); index < list.length; index++) yield list[index] ?? 0;
}

/** Index of the first item whose value is at least `least`. */
function lowerBound<Item>(items: readonly Item[], least: number, numberOf: (item: Item) => number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && numberOf(item) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

function* stemPositions(stem: string, field: FieldIndex): Generator<number> {
  for (let at = field.firstStem.get(stem) ?? -1; at >= 0; at = field.nextStem[at] ?? -1) yield at;
}

function* stepPositions(step: PhraseStep, field: FieldIndex): Generator<number> {
  if ('token' in step) {
    for (let at = field.first.get(step.token) ?? -1; at >= 0; at = field.next[at] ?? -1) yield at;
    return;
  }
  for (let at = 0; at < field.tokens.length; at++) if (field.tokens[at]?.text.startsWith(step.prefix)) yield at;
}

const fits = (step: PhraseStep, token: Token | undefined): boolean =>
  token !== undefined && ('token' in step ? token.text === step.token : token.text.startsWith(step.prefix));

/** Position of the last step of the tightest phrase that begins at `start`, or -1. */
function endOfPhrase(steps: readonly PhraseStep[], slop: number, start: number, tokens: readonly Token[]): number {
  let at = start;
  let spare = slop;
  for (let index = 1; index < steps.length; index++) {
    const step = steps[index];
    at++;
    while (step !== undefined && !fits(step, tokens[at])) {
      if (spare-- <= 0 || at >= tokens.length) return -1;
      at++;
    }
  }
  return at;
}

/** Spans of a phrase, a stem or an `or` of them, by start; other queries have none. */
export function spansOf(
  query: TokenQuery,
  fieldName: FieldName,
  field: FieldIndex,
  limits: Limits = EVERYWHERE,
): Span[] {
  if (query.type === 'or') {
    const spans = query.items.flatMap((item) => spansOf(item, fieldName, field, limits));
    return spans.sort((a, b) => a.start - b.start || a.end - b.end);
  }
  if (query.type !== 'phrase' && query.type !== 'stem') return [];
  const isCovered = query.field === fieldName || (query.field === 'any' && TEXT_FIELDS.includes(fieldName));
  return isCovered ? [...leafSpans(query, field, limits)] : [];
}

function isNear(
  query: Extract<TokenQuery, { type: 'near' }>,
  fieldName: FieldName,
  indexed: IndexedDocument,
  window: Window | undefined,
): boolean {
  if (window !== undefined && window.field !== fieldName) return false;
  const limits = windowOf(fieldName, window);
  const left = spansOf(query.left, fieldName, indexed[fieldName], limits);
  if (left.length === 0) return false;
  const right = spansOf(query.right, fieldName, indexed[fieldName], limits);
  if (right.length === 0) return false;
  return follows(left, right, query.distance) || (!query.ordered && follows(right, left, query.distance));
}

/** Whether one of `later` begins after one of `earlier` ends, with at most `distance` positions between. */
function follows(earlier: Span[], later: Span[], distance: number): boolean {
  for (const { end } of earlier) {
    const next = later[lowerBound(later, end + 1, ({ start }) => start)];
    if (next !== undefined && next.start - end - 1 <= distance) return true;
  }
  return false;
}

function holdsFirst(count: number, item: TokenQuery, indexed: IndexedDocument, window: Window | undefined): boolean {
  if (window !== undefined && window.field !== 'body') return false;
  const inner: Window = { field: 'body', from: window?.from ?? 0, to: Math.min(count, window?.to ?? count) };
  return holds(item, indexed, inner, undefined);
}

function holdsInUnit(
  unit: 'sentence' | 'paragraph',
  item: TokenQuery,
  indexed: IndexedDocument,
  window: Window | undefined,
): boolean {
  for (const field of TEXT_FIELDS) {
    if (window !== undefined && window.field !== field) continue;
    const { from: lowest, to: highest } = windowOf(field, window);
    const { tokens } = indexed[field];
    for (let from = 0; from < tokens.length; ) {
      let to = from + 1;
      while (to < tokens.length && tokens[to]?.[unit] === undefined) to++;
      const inner = { field, from: Math.max(from, lowest), to: Math.min(to, highest) };
      if (inner.from < inner.to && holds(item, indexed, inner, undefined)) return true;
      from = to;
    }
  }
  return false;
}

function holdsOften(count: number, item: TokenQuery, indexed: IndexedDocument, window: Window | undefined): boolean {
  if (item.type !== 'phrase' && item.type !== 'stem' && item.type !== 'or')
    return count <= 1 && holds(item, indexed, window, undefined);
  let found = 0;
  for (const field of EVERY_FIELD) {
    if (window !== undefined && window.field !== field) continue;
    const starts = new Set(spansOf(item, field, indexed[field], windowOf(field, window)).map(({ start }) => start));
    found += starts.size;
  }
  return found >= count;
}
