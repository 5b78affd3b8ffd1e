/**
 * One SQLite connection in a thread of its own, so that no statement ever blocks the event loop that serves requests.
 * It runs statements one after the other and never decides anything.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

export interface SqliteRequest {
  id: number;
  sql: string;
  params: SQLInputValue[];
}

export interface SqliteResponse {
  id: number;
  /** What a reading statement found: its columns, and the values of one row after the other. */
  found?: { columns: string[]; values: unknown[] };
  changes?: number;
  lastInsertId?: number;
  error?: string;
  sqliteCode?: number;
}

const preparedMax = 400;

const { file, readOnly } = workerData as { file: string; readOnly: boolean };
const db = new DatabaseSync(file, { readOnly, timeout: 10_000 });
if (!readOnly) db.exec('pragma journal_mode = wal');
db.exec(`
  pragma synchronous = full;
  pragma foreign_keys = on;
  pragma cache_size = ${readOnly ? -32768 : -65536};
  pragma temp_store = memory;
`);
if (!readOnly) {
  // A page that many transactions write goes into the database once for all of them; every commit is in the log, and synced.
  db.exec('pragma journal_size_limit = 67108864');
  db.exec('pragma wal_autocheckpoint = 8192');
}

const prepared = new Map<string, { statement: StatementSync; reads: boolean }>();

function prepare(sql: string) {
  let entry = prepared.get(sql);
  if (!entry) {
    const statement = db.prepare(sql);
    // Objects, each with the names of its columns, take twice as long to make and to hand over.
    statement.setReturnArrays(true);
    entry = { statement, reads: statement.columns().length > 0 };
    if (prepared.size >= preparedMax) prepared.delete(prepared.keys().next().value as string);
    prepared.set(sql, entry);
  }
  return entry;
}

function run({ id, sql, params }: SqliteRequest): SqliteResponse {
  try {
    const { statement, reads } = prepare(sql);
    if (reads) {
      const rows = statement.all(...params) as unknown as unknown[][];
      // Asked now, as another connection may have changed the table since it was prepared.
      const columns = statement.columns().map((column) => column.name);
      return { id, found: { columns, values: rows.flat() } };
    }
    const { changes, lastInsertRowid } = statement.run(...params);
    return { id, changes: Number(changes), lastInsertId: Number(lastInsertRowid) };
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number };
    return { id, error: message, sqliteCode: errcode };
  }
}

parentPort!.on('message', (message: SqliteRequest | 'close') => {
  if (message === 'close') {
    if (!readOnly) db.exec('pragma optimize');
    db.close();
    parentPort!.close();
    return;
  }
  parentPort!.postMessage(run(message));
});
parentPort!.postMessage({ id: 0 } satisfies SqliteResponse);
