/** The engine at scale: PostgreSQL 15 or newer through a pool, behind the same Kysely type. */
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from './database.ts';
import type { Schema } from './schema/schema.ts';

const int8 = 20;
const float8 = 701;
const numeric = 1700;

/** Our integers stay below 2^53 by design, so 64-bit columns are read as numbers. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === int8 || oid === float8 || oid === numeric) return Number;
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

export async function openPostgres(
  url: string,
  options: { poolSize?: number; statementTimeoutMs?: number } = {},
): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize ?? 10,
    types: types as pg.CustomTypesConfig,
    application_name: 'tidings',
    statement_timeout: options.statementTimeoutMs ?? 60_000,
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return { engine: 'postgres', kysely, close: () => kysely.destroy() };
}
