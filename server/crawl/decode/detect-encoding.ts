// Guesses the encoding of undeclared bytes that are not UTF-8: chardet's ranking, checked by decoding and by language.
import { analyse } from 'chardet';
import { decodeAs, encodingName } from './encoding-names.ts';
import { looksLikeEucTw } from './euc-tw.ts';
import { looksLikeJohab } from './korean-encodings.ts';

const SAMPLE_BYTES = 16 * 1024;
const CANDIDATES_MAX = 6;

// Encodings that text of a language comes in, most frequent first.
const BY_LANGUAGE: Record<string, readonly string[]> = {
  zh: ['gb18030', 'big5'],
  'zh-hans': ['gb18030'],
  'zh-cn': ['gb18030'],
  'zh-hant': ['big5'],
  'zh-tw': ['big5'],
  'zh-hk': ['big5'],
  ja: ['shift_jis', 'euc-jp'],
  ko: ['euc-kr'],
  ru: ['windows-1251', 'koi8-r', 'iso-8859-5'],
  uk: ['windows-1251', 'koi8-u'],
  bg: ['windows-1251'],
  el: ['windows-1253', 'iso-8859-7'],
  he: ['windows-1255', 'iso-8859-8'],
  ar: ['windows-1256', 'iso-8859-6'],
  fa: ['windows-1256'],
  th: ['windows-874'],
  tr: ['windows-1254'],
  pl: ['windows-1250', 'iso-8859-2'],
  cs: ['windows-1250', 'iso-8859-2'],
  hu: ['windows-1250', 'iso-8859-2'],
};

// What a fitting language is worth against chardet's confidence of 0 to 100.
const LANGUAGE_BONUS = 25;

/** The likeliest encoding, or undefined where nothing fits. `languageHint`: BCP 47, breaks ties. */
export function detectEncoding(bytes: Uint8Array, languageHint?: string): string | undefined {
  const sample = proseSample(bytes);
  // chardet knows neither and takes both for Chinese of the mainland.
  if (looksLikeJohab(sample)) return 'johab';
  if (looksLikeEucTw(sample)) return 'euc-tw';
  const expected = expectedEncodings(languageHint);
  const ranked = analyse(sample)
    .slice(0, CANDIDATES_MAX)
    .flatMap(({ name, confidence }) => {
      const encoding = encodingName(name);
      if (!encoding || /^utf-/.test(encoding)) return [];
      return [{ encoding, score: confidence + (expected.includes(encoding) ? LANGUAGE_BONUS : 0) }];
    })
    .sort((a, b) => b.score - a.score);
  return ranked.find(({ encoding }) => brokenShare(sample, encoding) < 0.01)?.encoding ?? ranked[0]?.encoding;
}

function expectedEncodings(language: string | undefined): readonly string[] {
  const tag = language?.toLowerCase() ?? '';
  return BY_LANGUAGE[tag] ?? BY_LANGUAGE[tag.split('-')[0] ?? ''] ?? [];
}

/** The first stretch of text without its tags: markup is ASCII and only dilutes the statistics. */
function proseSample(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(SAMPLE_BYTES);
  let size = 0;
  let isTag = false;
  for (let i = 0; i < bytes.length && size < SAMPLE_BYTES; i++) {
    const byte = bytes[i]!;
    // A second byte of Shift_JIS or Big5 may look like markup only above 0x40, so these two are safe to test.
    if (byte === 0x3c) isTag = true;
    else if (byte === 0x3e) isTag = false;
    else if (!isTag) sample[size++] = byte;
  }
  return sample.subarray(0, size);
}

function brokenShare(sample: Uint8Array, encoding: string): number {
  const text = decodeAs(sample, encoding);
  let broken = 0;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) === 0xfffd) broken += 1;
  return broken / (text.length || 1);
}
