/**
 * Which engine the API suite runs on: SQLite, or the PostgreSQL server that TEST_DATABASE_URL names. Every test server gets
 * a database of its own.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';

export async function createDatabaseUrl(): Promise<string> {
  const serverUrl = process.env.TEST_DATABASE_URL;
  if (!serverUrl) return '';
  const name = `t${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
