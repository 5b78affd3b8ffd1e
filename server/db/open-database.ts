import { join } from 'node:path';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openSqlite } from './open-sqlite.ts';

interface DatabaseOptions {
  databaseUrl: string;
  dataDir: string;
}

/** Opens the engine the configuration names and brings its schema up to date. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const database = await openEngine(options);
  await migrate(database);
  return database;
}

async function openEngine({ databaseUrl, dataDir }: DatabaseOptions): Promise<Database> {
  if (databaseUrl === '') return openSqlite(join(dataDir, 'tidings.sqlite'));
  const { openPostgres } = await import('./open-postgres.ts');
  return openPostgres(databaseUrl);
}
