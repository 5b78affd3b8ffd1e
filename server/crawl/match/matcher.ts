/**
 * Percolation: which of many saved queries an article matches. Every rule is filed under tokens without which it cannot match;
 * an article looks its own tokens up and only those rules are evaluated, by the same `matches` that search is checked with.
 */
import { documentKeys, necessaryTokens, PREFIX_KEY } from '../../text/anchors.ts';
import { indexDocument, matches } from '../../text/evaluate.ts';
import type { TokenDocument, TokenQuery } from '../../text/token-query.ts';

export interface Matcher {
  /** Adds the rule, or puts it in place of the one with this id. */
  setRule(id: number, query: TokenQuery): void;
  removeRule(id: number): void;
  readonly size: number;
  /** Ids of the rules that the article matches, ascending. */
  match(document: TokenDocument): number[];
}

interface Rule {
  query: TokenQuery;
  keys: readonly string[];
}

/** Stands for rules without a necessary key; no key of a document looks like it. */
const always = '';

export function createMatcher(): Matcher {
  const rules = new Map<number, Rule>();
  const postings = new Map<string, Set<number>>();
  /** Length of a prefix → how many rules are filed under prefixes that long. */
  const prefixLengths = new Map<number, number>();

  function file(key: string, id: number) {
    const ids = postings.get(key);
    if (ids) ids.add(id);
    else postings.set(key, new Set([id]));
    if (key.endsWith(PREFIX_KEY)) prefixLengths.set(key.length - 1, (prefixLengths.get(key.length - 1) ?? 0) + 1);
  }

  function unfile(key: string, id: number) {
    const ids = postings.get(key);
    if (!ids?.delete(id)) return;
    if (ids.size === 0) postings.delete(key);
    if (!key.endsWith(PREFIX_KEY)) return;
    const left = (prefixLengths.get(key.length - 1) ?? 1) - 1;
    if (left > 0) prefixLengths.set(key.length - 1, left);
    else prefixLengths.delete(key.length - 1);
  }

  function remove(id: number) {
    for (const key of rules.get(id)?.keys ?? []) unfile(key, id);
    rules.delete(id);
  }

  return {
    setRule(id, query) {
      remove(id);
      const necessary = necessaryTokens(query);
      const keys = necessary.kind === 'always' ? [always] : necessary.anyOf;
      rules.set(id, { query, keys });
      for (const key of keys) file(key, id);
    },
    removeRule: remove,
    get size() {
      return rules.size;
    },
    match(document) {
      const indexed = indexDocument(document);
      const candidates = new Set(postings.get(always));
      for (const key of documentKeys(indexed, [...prefixLengths.keys()])) {
        for (const id of postings.get(key) ?? []) candidates.add(id);
      }
      const matched: number[] = [];
      for (const id of candidates) if (matches(rules.get(id)!.query, indexed)) matched.push(id);
      return matched.sort((a, b) => a - b);
    },
  };
}
