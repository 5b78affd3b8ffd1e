/** A migrated database of its own for one test file, on the engine the run is for. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { createDatabaseUrl } from './test-database.ts';

export async function openTestDatabase(): Promise<Database & { dataDir: string; drop(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-db-'));
  const database = await openDatabase({ databaseUrl: await createDatabaseUrl(), dataDir });
  return {
    ...database,
    dataDir,
    async drop() {
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
