import type { Db } from '../../db/database.ts';

export async function isDatabaseReady(db: Db): Promise<boolean> {
  try {
    await db.selectFrom('setting').select('name').limit(1).execute();
    return true;
  } catch {
    return false;
  }
}

/** The setting's value; the given one is stored when there is none yet. */
export async function readOrWriteSetting(db: Db, name: string, value: string): Promise<string> {
  await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirstOrThrow();
  return row.value;
}
