/** Databases that live as long as one run of a tool, on a PostgreSQL server that is there anyway. */
import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { openPostgres } from '../db/open-postgres.ts';

/** Answers the address of the new, empty database. */
export async function createDatabase(serverUrl: string): Promise<string> {
  const name = `scratch_${randomUUID().replaceAll('-', '')}`;
  await onServer(serverUrl, sql`create database ${sql.id(name)}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

export async function dropDatabase(serverUrl: string, databaseUrl: string): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1);
  await onServer(serverUrl, sql`drop database if exists ${sql.id(name)} with (force)`);
}

async function onServer(serverUrl: string, statement: RawBuilder<unknown>): Promise<void> {
  const server = await openPostgres(serverUrl, { poolSize: 1 });
  try {
    await statement.execute(server.kysely);
  } finally {
    await server.close();
  }
}

/** What autovacuum would do within a minute. */
export async function analyseTables(db: Db): Promise<void> {
  await sql`analyze article`.execute(db);
  await sql`analyze article_fts`.execute(db);
}
