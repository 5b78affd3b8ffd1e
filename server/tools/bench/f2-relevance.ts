// F2 (F3 on PostgreSQL): the 15 most relevant of a query, in the index.
import { createProgressBar } from '../progress-bar.ts';
import { openArchive } from './archive.ts';
import { corpusEnd } from './corpus.ts';
import type { BenchOptions } from './figures.ts';
import { atMost, type FigureResult, figureResult, percentile, rounded } from './measure.ts';
import { makeQuerySet, rankBenchQuery } from './query-set.ts';

const pageSize = 15;
const rounds = 3;
/** A server has been running for longer: its code is compiled after a thousand requests. */
const warmRounds = 3;
const bars = { sqlite: 15, postgres: 80 };

export async function measureRelevance(options: BenchOptions): Promise<FigureResult> {
  const queries = makeQuerySet(options.articles).map(rankBenchQuery);
  const { ctx, database } = await openArchive(options);
  const { engine } = database;
  const times: number[] = [];
  const bar = createProgressBar('most relevant 15');
  for (let round = 0; round < warmRounds + rounds; round++) {
    for (const [at, query] of queries.entries()) {
      const startedAt = performance.now();
      await ctx.searchIndex.byRelevance(ctx.db, query, { limit: pageSize, now: corpusEnd });
      if (round >= warmRounds) times.push(performance.now() - startedAt);
      bar.show(round * queries.length + at + 1, (warmRounds + rounds) * queries.length);
    }
  }
  bar.end();
  await database.close();
  return figureResult(
    engine === 'sqlite' ? 'F2' : 'F3',
    engine === 'sqlite' ? 'Relevance, best 15' : 'Relevance, best 15, PostgreSQL',
    [
      { name: 'index p50', value: rounded(percentile(times, 0.5)), unit: 'ms' },
      { name: 'index p95', value: rounded(percentile(times, 0.95)), unit: 'ms', bar: atMost(bars[engine]) },
      { name: 'index max', value: rounded(Math.max(...times)), unit: 'ms' },
    ],
    { articles: options.articles, engine, queries: queries.length, rounds, 'rounds before them': warmRounds },
  );
}
