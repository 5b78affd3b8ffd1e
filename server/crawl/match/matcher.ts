/**
 * Percolation: which of many saved queries an article matches. Every query is filed under tokens without which it cannot match;
 * an article looks its own tokens up, and queries for which the token is not proof enough are evaluated by the same `matches`
 * that search is checked with. Members subscribe to the same words, so a query is filed once however many rules ask for it.
 */
import { eachKey, necessaryTokens, PAIR_KEY, PREFIX_KEY, sufficientKeys } from '../../text/anchors.ts';
import { indexDocument, matches } from '../../text/evaluate.ts';
import type { TokenDocument, TokenQuery } from '../../text/token-query.ts';

export interface Matcher {
  /** Adds the rule, or puts it in place of the one with this id. */
  setRule(id: number, query: TokenQuery): void;
  removeRule(id: number): void;
  readonly size: number;
  /** Ids of the rules that the article matches, in no order. */
  match(document: TokenDocument): number[];
}

interface FiledQuery {
  name: string;
  query: TokenQuery;
  keys: readonly string[];
  /** The rules that ask for it. */
  ids: number[];
  /** The last article it was decided for: two of its keys may stand in one. */
  decidedFor: number;
}

/** The queries under one key: those that match where it stands in title or text, and those that have to be evaluated. */
interface Posting {
  sure: FiledQuery[];
  maybe: FiledQuery[];
}

/** Stands for queries without a necessary key; no key of a document looks like it. */
const always = '';

export function createMatcher(): Matcher {
  const rules = new Map<number, FiledQuery>();
  const filed = new Map<string, FiledQuery>();
  const postings = new Map<string, Posting>();
  /** Length of a prefix → how many queries are filed under prefixes that long. */
  const prefixLengths = new Map<number, number>();
  /** First word of a pair → how many queries are filed under pairs that begin so. */
  const pairHeads = new Map<string, number>();
  let matchNumber = 0;

  function file(query: TokenQuery, name: string): FiledQuery {
    const necessary = necessaryTokens(query);
    const keys = necessary.kind === 'always' ? [always] : necessary.anyOf;
    const entry: FiledQuery = { name, query, keys, ids: [], decidedFor: 0 };
    filed.set(name, entry);
    const enough = new Set(sufficientKeys(query));
    for (const key of keys) {
      const posting = postings.get(key) ?? { sure: [], maybe: [] };
      postings.set(key, posting);
      (enough.has(key) ? posting.sure : posting.maybe).push(entry);
      countShape(key, 1);
    }
    return entry;
  }

  function unfile(entry: FiledQuery) {
    filed.delete(entry.name);
    for (const key of entry.keys) {
      const posting = postings.get(key)!;
      take(posting.sure.includes(entry) ? posting.sure : posting.maybe, entry);
      if (posting.sure.length + posting.maybe.length === 0) postings.delete(key);
      countShape(key, -1);
    }
  }

  function countShape(key: string, change: 1 | -1) {
    const space = key.indexOf(PAIR_KEY);
    if (space >= 0) addTo(pairHeads, key.slice(0, space), change);
    else if (key.endsWith(PREFIX_KEY)) addTo(prefixLengths, key.length - PREFIX_KEY.length, change);
  }

  function remove(id: number) {
    const entry = rules.get(id);
    if (!entry) return;
    rules.delete(id);
    take(entry.ids, id);
    if (entry.ids.length === 0) unfile(entry);
  }

  return {
    setRule(id, query) {
      remove(id);
      const name = JSON.stringify(query);
      const entry = filed.get(name) ?? file(query, name);
      entry.ids.push(id);
      rules.set(id, entry);
    },
    removeRule: remove,
    get size() {
      return rules.size;
    },
    match(document) {
      const indexed = indexDocument(document);
      const shapes = { prefixLengths: [...prefixLengths.keys()], pairHeads };
      const matched: number[] = [];
      matchNumber++;
      const decide = (entries: readonly FiledQuery[], isSure: boolean) => {
        for (const entry of entries) {
          if (entry.decidedFor === matchNumber) continue;
          entry.decidedFor = matchNumber;
          if (isSure || matches(entry.query, indexed)) for (const id of entry.ids) matched.push(id);
        }
      };
      const visit = (key: string) => {
        const posting = postings.get(key);
        if (!posting) return;
        decide(posting.sure, true);
        decide(posting.maybe, false);
      };
      const visitUnsure = (key: string) => {
        const posting = postings.get(key);
        if (!posting) return;
        decide(posting.sure, false);
        decide(posting.maybe, false);
      };
      visit(always);
      for (const term of indexed.terms) visit(term);
      eachKey(indexed.title, shapes, visit);
      eachKey(indexed.body, shapes, visit);
      eachKey(indexed.author, shapes, visitUnsure);
      eachKey(indexed.tag, shapes, visitUnsure);
      return matched;
    },
  };
}

/** Removes one item; the last one takes its place. */
function take<Item>(items: Item[], item: Item) {
  const at = items.indexOf(item);
  const last = items.pop()!;
  if (at < items.length) items[at] = last;
}

/** Counts how often a key is there; one that is not any more is forgotten. */
function addTo<Key>(counts: Map<Key, number>, key: Key, change: number) {
  const count = (counts.get(key) ?? 0) + change;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
