/** A database that is gone afterwards, on the engine a figure is measured on. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgres } from '../../db/open-postgres.ts';
import { createDatabase, dropDatabase } from './scratch-database.queries.ts';

export interface ScratchDatabase {
  /** Empty on SQLite. */
  databaseUrl: string;
  dataDir: string;
}

/** @param databaseUrl of a PostgreSQL server whose user may create databases; empty for SQLite */
export async function withScratchDatabase<Result>(
  databaseUrl: string,
  work: (scratch: ScratchDatabase) => Promise<Result>,
): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-bench-scratch-'));
  const name = `tidings_bench_${randomUUID().replaceAll('-', '')}`;
  const server = databaseUrl ? await openPostgres(databaseUrl) : undefined;
  try {
    if (!server) return await work({ databaseUrl: '', dataDir });
    await createDatabase(server.kysely, name);
    const url = new URL(databaseUrl);
    url.pathname = `/${name}`;
    return await work({ databaseUrl: url.href, dataDir });
  } finally {
    if (server) {
      await dropDatabase(server.kysely, name);
      await server.close();
    }
    rmSync(dataDir, { recursive: true, force: true });
  }
}
