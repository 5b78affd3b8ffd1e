/** Names that stand before a colon, and the exact values they take. */
import type { DateShortcut, DateSpan, FilterName, Node, SortOrder, TextField } from './ast.ts';
import { collapseSpaces, foldPunctuation } from './characters.ts';
import { RANGE_MAX } from './limits.ts';
import type { ProblemCode, QueryProblem } from './problems.ts';

export const TEXT_FIELDS: readonly TextField[] = ['title', 'text', 'author', 'tag', 'topic'];
export const FILTER_NAMES: readonly FilterName[] = ['site', 'url', 'lang', 'script', 'country', 'type', 'is', 'has'];
const SCOPE_NAMES = ['first', 'same', 'atleast'] as const;
export const SORT_ORDERS: readonly SortOrder[] = ['new', 'old', 'relevance', 'sources'];
export const IS_VALUES = ['unread', 'read', 'saved', 'first'] as const;
export const HAS_VALUES = ['note', 'tag', 'highlight'] as const;
export const DATE_SHORTCUTS: readonly DateShortcut[] = [
  'today',
  'yesterday',
  'this-month',
  'last-month',
  'last-7-days',
  'last-30-days',
  'last-90-days',
  'last-1-year',
  'this-year',
  'last-year',
];

export type ScopeName = (typeof SCOPE_NAMES)[number];
/** Names whose value is not text to search for. */
export type ValueName = FilterName | 'date' | 'after' | 'before' | 'words' | 'sources' | 'search' | 'sort';

const VALUE_NAMES: readonly ValueName[] = [
  ...FILTER_NAMES,
  'date',
  'after',
  'before',
  'words',
  'sources',
  'search',
  'sort',
];

/** `lang:en,fr` and `lang:(en OR fr)` mean any of them. */
const LIST_NAMES: ReadonlySet<string> = new Set<FilterName>(['site', 'lang', 'script', 'country', 'type', 'is', 'has']);

/** Stands before a regular expression between slashes. */
export const PATTERN_NAME = 'regex';

export const ALL_NAMES: readonly string[] = [...TEXT_FIELDS, ...SCOPE_NAMES, ...VALUE_NAMES, PATTERN_NAME];

export const isTextField = (name: string): name is TextField => (TEXT_FIELDS as readonly string[]).includes(name);
export const isScopeName = (name: string): name is ScopeName => (SCOPE_NAMES as readonly string[]).includes(name);
export const isValueName = (name: string): name is ValueName => (VALUE_NAMES as readonly string[]).includes(name);
export const takesList = (name: string): boolean => LIST_NAMES.has(name);

export interface ValueProblem {
  code: ProblemCode;
  args: QueryProblem['args'];
  /** The value as it should have been written. */
  mended?: string;
}

/** A value that was read, perhaps with a remark; or the problem that prevented it. */
export type ValueReading<T> = { value: T; problem?: ValueProblem } | { value: null; problem: ValueProblem };

function badValue(field: string, value: string, allowed: string): { value: null; problem: ValueProblem } {
  return { value: null, problem: { code: 'bad-value', args: { field, value, allowed } } };
}

export function readSort(text: string): ValueReading<SortOrder> {
  const value = SORT_ORDERS.find((order) => order === foldPunctuation(text).toLowerCase());
  return value ? { value } : badValue('sort', text, SORT_ORDERS.join(', '));
}

/** Reads one value of a name other than `sort`. */
export function readValue(name: Exclude<ValueName, 'sort'>, text: string): ValueReading<Node> {
  switch (name) {
    case 'date':
    case 'after':
    case 'before':
      return readDate(name, text);
    case 'words':
    case 'sources':
      return readRange(name, text);
    case 'search':
      return { value: { type: 'saved', name: collapseSpaces(text) } };
    case 'lang':
      return readLanguage(text);
    default: {
      const value = filterValue(name, text);
      return value === null ? badValue(name, text, allowedOf(name)) : { value: { type: 'filter', name, value } };
    }
  }
}

function allowedOf(name: FilterName): string {
  switch (name) {
    case 'is':
      return IS_VALUES.join(', ');
    case 'has':
      return HAS_VALUES.join(', ');
    case 'site':
      return 'example.org';
    case 'lang':
      return 'zh, en, pt';
    case 'script':
      return 'Hans, Hant, Latn';
    case 'country':
      return 'CN, TW, US';
    case 'type':
      return 'news';
    case 'url':
      return 'https://example.org/news';
  }
}

/** The canonical value of a filter, or null if it cannot be one. */
export function filterValue(name: FilterName, text: string): string | null {
  if (name === 'url') return collapseSpaces(text) || null;
  const value = foldPunctuation(text).trim().toLowerCase();
  switch (name) {
    case 'site':
      return siteValue(value);
    case 'lang':
      return /^[a-z]{2,3}$/.test(value) ? value : null;
    case 'script':
      return /^[a-z]{4}$/.test(value) ? value.charAt(0).toUpperCase() + value.slice(1) : null;
    case 'country':
      return /^[a-z]{2}$/.test(value) ? value.toUpperCase() : null;
    case 'type':
      return /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]{0,39}$/u.test(value) ? value : null;
    case 'is':
      return (IS_VALUES as readonly string[]).includes(value) ? value : null;
    case 'has':
      return (HAS_VALUES as readonly string[]).includes(value) ? value : null;
  }
}

/** The bare host of a site or of a pasted address: no scheme, user, port, path or `www.`. */
function siteValue(value: string): string | null {
  const host = value
    .replace(/^[a-z]+:\/\//, '')
    .replace(/[/?#].*$/, '')
    .replace(/^[^@]*@/, '')
    .replace(/:\d{1,5}$/, '')
    .replace(/^\.|\.$/g, '')
    .replace(/^www\.(?=[^.]+\.)/, '');
  const isHost = host.length <= 253 && host.split('.').every((label) => isHostLabel(label));
  return isHost ? host : null;
}

function isHostLabel(label: string): boolean {
  return /^[\p{L}\p{M}\p{N}_-]{1,63}$/u.test(label) && !label.startsWith('-') && !label.endsWith('-');
}

/** `zh-cn` and its like are Chinese in one script, as readers mean them; other regions are left out with a remark. */
function readLanguage(text: string): ValueReading<Node> {
  const tag = foldPunctuation(text).trim().toLowerCase().replaceAll('_', '-');
  const match = /^([a-z]{2,3})(-[a-z0-9]{2,8}){0,4}$/.exec(tag);
  const lang = match?.[1];
  if (lang === undefined) return badValue('lang', text, allowedOf('lang'));
  const language: Node = { type: 'filter', name: 'lang', value: lang };
  if (tag === lang) return { value: language };
  const script = scriptOfTag(lang, tag.split('-').slice(1));
  if (script) return { value: { type: 'and', items: [language, { type: 'filter', name: 'script', value: script }] } };
  return { value: language, problem: { code: 'region-ignored', args: { value: text, lang } } };
}

function scriptOfTag(lang: string, subtags: string[]): string | null {
  const script = subtags.find((subtag) => /^[a-z]{4}$/.test(subtag));
  if (script) return script.charAt(0).toUpperCase() + script.slice(1);
  if (lang !== 'zh') return null;
  if (subtags.some((subtag) => ['cn', 'sg', 'my'].includes(subtag))) return 'Hans';
  return subtags.some((subtag) => ['tw', 'hk', 'mo'].includes(subtag)) ? 'Hant' : null;
}

/** `300..500`, `300..`, `..500`, `300`, `300-500`; an ellipsis counts as the two dots. */
function readRange(name: 'words' | 'sources', text: string): ValueReading<Node> {
  const value = foldPunctuation(text)
    .trim()
    .replace(/…+|。。+|\.{3,}/, '..');
  const match = /^(\d{0,9})(\.\.|[-~](?=\d))?(\d{0,9})$/.exec(value);
  const [, first = '', dots, second = ''] = match ?? [];
  if (!match || (first === '' && second === '') || (dots === undefined && second !== '')) {
    return { value: null, problem: { code: 'bad-number', args: { name, value: text, min: 0, max: RANGE_MAX } } };
  }
  const min = first === '' ? undefined : Number(first);
  const max = dots === undefined ? min : second === '' ? undefined : Number(second);
  if (Math.max(min ?? 0, max ?? 0) > RANGE_MAX) {
    return { value: null, problem: { code: 'bad-number', args: { name, value: text, min: 0, max: RANGE_MAX } } };
  }
  if (min !== undefined && max !== undefined && min > max) {
    const problem = { code: 'bad-range', args: { from: min, to: max }, mended: `${max}..${min}` } as const;
    return { value: rangeNode(name, max, min), problem };
  }
  return { value: rangeNode(name, min, max) };
}

function rangeNode(name: 'words' | 'sources', min: number | undefined, max: number | undefined): Node {
  return { type: 'range', name, ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}

export function isPeriod(text: string): boolean {
  const shape =
    /^P(?=[\dT])(?:\d{1,4}Y)?(?:\d{1,4}M)?(?:\d{1,4}W)?(?:\d{1,4}D)?(?:T(?=\d)(?:\d{1,4}H)?(?:\d{1,4}M)?)?$/;
  return shape.test(text) && /[1-9]/.test(text);
}

/**
 * Reads what follows `date:`, `after:` or `before:`. A month or a year stands for all its days.
 * `after:` includes the day it names and `before:` does not, as in common mail and web search,
 * so that `after:2026-11-01 before:2026-11-08` is one week.
 */
function readDate(name: 'date' | 'after' | 'before', text: string): ValueReading<Node> {
  const value = foldPunctuation(text).trim().toLowerCase();
  const span = name === 'date' ? readSpan(value) : readBound(name, value);
  if (span === null) return { value: null, problem: { code: 'bad-date', args: { field: name, value: text } } };
  if (span.kind === 'between' && span.from !== undefined && span.to !== undefined && span.from > span.to) {
    const swapped: DateSpan = { kind: 'between', from: span.to, to: span.from };
    const problem = { code: 'bad-range', args: { from: span.from, to: span.to }, mended: printSpan(swapped) } as const;
    return { value: { type: 'date', span: swapped }, problem };
  }
  return { value: { type: 'date', span } };
}

function readBound(name: 'after' | 'before', value: string): DateSpan | null {
  const days = readDays(value);
  if (name === 'after') return days ? { kind: 'between', from: days.from } : readPeriod(value);
  const to = days && dayBefore(days.from);
  return to ? { kind: 'between', to } : null;
}

function readSpan(value: string): DateSpan | null {
  const shortcut = DATE_SHORTCUTS.find((known) => known === value.replaceAll('_', '-'));
  if (shortcut) return { kind: 'shortcut', shortcut };
  const days = readDays(value);
  if (days) return { kind: 'between', ...days };
  return readPeriod(value) ?? readInterval(value);
}

/** ISO 8601 durations, and `7d`, `12h`, `2w` for short. */
function readPeriod(value: string): DateSpan | null {
  const short = /^(\d{1,4})([dhw])$/.exec(value);
  const period = short ? `P${short[2] === 'h' ? 'T' : ''}${short[1]}${short[2]}`.toUpperCase() : value.toUpperCase();
  return isPeriod(period) ? { kind: 'period', period } : null;
}

function readInterval(value: string): DateSpan | null {
  const ends = value.replace(/^\.\.\//, '/').replace(/\/\.\.$/, '/');
  const parts = ends.split(/\.\.|~|至|到/);
  const [first, second, ...rest] = parts.length > 1 ? parts : ends.split('/');
  if (first === undefined || second === undefined || rest.length > 0) return null;
  if (first === '' && second === '') return null;
  const from = first === '' ? undefined : readDays(first)?.from;
  const to = second === '' ? undefined : readDays(second)?.to;
  if ((first !== '' && !from) || (second !== '' && !to)) return null;
  // A reversed pair keeps whole months and years: 2026-11/2026-03 is from 1 March to 30 November.
  if (from !== undefined && to !== undefined && from > to) {
    return { kind: 'between', from: readDays(first)?.to, to: readDays(second)?.from };
  }
  return { kind: 'between', ...(from ? { from } : {}), ...(to ? { to } : {}) };
}

/** The first and last day of a day, month or year: `2026-11-07`, `2026/11/7`, `20261107`, `2026.11`, `2026年11月7日`. */
function readDays(value: string): { from: string; to: string } | null {
  const match =
    /^(\d{4})(?:([-/.])(\d{1,2})(?:\2(\d{1,2}))?)?$/.exec(value) ??
    /^(\d{4})(?<mark>年)(?:(\d{1,2})月(?:(\d{1,2})[日号號]?)?)?$/.exec(value) ??
    /^(\d{4})(?<mark>)(\d{2})(\d{2})$/.exec(value);
  if (!match) return null;
  const year = Number(match[1]);
  const month = match[3] === undefined ? undefined : Number(match[3]);
  const day = match[4] === undefined ? undefined : Number(match[4]);
  const isInCalendar = year >= 1000 && (month ?? 1) >= 1 && (month ?? 1) <= 12;
  if (!isInCalendar || (day !== undefined && (day < 1 || day > daysIn(year, month ?? 1)))) return null;
  const lastMonth = month ?? 12;
  return {
    from: dayText(year, month ?? 1, day ?? 1),
    to: dayText(year, lastMonth, day ?? daysIn(year, lastMonth)),
  };
}

/** Whether a text is a real calendar day written YYYY-MM-DD. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && readDays(text) !== null;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function dayText(year: number, month: number, day: number): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

function dayBefore(day: string): string | null {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  if (date > 1) return dayText(year, month, date - 1);
  if (month > 1) return dayText(year, month - 1, daysIn(year, month - 1));
  return year > 1000 ? dayText(year - 1, 12, 31) : null;
}

/** A date span as it stands after `date:`. */
export function printSpan(span: DateSpan): string {
  if (span.kind === 'period') return span.period;
  if (span.kind === 'shortcut') return span.shortcut;
  if (span.from !== undefined && span.from === span.to) return span.from;
  if (span.from !== undefined && span.to !== undefined) return `${span.from}/${span.to}`;
  return `${span.from ?? ''}..${span.to ?? ''}`;
}
