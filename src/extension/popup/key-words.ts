/** From marked text to a query: short text as it stands, long text as a few of its words. Pure. */
import { quotePhrase } from '#shared/query/characters.ts';

/** Longer text is hardly ever found again word for word. */
export const passageLengthMax = 60;
const proposalsMax = 6;
const scanLength = 5_000;

/** Frequent words that find everything; one small list for the languages of our readers, the server has the full ones. */
const stopWords = new Set(
  (
    'the a an and or of to in on at for with from by as is are was were be been it its this that these those he she they we you i ' +
    'his her their our your not no but if so than then there here what which who when where how will would can could should may might ' +
    'have has had do does did about into over after before more most other some such only also new said says one two ' +
    'el la los las un una de del y o en que con por para es son se su sus al lo como más le les des une et du dans est sur pour par ' +
    'der die das und ein eine den dem des mit von zu im ist auf für nicht ' +
    '的 了 在 是 我 有 和 就 不 人 都 一 一个 一個 上 也 很 到 说 說 要 去 你 会 會 着 没有 沒有 看 好 自己 这 這 那 他 她 它 我们 我們 他们 他們 ' +
    '与 與 及 或 而 被 把 对 對 从 從 以 为 為 等 但 并 並 于 於 之 其 这个 這個 那个 那個 可以 已经 已經 因为 因為 所以 如果 表示 进行 進行 の に は を た が で て と し れ さ'
  ).split(' '),
);

/** A query for exactly this text. */
export function queryFor(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  const isOneWord = /^[\p{L}\p{M}\p{N}]+$/u.test(plain) && !/^(?:AND|OR|NOT|NEAR)$/i.test(plain);
  return plain === '' || isOneWord ? plain : quotePhrase(plain);
}

/** The words that say most about a passage, the most telling first: often, long, and not a word of every text. */
export function proposeKeyWords(text: string, language: string): string[] {
  const found = new Map<string, { word: string; count: number }>();
  for (const word of wordsOf(text.slice(0, scanLength), language)) {
    const key = word.toLowerCase();
    if (!isTelling(key)) continue;
    const known = found.get(key);
    if (known) known.count += 1;
    else found.set(key, { word, count: 1 });
  }
  return [...found.values()]
    .sort((a, b) => weight(b) - weight(a))
    .slice(0, proposalsMax)
    .map(({ word }) => word);
}

export function queryOfWords(words: readonly string[]): string {
  return words.map(queryFor).join(' ');
}

function wordsOf(text: string, language: string): string[] {
  const segments = new Intl.Segmenter(language || undefined, { granularity: 'word' }).segment(text);
  return [...segments].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
}

function isTelling(word: string): boolean {
  if (stopWords.has(word) || /^[\p{N}.,]+$/u.test(word)) return false;
  return isHan(word) ? [...word].length >= 2 : word.length >= 3;
}

/** Two Han characters say about as much as six letters. A capital inside a sentence marks a name. */
function weight({ word, count }: { word: string; count: number }): number {
  const length = isHan(word) ? [...word].length * 3 : word.length;
  return count * Math.min(length, 12) * (/^\p{Lu}/u.test(word) ? 1.5 : 1);
}

function isHan(word: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(word);
}
