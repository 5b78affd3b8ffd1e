import type { Kysely } from 'kysely';
import type { Engine } from '../database.ts';

/** What a rule found lately is looked up before it tells. */
export async function up(db: Kysely<unknown>, _engine: Engine): Promise<void> {
  await db.schema
    .createIndex('keyword_story_found_idx')
    .on('keyword_story')
    .columns(['subscription_id', 'found_at'])
    .execute();
}
