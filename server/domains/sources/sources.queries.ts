import type { Insertable, Selectable, Updateable } from 'kysely';
import { among } from '../../db/among.ts';
import type { Db } from '../../db/database.ts';
import type { SourceAddressTable, SourceFetchTable, SourceTable } from '../../db/schema/sources.ts';

export type SourceRow = Selectable<SourceTable>;
export type FetchRow = Selectable<SourceFetchTable>;
export type NewSource = Pick<
  Insertable<SourceTable>,
  | 'kind'
  | 'type'
  | 'url'
  | 'url_key'
  | 'home_url'
  | 'site_key'
  | 'host'
  | 'title'
  | 'language'
  | 'country'
  | 'category'
  | 'origin'
  | 'selector'
  | 'next_fetch_at'
  | 'created_at'
>;

const neverFetched = {
  subscriber_count: 0,
  lease_until: 0,
  item_count: 0,
  error_count: 0,
  error_detail: '',
  poll_state: '{}',
};

/** Inserts those whose address is not there yet. */
export async function insertSources(db: Db, sources: NewSource[]): Promise<void> {
  for (let start = 0; start < sources.length; start += 100) {
    await db
      .insertInto('source')
      .values(sources.slice(start, start + 100).map((source) => ({ ...source, ...neverFetched })))
      .onConflict((conflict) => conflict.column('url_key').doNothing())
      .execute();
  }
}

export function findSource(db: Db, id: number): Promise<SourceRow | undefined> {
  return db.selectFrom('source').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findSources(db: Db, ids: number[]): Promise<SourceRow[]> {
  return ids.length === 0 ? Promise.resolve([]) : db.selectFrom('source').selectAll().where(among('id', ids)).execute();
}

export function findByUrlKey(db: Db, urlKey: string): Promise<SourceRow | undefined> {
  return db.selectFrom('source').selectAll().where('url_key', '=', urlKey).executeTakeFirst();
}

export function findByOrigin(db: Db, origin: SourceRow['origin']): Promise<SourceRow[]> {
  return db.selectFrom('source').selectAll().where('origin', '=', origin).execute();
}

export function findDueSources(db: Db, now: number, limit: number): Promise<SourceRow[]> {
  return db
    .selectFrom('source')
    .selectAll()
    .where('next_fetch_at', '<=', now)
    .where('lease_until', '<=', now)
    .orderBy('next_fetch_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** True for exactly one of several processes that ask; the lease lapses if that process dies. */
export async function leaseSource(db: Db, id: number, now: number, leaseUntil: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('source')
    .set({ lease_until: leaseUntil })
    .where('id', '=', id)
    .where('lease_until', '<=', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** True when it was due later than `at`. */
export async function hastenSource(db: Db, id: number, at: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('source')
    .set({ next_fetch_at: at })
    .where('id', '=', id)
    .where('next_fetch_at', '>', at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function updateSource(
  db: Db,
  id: number,
  values: Updateable<SourceTable>,
  add: { items?: number; subscribers?: number } = {},
): Promise<void> {
  const { items, subscribers } = add;
  await db
    .updateTable('source')
    .set((eb) => ({
      ...values,
      ...(items && { item_count: eb('item_count', '+', items) }),
      ...(subscribers && { subscriber_count: eb('subscriber_count', '+', subscribers) }),
    }))
    .where('id', '=', id)
    .execute();
}

export async function insertFetch(db: Db, fetch: Insertable<SourceFetchTable>): Promise<void> {
  await db.insertInto('source_fetch').values(fetch).execute();
}

export function findFetches(db: Db, sourceId: number, limit: number): Promise<FetchRow[]> {
  return db
    .selectFrom('source_fetch')
    .selectAll()
    .where('source_id', '=', sourceId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function insertAddress(db: Db, address: Insertable<SourceAddressTable>): Promise<void> {
  await db
    .insertInto('source_address')
    .values(address)
    .onConflict((conflict) =>
      conflict.column('url_key').doUpdateSet({ source_id: address.source_id, left_at: address.left_at }),
    )
    .execute();
}

export async function deleteAddress(db: Db, urlKey: string): Promise<void> {
  await db.deleteFrom('source_address').where('url_key', '=', urlKey).execute();
}

export function findByFormerAddress(db: Db, urlKey: string): Promise<SourceRow | undefined> {
  return db
    .selectFrom('source')
    .innerJoin('source_address', 'source_address.source_id', 'source.id')
    .selectAll('source')
    .where('source_address.url_key', '=', urlKey)
    .executeTakeFirst();
}

export async function findFormerKeys(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('source_address').select('url_key').execute();
  return rows.map((row) => row.url_key);
}

/** Followed sources that fail since before `since` without their followers having been told of this outage. */
export function findUntold(db: Db, since: number, limit: number): Promise<SourceRow[]> {
  return db
    .selectFrom('source')
    .selectAll()
    .where('error_since', '<=', since)
    .where('subscriber_count', '>', 0)
    .where((on) => on.or([on('dead_told_at', 'is', null), on('dead_told_at', '<', on.ref('error_since'))]))
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function findLastSuccess(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('source')
    .select((eb) => eb.fn.max('last_ok_at').as('at'))
    .where('origin', '!=', 'demo')
    .executeTakeFirstOrThrow();
  return row.at === null ? null : Number(row.at);
}

export async function deleteFetchesBefore(db: Db, before: number): Promise<void> {
  await db.deleteFrom('source_fetch').where('at', '<', before).execute();
}

export async function countByErrorKind(db: Db): Promise<{ kind: string; count: number }[]> {
  const rows = await db
    .selectFrom('source')
    .select((eb) => ['error_kind', eb.fn.countAll<number>().as('count')])
    .where('error_kind', 'is not', null)
    .groupBy('error_kind')
    .execute();
  return rows.map((row) => ({ kind: row.error_kind ?? '', count: Number(row.count) }));
}

export async function sourceBacklog(db: Db, now: number) {
  const row = await db
    .selectFrom('source')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('next_fetch_at', '<=', now).as('due'),
      eb.fn.countAll<number>().filterWhere('error_count', '>', 0).as('failing'),
      eb.fn.min('next_fetch_at').as('oldestDueAt'),
    ])
    .executeTakeFirstOrThrow();
  return { due: Number(row.due), failing: Number(row.failing), oldestDueAt: Number(row.oldestDueAt ?? now) };
}
