/**
 * The embedded engine: one writing connection and a few reading ones, each in its own thread, behind Kysely.
 * Reads outside a transaction go to a reader; everything else waits its turn at the writer.
 */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
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
import type { Schema } from './schema/schema.ts';
import { type Readers, startReaders } from './sqlite-readers.ts';
import { type SqliteThread, startThread } from './sqlite-thread.ts';
import type { SqliteResponse } from './sqlite-worker.ts';

const readsOnly = /^\s*(select|with)\b/i;

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

function rowsOf({ found }: SqliteResponse): Record<string, unknown>[] {
  if (!found) return [];
  const { columns, values } = found;
  const rows: Record<string, unknown>[] = [];
  for (let at = 0; at < values.length; ) {
    const row: Record<string, unknown> = {};
    for (const column of columns) row[column] = values[at++];
    rows.push(row);
  }
  return rows;
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
      rows: rowsOf(response) as R[],
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
  { readersMax = 2, readTimeoutMs = 10_000, readerIdleMs = 5_000 } = {},
): Promise<Database> {
  mkdirSync(dirname(file), { recursive: true });
  const writer = await startThread(file, false);
  const readers = await startReaders(file, {
    countMax: readersMax,
    timeoutMs: readTimeoutMs,
    idleMs: readerIdleMs,
  });
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
