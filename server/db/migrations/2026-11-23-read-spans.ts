import { type Kysely, sql } from 'kysely';
import type { Engine } from '../database.ts';

/** "All read" as one row however many notices it covers, and the numbers of an inbox by kind and subscription. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const bigint = 'bigint' as const;
  const span = db.schema.createTable('read_span');
  await (engine === 'sqlite'
    ? span.addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    : span.addColumn('id', bigint, (c) => c.primaryKey().generatedByDefaultAsIdentity())
  )
    .addColumn('member_id', bigint, (c) => c.notNull().references('member.id'))
    .addColumn('after_id', bigint, (c) => c.notNull())
    .addColumn('up_to', bigint, (c) => c.notNull())
    .addColumn('read_at', bigint, (c) => c.notNull())
    .addColumn('read_batch', 'text', (c) => c.notNull())
    .addColumn('covered', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('read_span_member_idx').on('read_span').columns(['member_id', 'up_to']).execute();

  await db.schema
    .createTable('notice_count')
    .addColumn('member_id', bigint, (c) => c.notNull().references('member.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('subscription_id', bigint, (c) => c.notNull())
    .addColumn('total', 'integer', (c) => c.notNull())
    .addColumn('unread', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('notice_count_key', ['member_id', 'kind', 'subscription_id'])
    .execute();
  await sql`insert into notice_count (member_id, kind, subscription_id, total, unread)
    select member_id, kind, coalesce(subscription_id, 0), count(*), sum(case when read_at is null then 1 else 0 end)
    from notice where removed_at is null
    group by member_id, kind, coalesce(subscription_id, 0)`.execute(db);

  await db.schema.alterTable('notice').addColumn('kept_unread_at', bigint).execute();
  await db.schema
    .createIndex('notice_unread_idx')
    .on('notice')
    .columns(['member_id', 'id', 'kind', 'subscription_id'])
    .where(sql.ref('read_at'), 'is', null)
    .where(sql.ref('removed_at'), 'is', null)
    .execute();
  await db.schema
    .createIndex('notice_kept_unread_idx')
    .on('notice')
    .columns(['member_id', 'id'])
    .where(sql.ref('kept_unread_at'), 'is not', null)
    .execute();
  await db.schema
    .createIndex('notice_batch_idx')
    .on('notice')
    .columns(['member_id', 'read_batch'])
    .where(sql.ref('read_batch'), 'is not', null)
    .execute();
  await db.schema.createIndex('notice_kind_idx').on('notice').columns(['member_id', 'kind', 'id']).execute();
}
