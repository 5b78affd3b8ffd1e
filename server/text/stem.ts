/** Snowball stems of words, remembered: the algorithms read less than 1 MB a second, and news repeats its words. */
import { newStemmer } from 'snowball-stemmers';
import { normalise } from './normalise.ts';

const ALGORITHMS: Record<string, string> = {
  ...{
    ar: 'arabic',
    ca: 'catalan',
    da: 'danish',
    de: 'german',
    en: 'english',
    es: 'spanish',
    fi: 'finnish',
    fr: 'french',
  },
  ...{ hu: 'hungarian', it: 'italian', nl: 'dutch', no: 'norwegian', pt: 'portuguese', ro: 'romanian', ru: 'russian' },
  ...{ sv: 'swedish', tr: 'turkish' },
};

/** Languages whose words are stemmed. */
export const STEMMED_LANGUAGES: readonly string[] = Object.keys(ALGORITHMS);

/** Arabic takes prefixes off; Turkish hardens the d of very short stems. */
const CHANGES_FIRST_LETTER = new Set(['ar', 'tr']);

/** Whether a stem begins with the letter its word begins with, both folded. */
export function stemsKeepFirstLetter(language: string): boolean {
  return !CHANGES_FIRST_LETTER.has(language);
}

const CACHE_WORDS = 40_000;
const WORD_MAX = 40;

/** Takes a lower-case word with its accents, gives its folded stem (the word itself, folded, where nothing is cut off). */
export type Stem = (word: string) => string;

const stems = new Map<string, Stem | undefined>();

/** The stemmer of a language, or undefined if it has none. */
export function stemmerOf(language: string): Stem | undefined {
  if (!stems.has(language)) stems.set(language, createStem(ALGORITHMS[language]));
  return stems.get(language);
}

function createStem(algorithm: string | undefined): Stem | undefined {
  if (algorithm === undefined) return undefined;
  const stemmer = newStemmer(algorithm);
  // Two generations: when the young one is full it becomes the old one, so memory is bounded and common words survive.
  let young = new Map<string, string>();
  let old = new Map<string, string>();
  return (word) => {
    const known = young.get(word);
    if (known !== undefined) return known;
    const stem = old.get(word) ?? computeStem(stemmer, word);
    if (young.size >= CACHE_WORDS) {
      old = young;
      young = new Map();
    }
    young.set(word, stem);
    return stem;
  };
}

const WORD_ONLY = /^[\p{L}\p{M}]+$/u;

function computeStem(stemmer: { stem(word: string): string }, word: string): string {
  const folded = normalise(word).text;
  if (word.length < 3 || word.length > WORD_MAX || !WORD_ONLY.test(word)) return folded;
  const stem = normalise(stemmer.stem(word)).text;
  return WORD_ONLY.test(stem) ? stem : folded;
}
