/**
 * The synthetic archive of the benches: article n of a size is always the same article. 45 % Chinese (a third of it
 * Traditional), 35 % English, seven more languages; 200 topics a language, 500 sources, three years, about 1.4 kB a text.
 */
import STCharacters from 'opencc-js/dict/STCharacters';
import { eventTerms } from '../../crawl/cluster/event-terms.ts';
import { fingerprint } from '../../crawl/dedupe/fingerprint.ts';
import type { PreparedArticle } from '../../crawl/prepare/prepare-article.ts';
import { type SeededRandom, seededRandom } from '../../demo/seeded-random.ts';
import { toTokenDocument } from '../../text/document.ts';
import { type CorpusLanguage, corpusVocabularies, draw, type Vocabulary, type WeightedWords } from './vocabulary.ts';

export interface CorpusSource {
  /** Row id in a database filled with this corpus; from 1 on. */
  id: number;
  language: CorpusLanguage;
  script: 'Hans' | 'Hant' | '';
  host: string;
}

export interface CorpusArticle {
  source: CorpusSource;
  title: string;
  paragraphs: string[];
  /** The words it was made of, in order, as they were drawn; for query sets. */
  words: string[];
  publishedAt: number;
  url: string;
}

const shares: Record<CorpusLanguage, number> = {
  zh: 0.45,
  en: 0.35,
  ja: 0.04,
  ko: 0.03,
  ru: 0.03,
  es: 0.03,
  de: 0.025,
  fr: 0.025,
  ar: 0.02,
};
const languages = Object.keys(shares) as CorpusLanguage[];

export const corpusEnd = Date.UTC(2026, 10, 1);
const spanMs = 3 * 365 * 86_400_000;
const sourceCount = 500;
const bytesPerText = { min: 400, max: 2_000 };
const topicShare = 0.12;
const nameShare = 0.015;

const toTraditional = new Map(STCharacters.split('|').map((entry) => entry.split(' ') as [string, string]));
const traditional = (text: string) =>
  Array.from(text, (character) => toTraditional.get(character) ?? character).join('');

export const corpusSources: readonly CorpusSource[] = makeSources();

function makeSources(): CorpusSource[] {
  const sources: CorpusSource[] = [];
  for (const language of languages) {
    const count = Math.round(shares[language] * sourceCount);
    for (let n = 0; n < count; n++) {
      const id = sources.length + 1;
      const script = language !== 'zh' ? '' : n % 3 === 2 ? 'Hant' : 'Hans';
      sources.push({ id, language, script, host: `${language}${n}.example` });
    }
  }
  return sources;
}

const sourcesByLanguage = Object.fromEntries(
  languages.map((language) => [language, popular(corpusSources.filter((source) => source.language === language))]),
) as Record<CorpusLanguage, ReturnType<typeof popular>>;

/** Large sources and small ones: Zipf with exponent 0.8. */
function popular(sources: CorpusSource[]): { sources: CorpusSource[]; draws: WeightedWords } {
  const sums = new Float64Array(sources.length);
  let sum = 0;
  for (let rank = 0; rank < sources.length; rank++) {
    sum += 1 / (rank + 1) ** 0.8;
    sums[rank] = sum;
  }
  return { sources, draws: { words: sources.map((_, at) => String(at)), sums } };
}

/** Article `index` of `total`, in order of publication. */
export function corpusArticle(index: number, total: number): CorpusArticle {
  const random = seededRandom(`article ${index}`);
  const language = drawLanguage(random);
  const { sources, draws } = sourcesByLanguage[language];
  const source = sources[Number(draw(draws, random))]!;
  const publishedAt = corpusEnd - spanMs + Math.floor((index / total) * spanMs) + random.int(0, 999);
  const vocabulary = corpusVocabularies()[language];
  const topic = random.pick(vocabulary.topics);
  const bytes = random.int(bytesPerText.min, bytesPerText.max);
  const words: string[] = [];
  const title = sentence(vocabulary, topic, random, words, random.int(5, 9)).slice(0, -1);
  const paragraphs = writeParagraphs(vocabulary, topic, random, words, bytes);
  const written = source.script === 'Hant' ? traditional : (text: string) => text;
  return {
    source,
    title: written(title),
    paragraphs: paragraphs.map(written),
    words,
    publishedAt,
    url: `https://${source.host}/news/${index}`,
  };
}

function drawLanguage(random: SeededRandom): CorpusLanguage {
  let wanted = random.int(0, 9_999) / 10_000;
  for (const language of languages) {
    wanted -= shares[language];
    if (wanted < 0) return language;
  }
  return 'zh';
}

function drawWord(vocabulary: Vocabulary, topic: WeightedWords, random: SeededRandom): string {
  const kind = random.int(0, 999) / 1_000;
  if (kind < nameShare) return draw(vocabulary.names, random);
  return draw(kind < nameShare + topicShare ? topic : vocabulary.all, random);
}

function sentence(
  vocabulary: Vocabulary,
  topic: WeightedWords,
  random: SeededRandom,
  words: string[],
  length: number,
): string {
  const own = Array.from({ length }, () => drawWord(vocabulary, topic, random));
  words.push(...own);
  const comma = length > 8 ? random.int(3, length - 3) : -1;
  const text = own.map((word, at) => (at === comma ? word + vocabulary.comma : word)).join(vocabulary.separator);
  return text.charAt(0).toUpperCase() + text.slice(1) + vocabulary.stop;
}

function writeParagraphs(
  vocabulary: Vocabulary,
  topic: WeightedWords,
  random: SeededRandom,
  words: string[],
  bytes: number,
): string[] {
  const paragraphs: string[] = [];
  let written = 0;
  while (written < bytes) {
    const sentences = Array.from({ length: random.int(2, 4) }, () =>
      sentence(vocabulary, topic, random, words, random.int(7, 22)),
    );
    const paragraph = sentences.join(vocabulary.separator);
    written += Buffer.byteLength(paragraph);
    paragraphs.push(paragraph);
  }
  return paragraphs;
}

/** The article as the crawl would hand it to storage, without the detour over a feed. */
export function prepareCorpusArticle(article: CorpusArticle): PreparedArticle {
  const kept = prepareToKeep(article);
  return { ...kept, eventTerms: eventTerms(kept) };
}

/** The same without what only clustering asks for. */
export function prepareToKeep(article: CorpusArticle): Omit<PreparedArticle, 'eventTerms'> {
  const { source, title, paragraphs, url, publishedAt } = article;
  const described = {
    title,
    text: paragraphs.join('\n\n'),
    author: '',
    tags: [],
    language: source.language,
    script: source.script,
    country: '',
    url,
  };
  const { id: _, ...document } = toTokenDocument({ ...described, id: 0, publishedAt, sourceId: source.id });
  const print = fingerprint(document.body.map((token) => token.text));
  return {
    ...described,
    entryKey: url,
    urlKey: url,
    html: paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join(''),
    image: '',
    category: 'general',
    words: document.words,
    publishedAt,
    fingerprint: print,
    document,
  };
}
