import type { Selectable } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { OutboxKind, OutboxTable } from '../../db/schema/outbox.ts';

export type OutboxRow = Selectable<OutboxTable>;

export async function insertOutbox(
  db: Db,
  row: { kind: OutboxKind; event_key: string; payload: string; created_at: number; due_at: number },
): Promise<void> {
  await db
    .insertInto('outbox')
    .values({ ...row, lease_until: 0, attempts: 0, last_error: '' })
    .onConflict((conflict) => conflict.column('event_key').doNothing())
    .execute();
}

export function findDueOutbox(db: Db, now: number, limit: number): Promise<OutboxRow[]> {
  return db
    .selectFrom('outbox')
    .selectAll()
    .where('done_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('due_at', '<=', now)
    .where('lease_until', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute();
}

/** True for exactly one of several processes that ask. */
export async function leaseOutbox(db: Db, id: number, now: number, leaseUntil: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set((eb) => ({ lease_until: leaseUntil, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .where('lease_until', '<=', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function finishOutbox(db: Db, id: number, at: number): Promise<void> {
  await db.updateTable('outbox').set({ done_at: at, last_error: '' }).where('id', '=', id).execute();
}

export async function deleteDoneBefore(db: Db, before: number): Promise<void> {
  await db.deleteFrom('outbox').where('done_at', '<', before).execute();
}

export async function postponeOutbox(
  db: Db,
  id: number,
  values: { due_at: number; failed_at: number | null; last_error: string },
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ ...values, lease_until: 0 })
    .where('id', '=', id)
    .execute();
}

export async function outboxBacklog(db: Db, now: number): Promise<{ due: number; oldestDueAt: number | null }> {
  const row = await db
    .selectFrom('outbox')
    .select((eb) => [eb.fn.countAll<number>().as('due'), eb.fn.min('due_at').as('oldestDueAt')])
    .where('done_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('due_at', '<=', now)
    .executeTakeFirstOrThrow();
  return { due: Number(row.due), oldestDueAt: row.oldestDueAt === null ? null : Number(row.oldestDueAt) };
}
