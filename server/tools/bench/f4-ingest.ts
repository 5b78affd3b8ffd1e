// F4: the crawl's own way from fetched bytes to searchable, matched and told about, on one core.
import { canPin, runChild } from './child-figure.ts';
import type { BenchOptions } from './figures.ts';
import type { IngestResult } from './ingest-worker.ts';
import { atLeast, type FigureResult, figureResult } from './measure.ts';

const ruleCount = 100_000;
const timedArticles = 4_000;

export async function measureIngest(options: BenchOptions): Promise<FigureResult> {
  const pinned = canPin();
  const worker = new URL('./ingest-worker.ts', import.meta.url);
  const result = await runChild<IngestResult>(worker, [timedArticles, ruleCount, options.articles], { pinned });
  return figureResult(
    'F4',
    'Ingest: fetched bytes → searchable, matched against all rules',
    [
      { name: 'articles a second of processor time', value: result.perCpuSecond, unit: '/s', bar: atLeast(1_000) },
      { name: 'articles a second by the clock', value: result.perSecond, unit: '/s' },
      { name: 'notices an article', value: result.noticesPerArticle, unit: '' },
    ],
    { articles: result.articles, rules: ruleCount, cores: pinned ? 'tied to one' : 'all, processor time counted' },
  );
}
