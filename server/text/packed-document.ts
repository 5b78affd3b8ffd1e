/**
 * A document as it goes from thread to thread: three long values instead of an object for every token, and without what it was
 * made from, for the article that goes with it has that.
 */
import type { Token, TokenDocument } from './token-query.ts';

type Content = Omit<TokenDocument, 'id'>;

const fields = ['title', 'body', 'author', 'tag'] as const;

export interface PackedDocument extends Omit<Content, (typeof fields)[number] | 'written'> {
  /** Tokens of each field. */
  counts: number[];
  /** The texts of all tokens with spaces between, for no token contains one. */
  texts: string;
  /** Their stems, nothing where a token has none; empty where none has one. */
  stems: string;
  /** Start, end and marks of each token. */
  places: Int32Array;
}

const placeLength = 3;
const sentenceMark = 1;
const paragraphMark = 2;

export function packDocument({ title, body, author, tag, written: _, ...rest }: Content): PackedDocument {
  const tokens = [title, body, author, tag].flat();
  const places = new Int32Array(tokens.length * placeLength);
  const texts = new Array<string>(tokens.length);
  const stems = new Array<string>(tokens.length);
  let hasStems = false;
  tokens.forEach(({ text, stem, start, end, sentence, paragraph }, at) => {
    texts[at] = text;
    stems[at] = stem ?? '';
    hasStems ||= stem !== undefined;
    places[at * placeLength] = start;
    places[at * placeLength + 1] = end;
    places[at * placeLength + 2] = (sentence ? sentenceMark : 0) | (paragraph ? paragraphMark : 0);
  });
  return {
    ...rest,
    counts: [title, body, author, tag].map((field) => field.length),
    texts: texts.join(' '),
    stems: hasStems ? stems.join(' ') : '',
    places,
  };
}

/** `written` of the article, see `writtenOf`. */
export function unpackDocument(
  { counts, texts, stems, places, ...rest }: PackedDocument,
  written: Content['written'],
): Content {
  const nextText = partsOf(texts);
  const nextStem = stems === '' ? undefined : partsOf(stems);
  let at = 0;
  const take = (count: number): Token[] => {
    const tokens: Token[] = [];
    for (const end = at + count; at < end; at++) {
      const place = at * placeLength;
      const token: Token = { text: nextText(), start: places[place]!, end: places[place + 1]! };
      const marks = places[place + 2]!;
      if ((marks & sentenceMark) !== 0) token.sentence = true;
      if ((marks & paragraphMark) !== 0) token.paragraph = true;
      const stem = nextStem?.();
      if (stem) token.stem = stem;
      tokens.push(token);
    }
    return tokens;
  };
  const [title, body, author, tag] = counts.map(take) as [Token[], Token[], Token[], Token[]];
  return { ...rest, title, body, author, tag, written };
}

/** Gives what stands between the spaces, part by part; to split all at once makes V8 look each pair of characters up. */
function partsOf(joined: string): () => string {
  let from = 0;
  return () => {
    const space = joined.indexOf(' ', from);
    const to = space < 0 ? joined.length : space;
    const part = joined.slice(from, to);
    from = to + 1;
    return part;
  };
}
