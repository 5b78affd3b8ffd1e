// F1 (F3 on PostgreSQL): the newest 15 of a query, in the index and through HTTP, and how that grows with the archive.
import { createProgressBar } from '../progress-bar.ts';
import { callApi, spawnServer } from '../server-process.ts';
import { type Archive, openArchive } from './archive.ts';
import type { BenchOptions } from './figures.ts';
import { atMost, type FigureResult, figureResult, mean, percentile, rounded } from './measure.ts';
import { type BenchQuery, compileBenchQuery, makeQuerySet } from './query-set.ts';

const pageSize = 15;
const rounds = 3;
/** A server has been running for longer: its code is compiled after a thousand requests. */
const warmRounds = 3;
const fifth = 5;
const bars = { sqlite: 3, postgres: 30 };

export async function measureNewest(options: BenchOptions): Promise<FigureResult> {
  const queries = makeQuerySet(options.articles);
  const whole = await openArchive(options);
  const { engine } = whole.database;
  // The growth needs a second archive, which a PostgreSQL database has no room for.
  const part = engine === 'sqlite' ? await openArchive(options, fifth) : undefined;
  const times = { whole: [] as number[], part: [] as number[] };
  const bar = createProgressBar('newest 15');
  for (let round = 0; round < warmRounds + rounds; round++) {
    for (const [at, query] of queries.entries()) {
      // Taken turn about, so that both meet the same noise of the machine.
      const ms = { whole: await timeNewest(whole, query), part: part && (await timeNewest(part, query)) };
      if (round >= warmRounds) {
        times.whole.push(ms.whole);
        if (ms.part !== undefined) times.part.push(ms.part);
      }
      bar.show(round * queries.length + at + 1, (warmRounds + rounds) * queries.length);
    }
  }
  bar.end();
  await Promise.all([whole.database.close(), part?.database.close()]);
  const p95 = percentile(times.whole, 0.95);
  const measures = [
    { name: 'index p50', value: rounded(percentile(times.whole, 0.5)), unit: 'ms' },
    { name: 'index p95', value: rounded(p95), unit: 'ms', bar: atMost(bars[engine]) },
    { name: 'index max', value: rounded(Math.max(...times.whole)), unit: 'ms' },
  ];
  const conditions = {
    articles: options.articles,
    engine,
    queries: queries.length,
    rounds,
    'rounds before them': warmRounds,
  };
  if (!part) return figureResult('F3', 'Newest 15 of a query, PostgreSQL', measures, conditions);

  const http = await timeHttp(whole.dataDir, queries);
  return figureResult(
    'F1',
    'Newest 15 of a query',
    [
      ...measures,
      {
        name: `growth of p95, ${options.articles / fifth} → ${options.articles} articles`,
        value: rounded(p95 / percentile(times.part, 0.95)),
        unit: '×',
        bar: atMost(1.5),
      },
      { name: 'HTTP p50', value: rounded(percentile(http, 0.5)), unit: 'ms' },
      { name: 'HTTP p95', value: rounded(percentile(http, 0.95)), unit: 'ms', bar: atMost(15) },
      { name: 'HTTP mean', value: rounded(mean(http)), unit: 'ms' },
    ],
    conditions,
  );
}

async function timeNewest({ ctx }: Archive, query: BenchQuery): Promise<number> {
  const compiled = compileBenchQuery(query);
  const startedAt = performance.now();
  await ctx.searchIndex.byTime(ctx.db, compiled, { order: 'new', limit: pageSize });
  return performance.now() - startedAt;
}

/** The whole search page: hits with highlights, count and facets, from a real server, one request after the other. */
async function timeHttp(dataDir: string, queries: readonly BenchQuery[]): Promise<number[]> {
  const server = await spawnServer({
    ...{ DATA_DIR: dataDir, DEMO: 'off', ROLES: 'api', TRUST_PROXY: 'on', ADMIN_PASSWORD: 'bench-password' },
  }).ready;
  const bar = createProgressBar('newest 15 through HTTP');
  const times: number[] = [];
  try {
    const search = async ({ text }: BenchQuery) => {
      const startedAt = performance.now();
      const body = { keyword: text, limit: pageSize, sort: 'new' };
      const answer = await callApi(server.url, '/v1/keyword/search', { body });
      if (!answer.ok) throw new Error(`a search failed: ${answer.error}`);
      return performance.now() - startedAt;
    };
    for (let round = 0; round < warmRounds + rounds; round++) {
      for (const [at, query] of queries.entries()) {
        const ms = await search(query);
        if (round >= warmRounds) times.push(ms);
        bar.show(round * queries.length + at + 1, (warmRounds + rounds) * queries.length);
      }
    }
  } finally {
    bar.end();
    await server.stop();
  }
  return times;
}
