// A thread of the loader: prepares every n-th batch of the corpus and stores it when it is told to.
import { parentPort, workerData } from 'node:worker_threads';
import { type Context, inTransaction } from '../../context.ts';
import { openDatabase } from '../../db/open-database.ts';
import { insertArticles } from '../../domains/articles/articles.queries.ts';
import { articleRow, assignIds } from '../../domains/articles/articles.service.ts';
import { nextBandsRevision } from '../../domains/articles/same-texts.queries.ts';
import { fileTexts, sameTextWindowMs } from '../../domains/articles/same-texts.service.ts';
import { createBenchContext } from './bench-context.ts';
import { corpusArticle, corpusEnd, prepareToKeep } from './corpus.ts';

export interface LoaderShare {
  databaseUrl: string;
  dataDir: string;
  total: number;
  step: number;
  batchSize: number;
  /** Number of this worker's first batch. */
  first: number;
  workerCount: number;
}

const share = workerData as LoaderShare;
const database = await openDatabase(share);
const ctx = createBenchContext(database, () => corpusEnd);
const lastSeenAt = corpusArticle(lastIndex(), share.total).publishedAt;

let number = share.first;
let prepared: ReturnType<typeof prepareBatch> | undefined;

function lastIndex(): number {
  const { total, step } = share;
  return (Math.ceil(total / step) - 1) * step;
}

function prepareBatch() {
  const { total, step, batchSize, workerCount } = share;
  const from = number * batchSize;
  number += workerCount;
  const articles = [];
  for (let at = from; at < from + batchSize && at * step < total; at++) {
    const article = corpusArticle(at * step, total);
    articles.push({ sourceId: article.source.id, article: prepareToKeep(article) });
  }
  return articles;
}

/** No two texts of the corpus are alike, so each is its own group, and there is nothing to look for beforehand. */
async function store(ctx: Context, articles: ReturnType<typeof prepareBatch>): Promise<void> {
  const seenAt = articles.at(-1)!.article.publishedAt;
  const ids = await assignIds(
    ctx.db,
    articles.map(({ article }) => article),
  );
  const stored = articles.map(({ sourceId, article }, at) => ({ id: ids[at]!, groupId: ids[at]!, sourceId, article }));
  await insertArticles(
    ctx.db,
    stored.map((one) => ({ ...articleRow(one, seenAt), cluster_id: null })),
  );
  // Older ones would be forgotten by the end.
  if (seenAt >= lastSeenAt - sameTextWindowMs) {
    const revision = await nextBandsRevision(ctx.db);
    await fileTexts(
      ctx,
      stored.map(({ id, article }) => ({ id, fingerprint: article.fingerprint })),
      { seenAt, revision },
    );
  }
  await ctx.searchIndex.add(
    ctx.db,
    stored.map(({ id, article }) => ({ ...article.document, id })),
  );
}

parentPort!.on('message', async (message: 'store' | 'end') => {
  if (message === 'end') {
    await database.close();
    parentPort!.close();
    return;
  }
  const articles = prepared ?? prepareBatch();
  await inTransaction(ctx, (ctx) => store(ctx, articles));
  parentPort!.postMessage('stored');
  prepared = prepareBatch();
});
