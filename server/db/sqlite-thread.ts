/** One connection of the embedded engine and its thread, as the rest of the server sees them. */
import type { SQLInputValue } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { DatabaseError } from './database-error.ts';
import type { SqliteRequest, SqliteResponse } from './sqlite-worker.ts';

export interface SqliteThread {
  run(sql: string, params: readonly unknown[]): Promise<SqliteResponse>;
  readonly waiting: number;
  close(): Promise<void>;
  /** Lets go of a thread that is stuck in a statement; it ends when SQLite gives it back. */
  abandon(): void;
}

const uniqueConstraintCodes = new Set([1555, 2067]); // SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_UNIQUE

export async function startThread(file: string, readOnly: boolean): Promise<SqliteThread> {
  const worker = new Worker(new URL('./sqlite-worker.ts', import.meta.url), { workerData: { file, readOnly } });
  const pending = new Map<number, { resolve(value: SqliteResponse): void; reject(error: Error): void }>();
  let sequence = 0;

  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve());
    worker.once('error', reject);
  });
  worker.on('message', (response: SqliteResponse) => {
    const waiter = pending.get(response.id);
    pending.delete(response.id);
    if (response.error === undefined) waiter?.resolve(response);
    else
      waiter?.reject(
        new DatabaseError(response.error, uniqueConstraintCodes.has(response.sqliteCode ?? 0) ? 'unique' : 'other'),
      );
  });
  const failAll = (error: Error) => {
    for (const waiter of pending.values()) waiter.reject(error);
    pending.clear();
  };
  worker.on('error', failAll);
  worker.on('exit', () => failAll(new DatabaseError('the database thread ended', 'other')));

  return {
    get waiting() {
      return pending.size;
    },
    run(sql, params) {
      const id = ++sequence;
      return new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject });
        worker.postMessage({ id, sql, params: params.map(toSqlite) } satisfies SqliteRequest);
      });
    },
    abandon() {
      failAll(new DatabaseError('the statement took too long', 'timeout'));
      void worker.terminate();
    },
    async close() {
      const ended = new Promise((resolve) => worker.once('exit', resolve));
      worker.postMessage('close');
      await ended;
    },
  };
}

function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return (value ?? null) as SQLInputValue;
}
