/** A database that is gone afterwards, on the engine a figure is measured on. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, dropDatabase } from '../scratch-archive.queries.ts';

export interface ScratchDatabase {
  /** Empty on SQLite. */
  databaseUrl: string;
  dataDir: string;
}

/** @param serverUrl of a PostgreSQL server whose user may create databases; empty for SQLite */
export async function withScratchDatabase<Result>(
  serverUrl: string,
  work: (scratch: ScratchDatabase) => Promise<Result>,
): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-bench-scratch-'));
  const databaseUrl = serverUrl && (await createDatabase(serverUrl));
  try {
    return await work({ databaseUrl, dataDir });
  } finally {
    if (databaseUrl) await dropDatabase(serverUrl, databaseUrl);
    rmSync(dataDir, { recursive: true, force: true });
  }
}
