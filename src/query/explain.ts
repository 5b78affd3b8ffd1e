/** Says what a query searches for, as keys and arguments that a locale turns into one plain sentence. */
import type { DateSpan, Node, Query } from './ast.ts';
import { printSpan } from './values.ts';

export const EXPLANATION_KEYS = [
  'everything',
  'everything-sorted',
  'finds',
  'finds-sorted',
  'join-and',
  'join-or',
  'group',
  'not',
  'not-word',
  'not-phrase',
  'not-prefix',
  'word',
  'phrase',
  'phrase-slop',
  'prefix',
  'operand-word',
  'operand-phrase',
  'operand-phrase-slop',
  'operand-prefix',
  'operand-near',
  'operand-near-ordered',
  'near',
  'near-ordered',
  'first',
  'same-sentence',
  'same-paragraph',
  'atleast',
  'field-title',
  'field-text',
  'field-author',
  'field-tag',
  'field-topic',
  'filter-site',
  'filter-url',
  'filter-lang',
  'filter-script',
  'filter-country',
  'filter-type',
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

export interface Explanation {
  /** `all` and `any` join their children and need no wording of their own. */
  key: ExplanationKey | 'all' | 'any';
  args: Record<string, string | number>;
  children: Explanation[];
}

type Args = Explanation['args'];

const say = (key: Explanation['key'], args: Args = {}, children: Explanation[] = []): Explanation => ({
  key,
  args,
  children,
});

export function explainQuery({ root, sort }: Query): Explanation {
  const order = sort ? [say(`sort-${sort}`)] : [];
  if (root === null) return say(sort ? 'everything-sorted' : 'everything', {}, order);
  return say(sort ? 'finds-sorted' : 'finds', {}, [explainNode(root), ...order]);
}

/**
 * The sentence, given how a locale words each key. Patterns use `{{child}}` for one child, `{{left}}` and `{{right}}`
 * for two; `join-and` and `join-or` stand between the children of `all` and `any`; `group` brackets a joined part.
 */
export function explanationText(
  explanation: Explanation,
  translate: (key: ExplanationKey, args: Args) => string,
): string {
  const { key, args, children } = explanation;
  const isTop = key === 'finds' || key === 'finds-sorted';
  const texts = children.map((child) => {
    const text = explanationText(child, translate);
    const isCompound = child.key === 'all' || child.key === 'any';
    return isCompound && !isTop ? translate('group', { child: text }) : text;
  });
  if (key === 'all' || key === 'any') return texts.join(translate(key === 'all' ? 'join-and' : 'join-or', {}));
  const [first, second] = texts;
  if (first === undefined) return translate(key, args);
  return translate(key, second === undefined ? { ...args, child: first } : { ...args, left: first, right: second });
}

function explainNode(node: Node): Explanation {
  switch (node.type) {
    case 'and':
      return say('all', {}, node.items.map(explainNode));
    case 'or':
      return say('any', {}, node.items.map(explainNode));
    case 'not':
      return explainNot(node.item);
    case 'word':
    case 'prefix':
      return say(node.type, { text: node.text });
    case 'phrase':
      return node.slop > 0
        ? say('phrase-slop', { text: node.text, slop: node.slop })
        : say('phrase', { text: node.text });
    case 'field':
      return say(`field-${node.field}`, {}, [explainNode(node.item)]);
    case 'near':
      return explainNear(node, node.ordered ? 'near-ordered' : 'near');
    case 'first':
      return say('first', { count: node.count }, [explainNode(node.item)]);
    case 'same':
      return say(`same-${node.unit}`, {}, [explainNode(node.item)]);
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

function explainNot(item: Node): Explanation {
  if (item.type === 'word' || item.type === 'prefix') return say(`not-${item.type}`, { text: item.text });
  if (item.type === 'phrase' && item.slop === 0) return say('not-phrase', { text: item.text });
  return say('not', {}, [explainNode(item)]);
}

function explainNear(node: Node & { type: 'near' }, key: ExplanationKey): Explanation {
  return say(key, { distance: node.distance }, [explainOperand(node.left), explainOperand(node.right)]);
}

/** Texts named as things (“a”), not as conditions (contains “a”). */
function explainOperand(node: Node): Explanation {
  switch (node.type) {
    case 'or':
      return say('any', {}, node.items.map(explainOperand));
    case 'word':
    case 'prefix':
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

function explainFilter({ name, value }: Node & { type: 'filter' }): Explanation {
  const key = EXPLANATION_KEYS.find((known) => known === `${name}-${value}`);
  if ((name === 'is' || name === 'has') && key) return say(key);
  const plain = EXPLANATION_KEYS.find((known) => known === `filter-${name}`);
  return plain ? say(plain, { value }) : say('word', { text: `${name}:${value}` });
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
