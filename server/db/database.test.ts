import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from './database.ts';
import { isStatementTimeout, isUniqueViolation } from './database-error.ts';
import { openDatabase } from './open-database.ts';
import { openSqlite } from './open-sqlite.ts';

let dataDir: string;
let db: Database;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tidings-db-'));
  db = await openDatabase({ databaseUrl: '', dataDir });
});
afterAll(async () => {
  await db.close();
  rmSync(dataDir, { recursive: true });
});

test('a committed write is seen by the next read', async () => {
  await db.kysely.insertInto('setting').values({ name: 'a', value: '1' }).execute();
  const row = await db.kysely.selectFrom('setting').selectAll().where('name', '=', 'a').executeTakeFirst();
  expect(row).toEqual({ name: 'a', value: '1' });
});

test('a rolled back transaction leaves nothing, and the writer is free again', async () => {
  await expect(
    db.kysely.transaction().execute(async (tx) => {
      await tx.insertInto('setting').values({ name: 'b', value: '1' }).execute();
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  await db.kysely.insertInto('setting').values({ name: 'c', value: '1' }).execute();
  const names = await db.kysely.selectFrom('setting').select('name').where('name', 'in', ['b', 'c']).execute();
  expect(names).toEqual([{ name: 'c' }]);
});

test('reads wait neither for an open transaction nor for each other, and see what is committed', async () => {
  const readValue = async (name: string) =>
    (await db.kysely.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst())?.value;
  await db.kysely.transaction().execute(async (tx) => {
    await tx.insertInto('setting').values({ name: 'd', value: '1' }).execute();
    expect(await readValue('d')).toBeUndefined();
  });
  expect(await readValue('d')).toBe('1');

  const order: string[] = [];
  const long = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000000) select max(i) from n`;
  await Promise.all([
    long.execute(db.kysely).then(() => order.push('long')),
    readValue('d').then(() => order.push('short')),
  ]);
  expect(order).toEqual(['short', 'long']);
});

test('a duplicate is told apart from other faults', async () => {
  const insert = db.kysely.insertInto('setting').values({ name: 'a', value: '2' }).execute();
  expect(isUniqueViolation(await insert.catch((error) => error))).toBe(true);
  const broken = db.kysely
    .insertInto('setting')
    .values({ name: null as unknown as string, value: '2' })
    .execute();
  expect(isUniqueViolation(await broken.catch((error) => error))).toBe(false);
});

test('a read that never ends is stopped, and the next one is served', async () => {
  const slow = await openSqlite(join(dataDir, 'slow.sqlite'), { readersMax: 1, readTimeoutMs: 100 });
  try {
    const endless = sql`with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n`.execute(
      slow.kysely,
    );
    expect(isStatementTimeout(await endless.catch((error) => error))).toBe(true);
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(slow.kysely);
    expect(rows).toEqual([{ one: 1 }]);
  } finally {
    await slow.close();
  }
});

test('transactions that overlap are serialised', async () => {
  await db.kysely.insertInto('setting').values({ name: 'n', value: '0' }).execute();
  await Promise.all(
    Array.from({ length: 20 }, () =>
      db.kysely.transaction().execute(async (tx) => {
        const { value } = await tx
          .selectFrom('setting')
          .select('value')
          .where('name', '=', 'n')
          .executeTakeFirstOrThrow();
        await tx
          .updateTable('setting')
          .set({ value: String(Number(value) + 1) })
          .where('name', '=', 'n')
          .execute();
      }),
    ),
  );
  const { value } = await db.kysely
    .selectFrom('setting')
    .select('value')
    .where('name', '=', 'n')
    .executeTakeFirstOrThrow();
  expect(value).toBe('20');
});
