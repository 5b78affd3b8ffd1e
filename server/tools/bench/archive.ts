/** The loaded corpus, opened as the server opens it. */
import type { Context } from '../../context.ts';
import type { Database } from '../../db/database.ts';
import { openDatabase } from '../../db/open-database.ts';
import { createBenchContext } from './bench-context.ts';
import { corpusEnd } from './corpus.ts';
import type { BenchOptions } from './figures.ts';
import { corpusDataDir, loadCorpus } from './load-corpus.ts';

export interface Archive {
  ctx: Context;
  database: Database;
  /** Of SQLite only; a server can be started on it. */
  dataDir: string;
}

/** Every `step`-th article of the archive. */
export async function openArchive({ articles, databaseUrl }: BenchOptions, step = 1): Promise<Archive> {
  const dataDir = databaseUrl ? '' : await corpusDataDir(articles, step);
  const database = await openDatabase({ databaseUrl, dataDir });
  const ctx = createBenchContext(database, () => corpusEnd);
  if (databaseUrl) await loadOnce(ctx, databaseUrl, articles);
  return { ctx, database, dataDir };
}

/** A PostgreSQL database is loaded at its first use and found full at the next. */
async function loadOnce(ctx: Context, databaseUrl: string, articles: number): Promise<void> {
  const { count } = await ctx.searchIndex.count(ctx.db, { type: 'all' }, articles + 1);
  if (count === articles) return;
  if (count > 0) throw new Error(`the database holds another archive (${count} articles); name an empty one`);
  await loadCorpus({ databaseUrl, dataDir: '' }, articles);
}
