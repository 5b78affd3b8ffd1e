/**
 * Numbers filed under the keys of queries (see `anchors.ts`), found by the tokens of a document. What costs time here is waiting
 * for memory, for an article's words lie all over a large table: so a key is 64 bits of hash beside its number in one place, never
 * a string to be fetched and compared, and all places an article asks for are touched before the first is read.
 *
 * Two keys with one hash would be taken for one. The hash begins anew in each process, so nobody can look for such words, and
 * chance finds them once in a hundred thousand million articles against a million keys.
 */
import { LITERAL_KEY, PREFIX_KEY, ROW_KEY, STEM_KEY } from './anchors.ts';
import type { Token } from './token-query.ts';

export interface KeyMap {
  /** 0 where nothing is filed. */
  get(key: string): number;
  /** 0 takes the key out. */
  set(key: string, value: number): void;
  /** Numbers of the keys that tokens in this order bring; some more than once. */
  valuesIn(tokens: readonly Token[]): number[];
  readonly hasLiterals: boolean;
  /** Numbers of the literals that a folded text contains; some more than once. */
  valuesOfLiteralsIn(folded: string): number[];
}

// A place of the table: two halves of the hash, the number, and how many keys are this one's row of tokens and more.
const PLACE = 4;
const VALUE = 2;
const LONGER = 3;
const PLACES_MIN = 1_024;

export function createKeyMap(): KeyMap {
  const seeds = crypto.getRandomValues(new Int32Array(2));
  let table = new Int32Array(PLACES_MIN * PLACE);
  let used = 0;
  /** The hash of the key that is being read. */
  let [one, two] = [0, 0];
  /** Hashes of what a field asks for. */
  let asked = new Int32Array(PLACES_MIN);
  /** Length in UTF-16 units → how many prefixes are that long. */
  const prefixLengths = new Map<number, number>();
  /** The literals by what they begin with, so that a text is walked once however many there are. */
  const literals = new Map<number, string[]>();

  function begin() {
    one = seeds[0]!;
    two = seeds[1]!;
  }

  /** Reads on in the key; its hash is the same in however many pieces it is read. */
  function read(text: string, to = text.length) {
    let [a, b] = [one, two];
    for (let at = 0; at < to; at++) {
      const unit = text.charCodeAt(at);
      a = Math.imul(a ^ unit, 0x9e3779b1);
      a ^= a >>> 15;
      b = Math.imul(b ^ unit, 0x85ebca6b);
      b ^= b >>> 13;
    }
    one = a;
    two = b;
  }

  /** Where the key that was read is, or the free place where it belongs. */
  function find(): number {
    const mask = table.length - 1;
    for (let at = Math.imul(one, PLACE) & mask; ; at = (at + PLACE) & mask) {
      if (table[at] === one && table[at + 1] === two) return at;
      if (isFree(at)) return at;
    }
  }

  const isFree = (at: number) => table[at + VALUE] === 0 && table[at + LONGER] === 0;

  /** Changes what is at the key that was read. */
  function change(what: typeof VALUE | typeof LONGER, by: number) {
    let at = find();
    if (isFree(at)) {
      if (++used * 2 * PLACE > table.length) {
        grow();
        at = find();
      }
      table[at] = one;
      table[at + 1] = two;
    }
    table[at + what]! += by;
    if (isFree(at)) closeGap(at);
  }

  function grow() {
    const before = table;
    const [keptOne, keptTwo] = [one, two];
    table = new Int32Array(before.length * 2);
    for (let from = 0; from < before.length; from += PLACE) {
      if (before[from + VALUE] === 0 && before[from + LONGER] === 0) continue;
      one = before[from]!;
      two = before[from + 1]!;
      table.set(before.subarray(from, from + PLACE), find());
    }
    one = keptOne;
    two = keptTwo;
  }

  /** Moves what would no longer be found behind a free place (Knuth, The Art of Computer Programming 6.4, algorithm R). */
  function closeGap(free: number) {
    used -= 1;
    const mask = table.length - 1;
    for (let at = (free + PLACE) & mask; !isFree(at); at = (at + PLACE) & mask) {
      const home = Math.imul(table[at]!, PLACE) & mask;
      if (((at - home) & mask) < ((at - free) & mask)) continue;
      table.copyWithin(free, at, at + PLACE);
      table.fill(0, at, at + PLACE);
      free = at;
    }
    table[free] = table[free + 1] = 0;
  }

  function changeLonger(key: string, by: 1 | -1) {
    if (key.includes(':')) return;
    for (let end = key.indexOf(ROW_KEY); end >= 0; end = key.indexOf(ROW_KEY, end + 1)) {
      begin();
      read(key, end);
      change(LONGER, by);
    }
  }

  function countLength(length: number, by: 1 | -1) {
    const count = (prefixLengths.get(length) ?? 0) + by;
    if (count > 0) prefixLengths.set(length, count);
    else prefixLengths.delete(length);
  }

  function putLiteral(text: string, isThere: boolean) {
    const start = startOf(text, 0);
    const others = (literals.get(start) ?? []).filter((other) => other !== text);
    if (isThere) others.push(text);
    if (others.length > 0) literals.set(start, others);
    else literals.delete(start);
  }

  function get(key: string): number {
    begin();
    read(key);
    return table[find() + VALUE]!;
  }

  /** Puts what was read among what a field asks for. */
  function ask(count: number): number {
    if (count + 2 >= asked.length) {
      const before = asked;
      asked = new Int32Array(before.length * 2);
      asked.set(before);
    }
    asked[count] = one;
    asked[count + 1] = two;
    return count + 2;
  }

  function askFor(tokens: readonly Token[]): number {
    let count = 0;
    for (const { text } of tokens) {
      begin();
      read(text);
      count = ask(count);
    }
    for (const { stem } of tokens) {
      if (stem === undefined) continue;
      begin();
      read(STEM_KEY);
      read(stem);
      count = ask(count);
    }
    for (const length of prefixLengths.keys()) {
      for (const { text } of tokens) {
        if (text.length < length) continue;
        begin();
        read(text, length);
        read(PREFIX_KEY);
        count = ask(count);
      }
    }
    return count;
  }

  /** The processor fetches places that do not depend on each other side by side; the sum keeps the compiler from skipping it. */
  function touch(count: number) {
    const mask = table.length - 1;
    let sum = 0;
    for (let at = 0; at < count; at += 2) sum += table[Math.imul(asked[at]!, PLACE) & mask]!;
    asked[count] = sum;
  }

  function addRows(tokens: readonly Token[], first: number, values: number[]) {
    for (let at = first + 1; at < tokens.length; at++) {
      read(ROW_KEY);
      read(tokens[at]!.text);
      const place = find();
      if (table[place + VALUE] !== 0) values.push(table[place + VALUE]!);
      if (table[place + LONGER] === 0) return;
    }
  }

  return {
    get,
    set(key, value) {
      const before = get(key);
      if (before === value) return;
      change(VALUE, value - before);
      if (before !== 0 && value !== 0) return;
      const by = value === 0 ? -1 : 1;
      if (key.startsWith(LITERAL_KEY)) putLiteral(key.slice(LITERAL_KEY.length), value !== 0);
      else if (key.endsWith(PREFIX_KEY)) countLength(key.length - PREFIX_KEY.length, by);
      else changeLonger(key, by);
    },
    valuesIn(tokens) {
      const values: number[] = [];
      const count = askFor(tokens);
      touch(count);
      for (let at = 0; at < count; at += 2) {
        one = asked[at]!;
        two = asked[at + 1]!;
        const place = find();
        if (table[place + VALUE] !== 0) values.push(table[place + VALUE]!);
        if (table[place + LONGER] !== 0) addRows(tokens, at / 2, values);
      }
      return values;
    },
    get hasLiterals() {
      return literals.size > 0;
    },
    valuesOfLiteralsIn(folded) {
      const values: number[] = [];
      for (let at = 0; at < folded.length - 1; at++) {
        for (const literal of literals.get(startOf(folded, at)) ?? NO_LITERALS) {
          if (folded.startsWith(literal, at)) values.push(get(LITERAL_KEY + literal));
        }
      }
      return values;
    },
  };
}

const NO_LITERALS: readonly string[] = [];

/** The two UTF-16 units at a place as one number. */
const startOf = (text: string, at: number): number => text.charCodeAt(at) * 0x10000 + text.charCodeAt(at + 1);
