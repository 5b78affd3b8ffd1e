/** Fills a database with the corpus as the crawl would leave it (tests/api/bench-archive.test.ts compares), and keeps it for the next run. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { openDatabase } from '../../db/open-database.ts';
import { addSources, describeSource } from '../../domains/sources/sources.service.ts';
import { createProgressBar } from '../progress-bar.ts';
import { createBenchContext } from './bench-context.ts';
import { corpusEnd, corpusSources } from './corpus.ts';
import { buildWordIndex, dropWordIndex } from './load-corpus.queries.ts';
import type { LoaderShare } from './load-worker.ts';

/** Articles a transaction. */
const articlesAtOnce = 1_000;
const workersMax = 2;

const serverFolder = join(import.meta.dirname, '../..');
/** What the stored rows and the index depend on; when one of these changes, the corpus is built anew. */
const madeBy = [
  ...['tools/bench/load-corpus.ts', 'tools/bench/load-worker.ts', 'domains/articles/articles.service.ts'],
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
  const seconds = await loadCorpus({ databaseUrl: '', dataDir }, total, { step });
  writeFileSync(complete, JSON.stringify({ articles: Math.ceil(total / step), seconds }));
  return dataDir;
}

/** Loads every `step`-th article into an empty database; answers how many seconds it took. */
export async function loadCorpus(
  where: { databaseUrl: string; dataDir: string },
  total: number,
  { step = 1, batchSize = articlesAtOnce } = {},
): Promise<number> {
  const startedAt = performance.now();
  const database = await openDatabase(where);
  const ctx = createBenchContext(database, () => corpusEnd);
  await addSources(ctx, corpusSources.map(describeCorpusSource));
  if (database.engine === 'postgres') await dropWordIndex(ctx.db);
  const bar = createProgressBar(`loading ${Math.ceil(total / step)} articles`);
  const batches = Math.ceil(Math.ceil(total / step) / batchSize);
  const workerCount = Math.min(workersMax, batches);
  const workers = Array.from({ length: workerCount }, (_, first) =>
    startLoader({ ...where, total, step, batchSize, first, workerCount }),
  );
  try {
    for (let batch = 0; batch < batches; batch++) {
      // In order of time, as the word index takes articles soonest; meanwhile the other workers prepare theirs.
      await workers[batch % workerCount]!.storeNext();
      bar.show(batch + 1, batches);
    }
    if (database.engine === 'postgres') await buildWordIndex(ctx.db);
  } finally {
    await Promise.all(workers.map((worker) => worker.end()));
    bar.end();
    await database.close();
  }
  return (performance.now() - startedAt) / 1_000;
}

/** A thread that prepares its share of the batches ahead and stores one whenever it is its turn. */
function startLoader(share: LoaderShare) {
  const worker = new Worker(new URL('./load-worker.ts', import.meta.url), { workerData: share });
  const failed = new Promise<never>((_, reject) => worker.once('error', reject));
  failed.catch(() => {});
  return {
    async storeNext(): Promise<void> {
      const stored = new Promise((resolve) => worker.once('message', resolve));
      worker.postMessage('store');
      await Promise.race([stored, failed]);
    },
    async end(): Promise<void> {
      const ended = new Promise((resolve) => worker.once('exit', resolve));
      worker.postMessage('end');
      await Promise.race([ended, failed]);
    },
  };
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
