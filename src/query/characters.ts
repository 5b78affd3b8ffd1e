/** Characters with a meaning in queries. All folding keeps the length, so offsets hold in the text as typed. */

const FOLDED_SINGLES: Record<string, string> = {
  '\u3000': ' ',
  '\u2013': '-', // en dash, put in by word processors
  '\u2212': '-', // minus sign
  '\u301c': '~', // wave dash
  '\u3001': ',', // ideographic comma
};

/** Full-width ASCII (but for the backslash) and a few look-alikes become their plain characters, one for one. */
export function foldPunctuation(text: string): string {
  return text.replace(
    /[\u3000\u2013\u2212\u301c\u3001\uff01-\uff3b\uff3d-\uff5e]/g,
    (char) => FOLDED_SINGLES[char] ?? String.fromCharCode(char.charCodeAt(0) - 0xfee0),
  );
}

export function isSpace(char: string): boolean {
  const code = char.charCodeAt(0);
  return code <= 0x20 || (code >= 0x7f && code <= 0xa0) || (code > 0xa0 && /\s/.test(char));
}

function isParenthesis(char: string): boolean {
  return char === '(' || char === ')';
}

/** For each quotation mark that can open a phrase: what closes it, the best first. */
const CLOSERS: Record<string, readonly string[]> = {
  '"': ['"', '”', '“'],
  '“': ['”', '“', '"'],
  '”': ['”', '"'],
  '„': ['“', '”', '"'],
  '「': ['」'],
  '『': ['』'],
  '｢': ['｣'],
  '«': ['»'],
  '»': ['«'],
  '」': [],
  '』': [],
  '｣': [],
};

const HEBREW = /\p{Script=Hebrew}/u;

/** Whether the character at `index` of a folded text is a quotation mark, and not the gershayim of a Hebrew acronym. */
export function isQuoteAt(folded: string, index: number): boolean {
  const char = folded[index] ?? '';
  if (CLOSERS[char] === undefined) return false;
  return !(char === '"' && HEBREW.test(folded[index - 1] ?? '') && HEBREW.test(folded[index + 1] ?? ''));
}

export function isDelimiterAt(folded: string, index: number): boolean {
  const char = folded[index] ?? '';
  return isSpace(char) || isParenthesis(char) || isQuoteAt(folded, index);
}

/** The index after the run of non-delimiters that begins at `index`. */
export function endOfRun(folded: string, index: number): number {
  let end = index;
  while (end < folded.length && !isDelimiterAt(folded, end)) end += 1;
  return end;
}

export function skipSpaces(folded: string, index: number): number {
  let next = index;
  while (next < folded.length && isSpace(folded[next] ?? '')) next += 1;
  return next;
}

/** Answers where a phrase opened at `index` ends; prepared once per text so that the whole reading stays linear. */
export function phraseEnds(folded: string): (index: number) => number | null {
  const lastAt = new Map<string, number>();
  const isEscaped = new Uint8Array(folded.length);
  let afterBackslash = false;
  for (let i = 0; i < folded.length; i += 1) {
    isEscaped[i] = afterBackslash ? 1 : 0;
    if (!afterBackslash && isQuoteAt(folded, i)) lastAt.set(folded[i] ?? '', i);
    afterBackslash = folded[i] === '\\' && !afterBackslash;
  }
  return (index) => {
    const closer = CLOSERS[folded[index] ?? '']?.find((char) => (lastAt.get(char) ?? -1) > index);
    if (closer === undefined) return null;
    for (let i = index + 1; i < folded.length; i += 1) {
      if (folded[i] === closer && isEscaped[i] === 0 && isQuoteAt(folded, i)) return i;
    }
    return null;
  };
}

export function canOpenPhrase(char: string): boolean {
  return (CLOSERS[char]?.length ?? 0) > 0;
}

/** The mark to put at the end of a text whose quotation was left open. */
export function closerOf(char: string): string {
  return CLOSERS[char]?.[0] ?? '"';
}

/** White space and control characters become single spaces; none at the ends. */
export function collapseSpaces(text: string): string {
  let result = '';
  let pending = false;
  for (const char of text) {
    if (isSpace(char)) pending = result !== '';
    else {
      result += pending ? ` ${char}` : char;
      pending = false;
    }
  }
  return result;
}

/** Inside quotes a backslash protects a quotation mark or another backslash; elsewhere it is itself. */
export function unescapePhrase(text: string): string {
  return collapseSpaces(text.replace(/\\([\\"＂“”„「」『』｢｣«»])/g, '$1'));
}

export function quotePhrase(text: string): string {
  return `"${text.replace(/[\\"＂]/g, '\\$&')}"`;
}

/** A letter, a number or a sign such as an emoji: something an index can hold. */
export function isSearchable(text: string): boolean {
  return /[\p{L}\p{N}\p{So}]/u.test(text);
}

const SUBSTRING_SCRIPTS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u30fc]/u;

/** Han, Kana and Hangul are searched as substrings, so a prefix search adds nothing there. */
export function isSubstringScript(text: string): boolean {
  return SUBSTRING_SCRIPTS.test(text);
}
