/**
 * Percolation: which of many saved queries an article matches. Every query is filed under keys without which it cannot match; an
 * article looks its own up. Where a key, or a key and one of its guard, is all that the query asks for, that is the match; the
 * rest are evaluated by the same `matches` that search is checked with. Members subscribe to the same words, so a query is filed
 * once however many rules ask for it.
 */
import { hash } from 'node:crypto';
import { anchorsOf } from '../../text/anchors.ts';
import { type IndexedDocument, indexDocument, matches } from '../../text/evaluate.ts';
import { createKeyMap } from '../../text/key-map.ts';
import { createPatternTime } from '../../text/pattern.ts';
import type { TokenDocument, TokenQuery } from '../../text/token-query.ts';
import { createPostings, GUARD, NEXT, WALKED_FOR, WHAT } from './postings.ts';

export interface Matcher {
  /** Adds the rule, or puts it in place of the one with this id. */
  setRule(id: number, query: TokenQuery): void;
  removeRule(id: number): void;
  readonly size: number;
  /** Ids of the rules that the article matches, in no order. */
  match(document: TokenDocument): number[];
}

export interface MatcherOptions {
  /** Rules whose regular expressions an article left no time for: not told about it. */
  onSkip?(ruleIds: readonly number[]): void;
  /** Milliseconds for all regular expressions on one article. */
  patternMs?: number;
  clock?: () => number;
}

const PATTERN_MS = 200;

interface FiledQuery {
  name: string;
  number: number;
  /** Joined with line breaks. */
  keys: string;
  guards: readonly Guard[];
  /** Absent where the keys and guards say everything, which is nearly always; queries take much memory. */
  query: TokenQuery | undefined;
}

/** Keys of which an article must bring one, shared by the queries that need them beside their own. */
interface Guard {
  name: string;
  number: number;
  uses: number;
}

/** Stands for queries without a necessary key; no key of a document looks like it. */
const always = '';

const WRITTEN_FIELDS = ['title', 'body', 'author', 'tag'] as const;

export function createMatcher({ onSkip, patternMs = PATTERN_MS, clock }: MatcherOptions = {}): Matcher {
  const rules = new Map<number, FiledQuery>();
  const filed = new Map<string, FiledQuery>();
  const guards = new Map<string, Guard>();
  /** The first posting under each key. A posting is of a query, or of a guard that the key belongs to. */
  const heads = createKeyMap();
  const postings = createPostings();
  const queryNumbers = createNumbers();
  const guardNumbers = createNumbers();
  // By the number of a query.
  const queries: (FiledQuery | undefined)[] = [];
  /** The rules that ask for it; most have one. */
  const idsOf: (number | number[] | undefined)[] = [];
  /** The last article it was decided for: two of its keys may stand in one. */
  const decidedFor: number[] = [];
  /** By the number of a guard: the last article that brought one of its keys, negative if only where that proves nothing. */
  const broughtBy: number[] = [];
  let articleNumber = 0;

  const addPosting = (key: string, what: number, guard: number) =>
    heads.set(key, postings.add(heads.get(key), what, guard));
  const removePosting = (key: string, what: number) => heads.set(key, postings.remove(heads.get(key), what));

  function file(query: TokenQuery, name: string): FiledQuery {
    const anchors = anchorsOf(query) ?? [{ key: always, isEnough: false }];
    const number = queryNumbers.take();
    const own = new Set<Guard>();
    for (const { key, guard: guardKeys, isEnough } of anchors) {
      const guard = guardKeys && takeGuard(guardKeys);
      if (guard) own.add(guard);
      addPosting(key, isEnough ? enough(number) : perhaps(number), guard?.number ?? 0);
    }
    const entry: FiledQuery = {
      name,
      number,
      keys: [...new Set(anchors.map(({ key }) => key))].join('\n'),
      guards: [...own],
      query: anchors.every(({ isEnough }) => isEnough) ? undefined : query,
    };
    for (const guard of own) guard.uses += 1;
    filed.set(name, entry);
    queries[number] = entry;
    decidedFor[number] = 0;
    return entry;
  }

  function unfile({ name, number, keys, guards }: FiledQuery) {
    filed.delete(name);
    queries[number] = undefined;
    idsOf[number] = undefined;
    for (const key of keys.split('\n')) {
      removePosting(key, enough(number));
      removePosting(key, perhaps(number));
    }
    queryNumbers.giveBack(number);
    for (const guard of guards) leaveGuard(guard);
  }

  function takeGuard(keys: readonly string[]): Guard {
    const name = keys.join('\n');
    let guard = guards.get(name);
    if (!guard) {
      guard = { name, number: guardNumbers.take(), uses: 0 };
      guards.set(name, guard);
      broughtBy[guard.number] = 0;
      for (const key of keys) addPosting(key, ofGuard(guard.number), 0);
    }
    return guard;
  }

  function leaveGuard(guard: Guard) {
    guard.uses -= 1;
    if (guard.uses > 0) return;
    guards.delete(guard.name);
    for (const key of guard.name.split('\n')) removePosting(key, ofGuard(guard.number));
    guardNumbers.giveBack(guard.number);
  }

  function remove(id: number) {
    const entry = rules.get(id);
    if (!entry) return;
    rules.delete(id);
    const ids = idsOf[entry.number]!;
    if (typeof ids !== 'number') takeOut(ids, id);
    if (typeof ids === 'number' || ids.length === 0) unfile(entry);
  }

  function addRule(id: number, { number }: FiledQuery) {
    const ids = idsOf[number];
    if (ids === undefined) idsOf[number] = id;
    else if (typeof ids === 'number') idsOf[number] = [ids, id];
    else ids.push(id);
  }

  /** Each article begins with another rule, so that it is not always the same ones that no time is left for. */
  function decideCostly(costly: readonly FiledQuery[], indexed: IndexedDocument): number[] {
    const time = createPatternTime(patternMs, clock);
    const begin = articleNumber % costly.length;
    return [...costly.slice(begin), ...costly.slice(0, begin)].flatMap(({ query, number }) => {
      const refusedBefore = time.refused;
      const isMatch = matches(query!, indexed, time);
      const ids = [idsOf[number]!].flat();
      if (time.refused === refusedBefore) return isMatch ? ids : [];
      onSkip?.(ids);
      return [];
    });
  }

  return {
    setRule(id, query) {
      remove(id);
      const name = hash('sha256', JSON.stringify(query), 'base64');
      const entry = filed.get(name) ?? file(query, name);
      addRule(id, entry);
      rules.set(id, entry);
    },
    removeRule: remove,
    get size() {
      return rules.size;
    },
    match(document) {
      articleNumber += 1;
      const { table } = postings;
      const matched: number[] = [];
      const undecided: number[] = [];
      const tell = (number: number) => {
        if (decidedFor[number] === articleNumber) return;
        decidedFor[number] = articleNumber;
        const ids = idsOf[number]!;
        if (typeof ids === 'number') matched.push(ids);
        else for (const id of ids) matched.push(id);
      };
      const walk = (head: number, proves: boolean) => {
        if (head === 0 || table[head + WALKED_FOR] === articleNumber) return;
        table[head + WALKED_FOR] = articleNumber;
        for (let at = head; at !== 0; at = table[at + NEXT]!) {
          const what = table[at + WHAT]!;
          if (what < 0) {
            if (proves) broughtBy[-what] = articleNumber;
            else if (broughtBy[-what] !== articleNumber) broughtBy[-what] = -articleNumber;
          } else if (!isEnough(what)) undecided.push(at);
          else if (proves) {
            if (table[at + GUARD] === 0) tell(numberOf(what));
            else undecided.push(at);
          }
        }
      };
      walk(heads.get(always), true);
      for (const term of document.terms) walk(heads.get(term), true);
      for (const value of heads.valuesIn(document.title)) walk(value, true);
      for (const value of heads.valuesIn(document.body)) walk(value, true);
      // "Anywhere" is title or text, so these prove nothing.
      for (const value of heads.valuesIn(document.author)) walk(value, false);
      for (const value of heads.valuesIn(document.tag)) walk(value, false);
      const indexed = indexDocument(document);
      if (heads.hasLiterals) {
        for (const field of WRITTEN_FIELDS)
          for (const value of heads.valuesOfLiteralsIn(indexed.folded(field))) walk(value, false);
      }

      const costly = new Set<FiledQuery>();
      for (const at of undecided) {
        const [what, guard] = [table[at + WHAT]!, table[at + GUARD]!];
        const brought = guard === 0 ? articleNumber : broughtBy[guard]!;
        const number = numberOf(what);
        if (isEnough(what)) {
          if (brought === articleNumber) tell(number);
        } else if (Math.abs(brought) === articleNumber && decidedFor[number] !== articleNumber) {
          const entry = queries[number]!;
          if (hasPattern(entry.query!)) costly.add(entry);
          else if (matches(entry.query!, indexed)) tell(number);
          else decidedFor[number] = articleNumber;
        }
      }
      const left = [...costly].filter(({ number }) => decidedFor[number] !== articleNumber);
      if (left.length > 0) matched.push(...decideCostly(left, indexed));
      return matched;
    },
  };
}

// What a posting is of, as one number.
const perhaps = (query: number) => query * 2;
const enough = (query: number) => query * 2 + 1;
const isEnough = (what: number) => (what & 1) === 1;
const numberOf = (what: number) => what >> 1;
const ofGuard = (guard: number) => -guard;

/** Numbers from 1 on, those given back first. */
function createNumbers() {
  const free: number[] = [];
  let last = 0;
  return {
    take: () => free.pop() ?? ++last,
    giveBack: (number: number) => void free.push(number),
  };
}

/** The last one takes its place. */
function takeOut<Item>(items: Item[], item: Item) {
  const last = items.pop()!;
  if (last !== item) items[items.indexOf(item)] = last;
}

function hasPattern(query: TokenQuery): boolean {
  if (query.type === 'and' || query.type === 'or') return query.items.some(hasPattern);
  return query.type === 'not' ? hasPattern(query.item) : query.type === 'pattern';
}
