/** What an article's event is told by: the content words, names and numbers of its headline and first lines, weighted. */
import { stemmerOf } from '../../text/stem.ts';
import { isStopWord } from '../../text/stop-words.ts';
import { isCjkToken, isSingleCharacter } from '../../text/tokens.ts';
import { words } from '../../text/words.ts';

/** Term → weight before idf; numbers begin with `#`. */
export type EventTerms = ReadonlyMap<string, number>;

const TITLE_WEIGHT = 2;
const LEAD_WEIGHT = 1;
/** UTF-16 units of the body that are read: who, what and where stand there. */
const LEAD_LENGTH = 300;
const TERMS_MAX = 48;
const NUMBER = /^\d/;

/** The terms of an article, the weightiest ones where there are too many. */
export function eventTerms(article: { title: string; text: string; language: string }): EventTerms {
  const weights = new Map<string, number>();
  const parts = [
    { text: article.title, weight: TITLE_WEIGHT },
    { text: article.text.slice(0, LEAD_LENGTH), weight: LEAD_WEIGHT },
  ];
  for (const { text, weight } of parts) {
    const seen = new Set(termsOf(text, article.language));
    for (const term of seen) weights.set(term, (weights.get(term) ?? 0) + weight);
  }
  return new Map([...weights].sort((a, b) => b[1] - a[1]).slice(0, TERMS_MAX));
}

function termsOf(text: string, language: string): string[] {
  const stem = stemmerOf(language);
  return words(text, language).flatMap((word) => {
    if (NUMBER.test(word)) return word.length > 1 ? `#${word}` : [];
    if (isStopWord(word, language)) return [];
    if (isSingleCharacter(word) && (isCjkToken(word) || word < '\u0080')) return [];
    return stem ? stem(word) : word;
  });
}

export interface TermsInTexts {
  terms: readonly string[];
  texts: readonly string[];
  language: string;
}

/** Terms as the texts write them: stems become the word they were cut from, the one that stands there most often. */
export function writtenTerms({ terms, texts, language }: TermsInTexts): string[] {
  const stem = stemmerOf(language);
  const counts = new Map<string, Map<string, number>>();
  for (const text of texts) {
    for (const word of writtenWords(text, language)) {
      const term = NUMBER.test(word) ? `#${word}` : (stem?.(word.toLowerCase()) ?? words(word, language).join(''));
      const forms = counts.get(term) ?? new Map<string, number>();
      counts.set(term, forms.set(word, (forms.get(word) ?? 0) + 1));
    }
  }
  return terms.map((term) => {
    const forms = [...(counts.get(term) ?? [])].sort((a, b) => b[1] - a[1]);
    return forms[0]?.[0] ?? term.replace(/^#/, '');
  });
}

/** The words of a text with their case and accents. */
function writtenWords(text: string, language: string): string[] {
  return stemmerOf(language) ? (text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []) : words(text, language);
}
