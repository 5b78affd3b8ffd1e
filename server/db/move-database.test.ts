import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPostgresIndex } from '#server/adapters/search-index/postgres-tsvector.ts';
import { createSqliteIndex } from '#server/adapters/search-index/sqlite-fts5.ts';
import { articleReader, loadDocuments } from '#server/domains/articles/articles.service.ts';
import { articleIdAt } from '#shared/rules/article-id.ts';
import { openTestDatabase } from '../../tests/support/test-engine.ts';
import type { Database, Db } from './database.ts';
import { MoveError, moveDatabase } from './move-database.ts';
import { openDatabase } from './open-database.ts';

const at = Date.UTC(2026, 10, 21, 8);
const articles = 450;

let dataDir: string;
let from: Database;
let to: Awaited<ReturnType<typeof openTestDatabase>>;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tidings-move-'));
  from = await openDatabase({ databaseUrl: '', dataDir });
  // On the engine of this run: SQLite → SQLite, or SQLite → PostgreSQL.
  to = await openTestDatabase();
  await fillEveryTable(from);
});
afterEach(async () => {
  await from.close();
  await to.drop();
  rmSync(dataDir, { recursive: true });
});

const indexOf = ({ engine }: Database) =>
  engine === 'postgres' ? createPostgresIndex(articleReader, () => at) : createSqliteIndex(articleReader);
const indexArticles = async (db: Db, ids: number[]) => indexOf(to).add(db, await loadDocuments(db, ids));

test('every table arrives with equal counts and values, and search finds the articles', async () => {
  const stages = new Set<string>();
  const moved = await moveDatabase({ from, to, indexArticles, onProgress: ({ stage }) => stages.add(stage) });
  expect(moved.filter(({ rows }) => rows === 0)).toEqual([]);
  expect(moved.find(({ table }) => table === 'article')?.rows).toBe(articles);
  expect([...stages]).toEqual(['copy', 'check']);

  // PostgreSQL's `real` has the precision of a decay counter, which is all it is used for.
  const source = await from.kysely.selectFrom('source').selectAll().executeTakeFirstOrThrow();
  expect(await to.kysely.selectFrom('source').selectAll().executeTakeFirst()).toEqual({
    ...source,
    error_count: expect.closeTo(source.error_count, 6),
  });
  const fetched = await to.kysely.selectFrom('source_fetch').select('error_detail').executeTakeFirst();
  expect(fetched).toEqual({ error_detail: 'ab' });
  const article = (db: Db) => db.selectFrom('article').selectAll().orderBy('id').execute();
  expect(await article(to.kysely)).toEqual(await article(from.kysely));
  const found = await indexOf(to).byTime(
    to.kysely,
    { type: 'phrase', steps: [{ token: 'harbour' }, { token: '7' }], slop: 0, field: 'any' },
    { order: 'new', limit: 10 },
  );
  expect(found).toEqual([articleIdAt(at + 7_000, 7)]);
});

test('new rows get ids behind those that came along', async () => {
  await moveDatabase({ from, to, indexArticles });
  const { id } = await to.kysely
    .insertInto('outbox')
    .values(outboxRow('later'))
    .returning('id')
    .executeTakeFirstOrThrow();
  const last = await from.kysely.selectFrom('outbox').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect(id).toBeGreaterThan(last.id);
});

test('a target with rows is refused and stays as it is', async () => {
  await to.kysely.insertInto('setting').values({ name: 'mine', value: '1' }).execute();
  await expect(moveDatabase({ from, to, indexArticles })).rejects.toThrow(MoveError);
  expect(await to.kysely.selectFrom('setting').selectAll().execute()).toEqual([{ name: 'mine', value: '1' }]);
  expect(await to.kysely.selectFrom('member').selectAll().execute()).toEqual([]);
});

test('a value that changes on the way is noticed, and nothing of the move remains', async () => {
  const spoil = async (db: Db, ids: number[]) => {
    await db.updateTable('article').set({ title: 'spoilt' }).where('id', '=', ids[0]!).execute();
  };
  await expect(moveDatabase({ from, to, indexArticles: spoil })).rejects.toThrow(/article/);
  expect(await to.kysely.selectFrom('article').select('id').execute()).toEqual([]);
});

function outboxRow(event: string) {
  const empty = { lease_until: 0, attempts: 0, done_at: null, failed_at: null, last_error: '' };
  return { kind: 'mail' as const, event_key: event, payload: '{}', created_at: at, due_at: at, ...empty };
}

/** At least one row everywhere, with what engines treat differently: nulls, real numbers, other scripts, U+0000. */
async function fillEveryTable({ kysely: db }: Database): Promise<void> {
  const { id: member_id } = await db
    .insertInto('member')
    .values({
      ...{ user_name: '读者', user_name_key: '读者', password_hash: 'x', email: null, email_key: null, mobile: null },
      ...{ type: 'member', real_name: '', nickname: 'нож', image: '', language: 'zh-cn', time_zone: 'UTC' },
      ...{ is_vip: 0, vip_expire_at: null, is_demo: 0, created_at: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const times = { created_at: at, expires_at: at + 1 };
  await db
    .insertInto('session')
    .values({ member_id, token_hash: 't', uuid: 'u', client: 'other', seen_at: at, revoked_at: null, ...times })
    .execute();
  await db
    .insertInto('one_time_code')
    .values({ recipient_key: 'a@b', purpose: 'register', code_hash: 'c', attempts: 0, used_at: null, ...times })
    .execute();
  await db
    .insertInto('login_failure')
    .values({ subject: 'account x', failures: 2, locked_until: 0, updated_at: at })
    .execute();
  const { id: source_id } = await db
    .insertInto('source')
    .values({
      ...{ kind: 'feed', type: 'rss', url: 'https://a.example/f', url_key: 'a', home_url: 'https://a.example/' },
      ...{ site_key: 'a', host: 'a.example', title: 'A', language: 'en', country: '', category: 'general' },
      ...{ origin: 'member', selector: null, subscriber_count: 1, etag: null, last_modified: null, body_hash: null },
      ...{ next_fetch_at: at, lease_until: 0, last_fetch_at: null, last_ok_at: null, last_item_at: null },
      ...{ item_count: 0, error_kind: null, error_detail: 'é', error_count: 0.1 + 0.2, error_since: null },
      ...{ poll_state: '{}', created_at: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('source_fetch')
    .values({
      ...{ source_id, at, status: null, took_ms: 1, bytes: 0, items: 0, new_items: 0 },
      ...{ error_kind: 'dns', error_detail: 'a\0b' },
    })
    .execute();
  await db.insertInto('source_address').values({ source_id, url: 'u', url_key: 'u', left_at: at }).execute();
  await db
    .insertInto('hub_subscription')
    .values({
      ...{ source_id, hub: 'https://hub.example/', topic: 'https://a.example/f', token: 't', secret: 's' },
      ...{ state: 'verified', pending: null, due_at: at, attempts: 0, last_error: '', lease_ends_at: at },
      ...{ is_trusted: 1, told_at: at, fetched_at: null, created_at: at },
    })
    .execute();
  const rows = Array.from({ length: articles }, (_, n) => {
    const id = articleIdAt(at + n * 1_000, n);
    return {
      ...{ id, source_id, entry_key: `e${n}`, url: `https://a.example/${n}`, url_key: `a/${n}`, author: '' },
      ...{ title: `Harbour ${n}`, text: `港口消息 ${n}`, html: '', tags: '["a"]', image: '', language: 'en' },
      ...{ script: 'Latn', country: '', category: 'general', words: 3, published_at: at + n * 1_000, seen_at: at },
      ...{ group_id: id, fingerprint: '{}' },
    };
  });
  await db.insertInto('article').values(rows).execute();
  const article_id = rows[0]!.id;
  const bands = rows.map(({ id }) => ({ article_id: id, seen_at: at, bands: '0af9', revision: 1 }));
  await db.insertInto('article_bands').values(bands).execute();
  await db.insertInto('article_group').values({ id: article_id, size: 2, updated_at: at }).execute();
  await db
    .insertInto('article_cluster')
    .values({
      id: article_id,
      report_count: 2,
      source_count: 2,
      first_at: at,
      last_at: at,
      merged_into: null,
      revision: 1,
    })
    .execute();
  await db
    .insertInto('article_terms')
    .values({ article_id, source_id, language: 'zh', published_at: at, terms: '{"港口":2}', revision: 1 })
    .execute();
  await db.insertInto('hot_hour').values({ language: 'zh', hour: 490_000, sources: 3, articles: 4 }).execute();
  await db.insertInto('hot_term').values({ language: 'zh', day: 20_000, term: '港口', counts: '[1,2]' }).execute();
  await db.insertInto('hot_board').values({ language: 'zh', made_at: at, board: '{}' }).execute();
  await db.insertInto('article_tombstone').values({ source_id, entry_key: 'gone', removed_at: at }).execute();
  const { id: subscription_id } = await db
    .insertInto('keyword_subscription')
    .values({
      ...{ member_id, name: 'h', keyword: 'harbour', keyword_key: 'harbour', scope: '{}', rhythm: 'at-once' },
      ...{ channels: '[]', paused: 0, hit_count: 1, last_hit_at: at, rule_revision: 1, created_at: at },
      ...{ updated_at: at, deleted_at: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('keyword_hit')
    .values({ subscription_id, article_id, group_id: article_id, matched_at: at })
    .execute();
  await db
    .insertInto('keyword_story')
    .values({ subscription_id, story_id: article_id, article_id, size: 1, state: 'told', found_at: at })
    .execute();
  await db
    .insertInto('website_subscription')
    .values({ member_id, source_id, title: 'A', created_at: at, deleted_at: null })
    .execute();
  const { id: import_id } = await db
    .insertInto('website_import')
    .values({ member_id, file_name: 'a.opml', total: 1, is_cut: 0, lease_until: 0, created_at: at, finished_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('website_import_line')
    .values({ import_id, line: 1, title: 'A', url: 'u', home_url: '', folder: '[]', result: 'added', reason: null })
    .execute();
  const { id: notice_id } = await db
    .insertInto('notice')
    .values({
      ...{ member_id, kind: 'keyword', title: 't', body: '', article_id, url: '', subscription_id, reason: 'h' },
      ...{ source_name: 'A', language: 'en', script: 'Latn', highlights: '{}', event_key: 'story 1', created_at: at },
      ...{ read_at: null, read_batch: null, removed_at: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('digest_story').values({ notice_id, article_id }).execute();
  await db.insertInto('notice_feed').values({ member_id, secret: 's', created_at: at }).execute();
  await db
    .insertInto('push_device')
    .values({ member_id, endpoint: 'e', endpoint_key: 'k', p256dh: 'p', auth: 'a', created_at: at })
    .execute();
  await db.insertInto('webhook').values({ member_id, url: 'u', secret: 's', is_on: 1, created_at: at }).execute();
  await db.insertInto('inbox').values({ member_id, revision: 1, unread: 1, latest_id: 1 }).execute();
  await db
    .insertInto('notice_count')
    .values({ member_id, kind: 'keyword', subscription_id, total: 1, unread: 1 })
    .execute();
  await db
    .insertInto('read_span')
    .values({ member_id, after_id: 0, up_to: 1, read_at: at, read_batch: 'b', covered: '[]' })
    .execute();
  await db
    .insertInto('collect_item')
    .values({
      ...{ member_id, client_id: 'c', kind: 'link', url: '', url_key: '', article_id: null, title: '', site_name: '' },
      ...{ language: '', script: '', html: '', text: '', selection: '', note: '', tags: '[]', folder: '' },
      ...{ search_text: '', created_at: at, updated_at: at, deleted_at: null },
    })
    .execute();
  await db.insertInto('outbox').values(outboxRow('first')).execute();
  await db.insertInto('setting').values({ name: 'rule.revision', value: '1' }).execute();
}
