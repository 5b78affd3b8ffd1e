/**
 * Splits a query into what an index can answer and what must be checked on the article itself. The index part is a superset:
 * it may bring too much, never too little; `isExact` says whether the check can be left out.
 */
import { literalTokens } from '../../text/literal-tokens.ts';
import { stemmerOf } from '../../text/stem.ts';
import type { TokenField, TokenQuery } from '../../text/token-query.ts';
import { isCondition, type PlannedCondition } from './conditions.ts';

/** The node types an index answers by itself. */
export type IndexQuery =
  | { type: 'all' }
  | { type: 'none' }
  | { type: 'and' | 'or'; items: IndexQuery[] }
  | { type: 'not'; item: IndexQuery }
  | Extract<TokenQuery, { type: 'phrase' | 'stem' | 'term' }>
  /** In title or body of an article in one of these languages: the stem as a word, or a word of that stem. */
  | { type: 'inflections'; stem: string; languages: string[] };

export interface CandidatePlan {
  query: IndexQuery;
  isExact: boolean;
  /** Bounds of publication that hold for every match. */
  from: number;
  to: number;
  /** Hold for every match too; the engines ask for them beside the words. */
  conditions: PlannedCondition[];
}

export function planCandidates(query: TokenQuery): CandidatePlan {
  const plan = { from: 0, to: Number.MAX_SAFE_INTEGER, conditions: [] as PlannedCondition[] };
  const rest: TokenQuery[] = [];
  for (const item of conjuncts(query)) {
    if (isCondition(item)) plan.conditions.push({ condition: item, isNegated: false });
    else if (item.type === 'not' && isCondition(item.item))
      plan.conditions.push({ condition: item.item, isNegated: true });
    else if (item.type === 'published') {
      plan.from = Math.max(plan.from, item.from ?? 0);
      plan.to = Math.min(plan.to, item.to ?? Number.MAX_SAFE_INTEGER);
    } else rest.push(item);
  }
  const remaining: TokenQuery = { type: 'and', items: rest };
  return { ...plan, query: superset(remaining), isExact: rest.every(isIndexable) };
}

const conjuncts = (query: TokenQuery): TokenQuery[] =>
  query.type === 'and' ? query.items.flatMap(conjuncts) : [query];

function isIndexable(query: TokenQuery): boolean {
  switch (query.type) {
    case 'all':
    case 'none':
    case 'term':
      return true;
    case 'stem':
      return query.field === 'any';
    case 'phrase':
      return query.slop === 0 && query.steps.slice(0, -1).every((step) => 'token' in step);
    case 'and':
    case 'or':
      return query.items.every(isIndexable);
    case 'not':
      return isIndexable(query.item);
    default:
      return false;
  }
}

/** At least everything that matches. */
function superset(query: TokenQuery): IndexQuery {
  switch (query.type) {
    case 'all':
    case 'none':
    case 'term':
    case 'stem':
      return query;
    case 'phrase':
      if (isIndexable(query)) return query;
      return conjunction(query.steps.map((step) => ({ type: 'phrase', steps: [step], slop: 0, field: query.field })));
    case 'pattern':
      return disjunction(query.literals.map((literal) => withLiteral(literal, query.field)));
    case 'and':
      return inflections(query.items) ?? conjunction(query.items.map(superset));
    case 'or':
      return disjunction(query.items.map(superset));
    case 'not':
      return negation(subset(query.item));
    case 'near':
      return conjunction([superset(query.left), superset(query.right)]);
    case 'first':
    case 'same':
    case 'atleast':
      return superset(query.item);
    case 'published':
    case 'words':
    case 'ids':
    case 'sources':
    case 'first-report':
      return { type: 'all' };
  }
}

/** What the compiler makes of a word's stem, which an index can ask for at once. */
function inflections(items: readonly TokenQuery[]): IndexQuery | undefined {
  const [first, second, ...more] = items;
  if (!first || !second || more.length > 0) return undefined;
  const languages = choicesOf(first).map((choice) =>
    choice.type === 'term' && choice.term.startsWith('lang:') ? choice.term.slice('lang:'.length) : '',
  );
  const forms = choicesOf(second);
  const [stem] = forms.flatMap((form) => (form.type === 'stem' && form.field === 'any' ? form.stem : []));
  if (stem === undefined || languages.includes('')) return undefined;
  const isForm = (form: TokenQuery) => form.type === 'stem' || isWord(form, stem);
  if (forms.length > 2 || !forms.every(isForm)) return undefined;
  // Where the stem as a word has another stem, the index does not file the two together.
  const isOwnStem = (language: string) => stemmerOf(language)?.(stem) === stem;
  const own = languages.filter(isOwnStem);
  const others = languages.filter((language) => !isOwnStem(language));
  const tied = disjunction(others.map((language) => ({ type: 'term', term: `lang:${language}` })));
  return disjunction([
    own.length > 0 ? { type: 'inflections', stem, languages: own } : { type: 'none' },
    conjunction([tied, superset(second)]),
  ]);
}

const choicesOf = (query: TokenQuery): TokenQuery[] => (query.type === 'or' ? query.items : [query]);

function isWord(query: TokenQuery, word: string): boolean {
  if (query.type !== 'phrase' || query.field !== 'any' || query.steps.length !== 1) return false;
  const [step] = query.steps;
  return step !== undefined && 'token' in step && step.token === word;
}

function withLiteral(literal: string, field: TokenField): IndexQuery {
  const wanted = literalTokens(literal).map((steps) =>
    disjunction(steps.map((step) => ({ type: 'phrase', steps: [step], slop: 0, field }))),
  );
  return conjunction(wanted);
}

/** Nothing but what matches. */
function subset(query: TokenQuery): IndexQuery {
  switch (query.type) {
    case 'and':
      return inflections(query.items) ?? conjunction(query.items.map(subset));
    case 'or':
      return disjunction(query.items.map(subset));
    case 'not':
      return negation(superset(query.item));
    default:
      return isIndexable(query) ? superset(query) : { type: 'none' };
  }
}

function conjunction(items: IndexQuery[]): IndexQuery {
  if (items.some((item) => item.type === 'none')) return { type: 'none' };
  const rest = items.filter((item) => item.type !== 'all');
  if (rest.length === 0) return { type: 'all' };
  return rest.length === 1 ? rest[0]! : { type: 'and', items: rest };
}

function disjunction(items: IndexQuery[]): IndexQuery {
  if (items.some((item) => item.type === 'all')) return { type: 'all' };
  const rest = items.filter((item) => item.type !== 'none');
  if (rest.length === 0) return { type: 'none' };
  return rest.length === 1 ? rest[0]! : { type: 'or', items: rest };
}

function negation(item: IndexQuery): IndexQuery {
  if (item.type === 'all') return { type: 'none' };
  if (item.type === 'none') return { type: 'all' };
  return { type: 'not', item };
}

/** Author and tags, which a word in the text is not looked for in. */
export function isLabelField(field: TokenField): boolean {
  return field === 'author' || field === 'tag';
}

/** What matches with its words in the title. Stems are not told apart by field, so they are left out. */
export function inTitle(query: IndexQuery): IndexQuery {
  switch (query.type) {
    case 'phrase':
      return query.field === 'any' ? { ...query, field: 'title' } : query;
    case 'stem':
    case 'inflections':
      return { type: 'none' };
    case 'and':
      return conjunction(query.items.map((item) => (item.type === 'not' ? item : inTitle(item))));
    case 'or':
      return disjunction(query.items.map(inTitle));
    default:
      return query;
  }
}
