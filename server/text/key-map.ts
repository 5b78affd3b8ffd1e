/**
 * What is filed under the keys of queries (see `anchors.ts`), found by the fields of a document. Each kind of key has a map of its
 * own, and a word leads to the pairs it begins, so that a document's words are looked up once and no new strings are made.
 */
import { LITERAL_KEY, PAIR_KEY, PREFIX_KEY, STEM_KEY } from './anchors.ts';
import type { FieldIndex } from './evaluate.ts';

export interface KeyMap<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
  /** Values of the keys that a field brings; some more than once. */
  eachIn(field: FieldIndex, visit: (value: Value) => void): void;
  readonly hasLiterals: boolean;
  /** Values of the literals that a folded text contains; some more than once. */
  eachLiteralIn(folded: string, visit: (value: Value) => void): void;
}

interface Word<Value> {
  value: Value | undefined;
  /** By the second word of a pair. */
  pairs: Map<string, Value> | undefined;
}

export function createKeyMap<Value>(): KeyMap<Value> {
  const words = new Map<string, Word<Value>>();
  const stems = new Map<string, Value>();
  const prefixes = new Map<string, Value>();
  /** Length in UTF-16 units → how many prefixes are that long. */
  const prefixLengths = new Map<number, number>();
  const literals = new Map<string, Value>();
  /** The literals by what they begin with, so that a text is walked once however many there are. */
  const literalsByStart = new Map<number, string[]>();

  function countLength(length: number, change: 1 | -1) {
    const count = (prefixLengths.get(length) ?? 0) + change;
    if (count > 0) prefixLengths.set(length, count);
    else prefixLengths.delete(length);
  }

  function putLiteral(text: string, value: Value | undefined) {
    const isNew = !literals.has(text);
    const start = startOf(text, 0);
    const others = (literalsByStart.get(start) ?? []).filter((other) => other !== text);
    if (value === undefined) {
      literals.delete(text);
      if (others.length > 0) literalsByStart.set(start, others);
      else literalsByStart.delete(start);
    } else {
      literals.set(text, value);
      if (isNew) literalsByStart.set(start, [...others, text]);
    }
  }

  function changeWord(text: string, change: (word: Word<Value>) => void) {
    const word = words.get(text) ?? { value: undefined, pairs: undefined };
    change(word);
    if (word.value === undefined && word.pairs === undefined) words.delete(text);
    else words.set(text, word);
  }

  function setPair(word: Word<Value>, next: string, value: Value | undefined) {
    const pairs = word.pairs ?? new Map<string, Value>();
    if (value === undefined) pairs.delete(next);
    else pairs.set(next, value);
    word.pairs = pairs.size > 0 ? pairs : undefined;
  }

  function put(key: string, value: Value | undefined) {
    const { kind, text, next } = partsOf(key);
    if (kind === 'word') changeWord(text, (word) => (word.value = value));
    else if (kind === 'pair') changeWord(text, (word) => setPair(word, next, value));
    else if (kind === 'literal') putLiteral(text, value);
    else {
      const map = kind === 'stem' ? stems : prefixes;
      const size = map.size;
      if (value === undefined) map.delete(text);
      else map.set(text, value);
      if (kind === 'prefix' && map.size !== size) countLength(text.length, map.size > size ? 1 : -1);
    }
  }

  return {
    get(key) {
      const { kind, text, next } = partsOf(key);
      if (kind === 'word') return words.get(text)?.value;
      if (kind === 'pair') return words.get(text)?.pairs?.get(next);
      return { stem: stems, prefix: prefixes, literal: literals }[kind].get(text);
    },
    set: put,
    delete(key) {
      put(key, undefined);
    },
    eachIn(field, visit) {
      const give = (value: Value | undefined) => {
        if (value !== undefined) visit(value);
      };
      for (const [token, at] of field.first) {
        const word = words.get(token);
        if (word) {
          give(word.value);
          if (word.pairs) eachNext(field, at, word.pairs, give);
        }
        for (const length of prefixLengths.keys()) {
          if (token.length >= length) give(prefixes.get(token.slice(0, length)));
        }
      }
      for (const stem of field.firstStem.keys()) give(stems.get(stem));
    },
    get hasLiterals() {
      return literals.size > 0;
    },
    eachLiteralIn(folded, visit) {
      for (let at = 0; at < folded.length - 1; at++) {
        for (const literal of literalsByStart.get(startOf(folded, at)) ?? NO_LITERALS) {
          if (folded.startsWith(literal, at)) visit(literals.get(literal)!);
        }
      }
    },
  };
}

const NO_LITERALS: readonly string[] = [];

/** The two UTF-16 units at a place as one number. */
const startOf = (text: string, at: number): number => text.charCodeAt(at) * 0x10000 + text.charCodeAt(at + 1);

function eachNext<Value>(
  { tokens, next }: FieldIndex,
  first: number,
  pairs: ReadonlyMap<string, Value>,
  give: (value: Value | undefined) => void,
): void {
  for (let at = first; at >= 0; at = next[at]!) {
    const following = tokens[at + 1];
    if (following) give(pairs.get(following.text));
  }
}

interface KeyParts {
  kind: 'word' | 'stem' | 'prefix' | 'pair' | 'literal';
  text: string;
  next: string;
}

function partsOf(key: string): KeyParts {
  if (key.startsWith(LITERAL_KEY)) return { kind: 'literal', text: key.slice(LITERAL_KEY.length), next: '' };
  if (key.startsWith(STEM_KEY)) return { kind: 'stem', text: key.slice(STEM_KEY.length), next: '' };
  if (key.endsWith(PREFIX_KEY)) return { kind: 'prefix', text: key.slice(0, -PREFIX_KEY.length), next: '' };
  const space = key.indexOf(PAIR_KEY);
  if (space < 0) return { kind: 'word', text: key, next: '' };
  return { kind: 'pair', text: key.slice(0, space), next: key.slice(space + PAIR_KEY.length) };
}
