import type { Kysely } from 'kysely';

/** Whether a browser shows a notice on the desktop, as the rule that made it says. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('notice')
    .addColumn('on_desktop', 'integer', (c) => c.notNull().defaultTo(1))
    .execute();
}
