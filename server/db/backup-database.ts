/**
 * Copies of the database that a running server does not notice, and the way back. SQLite: `VACUUM INTO` on a connection of its
 * own; PostgreSQL: its own pg_dump and pg_restore. A backup appears under its name only once it is whole and checked.
 */
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { openSqlite } from './open-sqlite.ts';

export interface DatabasePlace {
  /** Empty: SQLite in the data folder. */
  databaseUrl: string;
  dataDir: string;
  /** What PostgreSQL's own programs run with. */
  environment: Record<string, string | undefined>;
}

/** Something the operator can put right; the message says what. */
export class BackupError extends Error {}

const progressMs = 200;

/** Writes the whole database, as it is at one instant, to a new file. Answers its size. */
export async function backupDatabase(
  place: DatabasePlace,
  to: string,
  onProgress: (doneBytes: number, totalBytes: number) => void = () => {},
): Promise<{ bytes: number }> {
  if (existsSync(to)) throw new BackupError(`${to} exists already; a backup never overwrites anything.`);
  mkdirSync(dirname(to), { recursive: true });
  const partial = `${to}.partial`;
  rmSync(partial, { force: true });
  try {
    if (place.databaseUrl) await dumpPostgres(place, partial);
    else await copySqlite(sqliteFile(place), partial, onProgress);
    await toDisk(partial);
    renameSync(partial, to);
  } finally {
    rmSync(partial, { force: true });
  }
  return { bytes: statSync(to).size };
}

/**
 * Puts a backup in the place of the database; the server must be stopped. On SQLite the present file is kept beside it,
 * PostgreSQL wants an empty database. Answers where the former file is.
 */
export async function restoreDatabase(place: DatabasePlace, from: string): Promise<{ formerFile?: string }> {
  if (!existsSync(from)) throw new BackupError(`There is no file ${from}.`);
  if (place.databaseUrl) {
    await runPostgresTool('pg_restore', place, ['--single-transaction', '--no-owner', from]);
    return {};
  }
  checkSqlite(from);
  const file = sqliteFile(place);
  mkdirSync(place.dataDir, { recursive: true });
  const arriving = `${file}.arriving`;
  copyFileSync(from, arriving);
  await toDisk(arriving);
  const formerFile = existsSync(file) ? putAside(file) : undefined;
  renameSync(arriving, file);
  return { ...(formerFile && { formerFile }) };
}

/** @throws BackupError when the file is not a whole database of this product */
export function checkSqlite(file: string): void {
  let problem = 'it is not a database of this product';
  try {
    const db = new DatabaseSync(file, { readOnly: true });
    try {
      const { integrity_check: verdict } = db.prepare('pragma integrity_check').get() as { integrity_check: string };
      const isOurs = db.prepare("select 1 from sqlite_master where name = 'kysely_migration'").get() !== undefined;
      if (verdict === 'ok' && isOurs) return;
      if (verdict !== 'ok') problem = verdict;
    } finally {
      db.close();
    }
  } catch (error) {
    problem = (error as Error).message;
  }
  throw new BackupError(`${file} cannot be used: ${problem}.`);
}

const sqliteFile = (place: DatabasePlace) => join(place.dataDir, 'tidings.sqlite');

async function copySqlite(file: string, to: string, onProgress: (done: number, total: number) => void) {
  if (!existsSync(file)) throw new BackupError(`There is no database at ${file}.`);
  const database = await openSqlite(file, { readersMax: 1 });
  const totalBytes = statSync(file).size;
  const timer = setInterval(() => existsSync(to) && onProgress(statSync(to).size, totalBytes), progressMs);
  try {
    await sql`vacuum into ${to}`.execute(database.kysely);
  } finally {
    clearInterval(timer);
    await database.close();
  }
  checkSqlite(to);
}

/** Moves the database out of the way. A file that somebody has open is not touched. */
function putAside(file: string): string {
  const db = new DatabaseSync(file);
  try {
    // In this mode the first access takes the whole file, which no other open connection allows; closing folds the log in.
    db.exec('pragma locking_mode = exclusive; begin exclusive; commit;');
  } catch {
    throw new BackupError(`${file} is in use. Stop the server, then restore.`);
  } finally {
    db.close();
  }
  const former = `${file}.before-${new Date().toISOString().replace(/[:.]/g, '-')}`;
  renameSync(file, former);
  rmSync(`${file}-wal`, { force: true });
  rmSync(`${file}-shm`, { force: true });
  return former;
}

async function toDisk(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.sync();
  await handle.close();
}

function dumpPostgres(place: DatabasePlace, to: string): Promise<void> {
  return runPostgresTool('pg_dump', place, ['--format=custom', '--no-owner', `--file=${to}`]);
}

/** The password goes through the environment: arguments are for everybody on the machine to read. */
function runPostgresTool(tool: 'pg_dump' | 'pg_restore', place: DatabasePlace, args: string[]): Promise<void> {
  const url = new URL(place.databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  const env = { ...place.environment, ...(password && { PGPASSWORD: password }) };
  return new Promise((resolve, reject) => {
    const child = spawn(tool, [`--dbname=${url.href}`, ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let complaint = '';
    child.stderr.on('data', (chunk: Buffer) => {
      if (complaint.length < 4_000) complaint += chunk.toString();
    });
    child.once('error', () => reject(new BackupError(`${tool} is not installed; it comes with PostgreSQL.`)));
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new BackupError(`${tool} failed: ${complaint.trim()}`));
    });
  });
}
