// The benches measure on an archive that is written in bulk; it has to be the one the crawl would have written.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '#server/context.ts';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { storeArticles } from '#server/domains/articles/articles.service.ts';
import { createSameTextBook, forgetOldBands } from '#server/domains/articles/same-texts.service.ts';
import { addSources } from '#server/domains/sources/sources.service.ts';
import { createBenchContext } from '#server/tools/bench/bench-context.ts';
import { corpusArticle, corpusEnd, corpusSources, prepareCorpusArticle } from '#server/tools/bench/corpus.ts';
import { describeCorpusSource, loadCorpus } from '#server/tools/bench/load-corpus.ts';
import { createDatabaseUrl } from '../support/test-database.ts';
import { openTestDatabase } from '../support/test-engine.ts';

const total = 240;
const batchSize = 80;

let crawled: Awaited<ReturnType<typeof openTestDatabase>>;
let loaded: Database;
const dataDir = mkdtempSync(join(tmpdir(), 'tidings-bulk-'));

beforeAll(async () => {
  crawled = await openTestDatabase();
  await storeAsCrawled(crawled);
  const databaseUrl = await createDatabaseUrl();
  await loadCorpus({ databaseUrl, dataDir }, total, { batchSize });
  loaded = await openDatabase({ databaseUrl, dataDir });
}, 120_000);
afterAll(async () => {
  await loaded.close();
  await crawled.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Source by source, with every question the crawl asks. */
async function storeAsCrawled(database: Database): Promise<void> {
  let clock = corpusEnd;
  const ctx = createBenchContext(database, () => clock);
  const texts = createSameTextBook();
  await addSources(ctx, corpusSources.map(describeCorpusSource));
  for (let start = 0; start < total; start += batchSize) {
    const batch = Array.from({ length: batchSize }, (_, at) => corpusArticle(start + at, total));
    clock = batch.at(-1)!.publishedAt;
    await inTransaction(ctx, async (ctx) => {
      for (const [id, own] of Map.groupBy(batch, ({ source }) => source.id)) {
        await storeArticles(ctx, id, own.map(prepareCorpusArticle), undefined, texts);
      }
      await forgetOldBands(ctx);
    });
  }
}

test('every row of every table is the same', async () => {
  const rows = async ({ kysely }: Database) => ({
    articles: await kysely.selectFrom('article').selectAll().orderBy('id').execute(),
    bands: await kysely
      .selectFrom('article_bands')
      .select(['article_id', 'seen_at', 'bands'])
      .orderBy('article_id')
      .execute(),
    groups: await kysely.selectFrom('article_group').selectAll().execute(),
    sources: await kysely.selectFrom('source').selectAll().orderBy('id').execute(),
  });
  const own = await rows(loaded);
  expect(own.articles.length).toBe(total);
  expect(own.bands.length).toBeGreaterThan(0);
  expect(own).toEqual(await rows(crawled));
});

test('the word index holds the same words at the same places, and is built the same way', async () => {
  const [own, wanted] = [await wordIndex(loaded), await wordIndex(crawled)];
  expect(own.length).toBeGreaterThan(total);
  expect(own).toEqual(wanted);
});

function wordIndex({ engine, kysely }: Database): Promise<unknown[]> {
  if (engine === 'postgres') {
    return kysely.transaction().execute(async (tx) => {
      const { rows } = await sql`select id, tokens::text from article_fts order by id`.execute(tx);
      const { rows: indexes } = await sql`select indexdef from pg_indexes
        where tablename = 'article_fts' order by indexdef`.execute(tx);
      return [...rows, ...indexes];
    });
  }
  // One transaction, for the view of the vocabulary lives in one connection.
  return kysely.transaction().execute(async (tx) => {
    await sql`create virtual table temp.words using fts5vocab('main', 'article_fts', 'instance')`.execute(tx);
    const { rows } = await sql`select term, doc, col, group_concat(offset) as places from temp.words
      group by term, doc, col order by term, doc, col`.execute(tx);
    const { rows: made } = await sql`select sql from sqlite_master where tbl_name = 'article_fts'`.execute(tx);
    await sql`drop table temp.words`.execute(tx);
    return [...rows, ...made];
  });
}
