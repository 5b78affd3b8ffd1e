/** Copies a whole database into an empty one of either engine, and proves that what arrived is what was there. */
import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database, Db } from './database.ts';
import type { Schema } from './schema/schema.ts';

type TableName = keyof Schema;
type Cell = string | number | null;
type Row = Record<string, Cell>;
/** The tables are walked by name, so their column types are of no use here. */
type AnyTables = Kysely<Record<string, Row>>;

/** Every table with its primary key, a table behind those it refers to. The word index is made again instead of copied. */
const primaryKeys = {
  setting: ['name'],
  member: ['id'],
  session: ['id'],
  one_time_code: ['id'],
  login_failure: ['subject'],
  source: ['id'],
  source_fetch: ['id'],
  source_address: ['id'],
  hub_subscription: ['id'],
  article: ['id'],
  article_bands: ['article_id'],
  article_group: ['id'],
  article_cluster: ['id'],
  article_terms: ['article_id'],
  article_tombstone: ['id'],
  hot_hour: ['language', 'hour'],
  hot_term: ['language', 'term', 'day'],
  hot_board: ['language'],
  keyword_subscription: ['id'],
  keyword_hit: ['id'],
  keyword_story: ['id'],
  website_subscription: ['id'],
  website_import: ['id'],
  website_import_line: ['id'],
  notice: ['id'],
  digest_story: ['notice_id', 'article_id'],
  notice_feed: ['member_id'],
  push_device: ['id'],
  webhook: ['member_id'],
  inbox: ['member_id'],
  notice_count: ['member_id', 'kind', 'subscription_id'],
  read_span: ['id'],
  collect_item: ['id'],
  outbox: ['id'],
} satisfies Record<TableName, string[]>;

const tables = Object.keys(primaryKeys) as TableName[];
const batchRows = 200;

export interface MovedTable {
  table: TableName;
  rows: number;
  /** Of all values, whatever the order of the rows; equal in both databases. */
  checksum: string;
}

export interface MoveProgress {
  stage: 'copy' | 'check';
  table: TableName;
  done: number;
  total: number;
}

/** The move was refused or did not check out; the target is as it was. */
export class MoveError extends Error {}

/**
 * Both databases have the current schema; nobody else may write to them meanwhile, and `from` is locked to make sure.
 * The target gets everything in one transaction. PostgreSQL cannot keep U+0000, so it is left out of texts.
 * @throws MoveError when the target has rows, or when counts or checksums differ at the end
 */
export async function moveDatabase(options: {
  from: Database;
  to: Database;
  /** Puts articles just copied into the target's word index, inside the same transaction. */
  indexArticles(db: Db, ids: number[]): Promise<void>;
  onProgress?(progress: MoveProgress): void;
}): Promise<MovedTable[]> {
  const { from, to, indexArticles, onProgress } = options;
  return from.kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((source) =>
      to.kysely.transaction().execute(async (target) => {
        await refuseNonEmpty(target);
        const total = await countRows(source);
        const copied = await eachTable(source, total, 'copy', onProgress, async (table, rows) => {
          await (target as unknown as AnyTables).insertInto(table).values(rows).execute();
          if (table === 'article')
            await indexArticles(
              target,
              rows.map((row) => row['id'] as number),
            );
        });
        const found = await eachTable(target, total, 'check', onProgress);
        refuseDifferences(copied, found);
        if (to.engine === 'postgres') await resetIdentities(target);
        return copied;
      }),
    );
}

async function refuseNonEmpty(db: Db): Promise<void> {
  for (const table of tables) {
    if (await (db as unknown as AnyTables).selectFrom(table).selectAll().limit(1).executeTakeFirst()) {
      throw new MoveError(`The target is not empty: the table "${table}" has rows. Nothing was changed.`);
    }
  }
}

async function countRows(db: Db): Promise<number> {
  let total = 0;
  for (const table of tables) {
    const row = await (db as unknown as AnyTables)
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    total += Number(row.count);
  }
  return total;
}

/** Reads every table in batches by primary key, and sums its checksum up. */
async function eachTable(
  db: Db,
  total: number,
  stage: MoveProgress['stage'],
  onProgress: ((progress: MoveProgress) => void) | undefined,
  take?: (table: TableName, rows: Row[]) => Promise<void>,
): Promise<MovedTable[]> {
  const read: MovedTable[] = [];
  let done = 0;
  for (const table of tables) {
    let rows = 0;
    let checksum = 0n;
    for await (const batch of batches(db, table)) {
      await take?.(table, batch);
      for (const row of batch) checksum = BigInt.asUintN(64, checksum + rowHash(row));
      rows += batch.length;
      done += batch.length;
      onProgress?.({ stage, table, done, total });
    }
    read.push({ table, rows, checksum: checksum.toString(16).padStart(16, '0') });
  }
  return read;
}

async function* batches(db: Db, table: TableName): AsyncGenerator<Row[]> {
  const key: string[] = primaryKeys[table];
  const columns = sql.join(key.map((column) => sql.ref(column)));
  let last: Cell[] | undefined;
  for (;;) {
    let query = (db as unknown as AnyTables).selectFrom(table).selectAll().limit(batchRows);
    for (const column of key) query = query.orderBy(column);
    if (last) query = query.where(sql<boolean>`(${columns}) > (${sql.join(last)})`);
    const rows = ((await query.execute()) as Row[]).map(portable);
    if (rows.length > 0) yield rows;
    if (rows.length < batchRows) return;
    last = key.map((column) => rows.at(-1)![column]!);
  }
}

function portable(row: Row): Row {
  const clean = (value: Cell) => (typeof value === 'string' ? value.replaceAll('\0', '') : value);
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, clean(value)]));
}

/** Real numbers are compared in single precision, which is what PostgreSQL's `real` keeps of them. */
function rowHash(row: Row): bigint {
  const values = Object.keys(row)
    .sort()
    .map((column) => {
      const value = row[column]!;
      return [column, typeof value === 'number' && !Number.isInteger(value) ? Math.fround(value) : value];
    });
  return createHash('sha256').update(JSON.stringify(values)).digest().readBigUInt64BE();
}

function refuseDifferences(wanted: MovedTable[], found: MovedTable[]): void {
  const differing = wanted.filter(
    ({ rows, checksum }, at) => found[at]?.rows !== rows || found[at]?.checksum !== checksum,
  );
  if (differing.length === 0) return;
  const names = differing.map(({ table }) => table).join(', ');
  throw new MoveError(`What arrived is not what was sent (${names}). Nothing was changed.`);
}

/** Rows that came with their ids do not move PostgreSQL's counters. */
async function resetIdentities(db: Db): Promise<void> {
  for (const table of tables.filter((table) => (primaryKeys[table] as string[])[0] === 'id')) {
    await sql`select setval(sequence, last) from (
      select pg_get_serial_sequence(${table}, 'id') as sequence, (select max(id) from ${sql.table(table)}) as last
    ) as known where sequence is not null and last is not null`.execute(db);
  }
}
