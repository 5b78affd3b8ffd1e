import { type Kysely, sql } from 'kysely';
import type { Engine } from '../database.ts';

/** Where notices go besides the inbox: the member's webhook, feed and push devices. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const bigint = 'bigint' as const;
  const memberKey = engine === 'sqlite' ? 'integer' : bigint;
  await db.schema
    .createTable('webhook')
    .addColumn('member_id', memberKey, (c) => c.primaryKey().references('member.id'))
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('is_on', 'integer', (c) => c.notNull())
    .addColumn('failing_since', bigint)
    .addColumn('last_ok_at', bigint)
    .addColumn('last_error', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('created_at', bigint, (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('notice_feed')
    .addColumn('member_id', memberKey, (c) => c.primaryKey().references('member.id'))
    .addColumn('secret', 'text', (c) => c.notNull().unique())
    .addColumn('created_at', bigint, (c) => c.notNull())
    .execute();
  const device = db.schema.createTable('push_device');
  await (engine === 'sqlite'
    ? device.addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    : device.addColumn('id', bigint, (c) => c.primaryKey().generatedByDefaultAsIdentity())
  )
    .addColumn('member_id', bigint, (c) => c.notNull().references('member.id'))
    .addColumn('endpoint', 'text', (c) => c.notNull())
    .addColumn('endpoint_key', 'text', (c) => c.notNull().unique())
    .addColumn('p256dh', 'text', (c) => c.notNull())
    .addColumn('auth', 'text', (c) => c.notNull())
    .addColumn('created_at', bigint, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('push_device_member_idx').on('push_device').columns(['member_id']).execute();

  await db.schema
    .alterTable('notice')
    .addColumn('in_feed', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex('notice_feed_idx').on('notice').columns(['member_id', 'in_feed', 'id']).execute();
  // A member's feed takes every rule until the member takes one out.
  await sql`update keyword_subscription set channels = replace(channels, ']', ',"feed"]') where channels <> '[]'`.execute(
    db,
  );
}
