import type { Kysely } from 'kysely';
import type { Engine } from '../database.ts';

/** Hubs that were asked to tell of a source's news (WebSub). */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const bigint = 'bigint' as const;
  const table = db.schema.createTable('hub_subscription');
  const withId =
    engine === 'sqlite'
      ? table.addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      : table.addColumn('id', bigint, (c) => c.primaryKey().generatedByDefaultAsIdentity());
  await withId
    .addColumn('source_id', bigint, (c) => c.notNull().references('source.id'))
    .addColumn('hub', 'text', (c) => c.notNull())
    .addColumn('topic', 'text', (c) => c.notNull())
    .addColumn('token', 'text', (c) => c.notNull().unique())
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('pending', 'text')
    .addColumn('due_at', bigint, (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('last_error', 'text', (c) => c.notNull())
    .addColumn('lease_ends_at', bigint)
    .addColumn('is_trusted', 'integer', (c) => c.notNull())
    .addColumn('told_at', bigint)
    .addColumn('fetched_at', bigint)
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addUniqueConstraint('hub_subscription_key', ['source_id', 'hub', 'topic'])
    .execute();
  await db.schema.createIndex('hub_subscription_due_idx').on('hub_subscription').columns(['due_at']).execute();
}
