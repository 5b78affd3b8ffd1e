/** Dictionary words for statistics, clusters and hot words. Search does not use them: it finds by tokens. */
import { Jieba } from '@node-rs/jieba';
import { readChineseDictionary } from '../dictionaries/dictionaries.ts';
import { normalise } from './normalise.ts';
import { isStopWord } from './stop-words.ts';
import { isCjkToken, isSingleCharacter } from './tokens.ts';

let jieba: Jieba | undefined;

/** The dictionary takes some 200 ms to load, so it waits for the first Chinese text. */
function chineseSegmenter(): Jieba {
  jieba ??= Jieba.withDict(readChineseDictionary());
  return jieba;
}

const segmenters = new Map<string, Intl.Segmenter>();

function segmenterOf(language: string): Intl.Segmenter {
  let segmenter = segmenters.get(language);
  if (segmenter === undefined) {
    segmenter = new Intl.Segmenter(language, { granularity: 'word' });
    segmenters.set(language, segmenter);
  }
  return segmenter;
}

const SEGMENTED = new Set(['ja', 'th', 'lo', 'km', 'my']);
const HAS_LETTER = /[\p{L}\p{N}]/u;
const SPACED_WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** Words in order of the text, folded for matching; Chinese is cut after the fold to Simplified. Punctuation is left out. */
export function words(text: string, language: string): string[] {
  const folded = normalise(text, language !== 'ja').text;
  if (language === 'zh')
    return chineseSegmenter()
      .cut(folded, true)
      .filter((word) => HAS_LETTER.test(word));
  if (!SEGMENTED.has(language)) return folded.match(SPACED_WORD) ?? [];
  const found: string[] = [];
  for (const { segment, isWordLike } of segmenterOf(language).segment(folded)) if (isWordLike) found.push(segment);
  return found;
}

/** Words worth counting: no stop words, no lone characters of CJK, no bare numbers. */
export function contentWords(text: string, language: string): string[] {
  return words(text, language).filter(
    (word) =>
      !isStopWord(word, language) &&
      !(isSingleCharacter(word) && (isCjkToken(word) || word < '\u0080')) &&
      !/^\d+$/.test(word),
  );
}
