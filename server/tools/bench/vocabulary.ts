/**
 * Invented words in the shape of ten languages, and Chinese words by their real frequency: enough for an index to meet the
 * lists it meets in production. Pure and seeded: the same call gives the same words everywhere.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type SeededRandom, seededRandom } from '../../demo/seeded-random.ts';

export const corpusLanguages = ['zh', 'en', 'ja', 'ko', 'ru', 'es', 'de', 'fr', 'ar'] as const;
export type CorpusLanguage = (typeof corpusLanguages)[number];

/** Words with the running sum of their weights, so that a draw is one binary search. */
export interface WeightedWords {
  words: readonly string[];
  sums: Float64Array;
}

export interface Vocabulary {
  all: WeightedWords;
  /** Per topic, words that its articles use more than others do. */
  topics: WeightedWords[];
  /** Names of two or three words that come back over the years. */
  names: WeightedWords;
  separator: '' | ' ';
  stop: string;
  comma: string;
}

const topicCount = 200;
const topicWords = 120;
const nameCount = 20_000;
const inventedWords = 40_000;

/** Zipf: the n-th word is n times rarer than the first. */
function zipf(words: readonly string[]): WeightedWords {
  return weighted(words, (rank) => 1 / (rank + 1));
}

function weighted(words: readonly string[], weightOf: (rank: number) => number): WeightedWords {
  const sums = new Float64Array(words.length);
  let sum = 0;
  for (let rank = 0; rank < words.length; rank++) {
    sum += weightOf(rank);
    sums[rank] = sum;
  }
  return { words, sums };
}

const drawSteps = 2 ** 30;

export function draw({ words, sums }: WeightedWords, random: SeededRandom): string {
  const wanted = (random.int(0, drawSteps - 1) / drawSteps) * sums[sums.length - 1]!;
  let low = 0;
  let high = sums.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sums[middle]! <= wanted) low = middle + 1;
    else high = middle;
  }
  return words[low]!;
}

interface Sounds {
  onsets: string;
  vowels: string;
  codas: string;
  /** Endings that inflect, so that stemmers have something to cut. */
  endings: string;
  /** The words between the words. */
  small: string;
}

const sounds: Record<Exclude<CorpusLanguage, 'zh' | 'ja' | 'ko'>, Sounds> = {
  en: {
    onsets: 'b br c ch cl d dr f fl g gr h j k l m n p pl pr r s sh st str t th tr v w',
    vowels: 'a e i o u ea oo ai ou',
    codas: '- n r l s t m nd nt rk st ck',
    endings: '- - - s ed ing er ly tion ment',
    small: 'the of to and a in is it for on that with as was by at from be are has its this an have not or will but',
  },
  de: {
    onsets: 'b br d f fr g gr h k kl l m n p r s sch schl st t tr v w z',
    vowels: 'a e i o u ä ö ü ei au ie',
    codas: '- n r l s t m nd cht ng rk st',
    endings: '- - en er e es ung keit lich ten',
    small:
      'der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat',
  },
  fr: {
    onsets: 'b br c ch d f fr g gr j l m n p pl pr qu r s t tr v',
    vowels: 'a e i o u é è ai ou eau oi',
    codas: '- - n r l s t m x',
    endings: '- - s e es er ment tion eur ées',
    small:
      'de la le et les des en un du une que est pour qui dans a par plus pas au sur ne se ce il sont avec son cette',
  },
  es: {
    onsets: 'b br c ch d f g gr h j l ll m n p pl pr r s t tr v z',
    vowels: 'a e i o u á é ó ie ue',
    codas: '- - n r l s d',
    endings: '- - s o a os as ción mente ando',
    small: 'de la que el en y a los se del las un por con no una su para es al lo como más o pero sus le ha este',
  },
  ru: {
    onsets: 'б бр в г гр д ж з к кр л м н п пр р с ст т тр ф х ц ч ш',
    vowels: 'а е и о у ы э ю я',
    codas: '- - н р л с т м к в ст',
    endings: '- а ы ов ами ого ение ость ский ют',
    small: 'и в не на что с по это как из у за от о к для до при его только также или был она они уже так',
  },
  ar: {
    onsets: 'ب ت ج ح خ د ر ز س ش ص ط ع غ ف ق ك ل م ن ه و ي',
    vowels: '- ا و ي -',
    codas: 'ب د ر س ع ف ق ل م ن ت ك',
    endings: '- - ة ات ين ون ية ها',
    small: 'في من على إلى أن عن مع هذا هذه التي الذي كان لا ما بعد قبل بين كل قد كما أو ثم هو هي',
  },
};

const list = (text: string) => text.split(' ').map((part) => (part === '-' ? '' : part));

function inventWords(random: SeededRandom, count: number, build: () => string): string[] {
  const found = new Set<string>();
  while (found.size < count) found.add(build());
  return random.shuffle([...found]);
}

function spacedWords(language: keyof typeof sounds): string[] {
  const random = seededRandom(`words ${language}`);
  const { onsets, vowels, codas, endings, small } = sounds[language];
  const [first, middle, last, ends] = [list(onsets), list(vowels), list(codas), list(endings)];
  const smallWords = list(small);
  const syllable = () => random.pick(first) + random.pick(middle) + random.pick(last);
  const invented = inventWords(random, inventedWords, () => {
    const stem = Array.from({ length: random.int(1, 3) }, syllable).join('');
    return stem + random.pick(ends);
  });
  return [...new Set([...smallWords, ...invented])];
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCharCode(from + at));

function koreanWords(): string[] {
  const random = seededRandom('words ko');
  const particles = list('- 은 는 이 가 을 를 의 에 에서 으로 와 도 까지');
  const syllables = random.shuffle(range(0xac00, 0xd7a3)).slice(0, 900);
  const stems = inventWords(random, 15_000, () =>
    Array.from({ length: random.int(2, 3) }, () => random.pick(syllables)).join(''),
  );
  return [...new Set(inventWords(random, inventedWords, () => random.pick(stems) + random.pick(particles)))];
}

function japaneseWords(han: readonly string[]): string[] {
  const random = seededRandom('words ja');
  const particles = list('の に は を が と で も から まで した する です ます として');
  const katakana = range(0x30a2, 0x30f3).filter((kana) => !'ッャュョィゥェ'.includes(kana));
  const invented = inventWords(random, inventedWords, () =>
    random.chance(0.3)
      ? Array.from({ length: random.int(3, 5) }, () => random.pick(katakana)).join('')
      : random.pick(han),
  );
  return [...new Set([...particles, ...invented])];
}

interface ChineseWord {
  word: string;
  frequency: number;
}

/** The segmenter's own dictionary: word, frequency, part of speech. */
function chineseWords(): ChineseWord[] {
  const file = createRequire(import.meta.url).resolve('@node-rs/jieba/dict.txt');
  const words: ChineseWord[] = [];
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [word = '', frequency] = line.split(' ');
    if (/^\p{Script=Han}{1,4}$/u.test(word)) words.push({ word, frequency: Number(frequency) });
  }
  return words.sort((a, b) => b.frequency - a.frequency);
}

function createVocabulary(language: CorpusLanguage, all: WeightedWords, names: readonly string[]): Vocabulary {
  const random = seededRandom(`topics ${language}`);
  // Topic words are neither the commonest nor the rarest.
  const middling = all.words.slice(150, 12_000);
  const isChineseOrJapanese = language === 'zh' || language === 'ja';
  return {
    all,
    names: zipf(names),
    topics: Array.from({ length: topicCount }, () =>
      zipf(Array.from({ length: topicWords }, () => random.pick(middling))),
    ),
    separator: isChineseOrJapanese ? '' : ' ',
    stop: isChineseOrJapanese ? '。' : '.',
    comma: isChineseOrJapanese ? '，' : ',',
  };
}

function inventNames(language: CorpusLanguage, words: readonly string[]): string[] {
  const random = seededRandom(`names ${language}`);
  const rare = words.slice(2_000);
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  if (language === 'zh' || language === 'ja') {
    const characters = [...new Set(words.slice(0, 6_000).join(''))];
    return inventWords(random, nameCount, () =>
      Array.from({ length: random.int(2, 3) }, () => random.pick(characters)).join(''),
    );
  }
  return inventWords(random, nameCount, () =>
    Array.from({ length: random.int(2, 3) }, () => capital(random.pick(rare))).join(' '),
  );
}

let vocabularies: Record<CorpusLanguage, Vocabulary> | undefined;

export function corpusVocabularies(): Record<CorpusLanguage, Vocabulary> {
  vocabularies ??= buildVocabularies();
  return vocabularies;
}

function buildVocabularies(): Record<CorpusLanguage, Vocabulary> {
  const chinese = chineseWords();
  const han = chinese.map(({ word }) => word);
  const build = (language: CorpusLanguage): Vocabulary => {
    if (language === 'zh') {
      const all = weighted(han, (rank) => chinese[rank]!.frequency);
      return createVocabulary(language, all, inventNames(language, han));
    }
    const words =
      language === 'ja'
        ? japaneseWords(han.slice(0, 60_000).filter((word) => word.length > 1))
        : language === 'ko'
          ? koreanWords()
          : spacedWords(language);
    return createVocabulary(language, zipf(words), inventNames(language, words));
  };
  return Object.fromEntries(corpusLanguages.map((language) => [language, build(language)])) as Record<
    CorpusLanguage,
    Vocabulary
  >;
}
