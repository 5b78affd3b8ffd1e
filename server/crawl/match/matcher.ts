/**
 * Percolation: which of many saved queries an article matches. Every query is filed under tokens without which it cannot match;
 * an article looks its own tokens up, and queries for which the token is not proof enough are evaluated by the same `matches`
 * that search is checked with. Members subscribe to the same words, so a query is filed once however many rules ask for it.
 *
 * Most rules that are not decided by one key want two words anywhere. Those are passed over where no key of the second word
 * stands in the article: a look at a list of numbers, not at the query, whose tree lies somewhere in a large memory.
 */
import { necessaryTokens, partnerKeys, sufficientKeys } from '../../text/anchors.ts';
import { type IndexedDocument, indexDocument, matches } from '../../text/evaluate.ts';
import { createKeyMap } from '../../text/key-map.ts';
import { createPatternTime } from '../../text/pattern.ts';
import type { TokenDocument, TokenQuery } from '../../text/token-query.ts';

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
  query: TokenQuery;
  hasPattern: boolean;
  keys: readonly string[];
  partner: Partner | undefined;
  /** The rules that ask for it. */
  ids: number[];
  /** The last article it was decided for: two of its keys may stand in one. */
  decidedFor: number;
}

/** Keys of which an article must bring one, shared by the queries that need them beside their own. */
interface Partner {
  name: string;
  number: number;
  keys: readonly string[];
  uses: number;
}

/** What is filed under one key. */
interface Posting {
  /** Queries that match where it stands in title or text. */
  sure: FiledQuery[];
  /** Queries that have to be evaluated … */
  maybe: FiledQuery[];
  /** … and the numbers of their partners, 0 for none. */
  partners: number[];
  /** Numbers of the partners that the key belongs to. */
  marks: number[];
}

/** Stands for queries without a necessary key; no key of a document looks like it. */
const always = '';

const WRITTEN_FIELDS = ['title', 'body', 'author', 'tag'] as const;

export function createMatcher({ onSkip, patternMs = PATTERN_MS, clock }: MatcherOptions = {}): Matcher {
  const rules = new Map<number, FiledQuery>();
  const filed = new Map<string, FiledQuery>();
  const partners = new Map<string, Partner>();
  const postings = createKeyMap<Posting>();
  /** By a partner's number: the last article that brought one of its keys. */
  const seenIn = [0];
  let matchNumber = 0;

  function postingOf(key: string): Posting {
    const posting = postings.get(key) ?? { sure: [], maybe: [], partners: [], marks: [] };
    postings.set(key, posting);
    return posting;
  }

  function dropIfEmpty(key: string, { sure, maybe, marks }: Posting) {
    if (sure.length + maybe.length + marks.length === 0) postings.delete(key);
  }

  function file(query: TokenQuery, name: string): FiledQuery {
    const necessary = necessaryTokens(query);
    const keys = necessary.kind === 'always' ? [always] : necessary.anyOf;
    const partner = takePartner(partnerKeys(query, keys));
    const entry: FiledQuery = { name, query, hasPattern: hasPattern(query), keys, partner, ids: [], decidedFor: 0 };
    filed.set(name, entry);
    const enough = new Set(sufficientKeys(query));
    for (const key of keys) {
      const posting = postingOf(key);
      if (enough.has(key)) posting.sure.push(entry);
      else {
        posting.maybe.push(entry);
        posting.partners.push(partner?.number ?? 0);
      }
    }
    return entry;
  }

  function unfile(entry: FiledQuery) {
    filed.delete(entry.name);
    for (const key of entry.keys) {
      const posting = postings.get(key)!;
      const at = posting.maybe.indexOf(entry);
      if (at < 0) takeAt(posting.sure, posting.sure.indexOf(entry));
      else {
        takeAt(posting.maybe, at);
        takeAt(posting.partners, at);
      }
      dropIfEmpty(key, posting);
    }
    if (entry.partner) leavePartner(entry.partner);
  }

  function takePartner(keys: readonly string[] | undefined): Partner | undefined {
    if (keys === undefined) return undefined;
    const name = keys.join('\n');
    let partner = partners.get(name);
    if (!partner) {
      partner = { name, number: seenIn.push(0) - 1, keys, uses: 0 };
      partners.set(name, partner);
      for (const key of keys) postingOf(key).marks.push(partner.number);
    }
    partner.uses += 1;
    return partner;
  }

  function leavePartner(partner: Partner) {
    partner.uses -= 1;
    if (partner.uses > 0) return;
    partners.delete(partner.name);
    for (const key of partner.keys) {
      const posting = postings.get(key)!;
      takeAt(posting.marks, posting.marks.indexOf(partner.number));
      dropIfEmpty(key, posting);
    }
  }

  function remove(id: number) {
    const entry = rules.get(id);
    if (!entry) return;
    rules.delete(id);
    takeAt(entry.ids, entry.ids.indexOf(id));
    if (entry.ids.length === 0) unfile(entry);
  }

  /** Each article begins with another rule, so that it is not always the same ones that no time is left for. */
  function decideCostly(entries: readonly FiledQuery[], indexed: IndexedDocument): number[] {
    const time = createPatternTime(patternMs, clock);
    const begin = matchNumber % entries.length;
    return [...entries.slice(begin), ...entries.slice(0, begin)].flatMap((entry) => {
      const refusedBefore = time.refused;
      const isMatch = matches(entry.query, indexed, time);
      if (time.refused === refusedBefore) return isMatch ? entry.ids : [];
      onSkip?.(entry.ids);
      return [];
    });
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
      matchNumber += 1;
      seenIn[0] = matchNumber;
      const proving: Posting[] = [];
      const hinting: Posting[] = [];
      const collect = (into: Posting[]) => (posting: Posting) => {
        for (const number of posting.marks) seenIn[number] = matchNumber;
        into.push(posting);
      };
      const prove = collect(proving);
      for (const term of [always, ...indexed.terms]) {
        const posting = postings.get(term);
        if (posting) prove(posting);
      }
      postings.eachIn(indexed.title, prove);
      postings.eachIn(indexed.body, prove);
      // "Anywhere" is title or text, so these two prove nothing.
      postings.eachIn(indexed.author, collect(hinting));
      postings.eachIn(indexed.tag, collect(hinting));
      if (postings.hasLiterals) {
        for (const field of WRITTEN_FIELDS) postings.eachLiteralIn(indexed.folded(field), collect(hinting));
      }

      const costly: FiledQuery[] = [];
      const matched: number[] = [];
      const decide = (entry: FiledQuery, isSure: boolean) => {
        if (entry.decidedFor === matchNumber) return;
        entry.decidedFor = matchNumber;
        if (!isSure && entry.hasPattern) costly.push(entry);
        else if (isSure || matches(entry.query, indexed)) for (const id of entry.ids) matched.push(id);
      };
      const look = ({ maybe, partners }: Posting) => {
        for (let at = 0; at < maybe.length; at++) {
          if (seenIn[partners[at]!] === matchNumber) decide(maybe[at]!, false);
        }
      };
      for (const posting of proving) {
        for (const entry of posting.sure) decide(entry, true);
        look(posting);
      }
      for (const posting of hinting) {
        for (const entry of posting.sure) decide(entry, false);
        look(posting);
      }
      if (costly.length > 0) matched.push(...decideCostly(costly, indexed));
      return matched;
    },
  };
}

function hasPattern(query: TokenQuery): boolean {
  if (query.type === 'and' || query.type === 'or') return query.items.some(hasPattern);
  return query.type === 'not' ? hasPattern(query.item) : query.type === 'pattern';
}

/** Removes one item; the last one takes its place. */
function takeAt<Item>(items: Item[], at: number) {
  const last = items.pop()!;
  if (at < items.length) items[at] = last;
}
