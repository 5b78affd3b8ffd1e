/**
 * From the query language's AST to the form that indexes and the matcher read. Pure: the clock, the zone, saved searches and
 * everything that depends on a member come in through the context.
 */
import type { FilterName, Node, Query, TextField } from '#shared/query/ast.ts';
import { PATTERN_HAN_MIN, PATTERN_LETTERS_MIN } from '#shared/query/limits.ts';
import { readPattern } from '#shared/query/pattern.ts';
import { instantSpan } from './calendar.ts';
import { parseAddress, urlTerm } from './document.ts';
import { hanVariants } from './han.ts';
import { normalise } from './normalise.ts';
import { patternQuery } from './pattern.ts';
import { STEMMED_LANGUAGES, stemmerOf } from './stem.ts';
import type { PhraseStep, TokenField, TokenQuery } from './token-query.ts';
import { isCjkToken, isSingleCharacter, tokeniseQuery } from './tokens.ts';

/** A saved search as it stands for its name: its words, and what else its subscription asks for. */
export interface SavedSearch {
  query: Query;
  condition?: TokenQuery;
}

export interface CompileContext {
  /** Epoch milliseconds. */
  now: number;
  /** IANA name; an unknown one counts as UTC. */
  timeZone: string;
  /** Absent where nobody is signed in. */
  savedSearch?: (name: string) => SavedSearch | undefined;
  /** The articles for which `is:unread`, `has:note` & co. hold; absent where nobody is signed in. */
  memberArticles?: (name: 'is' | 'has', value: string) => ReadonlySet<number>;
  /** The query decides about articles as they come: what becomes known later is refused. */
  isRule?: boolean;
  /** Languages whose inflections count, BCP 47 primary; default: the query's own `lang:`, else every language with a stemmer. */
  languages?: readonly string[];
}

export type ProblemCode =
  /** About a member's own articles, and nobody is signed in: args part. */
  | 'sign-in-needed'
  /** Not known when an article comes: args part. */
  | 'not-in-rules'
  /** A regular expression, which only rules may use. */
  | 'only-in-rules'
  /** No text in a regular expression that every match contains. */
  | 'pattern-no-text'
  /** Nothing in the text can be indexed (only punctuation): args text. */
  | 'not-searchable'
  | 'bad-date'
  | 'bad-value'
  /** An operand of NEAR may only be words and phrases joined by AND or OR. */
  | 'near-operand'
  | 'saved-search-unknown'
  | 'saved-search-cycle'
  | 'saved-search-too-deep'
  | 'too-complex';

export interface QueryProblem {
  code: ProblemCode;
  args: Record<string, string | number>;
  /** The part of the query that is refused; within a saved search, the node that names it. */
  node?: Node;
}

export type CompileResult =
  /** `highlights`: the words and phrases the reader asked for, as typed, without those under NOT. */
  { ok: true; query: TokenQuery; highlights: string[] } | { ok: false; problem: QueryProblem };

const SAVED_DEPTH_MAX = 5;
const NODES_MAX = 2_000;
const DEPTH_MAX = 60;

class Refusal extends Error {
  readonly code: ProblemCode;
  readonly args: QueryProblem['args'];
  constructor(code: ProblemCode, args: QueryProblem['args'] = {}) {
    super(code);
    this.code = code;
    this.args = args;
  }
}

interface Scope {
  context: CompileContext;
  field: TokenField;
  /** Inside NEAR, first, same and atleast, where a stem cannot be tied to the document's language by a term. */
  isPositional: boolean;
  isNegated: boolean;
  languages: readonly string[];
  hasLanguageHint: boolean;
  savedNames: readonly string[];
  depth: number;
  /** Shared by the whole compilation. */
  tally: { nodes: number; highlights: Set<string>; node: Node | undefined };
}

/** Never throws; an empty query matches everything. */
export function compileQuery(query: Query, context: CompileContext): CompileResult {
  const tally: Scope['tally'] = { nodes: 0, highlights: new Set(), node: undefined };
  const hint = context.languages ?? languageHint(query.root);
  const scope: Scope = {
    context,
    field: 'any',
    isPositional: false,
    isNegated: false,
    languages: hint ?? STEMMED_LANGUAGES,
    hasLanguageHint: hint !== undefined,
    savedNames: [],
    depth: 0,
    tally,
  };
  try {
    const compiled = query.root === null ? ({ type: 'all' } as const) : compile(query.root, scope);
    return { ok: true, query: anchorNegation(compiled), highlights: [...tally.highlights] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, args } = error;
    return { ok: false, problem: { code, args, ...(tally.node && { node: tally.node }) } };
  }
}

/** The languages of a `lang:` that the whole query is under. */
function languageHint(root: Node | null): string[] | undefined {
  if (root === null) return undefined;
  const conditions = root.type === 'and' ? root.items : [root];
  for (const condition of conditions) {
    const choices = condition.type === 'or' ? condition.items : [condition];
    const languages = choices.map((choice) =>
      choice.type === 'filter' && choice.name === 'lang' ? primaryTag(choice.value) : undefined,
    );
    if (languages.length > 0 && languages.every((language) => language !== undefined)) return languages as string[];
  }
  return undefined;
}

const primaryTag = (tag: string) => tag.trim().toLowerCase().split(/[-_]/)[0] ?? '';

function compile(node: Node, scope: Scope): TokenQuery {
  scope.tally.nodes++;
  // Within a saved search the reader can only see its name.
  if (scope.savedNames.length === 0) scope.tally.node = node;
  if (scope.tally.nodes > NODES_MAX || scope.depth > DEPTH_MAX) throw new Refusal('too-complex');
  const inner = { ...scope, depth: scope.depth + 1 };
  switch (node.type) {
    case 'and':
      return and(node.items.map((item) => compile(item, inner)));
    case 'or':
      return or(node.items.map((item) => compile(item, inner)));
    case 'not':
      return { type: 'not', item: compile(node.item, { ...inner, isNegated: !scope.isNegated }) };
    case 'word':
      return remember(node.text, scope, word(node.text, scope));
    case 'phrase':
      return remember(
        node.text,
        scope,
        node.slop > 0 ? loosePhrase(node.text, node.slop, scope) : phrase(node.text, scope),
      );
    case 'prefix':
      return remember(node.text, scope, prefix(node.text, scope));
    case 'pattern':
      return pattern(node.text, scope);
    case 'field':
      return inField(node.field, node.item, inner);
    case 'filter':
      return filter(node.name, node.value, scope);
    case 'date': {
      const span = instantSpan(node.span, scope.context.now, scope.context.timeZone);
      if (span === undefined) throw new Refusal('bad-date', { text: dateText(node.span) });
      return span.from === undefined && span.to === undefined ? { type: 'all' } : { type: 'published', ...span };
    }
    case 'near':
      return near(node, { ...inner, isPositional: true });
    case 'first':
      return first(node.count, compile(node.item, { ...inner, isPositional: true }));
    case 'same':
      return {
        type: 'same',
        unit: node.unit,
        item: anchorNegation(compile(node.item, { ...inner, isPositional: true })),
      };
    case 'atleast':
      return atLeast(node.count, compile(node.item, { ...inner, isPositional: true }));
    case 'range':
      return range(node, scope);
    case 'saved':
      return saved(node.name, inner);
  }
}

function remember(text: string, scope: Scope, query: TokenQuery): TokenQuery {
  if (!scope.isNegated) scope.tally.highlights.add(text);
  return query;
}

// ---- Boolean

function and(items: TokenQuery[]): TokenQuery {
  const flat = items
    .flatMap((item) => (item.type === 'and' ? item.items : [item]))
    .filter((item) => item.type !== 'all');
  if (flat.some((item) => item.type === 'none')) return { type: 'none' };
  if (flat.length === 0) return { type: 'all' };
  return flat.length === 1 && flat[0] !== undefined ? flat[0] : { type: 'and', items: flat };
}

function or(items: TokenQuery[]): TokenQuery {
  const flat = items
    .flatMap((item) => (item.type === 'or' ? item.items : [item]))
    .filter((item) => item.type !== 'none');
  if (flat.some((item) => item.type === 'all')) return { type: 'all' };
  if (flat.length === 0) return { type: 'none' };
  return flat.length === 1 && flat[0] !== undefined ? flat[0] : { type: 'or', items: flat };
}

/** A negation stands only beside something positive; where the query has nothing, it stands beside `all`. */
function anchorNegation(query: TokenQuery): TokenQuery {
  switch (query.type) {
    case 'not': {
      if (query.item.type === 'not') return anchorNegation(query.item.item);
      if (query.item.type === 'all') return { type: 'none' };
      if (query.item.type === 'none') return { type: 'all' };
      return { type: 'and', items: [{ type: 'all' }, { type: 'not', item: anchorNegation(query.item) }] };
    }
    case 'or':
      return or(query.items.map(anchorNegation));
    case 'and': {
      const positive = query.items.filter((item) => item.type !== 'not').map(anchorNegation);
      const negative = query.items.filter((item) => item.type === 'not').map((item) => anchorNegation(item));
      const excluded = negative.flatMap((item) =>
        item.type === 'and' ? item.items.filter(({ type }) => type !== 'all') : [item],
      );
      const items = [...positive, ...excluded].filter((item) => item.type !== 'all');
      if (items.some((item) => item.type === 'none')) return { type: 'none' };
      if (items.length === 0) return { type: 'all' };
      if (items.every((item) => item.type === 'not')) return { type: 'and', items: [{ type: 'all' }, ...items] };
      return items.length === 1 && items[0] !== undefined ? items[0] : { type: 'and', items };
    }
    default:
      return query;
  }
}

// ---- Words and phrases

/** The steps of a text in one spelling. A run of CJK stands open at both ends of the text, so it is found as a substring. */
function stepsOf(text: string): PhraseStep[] {
  const tokens = tokeniseQuery(text);
  const steps: PhraseStep[] = tokens.map(({ text: token }) => ({ token }));
  const last = tokens.at(-1);
  if (last === undefined || !isCjkToken(last.text) || !isSingleCharacter(last.text)) return steps;
  const before = tokens.at(-2);
  const isRunOfMany =
    before !== undefined &&
    isCjkToken(before.text) &&
    !isSingleCharacter(before.text) &&
    before.text.endsWith(last.text);
  // The lone last character says "end of run", which a query does not ask for.
  if (isRunOfMany) steps.pop();
  else steps[steps.length - 1] = { prefix: last.text };
  return steps;
}

/** Every spelling's steps; a text without any token is refused rather than dropped. */
function spellings(text: string): PhraseStep[][] {
  const variants = hanVariants(normalise(text).text).map(stepsOf);
  if (variants[0]?.length === 0) throw new Refusal('not-searchable', { text });
  return variants;
}

function phrase(text: string, scope: Scope): TokenQuery {
  return or(spellings(text).map((steps) => ({ type: 'phrase', steps, slop: 0, field: scope.field })));
}

function word(text: string, scope: Scope): TokenQuery {
  const exact = phrase(text, scope);
  if (exact.type !== 'phrase' || exact.steps.length !== 1) return exact;
  const step = exact.steps[0];
  if (step === undefined || !('token' in step) || isCjkToken(step.token)) return exact;
  return or([exact, ...inflections(text, step.token, scope)]);
}

/** Shorter foreign stems are words of other languages too often to be used where the language cannot be checked. */
const UNTIED_STEM_MIN = 4;

/**
 * Stems by language. Each counts in articles of that language only (Dutch cuts `news` to `new`): a `lang:` term says so, or,
 * inside positional operators, which take no terms, the stem has to be long enough.
 */
function inflections(text: string, token: string, scope: Scope): TokenQuery[] {
  if (!/^\p{L}[\p{L}\p{M}]{2,}$/u.test(token)) return [];
  const spelt = text
    .trim()
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’]s$/, '');
  const languagesByStem = new Map<string, string[]>();
  for (const language of scope.languages) {
    const stem = stemmerOf(language)?.(spelt);
    if (stem === undefined || !usesScriptOf(language, token)) continue;
    languagesByStem.set(stem, [...(languagesByStem.get(stem) ?? []), language]);
  }
  return [...languagesByStem].flatMap(([stem, languages]) => {
    const forms: TokenQuery[] = [{ type: 'stem', stem, field: scope.field }];
    // A token that is its own stem carries none.
    if (stem !== token) forms.unshift({ type: 'phrase', steps: [{ token: stem }], slop: 0, field: scope.field });
    if (!scope.isPositional)
      return and([or(languages.map((language) => ({ type: 'term', term: `lang:${language}` }))), or(forms)]);
    return stem.length >= UNTIED_STEM_MIN || scope.hasLanguageHint ? forms : [];
  });
}

const SCRIPT_OF_LANGUAGE: Record<string, RegExp> = { ru: /^\p{Script=Cyrillic}/u, ar: /^\p{Script=Arabic}/u };

const usesScriptOf = (language: string, token: string) =>
  (SCRIPT_OF_LANGUAGE[language] ?? /^\p{Script=Latin}/u).test(token);

function prefix(text: string, scope: Scope): TokenQuery {
  const variants = spellings(text).map((steps): TokenQuery => {
    const last = steps.at(-1);
    const opened: PhraseStep[] =
      last !== undefined && 'token' in last && !isCjkToken(last.token)
        ? [...steps.slice(0, -1), { prefix: last.token }]
        : steps;
    return { type: 'phrase', steps: opened, slop: 0, field: scope.field };
  });
  return or(variants);
}

/** An expression runs over whole texts, which only the few articles that a rule looks at can be put through. */
function pattern(text: string, { context, field }: Scope): TokenQuery {
  if (!context.isRule) throw new Refusal('only-in-rules', { part: text });
  const reading = readPattern(text);
  const query = reading.ok ? patternQuery(reading.pattern, field) : undefined;
  if (query) return query;
  throw new Refusal('pattern-no-text', { letters: PATTERN_LETTERS_MIN, han: PATTERN_HAN_MIN });
}

/**
 * `"A B"~5`. Single tokens make one loose phrase; where a part has several tokens, they must not come apart, so each
 * neighbouring pair is held by an ordered NEAR.
 */
function loosePhrase(text: string, slop: number, scope: Scope): TokenQuery {
  const parts = text.split(/\s+/).filter((part) => tokeniseQuery(part).length > 0);
  if (parts.length < 2) return phrase(text, scope);
  const queries = parts.map((part) => phrase(part, scope));
  const steps = queries.flatMap((query) => (query.type === 'phrase' ? query.steps : []));
  const isPlain =
    queries.every((query) => query.type === 'phrase' && query.steps.length === 1) &&
    steps.every((step) => 'token' in step && !isCjkToken(step.token));
  if (isPlain) return { type: 'phrase', steps, slop, field: scope.field };
  const pairs = queries.slice(1).map((right, index) => nearPair(true, slop, queries[index] ?? right, right));
  return and(pairs);
}

function inField(field: TextField, item: Node, scope: Scope): TokenQuery {
  if (field === 'topic')
    return or([compile(item, { ...scope, field: 'tag' }), compile(item, { ...scope, field: 'title' })]);
  return compile(item, { ...scope, field: field === 'text' ? 'body' : field });
}

// ---- Position

/** Whether a query's tokens are characters, so that a unit of distance is two of them. */
function countsCharacters(query: TokenQuery): boolean {
  switch (query.type) {
    case 'phrase':
      return query.steps.some((step) => isCjkToken('token' in step ? step.token : step.prefix));
    case 'and':
    case 'or':
      return query.items.some(countsCharacters);
    case 'not':
    case 'first':
    case 'same':
    case 'atleast':
      return countsCharacters(query.item);
    case 'near':
      return countsCharacters(query.left) || countsCharacters(query.right);
    default:
      return false;
  }
}

function first(count: number, item: TokenQuery): TokenQuery {
  return { type: 'first', count: countsCharacters(item) ? count * 2 : count, item: anchorNegation(item) };
}

function nearPair(ordered: boolean, distance: number, left: TokenQuery, right: TokenQuery): TokenQuery {
  // The last bigram of a phrase stands one character before its end.
  const tokens = countsCharacters(left) || countsCharacters(right) ? distance * 2 + 1 : distance;
  return { type: 'near', ordered, distance: tokens, left, right };
}

function near(node: Extract<Node, { type: 'near' }>, scope: Scope): TokenQuery {
  return joinNear(node.ordered, node.distance, compile(node.left, scope), compile(node.right, scope));
}

/** Distributes over AND; of `A NEAR B NEAR C`, the pairs AB and BC are held. */
function joinNear(ordered: boolean, distance: number, left: TokenQuery, right: TokenQuery): TokenQuery {
  if (left.type === 'near') return and([left, joinNear(ordered, distance, left.right, right)]);
  if (right.type === 'near') return and([joinNear(ordered, distance, left, right.left), right]);
  if (left.type === 'and') return and(left.items.map((item) => joinNear(ordered, distance, item, right)));
  if (right.type === 'and') return and(right.items.map((item) => joinNear(ordered, distance, left, item)));
  if (!isSpan(left) || !isSpan(right)) throw new Refusal('near-operand');
  return nearPair(ordered, distance, left, right);
}

const isSpan = (query: TokenQuery): boolean =>
  query.type === 'phrase' || query.type === 'stem' || (query.type === 'or' && query.items.every(isSpan));

function atLeast(count: number, item: TokenQuery): TokenQuery {
  if (count <= 1) return item;
  if (item.type === 'and') return and(item.items.map((part) => atLeast(count, part)));
  if (item.type === 'or' && !isSpan(item)) return or(item.items.map((part) => atLeast(count, part)));
  if (item.type === 'not') return { type: 'not', item: atLeast(count, item.item) };
  return isSpan(item) ? { type: 'atleast', count, item } : item;
}

// ---- Filters

const SCRIPT_CODE = /^[a-z]{4}$/i;

function filter(name: FilterName, value: string, scope: Scope): TokenQuery {
  const text = value.trim();
  switch (name) {
    case 'is':
    case 'has':
      return state(name, text, scope);
    case 'lang':
      return languageFilter(text);
    case 'script':
      if (!SCRIPT_CODE.test(text)) throw new Refusal('bad-value', { name, value });
      return { type: 'term', term: `script:${text.slice(0, 1).toUpperCase()}${text.slice(1).toLowerCase()}` };
    case 'site': {
      const host = parseAddress(text)?.host;
      if (host === undefined) throw new Refusal('bad-value', { name, value });
      return { type: 'term', term: `site:${host.replace(/^www\./, '')}` };
    }
    case 'url': {
      const term = urlTerm(text);
      if (term === undefined) throw new Refusal('bad-value', { name, value });
      return { type: 'term', term };
    }
    case 'country':
    case 'type':
      if (text === '') throw new Refusal('bad-value', { name, value });
      return { type: 'term', term: `${name}:${text.toLowerCase()}` };
  }
}

/** `zh-TW` asks for Chinese in the script of that region; other regions say nothing about the text. */
function languageFilter(value: string): TokenQuery {
  const language = primaryTag(value);
  if (!/^[a-z]{2,3}$/.test(language)) throw new Refusal('bad-value', { name: 'lang', value });
  const terms: TokenQuery[] = [{ type: 'term', term: `lang:${language}` }];
  if (language === 'zh' && /[-_](?:hant|tw|hk|mo)/i.test(value)) terms.push({ type: 'term', term: 'script:Hant' });
  else if (language === 'zh' && /[-_](?:hans|cn|sg)/i.test(value)) terms.push({ type: 'term', term: 'script:Hans' });
  return and(terms);
}

function state(name: 'is' | 'has', value: string, { context }: Scope): TokenQuery {
  const args = { part: `${name}:${value}` };
  if (context.isRule) throw new Refusal('not-in-rules', args);
  if (name === 'is' && value === 'first') return { type: 'first-report' };
  if (context.memberArticles === undefined) throw new Refusal('sign-in-needed', args);
  return { type: 'ids', ids: context.memberArticles(name, value) };
}

function range(node: Extract<Node, { type: 'range' }>, scope: Scope): TokenQuery {
  const bounds = {
    ...(node.min === undefined ? {} : { min: node.min }),
    ...(node.max === undefined ? {} : { max: node.max }),
  };
  if (node.name === 'words') return { type: 'words', ...bounds };
  if (scope.context.isRule) throw new Refusal('not-in-rules', { part: `sources:${node.min ?? ''}..${node.max ?? ''}` });
  return { type: 'sources', ...bounds };
}

function dateText(span: Extract<Node, { type: 'date' }>['span']): string {
  if (span.kind === 'between') return `${span.from ?? ''}/${span.to ?? ''}`;
  return span.kind === 'period' ? span.period : span.shortcut;
}

function saved(name: string, scope: Scope): TokenQuery {
  const { savedSearch } = scope.context;
  if (savedSearch === undefined) throw new Refusal('sign-in-needed', { part: `search:"${name}"` });
  const key = savedNameKey(name);
  if (scope.savedNames.includes(key)) throw new Refusal('saved-search-cycle', { name });
  if (scope.savedNames.length >= SAVED_DEPTH_MAX) throw new Refusal('saved-search-too-deep', { max: SAVED_DEPTH_MAX });
  const found = savedSearch(name);
  if (found === undefined) throw new Refusal('saved-search-unknown', { name });
  const { query, condition } = found;
  const words: TokenQuery =
    query.root === null ? { type: 'all' } : compile(query.root, { ...scope, savedNames: [...scope.savedNames, key] });
  return condition ? and([words, condition]) : words;
}

/** Case, width and spaces do not tell names of saved searches apart. */
export function savedNameKey(name: string): string {
  return name.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
}

/** The names of the saved searches that a query asks for itself. */
export function savedNames(query: Query): string[] {
  return conditionsOf(query).flatMap((node) => (node.type === 'saved' ? [node.name] : []));
}

/** What of a query only holds for articles of the member who asks. */
export function memberConditions(query: Query): { name: 'is' | 'has'; value: string }[] {
  return conditionsOf(query).flatMap((node) =>
    node.type === 'filter' && (node.name === 'is' || node.name === 'has') && node.value !== 'first'
      ? [{ name: node.name, value: node.value }]
      : [],
  );
}

/** The parts that are not joined of others; inside positional operators nothing but texts can stand. */
const conditionsOf = ({ root }: Query): Node[] => (root === null ? [] : partsOf(root));

function partsOf(node: Node): Node[] {
  switch (node.type) {
    case 'and':
    case 'or':
      return node.items.flatMap(partsOf);
    case 'not':
    case 'field':
      return partsOf(node.item);
    default:
      return [node];
  }
}
