/**
 * Cuts text into index tokens. Queries, documents and highlights all go through here, which is what makes a rule match exactly
 * what a search would find.
 *
 * A run of Han, kana and Hangul becomes one token per character: every character with its successor, and the last alone. So a
 * position is a character, and any substring of two or more characters is a phrase of bigrams. Hangul is cut the same way so
 * that particles do not hide words. Thai, Lao, Khmer and Burmese are cut by `Intl.Segmenter`, everything else at non-letters.
 */
import { type Normalised, normalise } from './normalise.ts';
import { stemmerOf, stemsKeepFirstLetter } from './stem.ts';
import type { Token } from './token-query.ts';

/**
 * The only ASCII characters of a token besides `a-z0-9`: in `c++`, `c#`, `f#`, `.net`. Index adapters must treat them as
 * letters. All other characters of a token are letters, digits or marks beyond ASCII.
 */
export const TOKEN_EXTRA_ASCII = '#+.';

/** Longer words are cut, in documents and queries alike. */
export const TOKEN_LENGTH_MAX = 64;

const OTHER = 0;
const WORD = 1;
const CJK = 2;
const COMPLEX = 3;
const SURROGATE = 4;

const WORD_CHARACTER = /[\p{L}\p{N}\p{M}]/u;
const CJK_CHARACTER =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u30fc]/u;
const COMPLEX_CHARACTER = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const classes = buildClasses();

function buildClasses(): Uint8Array {
  const table = new Uint8Array(0x10000);
  for (let code = 0; code < 0x10000; code++) {
    if (code >= 0xd800 && code < 0xe000) table[code] = SURROGATE;
    else if ((code >= 0x3400 && code < 0xa000 && (code < 0x4dc0 || code > 0x4dff)) || (code >= 0xac00 && code < 0xd7a4))
      table[code] = CJK;
    else if (code >= 0xe000 && code < 0xf900) table[code] = OTHER;
    else table[code] = classOfCharacter(String.fromCharCode(code));
  }
  return table;
}

function classOfCharacter(character: string): number {
  if (!WORD_CHARACTER.test(character)) return OTHER;
  if (CJK_CHARACTER.test(character)) return CJK;
  return COMPLEX_CHARACTER.test(character) ? COMPLEX : WORD;
}

function classAt(text: string, at: number): number {
  const found = classes[text.charCodeAt(at)] ?? OTHER;
  return found === SURROGATE ? classOfPair(text, at) : found;
}

function classOfPair(text: string, at: number): number {
  const code = text.codePointAt(at) ?? 0;
  return code < 0x10000 ? OTHER : classOfCharacter(String.fromCodePoint(code));
}

const widthAt = (text: string, at: number) => {
  const unit = text.charCodeAt(at);
  if (unit < 0xd800 || unit > 0xdbff) return 1;
  const next = text.charCodeAt(at + 1);
  return next >= 0xdc00 && next <= 0xdfff ? 2 : 1;
};

/** Whether a token is cut from a CJK run; one character alone then means the end of that run. */
export const isCjkToken = (token: string): boolean => classAt(token, 0) === CJK;
export const isSingleCharacter = (token: string): boolean => token.length === widthAt(token, 0);

const segmenter = new Intl.Segmenter('th', { granularity: 'word' });

const APOSTROPHE = 0x27;
const PLUS = 0x2b;
const HASH = 0x23;
const DOT = 0x2e;
const LETTER_S = 0x73;
const NEWLINE = 0x0a;

const ABBREVIATIONS = new Set(
  'mr mrs ms dr prof st jr sr gen sen rep gov vs inc ltd co corp no nos fig etc jan feb mar apr jun jul aug sep sept oct nov dec mme mlle bzw ca ggf usw núm sra dott ing'.split(
    ' ',
  ),
);

/**
 * The tokens of a text; `language` (BCP 47 primary) chooses the stemmer, and `ja` keeps Han as written where every other
 * language is folded to Simplified. Offsets are UTF-16 units of `text`.
 */
export function tokenise(text: string, language: string): Token[] {
  return cut(text, language !== 'ja', language);
}

/** The same without stems, for what does not look at them. */
export function tokeniseUnstemmed(text: string, language: string): Token[] {
  return cut(text, language !== 'ja', undefined);
}

/** Tokens of a query text exactly as normalised: no Han fold, no stems. */
export function tokeniseQuery(text: string): Token[] {
  return cut(text, false, undefined);
}

/**
 * The keys by which a text's tokens are compared (their stems where the language has them), in order and without making the
 * tokens: relevance reads a hundred articles for one query. A token that begins with none of the `firstUnits` is passed over as
 * undefined; these are of keys, so in languages whose stems do not begin as their words do everything is looked at.
 */
export function readKeys(
  original: string,
  language: string,
  firstUnits: ReadonlySet<number>,
  visit: (key: string | undefined) => void,
): void {
  const normalised = normalise(original, language !== 'ja');
  const { text } = normalised;
  const stemOf = stemming(original, normalised, language);
  const isWanted = sieve(text, language, firstUnits);
  walk(text, (kind, from, to, wordEnd) => {
    if (!isWanted(kind, from)) return visit(undefined);
    const word = textOf(text, kind, from, to, wordEnd);
    visit(stemOf !== undefined && isStemmed(kind, from, wordEnd) ? stemOf(word, from, to, wordEnd) : word);
  });
}

/**
 * The tokens of a text, for who looks for few of them: those that begin with none of the `firstUnits` of the tokens and stems
 * looked for have their place, but neither text nor stem. Sentences are not told apart.
 */
export function findTokens(original: string, language: string, firstUnits: ReadonlySet<number>): Token[] {
  const normalised = normalise(original, language !== 'ja');
  const { text, starts, ends } = normalised;
  const stemOf = stemming(original, normalised, language);
  const isWanted = sieve(text, language, firstUnits);
  const tokens: Token[] = [];
  walk(text, (kind, from, to, wordEnd) => {
    const token: Token = {
      text: '',
      start: starts === undefined ? from : (starts[from] ?? 0),
      end: ends === undefined ? to : (ends[to - 1] ?? 0),
    };
    tokens.push(token);
    if (!isWanted(kind, from)) return;
    token.text = textOf(text, kind, from, to, wordEnd);
    if (stemOf === undefined || !isStemmed(kind, from, wordEnd)) return;
    const stem = stemOf(token.text, from, to, wordEnd);
    if (stem !== token.text) token.stem = stem;
  });
  return tokens;
}

/** Lets a token through that may be, or have as its stem, one that begins with one of the units. */
function sieve(text: string, language: string, firstUnits: ReadonlySet<number>) {
  const takesAllWords = !stemsKeepFirstLetter(language);
  const wanted = new Uint8Array(FILTER_SIZE);
  for (const unit of firstUnits) wanted[unit % FILTER_SIZE] = 1;
  return (kind: number, from: number): boolean =>
    wanted[text.charCodeAt(from) % FILTER_SIZE] === 1 || (takesAllWords && kind === WORD);
}

/** Code units are told apart by their remainder; those that fall together only cost a look. */
const FILTER_SIZE = 1024;

/** `stemmed` is the language whose stems the tokens get; without one they get none. */
function cut(original: string, foldsHan: boolean, stemmed: string | undefined): Token[] {
  const normalised = normalise(original, foldsHan);
  const { text, starts, ends } = normalised;
  const stemOf = stemmed === undefined ? undefined : stemming(original, normalised, stemmed);
  const paragraphs = original.includes('\n\n') || original.includes('\n\r\n') ? 2 : 1;
  const tokens: Token[] = [];
  let isSentenceStart = true;
  let isParagraphStart = true;
  let newlines = 0;

  const push = (kind: number, from: number, to: number, wordEnd: number) => {
    newlines = 0;
    const start = starts === undefined ? from : (starts[from] ?? 0);
    const end = ends === undefined ? to : (ends[to - 1] ?? 0);
    const made: Token = { text: textOf(text, kind, from, to, wordEnd), start, end };
    if (isSentenceStart) {
      made.sentence = true;
      if (isParagraphStart) made.paragraph = true;
      isSentenceStart = false;
      isParagraphStart = false;
    }
    if (stemOf !== undefined && isStemmed(kind, from, wordEnd)) {
      const stem = stemOf(made.text, from, to, wordEnd);
      if (stem !== made.text) made.stem = stem;
    }
    tokens.push(made);
  };

  walk(text, push, (at, unit) => {
    if (unit === NEWLINE || unit === 0x2029) {
      newlines++;
      if (newlines >= paragraphs || unit === 0x2029) isSentenceStart = isParagraphStart = true;
    } else if (unit > 0x20) {
      newlines = 0;
      if (endsSentence(text, at, unit, original, starts, tokens)) isSentenceStart = true;
    }
  });
  return tokens;
}

/** `c++`, `c#`, `.net`: words that are written with signs and have no stem. */
const SYMBOLIC = 5;

const isStemmed = (kind: number, from: number, wordEnd: number) => kind === WORD && wordEnd - from > 2;

/** The text of a token that {@link walk} found; a possessive `'s` belongs to the token, but not to its text. */
function textOf(text: string, kind: number, from: number, to: number, wordEnd: number): string {
  return kind === CJK ? text.slice(from, to) : clip(text.slice(from, kind === WORD ? wordEnd : to));
}

/**
 * Finds the tokens of a normalised text: `visit` gets the kind of each, where it begins and ends, and where its letters end;
 * `between` every character that belongs to none.
 */
function walk(
  text: string,
  visit: (kind: number, from: number, to: number, wordEnd: number) => void,
  between?: (at: number, unit: number) => void,
): void {
  const length = text.length;
  for (let i = 0; i < length; ) {
    let kind = classes[text.charCodeAt(i)] ?? OTHER;
    if (kind === SURROGATE) kind = classOfPair(text, i);
    if (kind === OTHER) {
      const unit = text.charCodeAt(i);
      if (unit === DOT && isDotNet(text, i)) {
        visit(SYMBOLIC, i, i + 4, i + 4);
        i += 4;
        continue;
      }
      between?.(i, unit);
      i += widthAt(text, i);
      continue;
    }
    if (kind === CJK) {
      let at = i;
      let width = widthAt(text, at);
      for (;;) {
        const next = at + width;
        if (next >= length || classAt(text, next) !== CJK) {
          visit(CJK, at, next, next);
          i = next;
          break;
        }
        const nextWidth = widthAt(text, next);
        visit(CJK, at, next + nextWidth, next + nextWidth);
        at = next;
        width = nextWidth;
      }
      continue;
    }
    let end = i + widthAt(text, i);
    while (end < length && classAt(text, end) === kind) end += widthAt(text, end);
    if (kind === COMPLEX) {
      for (const { segment, index, isWordLike } of segmenter.segment(text.slice(i, end))) {
        if (isWordLike) visit(COMPLEX, i + index, i + index + segment.length, i + index + segment.length);
      }
      i = end;
      continue;
    }
    const wordEnd = end;
    const next = text.charCodeAt(end);
    if (next === APOSTROPHE && text.charCodeAt(end + 1) === LETTER_S && classAt(text, end + 2) === OTHER) end += 2;
    else if (wordEnd - i === 1 && next === PLUS && text.charCodeAt(end + 1) === PLUS) end += 2;
    else if (wordEnd - i === 1 && next === HASH && classAt(text, end + 1) === OTHER) end += 1;
    visit(end > wordEnd && next !== APOSTROPHE ? SYMBOLIC : WORD, i, end, wordEnd);
    i = end;
  }
}

/** How the words of a text are stemmed: as they are written, with their accents, which most stemmers need. */
function stemming(original: string, { starts, ends }: Normalised, language: string) {
  const stem = stemmerOf(language);
  if (stem === undefined) return undefined;
  if (language === 'en') return (word: string) => clip(stem(word));
  return (_word: string, from: number, to: number, wordEnd: number): string => {
    if (starts === undefined || ends === undefined) return clip(stem(original.slice(from, wordEnd).toLowerCase()));
    const written = original.slice(starts[from] ?? 0, ends[to - 1] ?? 0);
    return clip(
      stem(
        written
          .replace(/['’]s$/i, '')
          .normalize('NFC')
          .toLowerCase(),
      ),
    );
  };
}

function clip(token: string): string {
  if (token.length <= TOKEN_LENGTH_MAX) return token;
  const last = token.charCodeAt(TOKEN_LENGTH_MAX - 1);
  return token.slice(0, last >= 0xd800 && last <= 0xdbff ? TOKEN_LENGTH_MAX - 1 : TOKEN_LENGTH_MAX);
}

function isDotNet(text: string, at: number): boolean {
  if (!text.startsWith('.net', at) || classAt(text, at + 4) === WORD) return false;
  if (text.charCodeAt(at + 4) === DOT && classAt(text, at + 5) === WORD) return false;
  const before = at === 0 ? OTHER : (classes[text.charCodeAt(at - 1)] ?? OTHER);
  return before === CJK || (before === OTHER && text.charCodeAt(at - 1) !== DOT);
}

const UNCONDITIONAL_ENDS = new Set([...'。｡！？؟۔।॥։።။'].map((end) => end.charCodeAt(0)));
const CLOSING = new Set([...'"\')]}”’」』》〉）】»'].map((mark) => mark.charCodeAt(0)));

function endsSentence(
  text: string,
  at: number,
  unit: number,
  original: string,
  starts: Int32Array | undefined,
  tokens: Token[],
): boolean {
  if (UNCONDITIONAL_ENDS.has(unit)) return true;
  const isStop = unit === DOT;
  if (!isStop && unit !== 0x21 && unit !== 0x3f) return false;
  let next = at + 1;
  while (next < text.length && CLOSING.has(text.charCodeAt(next))) next++;
  if (next >= text.length) return true;
  const follower = text.charCodeAt(next);
  if (follower > 0x20) return !isStop && (classes[follower] === CJK || follower > 0x2e80);
  if (!isStop) return true;
  const previous = tokens.at(-1)?.text ?? '';
  if (isSingleCharacter(previous) && !isCjkToken(previous)) return false;
  if (ABBREVIATIONS.has(previous)) return false;
  while (next < text.length && (text.charCodeAt(next) <= 0x20 || CLOSING.has(text.charCodeAt(next)))) next++;
  // A small letter after the stop says that the sentence goes on.
  const written = original.charAt(starts === undefined ? next : (starts[next] ?? next));
  return written === written.toUpperCase();
}
