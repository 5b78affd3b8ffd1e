import type { Kysely } from 'kysely';

/** The unread numbers by kind are sums of the numbers by kind and subscription. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('inbox').dropColumn('by_kind').execute();
}
