/** Writes a query as text that reads back as the same query, and brings trees into the one normal form. */
import type { Node, Query } from './ast.ts';
import { collapseSpaces, isSearchable, isSpace, quotePhrase } from './characters.ts';
import { clamp } from './lex.ts';
import {
  ATLEAST_COUNT_MAX,
  FIRST_COUNT_MAX,
  NEAR_DISTANCE_MAX,
  NEAR_DISTANCE_MIN,
  RANGE_MAX,
  SLOP_MAX,
} from './limits.ts';
import { escapeSlashes, readPattern } from './pattern.ts';
import { DATE_SHORTCUTS, filterValue, isDay, isPeriod, PATTERN_NAME, printSpan, takesList } from './values.ts';
import { isPlainWord, isPrefix, literal } from './words.ts';

/**
 * The text of a query, normalised first. For every normal query within the limits,
 * `parseQuery(printQuery(query), { mode: 'strict' })` is that query again.
 */
export function printQuery(query: Query): string {
  return write(normaliseQuery(query)).text;
}

/** Length of the printed text, and its depth as the parser counts it. For normal queries, such as the parser makes. */
export function printedSize(query: Query): { length: number; depth: number } {
  const { text, depth } = write(query);
  return { length: text.length, depth };
}

/**
 * The normal form: nested `and`/`or` of the same kind are one, those of one operand are that operand, empty parts are
 * gone, numbers are within their limits, values canonical, words that could be misread are phrases. Double `not` stays.
 * Nesting that the language does not have (a filter inside a field, say) is not mended.
 */
export function normaliseQuery(query: Query): Query {
  const root = query.root && normaliseNode(query.root);
  return { root, ...(query.sort ? { sort: query.sort } : {}) };
}

export function normaliseNode(node: Node): Node | null {
  switch (node.type) {
    case 'and':
    case 'or':
      return normaliseJoin(node.type, node.items);
    case 'word':
      return literal(collapseSpaces(node.text));
    case 'phrase': {
      const text = collapseSpaces(node.text);
      return isSearchable(text) ? { type: 'phrase', text, slop: clamp(node.slop, 0, SLOP_MAX) } : null;
    }
    case 'prefix':
      return isPrefix(node.text) ? { type: 'prefix', text: node.text } : literal(collapseSpaces(node.text));
    case 'pattern': {
      const text = escapeSlashes(node.text);
      return readPattern(text).ok ? { type: 'pattern', text } : literal(collapseSpaces(node.text));
    }
    case 'near':
      return normaliseNear(node);
    case 'not':
    case 'field':
    case 'same':
    case 'first':
    case 'atleast': {
      const item = normaliseNode(node.item);
      if (item === null) return null;
      if (node.type === 'first') return { ...node, count: clamp(node.count, 1, FIRST_COUNT_MAX), item };
      if (node.type === 'atleast') return { ...node, count: clamp(node.count, 1, ATLEAST_COUNT_MAX), item };
      return { ...node, item };
    }
    case 'filter': {
      const value = filterValue(node.name, node.value);
      return value === null ? null : { type: 'filter', name: node.name, value };
    }
    case 'date':
      return normaliseDate(node);
    case 'range':
      return normaliseRange(node);
    case 'saved': {
      const name = collapseSpaces(node.name);
      return name === '' ? null : { type: 'saved', name };
    }
  }
}

function normaliseJoin(type: 'and' | 'or', nodes: Node[]): Node | null {
  const items = nodes.flatMap((node) => {
    const item = normaliseNode(node);
    if (item === null) return [];
    return item.type === type ? item.items : [item];
  });
  return items.length <= 1 ? (items[0] ?? null) : { type, items };
}

function normaliseNear(node: Node & { type: 'near' }): Node | null {
  const left = normaliseNode(node.left);
  const right = normaliseNode(node.right);
  if (left === null || right === null) return left ?? right;
  const distance = clamp(node.distance, NEAR_DISTANCE_MIN, NEAR_DISTANCE_MAX);
  return { type: 'near', ordered: node.ordered, distance, left, right };
}

function normaliseDate({ span }: Node & { type: 'date' }): Node | null {
  if (span.kind === 'period') return isPeriod(span.period) ? { type: 'date', span } : null;
  if (span.kind === 'shortcut') return DATE_SHORTCUTS.includes(span.shortcut) ? { type: 'date', span } : null;
  const days = [span.from, span.to].filter((day) => day !== undefined);
  if (days.length === 0 || !days.every(isDay)) return null;
  if (days.length === 2) days.sort();
  const [first, second] = days;
  const from = span.from === undefined ? undefined : first;
  const to = span.to === undefined ? undefined : (second ?? first);
  return { type: 'date', span: { kind: 'between', ...(from ? { from } : {}), ...(to ? { to } : {}) } };
}

function normaliseRange({ name, min, max }: Node & { type: 'range' }): Node | null {
  const bounds = [min, max].filter((bound) => bound !== undefined).map((bound) => clamp(bound, 0, RANGE_MAX));
  if (bounds.length === 0) return null;
  const low = min === undefined ? undefined : Math.min(...bounds);
  const high = max === undefined ? undefined : Math.max(...bounds);
  return {
    type: 'range',
    name,
    ...(low === undefined ? {} : { min: low }),
    ...(high === undefined ? {} : { max: high }),
  };
}

interface Written {
  text: string;
  depth: number;
}

function write({ root, sort }: Query): Written {
  const written = root ? writeNode(root) : { text: '', depth: 0 };
  const order = sort ? `sort:${sort}` : '';
  return { text: [written.text, order].filter((part) => part !== '').join(' '), depth: written.depth };
}

function writeNode(node: Node): Written {
  switch (node.type) {
    case 'and':
      return joined(node.items.map(writeOperand), ' ');
    case 'or':
      return writeList(node.items) ?? joined(node.items.map(writeOperand), ' OR ');
    case 'not': {
      // `--x` would be a word, so double negation needs the long form.
      const { text, depth } = node.item.type === 'not' ? writeNode(node.item) : writeOperand(node.item);
      return { text: `${node.item.type === 'not' ? 'NOT ' : '-'}${text}`, depth: depth + 1 };
    }
    case 'word':
      return leafText(isPlainWord(node.text) ? node.text : quotePhrase(node.text));
    case 'phrase':
      return leafText(quotePhrase(node.text) + (node.slop > 0 ? `~${node.slop}` : ''));
    case 'prefix':
      return leafText(`${node.text}*`);
    case 'pattern':
      return leafText(`${PATTERN_NAME}:/${node.text}/`);
    case 'field':
      return isText(node.item)
        ? prefixed(`${node.field}:`, writeNode(node.item))
        : prefixed(`${node.field}:`, group(writeNode(node.item)));
    case 'near': {
      const operator = ` ${node.ordered ? 'O' : ''}NEAR/${node.distance} `;
      const left = node.left.type === 'near' ? writeNode(node.left) : writeOperand(node.left);
      return joined([left, writeOperand(node.right)], operator);
    }
    case 'first':
    case 'atleast':
      return prefixed(`${node.type}:${node.count}`, group(writeNode(node.item)));
    case 'same':
      return prefixed(`same:${node.unit}`, group(writeNode(node.item)));
    case 'filter':
      return leafText(`${node.name}:${writeValue(node.value)}`);
    case 'date':
      return leafText(`date:${printSpan(node.span)}`);
    case 'range': {
      const { name, min, max } = node;
      return leafText(`${name}:${min === max ? min : `${min ?? ''}..${max ?? ''}`}`);
    }
    case 'saved':
      return leafText(`search:${quotePhrase(node.name)}`);
  }
}

const leafText = (text: string): Written => ({ text, depth: 0 });
const group = ({ text, depth }: Written): Written => ({ text: `(${text})`, depth: depth + 1 });
const prefixed = (prefix: string, { text, depth }: Written): Written => ({ text: prefix + text, depth: depth + 1 });
const isText = ({ type }: Node): boolean =>
  type === 'word' || type === 'phrase' || type === 'prefix' || type === 'pattern';

function joined(parts: Written[], separator: string): Written {
  return {
    text: parts.map(({ text }) => text).join(separator),
    depth: Math.max(0, ...parts.map(({ depth }) => depth)),
  };
}

/** An operand of something: joins get parentheses, also where precedence would do without, for the reader's sake. */
function writeOperand(node: Node): Written {
  const isJoin = node.type === 'and' || node.type === 'or' || node.type === 'near';
  if (node.type === 'or') {
    const list = writeList(node.items);
    if (list) return list;
  }
  return isJoin ? group(writeNode(node)) : writeNode(node);
}

/** `lang:en,fr` for an `or` of nothing but filters of one name. */
function writeList(items: Node[]): Written | null {
  const filters = items.filter((item) => item.type === 'filter');
  const name = filters[0]?.name;
  const isList = filters.length === items.length && filters.every((filter) => filter.name === name);
  if (name === undefined || !isList || !takesList(name)) return null;
  return leafText(`${name}:${filters.map(({ value }) => value).join(',')}`);
}

/** Bare if nothing in it could end the value. */
function writeValue(value: string): string {
  const isBare = Array.from(value).every((char) => !isSpace(char) && !/["“”„「」『』｢｣«»()（）＂]/.test(char));
  return isBare ? value : quotePhrase(value);
}
