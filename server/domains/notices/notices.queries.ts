import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { InboxTable, NoticeTable } from '../../db/schema/notices.ts';

export type NoticeRow = Selectable<NoticeTable>;
export type InboxRow = Selectable<InboxTable>;
export type NewNotice = Omit<Insertable<NoticeTable>, 'read_at' | 'read_batch' | 'removed_at'>;

/** Inserts what is not there yet (by member and event) and answers only that. */
export async function insertNotices(
  db: Db,
  notices: NewNotice[],
): Promise<{ id: number; member_id: number; kind: string; event_key: string }[]> {
  const inserted = [];
  for (let start = 0; start < notices.length; start += 500) {
    inserted.push(
      ...(await db
        .insertInto('notice')
        .values(notices.slice(start, start + 500))
        .onConflict((conflict) => conflict.columns(['member_id', 'event_key']).doNothing())
        .returning(['id', 'member_id', 'kind', 'event_key'])
        .execute()),
    );
  }
  return inserted;
}

export function findByEvent(db: Db, memberId: number, eventKey: string): Promise<{ id: number } | undefined> {
  return db
    .selectFrom('notice')
    .select('id')
    .where('member_id', '=', memberId)
    .where('event_key', '=', eventKey)
    .executeTakeFirst();
}

export function findNotice(db: Db, id: number): Promise<NoticeRow | undefined> {
  return db.selectFrom('notice').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function addToFeed(db: Db, id: number): Promise<void> {
  await db.updateTable('notice').set({ in_feed: 1 }).where('id', '=', id).execute();
}

export async function setNoticeUrl(db: Db, id: number, url: string): Promise<void> {
  await db.updateTable('notice').set({ url }).where('id', '=', id).execute();
}

export async function insertDigestStories(db: Db, noticeId: number, articleIds: readonly number[]): Promise<void> {
  for (let start = 0; start < articleIds.length; start += 500) {
    const rows = articleIds.slice(start, start + 500).map((article_id) => ({ notice_id: noticeId, article_id }));
    await db.insertInto('digest_story').values(rows).execute();
  }
}

export function findOwnNotice(db: Db, memberId: number, id: number): Promise<NoticeRow | undefined> {
  return db.selectFrom('notice').selectAll().where('id', '=', id).where('member_id', '=', memberId).executeTakeFirst();
}

/** Articles of a digest, newest first. */
export function findDigestStories(db: Db, noticeId: number, limit: number, offset: number) {
  return db
    .selectFrom('digest_story')
    .select('article_id')
    .where('notice_id', '=', noticeId)
    .orderBy('article_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export function findInbox(db: Db, memberId: number): Promise<InboxRow | undefined> {
  return db.selectFrom('inbox').selectAll().where('member_id', '=', memberId).executeTakeFirst();
}

/** Raises the revision first: that locks the row on PostgreSQL until the numbers are written. */
export async function lockInbox(db: Db, memberId: number): Promise<InboxRow> {
  await db
    .insertInto('inbox')
    .values({ member_id: memberId, revision: 0, unread: 0, by_kind: '{}', latest_id: 0 })
    .onConflict((conflict) => conflict.column('member_id').doNothing())
    .execute();
  return db
    .updateTable('inbox')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('member_id', '=', memberId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updateInbox(db: Db, memberId: number, values: Updateable<InboxTable>): Promise<void> {
  await db.updateTable('inbox').set(values).where('member_id', '=', memberId).execute();
}

export interface NoticeFilter {
  memberId: number;
  kind?: string;
  unread?: boolean;
  subscriptionId?: number;
  before?: number;
  after?: number;
}

function filtered(db: Db, filter: NoticeFilter) {
  let query = db.selectFrom('notice').where('member_id', '=', filter.memberId).where('removed_at', 'is', null);
  if (filter.kind) query = query.where('kind', '=', filter.kind);
  if (filter.unread) query = query.where('read_at', 'is', null);
  if (filter.subscriptionId) query = query.where('subscription_id', '=', filter.subscriptionId);
  if (filter.before !== undefined) query = query.where('id', '<', filter.before);
  if (filter.after !== undefined) query = query.where('id', '>', filter.after);
  return query;
}

export function findNotices(db: Db, filter: NoticeFilter, limit: number, offset: number): Promise<NoticeRow[]> {
  return filtered(db, filter).selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute();
}

export async function countFiltered(db: Db, filter: NoticeFilter): Promise<number> {
  const row = await filtered(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Marks unread notices as read under a batch name and answers what changed. */
export function markRead(
  db: Db,
  memberId: number,
  which: { ids: number[] } | { upTo: number },
  at: number,
  batch: string,
): Promise<{ id: number; kind: string }[]> {
  let update = db
    .updateTable('notice')
    .set({ read_at: at, read_batch: batch })
    .where('member_id', '=', memberId)
    .where('read_at', 'is', null)
    .where('removed_at', 'is', null);
  update = 'ids' in which ? update.where('id', 'in', which.ids) : update.where('id', '<=', which.upTo);
  return update.returning(['id', 'kind']).execute();
}

export function markUnread(
  db: Db,
  memberId: number,
  which: { ids: number[] } | { batch: string },
): Promise<{ id: number; kind: string }[]> {
  let update = db
    .updateTable('notice')
    .set({ read_at: null, read_batch: null })
    .where('member_id', '=', memberId)
    .where('read_at', 'is not', null)
    .where('removed_at', 'is', null);
  update = 'ids' in which ? update.where('id', 'in', which.ids) : update.where('read_batch', '=', which.batch);
  return update.returning(['id', 'kind']).execute();
}

/** Takes notices out of the inbox, or puts them back; answers what changed. */
export function setRemoved(
  db: Db,
  memberId: number,
  ids: number[],
  removedAt: number | null,
): Promise<{ id: number; kind: string; read_at: number | null }[]> {
  return db
    .updateTable('notice')
    .set({ removed_at: removedAt })
    .where('member_id', '=', memberId)
    .where('id', 'in', ids)
    .where('removed_at', removedAt === null ? 'is not' : 'is', null)
    .returning(['id', 'kind', 'read_at'])
    .execute();
}

export async function findInboxOwners(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('inbox').select('member_id').execute();
  return rows.map((row) => row.member_id);
}

/** Unread notices by kind, counted from the rows themselves: what the inbox row must always equal. */
export async function recountUnread(db: Db, memberId: number): Promise<{ kind: string; count: number }[]> {
  const rows = await db
    .selectFrom('notice')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('count')])
    .where('member_id', '=', memberId)
    .where('read_at', 'is', null)
    .where('removed_at', 'is', null)
    .groupBy('kind')
    .execute();
  return rows.map((row) => ({ kind: row.kind, count: Number(row.count) }));
}

export async function countUnreadBySubscription(
  db: Db,
  memberId: number,
  kind: string,
  subscriptionIds: number[],
): Promise<Map<number, number>> {
  if (subscriptionIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('notice')
    .select((eb) => ['subscription_id', eb.fn.countAll<number>().as('count')])
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .where('read_at', 'is', null)
    .where('removed_at', 'is', null)
    .where('subscription_id', 'in', subscriptionIds)
    .groupBy('subscription_id')
    .execute();
  return new Map(rows.map((row) => [row.subscription_id!, Number(row.count)]));
}
