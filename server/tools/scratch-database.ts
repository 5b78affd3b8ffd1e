/** A database for one run of a tool, on either engine, that is gone afterwards. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, dropDatabase } from './scratch-archive.queries.ts';

export interface ScratchDatabase {
  /** Empty on SQLite. */
  databaseUrl: string;
  dataDir: string;
}

/** @param serverUrl of a PostgreSQL server whose user may create databases; empty for SQLite */
export async function makeScratchDatabase(serverUrl: string): Promise<ScratchDatabase & { drop(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-scratch-'));
  const databaseUrl = serverUrl && (await createDatabase(serverUrl));
  return {
    databaseUrl,
    dataDir,
    async drop() {
      rmSync(dataDir, { recursive: true, force: true });
      if (databaseUrl) await dropDatabase(serverUrl, databaseUrl);
    },
  };
}

export async function withScratchDatabase<Result>(
  serverUrl: string,
  work: (scratch: ScratchDatabase) => Promise<Result>,
): Promise<Result> {
  const scratch = await makeScratchDatabase(serverUrl);
  try {
    return await work(scratch);
  } finally {
    await scratch.drop();
  }
}
