/**
 * The embedded engine: one writing connection and a few reading ones, each in its own thread, behind Kysely.
 * Reads outside a transaction go to a reader; everything else waits its turn at the writer.
 */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SQLInputValue } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Database } from './database.ts';
import { DatabaseError } from './database-error.ts';
import type { Schema } from './schema/schema.ts';
import type { SqliteRequest, SqliteResponse } from './sqlite-worker.ts';

interface SqliteThread {
  run(sql: string, params: readonly unknown[]): Promise<SqliteResponse>;
  readonly waiting: number;
  close(): Promise<void>;
  /** Lets go of a thread that is stuck in a statement; it ends when SQLite gives it back. */
  abandon(): void;
}

const readsOnly = /^\s*(select|with)\b/i;
const uniqueConstraintCodes = new Set([1555, 2067]); // SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_UNIQUE

async function startThread(file: string, readOnly: boolean): Promise<SqliteThread> {
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

type Readers = Awaited<ReturnType<typeof startReaders>>;

/** Reading connections; the least busy one serves. One that is stuck is replaced, and its statements fail with `timeout`. */
async function startReaders(file: string, count: number, timeoutMs: number) {
  const threads = await Promise.all(Array.from({ length: count }, () => startThread(file, true)));

  async function replace(stuck: SqliteThread) {
    const at = threads.indexOf(stuck);
    if (at < 0) return;
    threads.splice(at, 1);
    stuck.abandon();
    threads.push(await startThread(file, true));
  }

  return {
    async run(sql: string, params: readonly unknown[]): Promise<SqliteResponse> {
      // None for the moment while the last one is being replaced.
      while (threads.length === 0) await new Promise((resolve) => setImmediate(resolve));
      const thread = threads.reduce((least, next) => (next.waiting < least.waiting ? next : least));
      const timer = setTimeout(() => void replace(thread), timeoutMs);
      try {
        return await thread.run(sql, params);
      } finally {
        clearTimeout(timer);
      }
    },
    async close() {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return (value ?? null) as SQLInputValue;
}

/** Hands out the writer to one holder at a time, in order of asking. */
function createLock() {
  let tail = Promise.resolve();
  return (): Promise<() => void> => {
    let release!: () => void;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const turn = tail.then(() => release);
    tail = held;
    return turn;
  };
}

class SqliteConnection implements DatabaseConnection {
  private readonly threads: SqliteThreads;
  private release: (() => void) | undefined;

  constructor(threads: SqliteThreads) {
    this.threads = threads;
  }

  async begin() {
    this.release = await this.threads.lock();
    await this.threads.writer.run('begin immediate', []);
  }

  async end(command: 'commit' | 'rollback') {
    try {
      await this.threads.writer.run(command, []);
    } finally {
      this.release?.();
      this.release = undefined;
    }
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const response = await this.run(query);
    return {
      rows: (response.rows ?? []) as R[],
      numAffectedRows: response.changes === undefined ? undefined : BigInt(response.changes),
      insertId: response.lastInsertId === undefined ? undefined : BigInt(response.lastInsertId),
    };
  }

  private async run(query: CompiledQuery): Promise<SqliteResponse> {
    const { writer, readers, lock } = this.threads;
    if (this.release) return writer.run(query.sql, query.parameters);
    if (readsOnly.test(query.sql)) {
      return readers.run(query.sql, query.parameters);
    }
    const release = await lock();
    try {
      return await writer.run(query.sql, query.parameters);
    } finally {
      release();
    }
  }

  // biome-ignore lint/correctness/useYield: Kysely asks for the method; rows are never streamed here
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming is not supported on SQLite');
  }
}

/**
 * SQLite rolls schema changes back like any other, and our threads are many connections; Kysely's adapter is for one, and would
 * let every read wait for whatever else is under way.
 */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true;
  }

  override get supportsTransactionalDdl() {
    return true;
  }
}

interface SqliteThreads {
  writer: SqliteThread;
  readers: Readers;
  lock: ReturnType<typeof createLock>;
}

class SqliteDriver implements Driver {
  private readonly threads: SqliteThreads;

  constructor(threads: SqliteThreads) {
    this.threads = threads;
  }

  async init() {}

  async acquireConnection() {
    return new SqliteConnection(this.threads);
  }

  async beginTransaction(connection: SqliteConnection) {
    await connection.begin();
  }

  async commitTransaction(connection: SqliteConnection) {
    await connection.end('commit');
  }

  async rollbackTransaction(connection: SqliteConnection) {
    await connection.end('rollback');
  }

  async releaseConnection() {}

  async destroy() {
    await this.threads.readers.close();
    await this.threads.writer.close();
  }
}

export async function openSqlite(
  file: string,
  options: { readers?: number; readTimeoutMs?: number } = {},
): Promise<Database> {
  mkdirSync(dirname(file), { recursive: true });
  const writer = await startThread(file, false);
  const readers = await startReaders(file, options.readers ?? 2, options.readTimeoutMs ?? 10_000);
  const driver = new SqliteDriver({ writer, readers, lock: createLock() });
  const kysely = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new TransactionalSqliteAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  return { engine: 'sqlite', kysely, close: () => kysely.destroy() };
}
