import { type Kysely, sql } from 'kysely';
import type { Engine } from '../database.ts';

/** The first schema. Integers hold times as epoch milliseconds (UTC) and booleans as 0/1; JSON is text. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const bigint = 'bigint' as const;
  const createTable = (name: string) => {
    const table = db.schema.createTable(name);
    return engine === 'sqlite'
      ? table.addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      : table.addColumn('id', bigint, (c) => c.primaryKey().generatedByDefaultAsIdentity());
  };
  const index = (name: string, table: string, columns: string[], unique = false) => {
    const builder = db.schema.createIndex(name).on(table).columns(columns);
    return (unique ? builder.unique() : builder).execute();
  };

  await createTable('member')
    .addColumn('user_name', 'text', (c) => c.notNull())
    .addColumn('user_name_key', 'text', (c) => c.notNull().unique())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('email', 'text')
    .addColumn('email_key', 'text', (c) => c.unique())
    .addColumn('mobile', 'text', (c) => c.unique())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('real_name', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('nickname', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('image', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('time_zone', 'text', (c) => c.notNull())
    .addColumn('is_vip', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('vip_expire_at', bigint)
    .addColumn('is_demo', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', bigint, (c) => c.notNull())
    .execute();

  await createTable('session')
    .addColumn('member_id', bigint, (c) => c.notNull().references('member.id'))
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('uuid', 'text', (c) => c.notNull())
    .addColumn('client', 'text', (c) => c.notNull())
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('seen_at', bigint, (c) => c.notNull())
    .addColumn('expires_at', bigint, (c) => c.notNull())
    .addColumn('revoked_at', bigint)
    .execute();
  await index('session_member_idx', 'session', ['member_id']);
  await index('session_expires_idx', 'session', ['expires_at']);

  await createTable('one_time_code')
    .addColumn('recipient_key', 'text', (c) => c.notNull())
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('expires_at', bigint, (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('used_at', bigint)
    .execute();
  await index('one_time_code_recipient_idx', 'one_time_code', ['recipient_key', 'purpose']);

  await db.schema
    .createTable('login_failure')
    .addColumn('subject', 'text', (c) => c.primaryKey())
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('locked_until', bigint, (c) => c.notNull())
    .addColumn('updated_at', bigint, (c) => c.notNull())
    .execute();

  await createTable('source')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('url_key', 'text', (c) => c.notNull().unique())
    .addColumn('home_url', 'text', (c) => c.notNull())
    .addColumn('site_key', 'text', (c) => c.notNull())
    .addColumn('host', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('country', 'text', (c) => c.notNull())
    .addColumn('category', 'text', (c) => c.notNull())
    .addColumn('origin', 'text', (c) => c.notNull())
    .addColumn('selector', 'text')
    .addColumn('subscriber_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('etag', 'text')
    .addColumn('last_modified', 'text')
    .addColumn('body_hash', 'text')
    .addColumn('next_fetch_at', bigint, (c) => c.notNull())
    .addColumn('lease_until', bigint, (c) => c.notNull().defaultTo(0))
    .addColumn('last_fetch_at', bigint)
    .addColumn('last_ok_at', bigint)
    .addColumn('last_item_at', bigint)
    .addColumn('item_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('error_kind', 'text')
    .addColumn('error_detail', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('error_count', sql`real`, (c) => c.notNull().defaultTo(0))
    .addColumn('error_since', bigint)
    .addColumn('poll_state', 'text', (c) => c.notNull().defaultTo('{}'))
    .addColumn('created_at', bigint, (c) => c.notNull())
    .execute();
  await index('source_due_idx', 'source', ['next_fetch_at']);
  await index('source_site_idx', 'source', ['site_key']);

  await createTable('source_fetch')
    .addColumn('source_id', bigint, (c) => c.notNull().references('source.id'))
    .addColumn('at', bigint, (c) => c.notNull())
    .addColumn('status', 'integer')
    .addColumn('took_ms', 'integer', (c) => c.notNull())
    .addColumn('bytes', 'integer', (c) => c.notNull())
    .addColumn('items', 'integer', (c) => c.notNull())
    .addColumn('new_items', 'integer', (c) => c.notNull())
    .addColumn('error_kind', 'text')
    .addColumn('error_detail', 'text', (c) => c.notNull())
    .execute();
  await index('source_fetch_source_idx', 'source_fetch', ['source_id', 'id']);

  await db.schema
    .createTable('article')
    // SQLite makes an integer primary key the rowid itself; the values come from us in both engines.
    .addColumn('id', engine === 'sqlite' ? 'integer' : bigint, (c) => c.primaryKey())
    // Small columns first: SQLite then reads them without following the overflow pages of a long text.
    .addColumn('source_id', bigint, (c) => c.notNull().references('source.id'))
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('script', 'text', (c) => c.notNull())
    .addColumn('country', 'text', (c) => c.notNull())
    .addColumn('category', 'text', (c) => c.notNull())
    .addColumn('words', 'integer', (c) => c.notNull())
    .addColumn('published_at', bigint, (c) => c.notNull())
    .addColumn('seen_at', bigint, (c) => c.notNull())
    .addColumn('group_id', bigint, (c) => c.notNull())
    .addColumn('entry_key', 'text', (c) => c.notNull())
    .addColumn('url_key', 'text', (c) => c.notNull())
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('author', 'text', (c) => c.notNull())
    .addColumn('tags', 'text', (c) => c.notNull())
    .addColumn('image', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('html', 'text', (c) => c.notNull())
    .execute();
  await index('article_entry_idx', 'article', ['source_id', 'entry_key'], true);
  await index('article_url_idx', 'article', ['url_key']);
  await index('article_source_time_idx', 'article', ['source_id', 'id']);
  await index('article_language_time_idx', 'article', ['language', 'id']);
  await index('article_group_idx', 'article', ['group_id']);

  await db.schema
    .createTable('article_band')
    .addColumn('band', 'text', (c) => c.notNull())
    .addColumn('article_id', bigint, (c) => c.notNull())
    .addColumn('seen_at', bigint, (c) => c.notNull())
    .addPrimaryKeyConstraint('article_band_key', ['band', 'article_id'])
    .execute();
  await index('article_band_seen_idx', 'article_band', ['seen_at']);

  await db.schema
    .createTable('article_group')
    .addColumn('id', engine === 'sqlite' ? 'integer' : bigint, (c) => c.primaryKey())
    .addColumn('size', 'integer', (c) => c.notNull())
    .addColumn('updated_at', bigint, (c) => c.notNull())
    .execute();

  await createTable('article_tombstone')
    .addColumn('source_id', bigint, (c) => c.notNull())
    .addColumn('entry_key', 'text', (c) => c.notNull())
    .addColumn('removed_at', bigint, (c) => c.notNull())
    .execute();
  await index('article_tombstone_entry_idx', 'article_tombstone', ['source_id', 'entry_key'], true);

  await createTable('keyword_subscription')
    .addColumn('member_id', bigint, (c) => c.notNull().references('member.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('keyword', 'text', (c) => c.notNull())
    .addColumn('keyword_key', 'text', (c) => c.notNull())
    .addColumn('scope', 'text', (c) => c.notNull())
    .addColumn('rhythm', 'text', (c) => c.notNull())
    .addColumn('channels', 'text', (c) => c.notNull())
    .addColumn('paused', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('hit_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('last_hit_at', bigint)
    .addColumn('rule_revision', bigint, (c) => c.notNull())
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('updated_at', bigint, (c) => c.notNull())
    .addColumn('deleted_at', bigint)
    .execute();
  await index('keyword_subscription_member_idx', 'keyword_subscription', ['member_id', 'id']);
  await index('keyword_subscription_revision_idx', 'keyword_subscription', ['rule_revision']);

  await createTable('keyword_hit')
    .addColumn('subscription_id', bigint, (c) => c.notNull().references('keyword_subscription.id'))
    .addColumn('article_id', bigint, (c) => c.notNull())
    .addColumn('group_id', bigint, (c) => c.notNull())
    .addColumn('matched_at', bigint, (c) => c.notNull())
    .execute();
  await index('keyword_hit_once_idx', 'keyword_hit', ['subscription_id', 'group_id'], true);
  await index('keyword_hit_recent_idx', 'keyword_hit', ['subscription_id', 'id']);

  await createTable('website_subscription')
    .addColumn('member_id', bigint, (c) => c.notNull().references('member.id'))
    .addColumn('source_id', bigint, (c) => c.notNull().references('source.id'))
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('deleted_at', bigint)
    .execute();
  await index('website_subscription_once_idx', 'website_subscription', ['member_id', 'source_id'], true);
  await index('website_subscription_source_idx', 'website_subscription', ['source_id']);

  await createTable('notice')
    .addColumn('member_id', bigint, (c) => c.notNull().references('member.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('article_id', bigint)
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('subscription_id', bigint)
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('source_name', 'text', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('script', 'text', (c) => c.notNull())
    .addColumn('highlights', 'text', (c) => c.notNull())
    .addColumn('event_key', 'text', (c) => c.notNull())
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('read_at', bigint)
    .addColumn('read_batch', 'text')
    .addColumn('removed_at', bigint)
    .execute();
  await index('notice_event_idx', 'notice', ['member_id', 'event_key'], true);
  await index('notice_inbox_idx', 'notice', ['member_id', 'id']);
  await index('notice_subscription_idx', 'notice', ['subscription_id', 'id']);

  await db.schema
    .createTable('inbox')
    .addColumn('member_id', engine === 'sqlite' ? 'integer' : bigint, (c) => c.primaryKey())
    .addColumn('revision', bigint, (c) => c.notNull())
    .addColumn('unread', 'integer', (c) => c.notNull())
    .addColumn('by_kind', 'text', (c) => c.notNull())
    .addColumn('latest_id', bigint, (c) => c.notNull())
    .execute();

  await createTable('collect_item')
    .addColumn('member_id', bigint, (c) => c.notNull().references('member.id'))
    .addColumn('client_id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('url_key', 'text', (c) => c.notNull())
    .addColumn('article_id', bigint)
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('site_name', 'text', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('script', 'text', (c) => c.notNull())
    .addColumn('html', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('selection', 'text', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('tags', 'text', (c) => c.notNull())
    .addColumn('folder', 'text', (c) => c.notNull())
    .addColumn('search_text', 'text', (c) => c.notNull())
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('updated_at', bigint, (c) => c.notNull())
    .addColumn('deleted_at', bigint)
    .execute();
  await index('collect_item_client_idx', 'collect_item', ['member_id', 'client_id'], true);
  await index('collect_item_url_idx', 'collect_item', ['member_id', 'url_key']);
  await index('collect_item_recent_idx', 'collect_item', ['member_id', 'id']);

  await createTable('outbox')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('event_key', 'text', (c) => c.notNull().unique())
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('due_at', bigint, (c) => c.notNull())
    .addColumn('lease_until', bigint, (c) => c.notNull().defaultTo(0))
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('done_at', bigint)
    .addColumn('failed_at', bigint)
    .addColumn('last_error', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await index('outbox_due_idx', 'outbox', ['done_at', 'due_at']);

  await db.schema
    .createTable('setting')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute();
}
