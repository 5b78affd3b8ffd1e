/**
 * Folds text for matching: what a reader takes for the same word becomes the same string, and every unit of the result
 * knows where it came from. Compatibility forms, case, width, zero-width characters and Latin and Greek accents go;
 * marks that distinguish words in other scripts (й, dakuten, Indic vowels) stay.
 */
import { foldAstralHan, HAN_FOLD } from './han.ts';

export interface Normalised {
  text: string;
  /** UTF-16 offset in the original where unit `i` of `text` begins and ends; absent when every offset is unchanged. */
  starts?: Int32Array;
  ends?: Int32Array;
}

const DROPPED = 0xffff;
const EXPANDED = 0xfffe;
/** The longest compatibility expansion of one character is 18 units. */
const EXPANSION_MAX = 32;

/** Invisible characters and fillers, and kana marks left without a kana; [from, to] of code units. */
const ZERO_WIDTH: readonly (readonly [number, number])[] = [
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x3099, 0x309a],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
];

function isZeroWidth(letter: string): boolean {
  const code = letter.charCodeAt(0);
  return ZERO_WIDTH.some(([from, to]) => code >= from && code <= to);
}

const LATIN_MARK = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/gu;
const ARABIC_MARK = /[\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u08d3-\u08ff]/u;
const HEBREW_POINT = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]/u;
const LATIN_OR_GREEK = /[\p{Script=Latin}\p{Script=Greek}]/u;
const NOT_A_WORD = /[\p{P}\p{S}\p{No}]/u;
const DIGIT = /\p{Nd}/u;

/** Letters that Unicode does not decompose, or that are written either way in the same word. */
const SAME_LETTER: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ħ: 'h', ŧ: 't', ſ: 's' },
  ...{ ς: 'σ', ё: 'е', ѐ: 'е', ѝ: 'и' },
  ...{ آ: 'ا', أ: 'ا', إ: 'ا', ٱ: 'ا', ى: 'ي', ی: 'ي', ې: 'ي', ک: 'ك', ة: 'ه', ہ: 'ه', ۀ: 'ه' },
  ...{ '’': "'", '‘': "'", ʼ: "'", ʹ: "'", '‐': '-', '‑': '-', '–': '-', '—': '—' },
};

const ZERO_DIGITS = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20,
  0x1040, 0x1090, 0x17e0, 0x1810,
];

function foldDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  const zero = ZERO_DIGITS.find((start) => code >= start && code < start + 10);
  return zero === undefined ? digit : String.fromCharCode(0x30 + code - zero);
}

function foldLetter(letter: string): string {
  if (isZeroWidth(letter) || ARABIC_MARK.test(letter) || HEBREW_POINT.test(letter)) return '';
  const bare = LATIN_OR_GREEK.test(letter)
    ? letter.normalize('NFD').replace(LATIN_MARK, '')
    : letter.replace(LATIN_MARK, '');
  return SAME_LETTER[bare] ?? (DIGIT.test(bare) ? foldDigit(bare) : bare);
}

/** Symbols that spell out whole words (㍿, ㎏) are expanded; others (™, …, ½) would glue themselves to their neighbours. */
function isExpandable(character: string, folded: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return folded.length === 1 || (code >= 0x3200 && code < 0x3400) || !NOT_A_WORD.test(character);
}

function foldCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  // Compatibility jamo (ㅋㅋ) would turn into conjoining jamo and then join into other syllables.
  if (code >= 0x3131 && code <= 0x318e && code !== 0x3164) return character;
  const compatible = character.normalize('NFKC');
  const plain = isExpandable(character, compatible) ? compatible : character;
  let folded = '';
  for (const part of plain.toLowerCase().normalize('NFC')) folded += foldLetter(part);
  return folded;
}

const expansions = new Map<number, string>();

function buildTable(): Uint16Array {
  const table = new Uint16Array(0x10000);
  for (let code = 0; code < 0x10000; code++) {
    const isHanOrHangul = (code >= 0x3400 && code < 0xa000) || (code >= 0xac00 && code < 0xd7a4);
    const isPrivate = code >= 0xe000 && code < 0xf900;
    if (isHanOrHangul || isPrivate) {
      table[code] = code;
      continue;
    }
    const folded = code >= 0xd800 && code < 0xe000 ? undefined : foldCharacter(String.fromCharCode(code));
    if (folded === undefined || folded.length > 1) {
      table[code] = EXPANDED;
      if (folded !== undefined) expansions.set(code, folded);
    } else table[code] = folded === '' ? DROPPED : folded.charCodeAt(0);
  }
  return table;
}

const PLAIN_TABLE = buildTable();
const HAN_TABLE = PLAIN_TABLE.map((unit) => (unit >= EXPANDED ? unit : (HAN_FOLD[unit] ?? unit)));

let scratch = new Uint16Array(1 << 15);

function grow(size: number): void {
  if (scratch.length >= size) return;
  const larger = new Uint16Array(Math.max(size, scratch.length * 2));
  larger.set(scratch);
  scratch = larger;
}

function scratchText(length: number): string {
  if (length < 64) return String.fromCharCode(...scratch.subarray(0, length));
  return Buffer.from(scratch.buffer, 0, length * 2).toString('utf16le');
}

function expand(text: string, at: number, foldsHan: boolean): { folded: string; width: number } {
  const unit = text.charCodeAt(at);
  const known = expansions.get(unit);
  if (known !== undefined) return { folded: foldsHan ? foldHanUnits(known) : known, width: 1 };
  const code = text.codePointAt(at) ?? unit;
  if (code < 0x10000) return { folded: ' ', width: 1 };
  // Variation selectors and tags choose a drawing, never a word.
  if (code >= 0xe0000 && code < 0xe1000) return { folded: '', width: 2 };
  const character = String.fromCodePoint(code);
  const folded = foldCharacter(character);
  return { folded: foldsHan ? foldAstralHan(folded) : folded, width: 2 };
}

function foldHanUnits(text: string): string {
  let folded = '';
  for (let i = 0; i < text.length; i++) folded += String.fromCharCode(HAN_FOLD[text.charCodeAt(i)] ?? 0);
  return folded;
}

/** Half-width kana and jamo only meet their marks after compatibility mapping. */
const HALF_WIDTH_PARTS = /[\uff65-\uffdc]/u;
const CLUSTER =
  /[\u1100-\u115f\ua960-\ua97c][\u1160-\u11ff\ud7b0-\ud7fb]{0,2}|[\uffa1-\uffdc]{1,32}|[^\p{M}][\p{M}\uff9e\uff9f]{0,31}|[\p{M}\uff9e\uff9f]{1,32}/gsu;

function normaliseClusters(text: string, table: Uint16Array, foldsHan: boolean): Normalised {
  let result = '';
  const starts: number[] = [];
  const ends: number[] = [];
  for (const match of text.matchAll(CLUSTER)) {
    const cluster = match[0];
    const composed = cluster.normalize(HALF_WIDTH_PARTS.test(cluster) ? 'NFKC' : 'NFC');
    for (let i = 0; i < composed.length; ) {
      const unit = table[composed.charCodeAt(i)] ?? DROPPED;
      const { folded, width } =
        unit === EXPANDED
          ? expand(composed, i, foldsHan)
          : { folded: unit === DROPPED ? '' : String.fromCharCode(unit), width: 1 };
      result += folded;
      for (let k = 0; k < folded.length; k++) {
        starts.push(match.index);
        ends.push(match.index + cluster.length);
      }
      i += width;
    }
  }
  return { text: result, starts: Int32Array.from(starts), ends: Int32Array.from(ends) };
}

/** Folds `text`; with `foldsHan` also Traditional to Simplified, character by character. Idempotent. */
export function normalise(text: string, foldsHan = false): Normalised {
  const table = foldsHan ? HAN_TABLE : PLAIN_TABLE;
  if (HALF_WIDTH_PARTS.test(text) || text.normalize('NFC') !== text) return normaliseClusters(text, table, foldsHan);
  const length = text.length;
  grow(length + EXPANSION_MAX);
  let starts: Int32Array | undefined;
  let ends: Int32Array | undefined;
  let size = 0;
  let isChanged = false;
  for (let i = 0; i < length; ) {
    const original = text.charCodeAt(i);
    const unit = table[original] ?? DROPPED;
    if (unit < EXPANDED) {
      if (starts !== undefined && ends !== undefined) {
        if (size === starts.length) ({ starts, ends } = widen(starts, ends));
        starts[size] = i;
        ends[size] = i + 1;
      }
      if (unit !== original) isChanged = true;
      scratch[size++] = unit;
      i++;
      continue;
    }
    isChanged = true;
    const { folded, width } = unit === DROPPED ? { folded: '', width: 1 } : expand(text, i, foldsHan);
    if (starts === undefined && folded.length !== width) ({ starts, ends } = identityMap(size, length));
    grow(size + folded.length + (length - i) + EXPANSION_MAX);
    for (let k = 0; k < folded.length; k++) {
      if (starts !== undefined && ends !== undefined) {
        if (size === starts.length) ({ starts, ends } = widen(starts, ends));
        starts[size] = i;
        ends[size] = i + width;
      }
      scratch[size++] = folded.charCodeAt(k);
    }
    i += width;
  }
  if (!isChanged) return { text };
  return starts === undefined ? { text: scratchText(size) } : { text: scratchText(size), starts, ends };
}

function identityMap(size: number, length: number): { starts: Int32Array; ends: Int32Array } {
  const starts = new Int32Array(length + EXPANSION_MAX);
  const ends = new Int32Array(length + EXPANSION_MAX);
  for (let i = 0; i < size; i++) {
    starts[i] = i;
    ends[i] = i + 1;
  }
  return { starts, ends };
}

function widen(starts: Int32Array, ends: Int32Array): { starts: Int32Array; ends: Int32Array } {
  const widerStarts = new Int32Array(starts.length * 2);
  const widerEnds = new Int32Array(starts.length * 2);
  widerStarts.set(starts);
  widerEnds.set(ends);
  return { starts: widerStarts, ends: widerEnds };
}
