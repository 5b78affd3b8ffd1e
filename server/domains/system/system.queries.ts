import type { Db } from '../../db/database.ts';

export { readOrWriteSetting } from '../../db/settings.queries.ts';

export async function isDatabaseReady(db: Db): Promise<boolean> {
  try {
    await db.selectFrom('setting').select('name').limit(1).execute();
    return true;
  } catch {
    return false;
  }
}
