import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { PushDeviceTable, WebhookTable } from '../../db/schema/notices.ts';

export type WebhookRow = Selectable<WebhookTable>;
export type PushDeviceRow = Selectable<PushDeviceTable>;

export function findWebhook(db: Db, memberId: number): Promise<WebhookRow | undefined> {
  return db.selectFrom('webhook').selectAll().where('member_id', '=', memberId).executeTakeFirst();
}

export async function insertWebhook(db: Db, row: Insertable<WebhookTable>): Promise<void> {
  await db.insertInto('webhook').values(row).execute();
}

export async function updateWebhook(db: Db, memberId: number, values: Updateable<WebhookTable>): Promise<void> {
  await db.updateTable('webhook').set(values).where('member_id', '=', memberId).execute();
}

/** Records a failure; the first of a row keeps its time. */
export async function countWebhookFailure(db: Db, memberId: number, at: number, error: string): Promise<void> {
  await db
    .updateTable('webhook')
    .set((eb) => ({ failing_since: eb.fn.coalesce('failing_since', eb.val(at)), last_error: error }))
    .where('member_id', '=', memberId)
    .execute();
}

/** True for the one call that switched it off. */
export async function switchWebhookOff(db: Db, memberId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook')
    .set({ is_on: 0 })
    .where('member_id', '=', memberId)
    .where('is_on', '=', 1)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteWebhook(db: Db, memberId: number): Promise<void> {
  await db.deleteFrom('webhook').where('member_id', '=', memberId).execute();
}

export async function findFeedSecret(db: Db, memberId: number): Promise<string | undefined> {
  const row = await db.selectFrom('notice_feed').select('secret').where('member_id', '=', memberId).executeTakeFirst();
  return row?.secret;
}

export function findFeedOwner(db: Db, secret: string) {
  return db
    .selectFrom('notice_feed')
    .innerJoin('member', 'member.id', 'notice_feed.member_id')
    .select(['member.id as memberId', 'member.language as language'])
    .where('notice_feed.secret', '=', secret)
    .executeTakeFirst();
}

export async function saveFeedSecret(db: Db, memberId: number, secret: string, at: number): Promise<void> {
  await db
    .insertInto('notice_feed')
    .values({ member_id: memberId, secret, created_at: at })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ secret, created_at: at }))
    .execute();
}

export async function deleteFeed(db: Db, memberId: number): Promise<void> {
  await db.deleteFrom('notice_feed').where('member_id', '=', memberId).execute();
}

export function findFeedNotices(db: Db, memberId: number, limit: number) {
  return db
    .selectFrom('notice')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('in_feed', '=', 1)
    .where('removed_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** A browser belongs to whoever signed in on it last. */
export async function savePushDevice(db: Db, row: Omit<Insertable<PushDeviceTable>, 'id'>): Promise<void> {
  const { member_id, p256dh, auth } = row;
  await db
    .insertInto('push_device')
    .values(row)
    .onConflict((conflict) => conflict.column('endpoint_key').doUpdateSet({ member_id, p256dh, auth }))
    .execute();
}

export async function deletePushDevice(db: Db, which: { id: number } | { memberId: number; endpointKey: string }) {
  const query = db.deleteFrom('push_device');
  await ('id' in which
    ? query.where('id', '=', which.id)
    : query.where('member_id', '=', which.memberId).where('endpoint_key', '=', which.endpointKey)
  ).execute();
}

export function findPushDevice(db: Db, id: number): Promise<PushDeviceRow | undefined> {
  return db.selectFrom('push_device').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findPushDevices(db: Db, memberIds: number[]): Promise<{ id: number; member_id: number }[]> {
  if (memberIds.length === 0) return Promise.resolve([]);
  return db.selectFrom('push_device').select(['id', 'member_id']).where('member_id', 'in', memberIds).execute();
}

export function findReader(db: Db, memberId: number) {
  return db
    .selectFrom('member')
    .select(['email', 'language', 'nickname', 'user_name'])
    .where('id', '=', memberId)
    .executeTakeFirst();
}
