import { type Kysely, sql } from 'kysely';
import type { Engine } from '../database.ts';

/** When a keyword subscription tells: rhythm, limits and pauses, the stories it knows, and digests with their lists. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const bigint = 'bigint' as const;
  // One column a statement: SQLite adds no more at once.
  const rule = () => db.schema.alterTable('keyword_subscription');
  await rule()
    .addColumn('tell_at', 'integer', (c) => c.notNull().defaultTo(480))
    .execute();
  await rule()
    .addColumn('tell_on', 'integer', (c) => c.notNull().defaultTo(1))
    .execute();
  await rule()
    .addColumn('day_max', 'integer', (c) => c.notNull().defaultTo(30))
    .execute();
  await rule()
    .addColumn('told_day', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await rule()
    .addColumn('told_count', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await rule().addColumn('snooze_until', bigint).execute();
  await rule().addColumn('expires_at', bigint).execute();
  await rule().addColumn('digest_at', bigint).execute();
  await db.schema
    .createIndex('keyword_subscription_digest_idx')
    .on('keyword_subscription')
    .columns(['digest_at'])
    .execute();
  await db.schema
    .createIndex('keyword_hit_article_idx')
    .on('keyword_hit')
    .columns(['subscription_id', 'article_id'])
    .execute();

  const story = db.schema.createTable('keyword_story');
  await (engine === 'sqlite'
    ? story.addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    : story.addColumn('id', bigint, (c) => c.primaryKey().generatedByDefaultAsIdentity())
  )
    .addColumn('subscription_id', bigint, (c) => c.notNull().references('keyword_subscription.id'))
    .addColumn('story_id', bigint, (c) => c.notNull())
    .addColumn('article_id', bigint, (c) => c.notNull())
    .addColumn('size', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('found_at', bigint, (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('keyword_story_once_idx')
    .on('keyword_story')
    .columns(['subscription_id', 'story_id'])
    .unique()
    .execute();
  await db.schema
    .createIndex('keyword_story_state_idx')
    .on('keyword_story')
    .columns(['subscription_id', 'state'])
    .execute();
  await sql`insert into keyword_story (subscription_id, story_id, article_id, size, state, found_at)
    select subscription_id, group_id, article_id, 1, 'told', matched_at from keyword_hit`.execute(db);

  await db.schema.alterTable('notice').addColumn('story_count', 'integer').execute();
  await db.schema
    .createTable('digest_story')
    .addColumn('notice_id', bigint, (c) => c.notNull().references('notice.id'))
    .addColumn('article_id', bigint, (c) => c.notNull())
    .addPrimaryKeyConstraint('digest_story_key', ['notice_id', 'article_id'])
    .execute();

  await db.schema.alterTable('member').addColumn('quiet_from', 'integer').execute();
  await db.schema.alterTable('member').addColumn('quiet_to', 'integer').execute();
}
