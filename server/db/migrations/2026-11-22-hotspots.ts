import type { Kysely } from 'kysely';
import type { Engine } from '../database.ts';

/** Hotspots: hourly counts of the weeks before, one row a term and day, and the boards. */
export async function up(db: Kysely<unknown>, _engine: Engine): Promise<void> {
  const bigint = 'bigint' as const;

  await db.schema
    .createTable('hot_hour')
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('hour', 'integer', (c) => c.notNull())
    .addColumn('sources', 'integer', (c) => c.notNull())
    .addColumn('articles', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('hot_hour_key', ['language', 'hour'])
    .execute();
  await db.schema
    .createTable('hot_term')
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('day', 'integer', (c) => c.notNull())
    .addColumn('term', 'text', (c) => c.notNull())
    .addColumn('counts', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('hot_term_key', ['language', 'term', 'day'])
    .execute();
  await db.schema.createIndex('hot_term_day_idx').on('hot_term').columns(['day']).execute();
  await db.schema
    .createTable('hot_board')
    .addColumn('language', 'text', (c) => c.primaryKey())
    .addColumn('made_at', bigint, (c) => c.notNull())
    .addColumn('board', 'text', (c) => c.notNull())
    .execute();
}
