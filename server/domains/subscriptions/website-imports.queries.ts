import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { WebsiteImportLineTable, WebsiteImportTable } from '../../db/schema/subscriptions.ts';

export type ImportRow = Selectable<WebsiteImportTable>;
export type ImportLineRow = Selectable<WebsiteImportLineTable>;

/** Below the number of variables either engine takes in one statement. */
const rowsAtOnce = 500;

export function insertImport(db: Db, row: Insertable<WebsiteImportTable>): Promise<ImportRow> {
  return db.insertInto('website_import').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function insertLines(db: Db, lines: Insertable<WebsiteImportLineTable>[]): Promise<void> {
  for (let start = 0; start < lines.length; start += rowsAtOnce) {
    await db
      .insertInto('website_import_line')
      .values(lines.slice(start, start + rowsAtOnce))
      .execute();
  }
}

export function findImport(db: Db, memberId: number, id: number | undefined): Promise<ImportRow | undefined> {
  let query = db.selectFrom('website_import').selectAll().where('member_id', '=', memberId);
  if (id !== undefined) query = query.where('id', '=', id);
  return query.orderBy('id', 'desc').limit(1).executeTakeFirst();
}

export async function countResults(db: Db, importId: number): Promise<{ result: string; count: number }[]> {
  const rows = await db
    .selectFrom('website_import_line')
    .select((eb) => ['result', eb.fn.countAll<number>().as('count')])
    .where('import_id', '=', importId)
    .groupBy('result')
    .execute();
  return rows.map(({ result, count }) => ({ result, count: Number(count) }));
}

export function findLines(
  db: Db,
  importId: number,
  result: string | undefined,
  limit: number,
  offset: number,
): Promise<ImportLineRow[]> {
  let query = db.selectFrom('website_import_line').selectAll().where('import_id', '=', importId);
  if (result !== undefined) query = query.where('result', '=', result);
  return query.orderBy('line').limit(limit).offset(offset).execute();
}

export function findOpenImports(db: Db, now: number, limit: number): Promise<ImportRow[]> {
  return db
    .selectFrom('website_import')
    .selectAll()
    .where('finished_at', 'is', null)
    .where('lease_until', '<=', now)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** True for exactly one of several processes that ask; the lease lapses if that process dies. */
export async function leaseImport(db: Db, id: number, now: number, leaseUntil: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('website_import')
    .set({ lease_until: leaseUntil })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .where('lease_until', '<=', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function updateImport(
  db: Db,
  id: number,
  values: { lease_until: number; finished_at?: number },
): Promise<void> {
  await db.updateTable('website_import').set(values).where('id', '=', id).execute();
}

export async function setResult(db: Db, id: number, result: string, reason: string | null): Promise<void> {
  await db.updateTable('website_import_line').set({ result, reason }).where('id', '=', id).execute();
}

export async function importBacklog(db: Db): Promise<{ open: number; oldestAt: number | null }> {
  const row = await db
    .selectFrom('website_import')
    .select((eb) => [eb.fn.countAll<number>().as('open'), eb.fn.min('created_at').as('oldestAt')])
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { open: Number(row.open), oldestAt: row.oldestAt === null ? null : Number(row.oldestAt) };
}

export async function deleteImportsBefore(db: Db, finishedBefore: number): Promise<void> {
  const old = db.selectFrom('website_import').select('id').where('finished_at', '<', finishedBefore);
  await db.deleteFrom('website_import_line').where('import_id', 'in', old).execute();
  await db.deleteFrom('website_import').where('finished_at', '<', finishedBefore).execute();
}
