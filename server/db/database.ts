import type { Kysely, Transaction } from 'kysely';
import type { Schema } from './schema/schema.ts';

export type Engine = 'sqlite' | 'postgres';

/** What a query function needs: the database or a transaction on it. */
export type Db = Kysely<Schema> | Transaction<Schema>;

export interface Database {
  engine: Engine;
  kysely: Kysely<Schema>;
  close(): Promise<void>;
}
