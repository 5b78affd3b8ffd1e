import type { Kysely } from 'kysely';
import type { Engine } from '../database.ts';

/** Subscription lists that members bring along, worked through line by line; and the folders they had there. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const createTable = (name: string) => {
    const table = db.schema.createTable(name);
    return engine === 'sqlite'
      ? table.addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      : table.addColumn('id', 'bigint', (c) => c.primaryKey().generatedByDefaultAsIdentity());
  };
  await db.schema
    .alterTable('website_subscription')
    .addColumn('folder', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute();
  await createTable('website_import')
    .addColumn('member_id', 'bigint', (c) => c.notNull().references('member.id'))
    .addColumn('file_name', 'text', (c) => c.notNull())
    .addColumn('total', 'integer', (c) => c.notNull())
    .addColumn('is_cut', 'integer', (c) => c.notNull())
    .addColumn('lease_until', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('finished_at', 'bigint')
    .execute();
  await db.schema.createIndex('website_import_member_idx').on('website_import').columns(['member_id', 'id']).execute();
  await db.schema.createIndex('website_import_open_idx').on('website_import').columns(['finished_at', 'id']).execute();
  await createTable('website_import_line')
    .addColumn('import_id', 'bigint', (c) => c.notNull().references('website_import.id'))
    .addColumn('line', 'integer', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('home_url', 'text', (c) => c.notNull())
    .addColumn('folder', 'text', (c) => c.notNull())
    .addColumn('result', 'text', (c) => c.notNull())
    .addColumn('reason', 'text')
    .execute();
  await db.schema
    .createIndex('website_import_line_idx')
    .on('website_import_line')
    .columns(['import_id', 'line'])
    .unique()
    .execute();
  await db.schema
    .createIndex('website_import_result_idx')
    .on('website_import_line')
    .columns(['import_id', 'result', 'line'])
    .execute();
}
