/** Values that all processes share, by name. */
import type { Db } from './database.ts';

/** The setting's value; the given one is stored when there is none yet, and the first to offer one decides. */
export async function readOrWriteSetting(db: Db, name: string, value: string): Promise<string> {
  await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await readSetting(db, name))!;
}

export async function readSetting(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

export async function writeSetting(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/**
 * Gives every change a number of its own, the last of `count`; taken inside the change's transaction. The row stays locked
 * until that ends, so changes become visible in the order of their numbers and whoever holds one sees all before it.
 */
export async function nextRevision(db: Db, name: string, count = 1): Promise<number> {
  const value = await readOrWriteSetting(db, name, '0');
  const next = Number(value) + count;
  const { numUpdatedRows } = await db
    .updateTable('setting')
    .set({ value: String(next) })
    .where('name', '=', name)
    .where('value', '=', value)
    .executeTakeFirst();
  // Two writers at once: the loser looks again and takes the number behind.
  return numUpdatedRows > 0n ? next : nextRevision(db, name, count);
}
