import type { Selectable, Updateable } from 'kysely';
import { among } from '../../db/among.ts';
import type { Db } from '../../db/database.ts';
import type { HubSubscriptionTable } from '../../db/schema/sources.ts';

export type HubSubscriptionRow = Selectable<HubSubscriptionTable>;

export function findByToken(db: Db, token: string): Promise<HubSubscriptionRow | undefined> {
  return db.selectFrom('hub_subscription').selectAll().where('token', '=', token).executeTakeFirst();
}

/** Those of a source, the one that is being left included. */
export function findOfSource(db: Db, sourceId: number): Promise<HubSubscriptionRow[]> {
  return db.selectFrom('hub_subscription').selectAll().where('source_id', '=', sourceId).orderBy('id').execute();
}

/** Asks a hub, or one that is being left once more. */
export async function askHub(
  db: Db,
  ask: { source_id: number; hub: string; topic: string; token: string; secret: string; at: number },
): Promise<void> {
  const { at, ...values } = ask;
  const fresh = { state: 'asked', pending: null, due_at: at, attempts: 0, last_error: '', is_trusted: 0 } as const;
  await db
    .insertInto('hub_subscription')
    .values({ ...values, ...fresh, lease_ends_at: null, told_at: null, fetched_at: null, created_at: at })
    .onConflict((conflict) => conflict.columns(['source_id', 'hub', 'topic']).doUpdateSet(fresh))
    .execute();
}

export async function updateHub(db: Db, id: number, values: Updateable<HubSubscriptionTable>): Promise<void> {
  await db.updateTable('hub_subscription').set(values).where('id', '=', id).execute();
}

/** As `updateHub`, as long as what was asked awaits its answer: the hub may have verified meanwhile. */
export async function updatePending(
  db: Db,
  { id, pending }: { id: number; pending: 'subscribe' | 'unsubscribe' },
  values: Updateable<HubSubscriptionTable>,
): Promise<void> {
  await db.updateTable('hub_subscription').set(values).where('id', '=', id).where('pending', '=', pending).execute();
}

/** True for exactly one of several processes that found the row due. */
export async function claimHub(
  db: Db,
  found: HubSubscriptionRow,
  values: Updateable<HubSubscriptionTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('hub_subscription')
    .set(values)
    .where('id', '=', found.id)
    .where('state', '=', found.state)
    .where('due_at', '=', found.due_at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteHub(db: Db, id: number): Promise<void> {
  await db.deleteFrom('hub_subscription').where('id', '=', id).execute();
}

export function findDueHubs(db: Db, now: number, limit: number): Promise<HubSubscriptionRow[]> {
  return db
    .selectFrom('hub_subscription')
    .selectAll()
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute();
}

/** Of sources that nobody reads, or that fail since before `failingSince`. */
export function findNeedless(db: Db, failingSince: number, limit: number): Promise<HubSubscriptionRow[]> {
  return db
    .selectFrom('hub_subscription')
    .innerJoin('source', 'source.id', 'hub_subscription.source_id')
    .selectAll('hub_subscription')
    .where('state', '!=', 'leaving')
    .where((on) =>
      on.or([
        on('error_since', '<=', failingSince),
        on.and([on('subscriber_count', '=', 0), on('origin', '=', 'member')]),
      ]),
    )
    .orderBy('hub_subscription.id')
    .limit(limit)
    .execute();
}

/** Notes a fetch and holds the row until the transaction ends, so that a delivery is written before or after it. */
export function noteFetched(db: Db, id: number, at: number): Promise<HubSubscriptionRow | undefined> {
  return db
    .updateTable('hub_subscription')
    .set({ fetched_at: at })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

export async function noteTold(db: Db, id: number, at: number): Promise<void> {
  await db.updateTable('hub_subscription').set({ told_at: at, is_trusted: 1 }).where('id', '=', id).execute();
}

export async function findTrusted(db: Db, sourceIds: number[], now: number): Promise<HubSubscriptionRow[]> {
  if (sourceIds.length === 0) return [];
  return db
    .selectFrom('hub_subscription')
    .selectAll()
    .where(among('source_id', sourceIds))
    .where('state', '=', 'verified')
    .where('is_trusted', '=', 1)
    .where('lease_ends_at', '>', now)
    .execute();
}

export async function countHubs(db: Db, now: number) {
  const rows = await db
    .selectFrom('hub_subscription')
    .select((eb) => [
      'state',
      eb.fn.countAll<number>().as('count'),
      eb.fn.countAll<number>().filterWhere('lease_ends_at', '>', now).as('running'),
      eb.fn.countAll<number>().filterWhere('lease_ends_at', '>', now).filterWhere('is_trusted', '=', 1).as('trusted'),
    ])
    .groupBy('state')
    .execute();
  return rows.map(({ state, count, running, trusted }) => ({
    state,
    count: Number(count),
    running: Number(running),
    trusted: Number(trusted),
  }));
}
