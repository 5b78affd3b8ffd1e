import type { Kysely } from 'kysely';
import type { Engine } from '../database.ts';

/** Where a source was before, and what its followers were told. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema.alterTable('source').addColumn('moved_from', 'text').execute();
  await db.schema.alterTable('source').addColumn('moved_at', 'bigint').execute();
  await db.schema.alterTable('source').addColumn('dead_told_at', 'bigint').execute();
  const table = db.schema.createTable('source_address');
  const withId =
    engine === 'sqlite'
      ? table.addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      : table.addColumn('id', 'bigint', (c) => c.primaryKey().generatedByDefaultAsIdentity());
  await withId
    .addColumn('source_id', 'bigint', (c) => c.notNull().references('source.id'))
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('url_key', 'text', (c) => c.notNull().unique())
    .addColumn('left_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('source_error_idx').on('source').columns(['error_since']).execute();
}
