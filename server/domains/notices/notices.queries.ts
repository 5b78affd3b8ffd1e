import type { ExpressionBuilder, Insertable, Selectable, Updateable } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { InboxTable, NoticeTable, ReadSpanTable } from '../../db/schema/notices.ts';
import type { Schema } from '../../db/schema/schema.ts';
import type { Gap } from './unread-gaps.ts';

export type NoticeRow = Selectable<NoticeTable>;
export type InboxRow = Selectable<InboxTable>;
export type ReadSpan = Selectable<ReadSpanTable>;
export type NewNotice = Omit<Insertable<NoticeTable>, 'read_at' | 'read_batch' | 'removed_at'>;

/** Inserts what is not there yet (by member and event) and answers only that. */
export async function insertNotices(
  db: Db,
  notices: NewNotice[],
): Promise<(Counted & { id: number; member_id: number; event_key: string })[]> {
  const inserted = [];
  for (let start = 0; start < notices.length; start += 500) {
    inserted.push(
      ...(await db
        .insertInto('notice')
        .values(notices.slice(start, start + 500))
        .onConflict((conflict) => conflict.columns(['member_id', 'event_key']).doNothing())
        .returning(['id', 'member_id', 'kind', 'subscription_id', 'event_key'])
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

export async function addPlaces(db: Db, id: number, places: { in_feed?: 1; on_desktop?: 1 }): Promise<void> {
  await db.updateTable('notice').set(places).where('id', '=', id).execute();
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

/** The inbox and its unread numbers by kind, in one statement, so that they are of one revision. */
export async function findInboxByKind(
  db: Db,
  memberId: number,
): Promise<(InboxRow & { byKind: Record<string, number> }) | undefined> {
  const rows = await db
    .selectFrom('inbox')
    .leftJoin('notice_count', 'notice_count.member_id', 'inbox.member_id')
    .selectAll('inbox')
    .select((eb) => ['notice_count.kind', eb.fn.sum<number | null>('notice_count.unread').as('unread_of_kind')])
    .where('inbox.member_id', '=', memberId)
    .groupBy(['inbox.member_id', 'inbox.revision', 'inbox.unread', 'inbox.latest_id', 'notice_count.kind'])
    .execute();
  const [inbox] = rows;
  if (!inbox) return undefined;
  const numbers = rows.flatMap((row) => (row.kind === null ? [] : [[row.kind, Number(row.unread_of_kind)] as const]));
  return { ...inbox, byKind: Object.fromEntries(numbers) };
}

const inboxesAtOnce = 500;

/**
 * Makes the inboxes of members who have none, one after the other in the order given; until the transaction ends, nobody else
 * adds to them or changes them.
 */
export async function lockInboxes(db: Db, memberIds: readonly number[]): Promise<Map<number, InboxRow>> {
  const inboxes = new Map<number, InboxRow>();
  for (let start = 0; start < memberIds.length; start += inboxesAtOnce) {
    const own = memberIds.slice(start, start + inboxesAtOnce);
    const rows = await db
      .insertInto('inbox')
      .values(own.map((memberId) => ({ member_id: memberId, revision: 0, unread: 0, latest_id: 0 })))
      // An update that changes nothing locks the row on either engine.
      .onConflict((conflict) =>
        conflict.column('member_id').doUpdateSet((eb) => ({ revision: eb.ref('inbox.revision') })),
      )
      .returningAll()
      .execute();
    for (const row of rows) inboxes.set(row.member_id, row);
  }
  return inboxes;
}

export async function lockInbox(db: Db, memberId: number): Promise<InboxRow> {
  return (await lockInboxes(db, [memberId])).get(memberId)!;
}

/** The rows are there. */
export async function updateInboxes(db: Db, inboxes: readonly InboxRow[]): Promise<void> {
  for (let start = 0; start < inboxes.length; start += inboxesAtOnce) {
    await db
      .insertInto('inbox')
      .values(inboxes.slice(start, start + inboxesAtOnce))
      .onConflict((conflict) =>
        conflict.column('member_id').doUpdateSet((eb) => ({
          revision: eb.ref('excluded.revision'),
          unread: eb.ref('excluded.unread'),
          latest_id: eb.ref('excluded.latest_id'),
        })),
      )
      .execute();
  }
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
  if (filter.subscriptionId) query = query.where('subscription_id', '=', filter.subscriptionId);
  if (filter.before !== undefined) query = query.where('id', '<', filter.before);
  if (filter.after !== undefined) query = query.where('id', '>', filter.after);
  return query;
}

/** Newest first. Unread ones are looked for in the gaps only, so that what "all read" covers is never walked. */
export async function findNoticeIds(
  db: Db,
  filter: NoticeFilter,
  gaps: readonly Gap[],
  limit: number,
  offset = 0,
): Promise<number[]> {
  const newest = filtered(db, filter).select('id').orderBy('id', 'desc');
  if (!filter.unread) return idsOf(await newest.limit(limit).offset(offset).execute());
  const unread = newest.where('read_at', 'is', null).limit(offset + limit);
  const found = await Promise.all([
    unread.where('kept_unread_at', 'is not', null).execute(),
    ...gaps.map(({ after, upTo }) => unread.where('id', '>', after).where('id', '<=', upTo).execute()),
  ]);
  return [...new Set(idsOf(found.flat()))].sort((a, b) => b - a).slice(offset, offset + limit);
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

/** Newest first. */
export async function findNotices(db: Db, ids: readonly number[]): Promise<NoticeRow[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('notice').selectAll().where('id', 'in', ids).orderBy('id', 'desc').execute();
}

/** What a notice counts for. */
export interface Counted {
  kind: string;
  subscription_id: number | null;
}

const noSubscription = 0;

/** Of the inbox, of one kind, or of one subscription. */
export async function sumCounts(
  db: Db,
  filter: { memberId: number; kind?: string; subscriptionId?: number },
): Promise<{ total: number; unread: number }> {
  let query = db.selectFrom('notice_count').where('member_id', '=', filter.memberId);
  if (filter.kind) query = query.where('kind', '=', filter.kind);
  if (filter.subscriptionId) query = query.where('subscription_id', '=', filter.subscriptionId);
  const row = await query
    .select((eb) => [eb.fn.sum<number>('total').as('total'), eb.fn.sum<number>('unread').as('unread')])
    .executeTakeFirstOrThrow();
  return { total: Number(row.total), unread: Number(row.unread) };
}

/** A change of numbers, or the numbers themselves. */
export interface NoticeNumbers extends Counted {
  total: number;
  unread: number;
}

const countRow = (memberId: number, { kind, subscription_id, total, unread }: NoticeNumbers) => ({
  member_id: memberId,
  kind,
  subscription_id: subscription_id ?? noSubscription,
  total,
  unread,
});

const countsAtOnce = 500;

export async function addToCounts(
  db: Db,
  changed: readonly { memberId: number; numbers: readonly NoticeNumbers[] }[],
): Promise<void> {
  const rows = changed.flatMap(({ memberId, numbers }) => numbers.map((one) => countRow(memberId, one)));
  for (let start = 0; start < rows.length; start += countsAtOnce) {
    await db
      .insertInto('notice_count')
      .values(rows.slice(start, start + countsAtOnce))
      .onConflict((conflict) =>
        conflict.columns(['member_id', 'kind', 'subscription_id']).doUpdateSet((eb) => ({
          total: eb('notice_count.total', '+', eb.ref('excluded.total')),
          unread: eb('notice_count.unread', '+', eb.ref('excluded.unread')),
        })),
      )
      .execute();
  }
}

/** Makes every unread number of the member 0. */
export async function clearUnreadCounts(db: Db, memberId: number): Promise<void> {
  await db
    .updateTable('notice_count')
    .set({ unread: 0 })
    .where('member_id', '=', memberId)
    .where('unread', '!=', 0)
    .execute();
}

export async function findCounts(db: Db, memberId: number): Promise<NoticeNumbers[]> {
  const rows = await db
    .selectFrom('notice_count')
    .select(['kind', 'subscription_id', 'total', 'unread'])
    .where('member_id', '=', memberId)
    .execute();
  return rows.map((row) => ({ ...row, subscription_id: row.subscription_id || null }));
}

export async function deleteCounts(db: Db, memberId: number): Promise<void> {
  await db.deleteFrom('notice_count').where('member_id', '=', memberId).execute();
}

export async function findUnreadBySubscription(
  db: Db,
  memberId: number,
  kind: string,
  subscriptionIds: number[],
): Promise<Map<number, number>> {
  if (subscriptionIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('notice_count')
    .select(['subscription_id', 'unread'])
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .where('subscription_id', 'in', subscriptionIds)
    .execute();
  return new Map(rows.map((row) => [row.subscription_id, row.unread]));
}

export function findReadSpans(db: Db, memberId: number): Promise<ReadSpan[]> {
  return db.selectFrom('read_span').selectAll().where('member_id', '=', memberId).execute();
}

export async function insertReadSpans(db: Db, spans: readonly Insertable<ReadSpanTable>[]): Promise<void> {
  if (spans.length > 0) await db.insertInto('read_span').values(spans).execute();
}

export async function deleteReadSpans(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('read_span').where('id', 'in', ids).execute();
}

export async function setCovered(db: Db, spanId: number, covered: string): Promise<void> {
  await db.updateTable('read_span').set({ covered }).where('id', '=', spanId).execute();
}

/** Notices that were not read by themselves, kept unread or not. */
const neverRead = (db: Db, memberId: number, { after, upTo }: Gap) =>
  db
    .selectFrom('notice')
    .where('member_id', '=', memberId)
    .where('read_at', 'is', null)
    .where('removed_at', 'is', null)
    .where('id', '>', after)
    .where('id', '<=', upTo);

export async function countNeverRead(db: Db, memberId: number, range: Gap): Promise<(Counted & { count: number })[]> {
  const rows = await neverRead(db, memberId, range)
    .select((eb) => ['kind', 'subscription_id', eb.fn.countAll<number>().as('count')])
    .groupBy(['kind', 'subscription_id'])
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

/** What was made unread again one by one and is still unread. */
export function findKeptUnread(db: Db, memberId: number, range: Gap): Promise<(Counted & { id: number })[]> {
  return neverRead(db, memberId, range)
    .select(['id', 'kind', 'subscription_id'])
    .where('kept_unread_at', 'is not', null)
    .execute();
}

/** What decides whether a notice is unread. */
export type NoticeState = Counted & Pick<NoticeRow, 'id' | 'read_at' | 'kept_unread_at' | 'removed_at'>;

export function findOwnStates(db: Db, memberId: number, ids: readonly number[]): Promise<NoticeState[]> {
  return db
    .selectFrom('notice')
    .select(['id', 'kind', 'subscription_id', 'read_at', 'kept_unread_at', 'removed_at'])
    .where('member_id', '=', memberId)
    .where('id', 'in', ids)
    .execute();
}

export type StateChange = Pick<Updateable<NoticeTable>, 'read_at' | 'read_batch' | 'kept_unread_at' | 'removed_at'>;

export async function changeStates(db: Db, ids: readonly number[], values: StateChange): Promise<void> {
  if (ids.length > 0) await db.updateTable('notice').set(values).where('id', 'in', ids).execute();
}

/** Marks as read, under a batch name, what is kept unread up to an id; answers what of it is in the inbox. */
export async function markKeptRead(
  db: Db,
  memberId: number,
  upTo: number,
  at: number,
  batch: string,
): Promise<Counted[]> {
  const rows = await db
    .updateTable('notice')
    .set({ read_at: at, read_batch: batch })
    .where('member_id', '=', memberId)
    .where('kept_unread_at', 'is not', null)
    .where('read_at', 'is', null)
    .where('id', '<=', upTo)
    .returning(['kind', 'subscription_id', 'removed_at'])
    .execute();
  return rows.filter((row) => row.removed_at === null);
}

/** Takes back what one "read" call marked one by one; answers what of it is in the inbox. */
export async function unmarkBatch(db: Db, memberId: number, batch: string, at: number): Promise<Counted[]> {
  const rows = await db
    .updateTable('notice')
    .set({ read_at: null, read_batch: null, kept_unread_at: at })
    .where('member_id', '=', memberId)
    .where('read_batch', '=', batch)
    .returning(['kind', 'subscription_id', 'removed_at'])
    .execute();
  return rows.filter((row) => row.removed_at === null);
}

export async function findInboxOwners(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('inbox').select('member_id').execute();
  return rows.map((row) => row.member_id);
}

/** What `isUnread` says of one notice, of a row: the gaps are those between the member's read spans. */
function unreadRow(eb: ExpressionBuilder<Schema, 'notice'>, gaps: readonly Gap[]) {
  return eb.and([
    eb('notice.read_at', 'is', null),
    eb.or([
      eb('notice.kept_unread_at', 'is not', null),
      ...gaps.map(({ after, upTo }) => eb.and([eb('notice.id', '>', after), eb('notice.id', '<=', upTo)])),
    ]),
  ]);
}

/** Newest first: the articles of the notices that are unread, or of those that are not; those in digests too. */
export async function findToldArticles(
  db: Db,
  memberId: number,
  gaps: readonly Gap[],
  { isUnread, limit }: { isUnread: boolean; limit: number },
): Promise<number[]> {
  const own = db
    .selectFrom('notice')
    .where('notice.member_id', '=', memberId)
    .where('notice.removed_at', 'is', null)
    .where((eb) => (isUnread ? unreadRow(eb, gaps) : eb.not(unreadRow(eb, gaps))));
  const single = own.select('notice.article_id').where('notice.article_id', 'is not', null);
  const inDigests = own
    .innerJoin('digest_story', 'digest_story.notice_id', 'notice.id')
    .select('digest_story.article_id');
  const rows = await db
    .selectFrom(single.union(inDigests).as('told'))
    .select('told.article_id')
    .orderBy('told.article_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.article_id!);
}

/** The numbers of an inbox from the notices themselves: what the kept ones must always equal. */
export async function recount(db: Db, memberId: number, gaps: readonly Gap[]): Promise<NoticeNumbers[]> {
  const rows = await db
    .selectFrom('notice')
    .select((eb) => {
      const one = eb.case().when(unreadRow(eb, gaps)).then(eb.lit(1)).else(eb.lit(0)).end();
      return ['kind', 'subscription_id', eb.fn.countAll<number>().as('total'), eb.fn.sum<number>(one).as('unread')];
    })
    .where('member_id', '=', memberId)
    .where('removed_at', 'is', null)
    .groupBy(['kind', 'subscription_id'])
    .execute();
  return rows.map((row) => ({ ...row, total: Number(row.total), unread: Number(row.unread) }));
}
