import { join } from 'node:path';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './open-postgres.ts';
import { openSqlite } from './open-sqlite.ts';

/** Opens the engine the configuration names and brings its schema up to date. */
export async function openDatabase(options: { databaseUrl: string; dataDir: string }): Promise<Database> {
  const database = options.databaseUrl
    ? await openPostgres(options.databaseUrl)
    : await openSqlite(join(options.dataDir, 'tidings.sqlite'));
  await migrate(database);
  return database;
}
