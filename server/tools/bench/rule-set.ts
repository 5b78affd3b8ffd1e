/** Keyword rules as members would write them: 60 % one word, 30 % two words in a row, 10 % two words anywhere. */
import { seededRandom } from '../../demo/seeded-random.ts';
import { sampleArticles, wordShares } from './query-set.ts';

const sampleSize = 20_000;

/**
 * Words are drawn from articles of a corpus of `total`, so a word is subscribed to about as often as it is written.
 * `shareMax`: no word stands in a larger share of the sample.
 */
export function makeRuleTexts(count: number, total: number, shareMax: number): string[] {
  const articles = sampleArticles(total, sampleSize);
  const shareOf = wordShares(articles);
  const random = seededRandom(`rules ${shareMax}`);
  // In a small sample nothing is rarer than what stands in one article.
  const limit = Math.max(shareMax, 1 / articles.length);
  const isUsable = (word: string) => /^\p{L}{2,}$/u.test(word) && shareOf(word) <= limit;
  const rules: string[] = [];
  while (rules.length < count) {
    const { words, source } = random.pick(articles);
    const at = random.int(0, words.length - 2);
    const [word, next] = [words[at]!, words[at + 1]!];
    if (!isUsable(word)) continue;
    const kind = random.int(1, 10);
    if (kind <= 6) rules.push(word);
    else if (kind <= 9)
      rules.push(`"${word}${source.language === 'zh' || source.language === 'ja' ? '' : ' '}${next}"`);
    else {
      const other = random.pick(words);
      if (isUsable(other) && other !== word) rules.push(`${word} AND ${other}`);
    }
  }
  return rules;
}
