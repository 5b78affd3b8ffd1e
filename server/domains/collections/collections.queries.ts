import type { Insertable, Selectable, Updateable } from 'kysely';
import { contains } from '../../db/contains.ts';
import type { Db } from '../../db/database.ts';
import type { CollectItemTable } from '../../db/schema/collections.ts';

export type CollectRow = Selectable<CollectItemTable>;

export function insertItem(db: Db, item: Insertable<CollectItemTable>): Promise<CollectRow | undefined> {
  return db
    .insertInto('collect_item')
    .values(item)
    .onConflict((conflict) => conflict.columns(['member_id', 'client_id']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function findByClientId(db: Db, memberId: number, clientId: string): Promise<CollectRow | undefined> {
  return db
    .selectFrom('collect_item')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
}

export function findOwn(db: Db, memberId: number, id: number): Promise<CollectRow | undefined> {
  return db
    .selectFrom('collect_item')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export interface CollectFilter {
  memberId: number;
  /** Folded words that all have to occur. */
  words?: string[];
  folder?: string;
  tag?: string;
  urlKey?: string;
}

function filtered(db: Db, filter: CollectFilter) {
  let query = db.selectFrom('collect_item').where('member_id', '=', filter.memberId).where('deleted_at', 'is', null);
  for (const word of filter.words ?? []) {
    query = query.where(contains('search_text', word));
  }
  if (filter.folder !== undefined) query = query.where('folder', '=', filter.folder);
  if (filter.tag !== undefined) query = query.where(contains('tags', JSON.stringify(filter.tag)));
  if (filter.urlKey !== undefined) query = query.where('url_key', '=', filter.urlKey);
  return query;
}

export function findItems(db: Db, filter: CollectFilter, limit: number, offset: number): Promise<CollectRow[]> {
  return filtered(db, filter).selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute();
}

export async function countItems(db: Db, filter: CollectFilter): Promise<number> {
  const row = await filtered(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Folder and tags of every item, to count them. */
export function findLabels(db: Db, memberId: number): Promise<{ folder: string; tags: string }[]> {
  return filtered(db, { memberId }).select(['folder', 'tags']).execute();
}

export async function updateItem(db: Db, id: number, values: Updateable<CollectItemTable>): Promise<void> {
  await db.updateTable('collect_item').set(values).where('id', '=', id).execute();
}

export async function setDeleted(db: Db, memberId: number, ids: number[], deletedAt: number | null): Promise<void> {
  await db
    .updateTable('collect_item')
    .set({ deleted_at: deletedAt })
    .where('member_id', '=', memberId)
    .where('id', 'in', ids)
    .execute();
}
