import type { Selectable } from 'kysely';
import { contains } from '../../db/contains.ts';
import type { Db } from '../../db/database.ts';
import type { WebsiteSubscriptionTable } from '../../db/schema/subscriptions.ts';

export type WebsiteRow = Selectable<WebsiteSubscriptionTable>;

export async function insertWebsite(
  db: Db,
  row: { member_id: number; source_id: number; title: string; folder?: string; created_at: number },
): Promise<number> {
  const { id } = await db.insertInto('website_subscription').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export function findBySource(db: Db, memberId: number, sourceId: number): Promise<WebsiteRow | undefined> {
  return db
    .selectFrom('website_subscription')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('source_id', '=', sourceId)
    .executeTakeFirst();
}

export function findOwn(db: Db, memberId: number, id: number): Promise<WebsiteRow | undefined> {
  return db
    .selectFrom('website_subscription')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .executeTakeFirst();
}

function ofMember(db: Db, memberId: number, text: string | undefined) {
  let query = db
    .selectFrom('website_subscription')
    .innerJoin('source', 'source.id', 'website_subscription.source_id')
    .where('website_subscription.member_id', '=', memberId)
    .where('website_subscription.deleted_at', 'is', null);
  if (text) {
    query = query.where((on) => on.or([contains('website_subscription.title', text), contains('source.url', text)]));
  }
  return query;
}

export function findByMember(db: Db, memberId: number, text: string | undefined, limit: number, offset: number) {
  return ofMember(db, memberId, text)
    .selectAll('website_subscription')
    .orderBy('website_subscription.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export function findAllByMember(db: Db, memberId: number): Promise<WebsiteRow[]> {
  return db
    .selectFrom('website_subscription')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}

export async function countByMember(db: Db, memberId: number, text?: string): Promise<number> {
  const row = await ofMember(db, memberId, text)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function setDeleted(db: Db, id: number, deletedAt: number | null): Promise<void> {
  await db.updateTable('website_subscription').set({ deleted_at: deletedAt }).where('id', '=', id).execute();
}

export async function setSource(db: Db, id: number, sourceId: number): Promise<void> {
  await db.updateTable('website_subscription').set({ source_id: sourceId }).where('id', '=', id).execute();
}

export async function revive(db: Db, id: number, title: string, at: number): Promise<void> {
  await db
    .updateTable('website_subscription')
    .set({ deleted_at: null, title, created_at: at })
    .where('id', '=', id)
    .execute();
}

export async function followedSourceIds(db: Db, memberId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('website_subscription')
    .select('source_id')
    .where('member_id', '=', memberId)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map((row) => row.source_id);
}

export function findFollowers(db: Db, sourceId: number): Promise<WebsiteRow[]> {
  return db
    .selectFrom('website_subscription')
    .selectAll()
    .where('source_id', '=', sourceId)
    .where('deleted_at', 'is', null)
    .execute();
}
