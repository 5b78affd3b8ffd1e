/** Says what a query searches for, as keys and arguments that a locale turns into one plain sentence. */
import type { DateSpan, FilterName, Node, Query, TextField } from './ast.ts';
import { printSpan } from './values.ts';

export const EXPLANATION_KEYS = [
  'everything',
  'everything-except',
  'finds',
  'finds-except',
  'sorted',
  'join-and',
  'join-and-last',
  'join-or',
  'join-or-last',
  'list-and',
  'list-and-last',
  'list-or',
  'list-or-last',
  'group',
  'except',
  'none-of',
  'contain',
  'contain-none',
  'contain-but-not',
  'operand-word',
  'operand-phrase',
  'operand-phrase-slop',
  'operand-prefix',
  'operand-pattern',
  'operand-near',
  'operand-near-ordered',
  'near',
  'near-ordered',
  'first',
  'first-that',
  'same-sentence',
  'same-sentence-that',
  'same-paragraph',
  'same-paragraph-that',
  'atleast',
  'field-title',
  'field-title-that',
  'field-text',
  'field-text-that',
  'field-author',
  'field-author-that',
  'field-tag',
  'field-tag-that',
  'field-topic',
  'field-topic-that',
  'filter-site',
  'value-site',
  'filter-url',
  'value-url',
  'filter-lang',
  'value-lang',
  'filter-script',
  'value-script',
  'filter-country',
  'value-country',
  'filter-type',
  'value-type',
  'is-unread',
  'is-read',
  'is-saved',
  'is-first',
  'has-note',
  'has-tag',
  'has-highlight',
  'date-on',
  'date-between',
  'date-from',
  'date-to',
  'date-period',
  'date-today',
  'date-yesterday',
  'date-this-month',
  'date-last-month',
  'date-last-7-days',
  'date-last-30-days',
  'date-last-90-days',
  'date-last-1-year',
  'date-this-year',
  'date-last-year',
  'words-exactly',
  'words-between',
  'words-min',
  'words-max',
  'sources-exactly',
  'sources-between',
  'sources-min',
  'sources-max',
  'saved',
  'sort-new',
  'sort-old',
  'sort-relevance',
  'sort-sources',
] as const;

export type ExplanationKey = (typeof EXPLANATION_KEYS)[number];

/** Joins, which need no wording of their own: `all` and `any` of conditions, `texts` and `any-text` of things to contain. */
export const JOIN_KEYS = ['all', 'any', 'texts', 'any-text'] as const;
type JoinKey = (typeof JOIN_KEYS)[number];

export interface Explanation {
  key: ExplanationKey | JoinKey;
  args: Record<string, string | number>;
  children: Explanation[];
}

type Args = Explanation['args'];

const say = (key: Explanation['key'], args: Args = {}, children: Explanation[] = []): Explanation => ({
  key,
  args,
  children,
});

/** One of a kind needs no join. */
function join(key: JoinKey, children: Explanation[]): Explanation {
  const [only, second] = children;
  return only && second === undefined ? only : say(key, {}, children);
}

export function explainQuery({ root, sort }: Query): Explanation {
  const sentence = root === null ? say('everything') : explainWhole(explainNode(root));
  return sort ? say('sorted', {}, [sentence, say(`sort-${sort}`)]) : sentence;
}

function explainWhole(condition: Explanation): Explanation {
  if (condition.key === 'except') return say('finds-except', {}, condition.children);
  if (condition.key === 'none-of') return say('everything-except', {}, condition.children);
  return say('finds', {}, [condition]);
}

const LIST_WORDING = { all: 'join-and', any: 'join-or', texts: 'list-and', 'any-text': 'list-or' } as const;

const isJoin = (key: Explanation['key']): key is JoinKey => (JOIN_KEYS as readonly string[]).includes(key);

/** Whether a part would run into what stands around it. */
function needsGroup(parent: Explanation['key'], { key }: Explanation): boolean {
  if (key === 'texts' || key === 'any-text') return isJoin(parent) || /near/.test(parent);
  if (key === 'except') return true;
  if (key === 'all' || key === 'any') return !['finds', 'finds-except', 'everything-except'].includes(parent);
  return key === 'contain-but-not' && parent === 'any';
}

/**
 * The sentence, given how a locale words each key. Patterns use `{{child}}` for one child, `{{left}}` and `{{right}}`
 * for two; `join-*` stand between conditions and `list-*` between texts, the `-last` ones before the last of them; `group`
 * brackets a part.
 */
export function explanationText(
  explanation: Explanation,
  translate: (key: ExplanationKey, args: Args) => string,
): string {
  const { key, args, children } = explanation;
  const texts = children.map((child) => {
    const text = explanationText(child, translate);
    return needsGroup(key, child) ? translate('group', { child: text }) : text;
  });
  if (isJoin(key)) {
    const wording = LIST_WORDING[key];
    const last = texts.pop() ?? '';
    return texts.join(translate(wording, {})) + translate(`${wording}-last`, {}) + last;
  }
  const [first, second] = texts;
  if (first === undefined) return translate(key, args);
  return translate(key, second === undefined ? { ...args, child: first } : { ...args, left: first, right: second });
}

type Text = Node & { type: 'word' | 'phrase' | 'prefix' | 'pattern' };

const isText = (node: Node): node is Text =>
  node.type === 'word' || node.type === 'phrase' || node.type === 'prefix' || node.type === 'pattern';
/** A text, or any of several: what an article simply contains. */
const isContent = (node: Node): boolean => isText(node) || (node.type === 'or' && node.items.every(isText));

function explainNode(node: Node): Explanation {
  switch (node.type) {
    case 'and':
      return explainAll(node.items);
    case 'or':
      return explainAny(node.items);
    case 'not':
      return explainAll([node]);
    case 'word':
    case 'prefix':
    case 'phrase':
    case 'pattern':
      return say('contain', {}, [explainOperand(node)]);
    case 'field':
      return explainWithin(`field-${node.field}`, {}, node.item);
    case 'near':
      return explainNear(node, node.ordered ? 'near-ordered' : 'near');
    case 'first':
      return explainWithin('first', { count: node.count }, node.item);
    case 'same':
      return explainWithin(`same-${node.unit}`, {}, node.item);
    case 'atleast':
      return say('atleast', { count: node.count }, [explainOperand(node.item)]);
    case 'filter':
      return explainFilter(node);
    case 'date':
      return explainDate(node.span);
    case 'range':
      return explainRange(node);
    case 'saved':
      return say('saved', { name: node.name });
  }
}

/** What is contained comes first and what is left out last, as one would say it. */
function explainAll(items: Node[]): Explanation {
  const wanted = items.filter((item) => item.type !== 'not');
  const unwanted = items.flatMap((item) => (item.type === 'not' ? [item.item] : []));
  const contained = wanted.filter(isContent);
  const avoided = unwanted.filter(isContent).flatMap((item) => (item.type === 'or' ? item.items : [item]));
  const left = unwanted.filter((item) => !isContent(item)).map(explainNode);
  const conditions = [
    ...explainContent(contained, avoided),
    ...wanted.filter((item) => !isContent(item)).map(explainNode),
  ];
  if (left.length === 0) return join('all', conditions);
  if (conditions.length === 0) return say('none-of', {}, [join('any', left)]);
  return say('except', {}, [join('all', conditions), join('any', left)]);
}

function explainContent(contained: Node[], avoided: Node[]): Explanation[] {
  const texts = join('texts', contained.map(explainOperand));
  const others = join('any-text', avoided.map(explainOperand));
  if (contained.length > 0 && avoided.length > 0) return [say('contain-but-not', {}, [texts, others])];
  if (contained.length > 0) return [say('contain', {}, [texts])];
  return avoided.length > 0 ? [say('contain-none', {}, [others])] : [];
}

function explainAny(items: Node[]): Explanation {
  const [first, ...others] = items.filter(isValueFilter);
  if (first && others.length === items.length - 1 && others.every(({ name }) => name === first.name)) {
    return explainValues([first, ...others]);
  }
  const texts = items.filter(isText);
  const contained = texts.length > 0 ? [say('contain', {}, [join('any-text', texts.map(explainOperand))])] : [];
  return join('any', [...contained, ...items.filter((item) => !isText(item)).map(explainNode)]);
}

type PlaceKey = `field-${TextField}` | 'first' | 'same-sentence' | 'same-paragraph';

/** Texts in one place; or, with more to say of it, a whole condition on the place. */
function explainWithin(key: PlaceKey, args: Args, item: Node): Explanation {
  const parts = item.type === 'and' ? item.items : [item];
  if (parts.every(isContent)) return say(key, args, [join('texts', parts.map(explainOperand))]);
  return say(`${key}-that`, args, [explainNode(item)]);
}

function explainNear(node: Node & { type: 'near' }, key: ExplanationKey): Explanation {
  return say(key, { distance: node.distance }, [explainOperand(node.left), explainOperand(node.right)]);
}

/** Texts named as things (“a”), not as conditions (contains “a”). */
function explainOperand(node: Node): Explanation {
  switch (node.type) {
    case 'or':
      return join('any-text', node.items.map(explainOperand));
    case 'word':
    case 'prefix':
    case 'pattern':
      return say(`operand-${node.type}`, { text: node.text });
    case 'phrase':
      return node.slop > 0
        ? say('operand-phrase-slop', { text: node.text, slop: node.slop })
        : say('operand-phrase', { text: node.text });
    case 'near':
      return explainNear(node, node.ordered ? 'operand-near-ordered' : 'operand-near');
    default:
      return explainNode(node);
  }
}

type Filter = Node & { type: 'filter' };
type ValueFilter = Filter & { name: Exclude<FilterName, 'is' | 'has'> };

const isValueFilter = (node: Node): node is ValueFilter =>
  node.type === 'filter' && node.name !== 'is' && node.name !== 'has';

function explainFilter(filter: Filter): Explanation {
  if (isValueFilter(filter)) return explainValues([filter]);
  const { name, value } = filter;
  const key = EXPLANATION_KEYS.find((known) => known === `${name}-${value}`);
  return key ? say(key) : say('contain', {}, [say('operand-word', { text: `${name}:${value}` })]);
}

/** Any of several values of one name, as after a comma in the query. */
function explainValues(filters: readonly [ValueFilter, ...ValueFilter[]]): Explanation {
  const { name } = filters[0];
  const values = filters.map(({ value }) => say(`value-${name}`, { value }));
  return say(`filter-${name}`, {}, [join('any-text', values)]);
}

function explainDate(span: DateSpan): Explanation {
  if (span.kind === 'period') return say('date-period', { period: span.period });
  if (span.kind === 'shortcut') return say(`date-${span.shortcut}`);
  const { from, to } = span;
  if (from !== undefined && to !== undefined) {
    return from === to ? say('date-on', { day: printSpan(span) }) : say('date-between', { from, to });
  }
  return from === undefined ? say('date-to', { to: to ?? '' }) : say('date-from', { from });
}

function explainRange({ name, min, max }: Node & { type: 'range' }): Explanation {
  if (min !== undefined && max !== undefined) {
    return min === max ? say(`${name}-exactly`, { count: min }) : say(`${name}-between`, { min, max });
  }
  return min === undefined ? say(`${name}-max`, { count: max ?? 0 }) : say(`${name}-min`, { count: min });
}
