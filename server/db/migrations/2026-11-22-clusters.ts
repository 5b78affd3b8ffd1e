import type { Kysely } from 'kysely';
import type { Engine } from '../database.ts';

/** Same-event clusters: the cluster of each article, the sizes, and the terms of the window that they are found by. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const bigint = 'bigint' as const;
  const ownId = engine === 'sqlite' ? ('integer' as const) : bigint;

  await db.schema.alterTable('article').addColumn('cluster_id', bigint).execute();
  await db.schema.createIndex('article_cluster_idx').on('article').columns(['cluster_id']).execute();

  await db.schema
    .createTable('article_cluster')
    .addColumn('id', ownId, (c) => c.primaryKey())
    .addColumn('report_count', 'integer', (c) => c.notNull())
    .addColumn('source_count', 'integer', (c) => c.notNull())
    .addColumn('first_at', bigint, (c) => c.notNull())
    .addColumn('last_at', bigint, (c) => c.notNull())
    .addColumn('merged_into', bigint)
    .addColumn('revision', bigint, (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('article_cluster_revision_idx')
    .on('article_cluster')
    .columns(['merged_into', 'revision'])
    .execute();

  await db.schema
    .createTable('article_terms')
    .addColumn('article_id', ownId, (c) => c.primaryKey())
    .addColumn('source_id', bigint, (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('published_at', bigint, (c) => c.notNull())
    .addColumn('terms', 'text', (c) => c.notNull())
    .addColumn('revision', bigint, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('article_terms_revision_idx').on('article_terms').columns(['revision']).execute();
  await db.schema.createIndex('article_terms_time_idx').on('article_terms').columns(['published_at']).execute();
}
