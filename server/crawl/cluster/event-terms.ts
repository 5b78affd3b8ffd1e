/** What an article's event is told by: the content words, names and numbers of its headline and first lines, weighted. */
import { stemmerOf } from '../../text/stem.ts';
import { isStopWord } from '../../text/stop-words.ts';
import { isCjkToken, isSingleCharacter } from '../../text/tokens.ts';
import { words } from '../../text/words.ts';

/** Term → weight before idf; numbers begin with `#`. */
export type EventTerms = Record<string, number>;

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
  return Object.fromEntries([...weights].sort((a, b) => b[1] - a[1]).slice(0, TERMS_MAX));
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
