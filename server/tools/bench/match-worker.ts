// Part of F5, in its own process: node match-worker.ts RULES CORPUS_SIZE
import { createMatcher } from '../../crawl/match/matcher.ts';
import { createProgressBar } from '../progress-bar.ts';
import { corpusArticle, prepareCorpusArticle } from './corpus.ts';
import { mean, percentile, rounded } from './measure.ts';
import { compileBenchQuery } from './query-set.ts';
import { makeRuleTexts } from './rule-set.ts';

export interface MatchResult {
  meanMs: number;
  p95Ms: number;
  memoryMb: number;
  hits: number;
  articles: number;
}

/** Words in more than this share of the articles are no keywords. */
const shareMax = 0.02;
const warmArticles = 300;
const timedArticles = 2_000;

function memory(): number {
  (globalThis as { gc?: () => void }).gc?.();
  return process.memoryUsage().rss;
}

function measure(ruleCount: number, corpusSize: number): MatchResult {
  const texts = makeRuleTexts(ruleCount, corpusSize, shareMax);
  const bar = createProgressBar(`filing ${ruleCount} rules`);
  const matcher = createMatcher();
  const before = memory();
  for (const [at, text] of texts.entries()) {
    matcher.setRule(at + 1, compileBenchQuery({ text }));
    bar.show(at + 1, texts.length);
  }
  bar.end();
  const memoryMb = Math.round((memory() - before) / 1e6);
  const times: number[] = [];
  let hits = 0;
  for (let n = 0; n < warmArticles + timedArticles; n++) {
    const article = prepareCorpusArticle(corpusArticle((n * 83) % corpusSize, corpusSize));
    const document = { ...article.document, id: n };
    const startedAt = performance.now();
    const matched = matcher.match(document);
    if (n < warmArticles) continue;
    times.push(performance.now() - startedAt);
    hits += matched.length;
  }
  return {
    meanMs: rounded(mean(times)),
    p95Ms: rounded(percentile(times, 0.95)),
    memoryMb,
    hits: Math.round(hits / timedArticles),
    articles: timedArticles,
  };
}

const [ruleCount, corpusSize] = process.argv.slice(2).map(Number);
process.stdout.write(JSON.stringify(measure(ruleCount!, corpusSize!)));
