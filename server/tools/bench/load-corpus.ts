/** Fills a database with the corpus through the services that store what the crawl brings, and keeps it for the next run. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inTransaction } from '../../context.ts';
import type { Database } from '../../db/database.ts';
import { openDatabase } from '../../db/open-database.ts';
import { forgetOldBands, storeArticles } from '../../domains/articles/articles.service.ts';
import { addSources, describeSource } from '../../domains/sources/sources.service.ts';
import { createProgressBar } from '../progress-bar.ts';
import { createBenchContext } from './bench-context.ts';
import { corpusArticle, corpusEnd, corpusSources, prepareCorpusArticle } from './corpus.ts';

/** Articles a transaction: larger than the crawl's, everything else as there. */
const batchSize = 1_000;

const serverFolder = join(import.meta.dirname, '../..');
/** What the stored rows and the index depend on; when one of these changes, the corpus is built anew. */
const madeBy = [
  ...['tools/bench/vocabulary.ts', 'tools/bench/corpus.ts', 'text/tokens.ts', 'text/document.ts', 'text/normalise.ts'],
  ...['adapters/search-index/sqlite-fts5.ts', 'crawl/dedupe/fingerprint.ts', 'text/stem.ts'],
];

function corpusVersion(): string {
  const hash = createHash('sha256');
  for (const file of madeBy) hash.update(readFileSync(join(serverFolder, file)));
  for (const file of readdirSync(join(serverFolder, 'db/migrations')).sort()) hash.update(file);
  return hash.digest('hex').slice(0, 12);
}

/** The data folder with every `step`-th article of a corpus of `total`; built now if it is not there yet. */
export async function corpusDataDir(total: number, step = 1): Promise<string> {
  const dataDir = join(tmpdir(), 'tidings-bench', `${corpusVersion()}-${total}-${step}`);
  const complete = join(dataDir, 'complete');
  if (existsSync(complete)) return dataDir;
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  const database = await openDatabase({ databaseUrl: '', dataDir });
  const seconds = await loadCorpus(database, total, step);
  await database.close();
  writeFileSync(complete, JSON.stringify({ articles: Math.ceil(total / step), seconds }));
  return dataDir;
}

/** Loads into an empty database; answers how long it took. */
export async function loadCorpus(database: Database, total: number, step = 1): Promise<number> {
  const startedAt = performance.now();
  let clock = corpusEnd;
  const ctx = createBenchContext(database, () => clock);
  await addSources(ctx, corpusSources.map(describeCorpusSource));
  const bar = createProgressBar(`loading ${Math.ceil(total / step)} articles`);
  let batch = nextBatch(0, total, step);
  while (batch.articles.length > 0) {
    const { articles, next } = batch;
    clock = articles.at(-1)!.publishedAt;
    const storing = inTransaction(ctx, async (ctx) => {
      for (const [sourceId, own] of Map.groupBy(articles, (article) => article.sourceId)) {
        await storeArticles(
          ctx,
          sourceId,
          own.map(({ prepared }) => prepared),
        );
      }
      await forgetOldBands(ctx);
    });
    // The next articles are made while these are written.
    batch = nextBatch(next, total, step);
    await storing;
    bar.show(next, total);
  }
  bar.end();
  return (performance.now() - startedAt) / 1_000;
}

function nextBatch(from: number, total: number, step: number) {
  const articles = [];
  let index = from;
  for (; index < total && articles.length < batchSize; index += step) {
    const article = corpusArticle(index, total);
    articles.push({
      sourceId: article.source.id,
      publishedAt: article.publishedAt,
      prepared: prepareCorpusArticle(article),
    });
  }
  return { articles, next: index };
}

export function describeCorpusSource({ language, script, host }: (typeof corpusSources)[number]) {
  return describeSource({
    kind: 'feed',
    type: 'rss',
    url: `https://${host}/feed.xml`,
    homeUrl: `https://${host}/`,
    title: host,
    language: script === 'Hant' ? 'zh-tw' : language,
    country: '',
    category: 'general',
    origin: 'catalogue',
    selector: null,
    now: corpusEnd,
  });
}
