import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDatabaseUrl } from '../../tests/support/test-database.ts';
import { BackupError, backupDatabase, type DatabasePlace, restoreDatabase } from './backup-database.ts';
import type { Database } from './database.ts';
import { openDatabase } from './open-database.ts';

let folder: string;
let place: DatabasePlace;
let database: Database | undefined;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidings-backup-'));
  place = { databaseUrl: await createDatabaseUrl(), dataDir: join(folder, 'data'), environment: process.env };
  database = await openDatabase(place);
});
afterEach(async () => {
  await database?.close();
  rmSync(folder, { recursive: true });
});

/** Pairs written in one transaction; a copy that holds half a pair is not of one instant. */
async function writePair(db: Database, n: number): Promise<void> {
  const value = '知闻'.repeat(500);
  await db.kysely.transaction().execute(async (tx) => {
    await tx
      .insertInto('setting')
      .values({ name: `left ${n}`, value })
      .execute();
    await tx
      .insertInto('setting')
      .values({ name: `right ${n}`, value })
      .execute();
  });
}

async function numbers(db: Database, side: string): Promise<number[]> {
  const rows = await db.kysely.selectFrom('setting').select('name').where('name', 'like', `${side} %`).execute();
  return rows.map(({ name }) => Number(name.split(' ')[1])).sort((a, b) => a - b);
}

test('a backup under write load holds everything from before, whole transactions only, and restores', async () => {
  const file = join(folder, 'backup');
  let written = 0;
  for (; written < 200; written++) await writePair(database!, written);
  const acknowledgedBefore = written;
  let isBackingUp = true;
  const load = (async () => {
    for (; isBackingUp; written++) await writePair(database!, written);
  })();
  const { bytes } = await backupDatabase(place, file);
  isBackingUp = false;
  await load;
  expect(bytes).toBeGreaterThan(10_000);
  expect(written).toBeGreaterThan(acknowledgedBefore);
  expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([]);
  await database!.close();

  const restoredPlace = { ...place, databaseUrl: await createDatabaseUrl() };
  const { formerFile } = await restoreDatabase(restoredPlace, file);
  database = await openDatabase(restoredPlace);
  const left = await numbers(database, 'left');
  expect(left).toEqual(Array.from({ length: left.length }, (_, n) => n));
  expect(left.length).toBeGreaterThanOrEqual(acknowledgedBefore);
  expect(left.length).toBeLessThanOrEqual(written);
  expect(await numbers(database, 'right')).toEqual(left);
  // SQLite: the database that was replaced lies beside the restored one. PostgreSQL restores into an empty database.
  expect(formerFile !== undefined && existsSync(formerFile)).toBe(!place.databaseUrl);
});

test('a backup never overwrites a file', async () => {
  const file = join(folder, 'backup');
  writeFileSync(file, 'mine');
  await expect(backupDatabase(place, file)).rejects.toThrow(BackupError);
});

test('nothing but a whole backup is restored, and the database stays', async () => {
  const file = join(folder, 'backup');
  writeFileSync(file, 'no database at all, but long enough to be taken for one by its size'.repeat(100));
  await database!.kysely.insertInto('setting').values({ name: 'left 1', value: '' }).execute();
  await expect(restoreDatabase(place, file)).rejects.toThrow(BackupError);
  await expect(restoreDatabase(place, join(folder, 'missing'))).rejects.toThrow(BackupError);
  expect(await numbers(database!, 'left')).toEqual([1]);
});

test('a database that is in use is not replaced', async () => {
  const file = join(folder, 'backup');
  await backupDatabase(place, file);
  await database!.kysely.insertInto('setting').values({ name: 'left 1', value: '' }).execute();
  await expect(restoreDatabase(place, file)).rejects.toThrow(BackupError);
  expect(await numbers(database!, 'left')).toEqual([1]);
});
