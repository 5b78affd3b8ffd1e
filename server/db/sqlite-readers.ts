/**
 * The reading connections: one that stays, and others while statements would have to wait for it. Each holds some 15 MB in its
 * thread's heap and prepared statements, so one that is not needed any more ends.
 */
import { type SqliteThread, startThread } from './sqlite-thread.ts';
import type { SqliteResponse } from './sqlite-worker.ts';

export interface ReadersOptions {
  countMax: number;
  /** A statement that takes longer fails with `timeout`, as do those behind it; its connection is replaced. */
  timeoutMs: number;
  /** A connection beside the first ends when it served nothing for so long. */
  idleMs: number;
}

export interface Readers {
  run(sql: string, params: readonly unknown[]): Promise<SqliteResponse>;
  close(): Promise<void>;
}

interface Statement {
  sql: string;
  params: readonly unknown[];
  resolve(response: Promise<SqliteResponse>): void;
  reject(error: unknown): void;
}

export async function startReaders(file: string, options: ReadersOptions): Promise<Readers> {
  const { countMax, timeoutMs, idleMs } = options;
  /** In order of their start, with the timer that ends them. */
  const threads = new Map<SqliteThread, NodeJS.Timeout>();
  /** What comes while all are busy and another one starts; whichever is free first takes it. */
  const queue: Statement[] = [];
  const starting = new Set<Promise<void>>();
  const ending = new Set<Promise<void>>();

  async function open() {
    const thread = await startThread(file, true);
    threads.set(thread, setTimeout(endUnused, idleMs, thread));
  }

  function startAnother() {
    const started: Promise<void> = open()
      .catch((error) => {
        if (threads.size === 0) for (const { reject } of queue.splice(0)) reject(error);
      })
      .finally(() => {
        starting.delete(started);
        for (const statement of queue.splice(0)) hand(leastBusy(), statement);
      });
    starting.add(started);
  }

  function leastBusy(): SqliteThread {
    return [...threads.keys()].reduce((least, next) => (next.waiting < least.waiting ? next : least));
  }

  function hand(thread: SqliteThread, { sql, params, resolve }: Statement) {
    resolve(serve(thread, sql, params));
  }

  async function serve(thread: SqliteThread, sql: string, params: readonly unknown[]): Promise<SqliteResponse> {
    const timer = setTimeout(replace, timeoutMs, thread);
    try {
      return await thread.run(sql, params);
    } finally {
      clearTimeout(timer);
      threads.get(thread)?.refresh();
      const next = threads.has(thread) && thread.waiting === 0 && queue.shift();
      if (next) hand(thread, next);
    }
  }

  function replace(stuck: SqliteThread) {
    if (!letGo(stuck)) return;
    stuck.abandon();
    startAnother();
  }

  function endUnused(thread: SqliteThread) {
    const [first] = threads.keys();
    if (thread === first || thread.waiting > 0 || !letGo(thread)) return;
    const ended: Promise<void> = thread.close().finally(() => ending.delete(ended));
    ending.add(ended);
  }

  function letGo(thread: SqliteThread): boolean {
    clearTimeout(threads.get(thread));
    return threads.delete(thread);
  }

  await open();
  return {
    run(sql, params) {
      const isBusy = threads.size === 0 || leastBusy().waiting > 0;
      if (isBusy && threads.size + starting.size < countMax) startAnother();
      if (!isBusy || starting.size === 0) return serve(leastBusy(), sql, params);
      return new Promise((resolve, reject) => queue.push({ sql, params, resolve, reject }));
    },
    async close() {
      while (starting.size > 0) await Promise.all(starting);
      const open = [...threads.keys()];
      open.forEach(letGo);
      await Promise.all([...ending, ...open.map((thread) => thread.close())]);
    },
  };
}
