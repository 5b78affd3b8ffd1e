import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Readers, startReaders } from './sqlite-readers.ts';

const idleMs = 1_000;
const timeoutMs = 60_000;
const threads: Worker[] = [];
const running = new Set<Worker>();
let opened: Promise<unknown>[] = [];

function watch(thread: Worker) {
  threads.push(thread);
  running.add(thread);
  opened.push(once(thread, 'message'));
  thread.once('exit', () => running.delete(thread));
}

let dataDir: string;
let file: string;
let readers: Readers;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tidings-readers-'));
  file = join(dataDir, 'some.sqlite');
  new DatabaseSync(file).close();
});
afterAll(() => rmSync(dataDir, { recursive: true }));

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  threads.length = 0;
  opened = [];
  process.on('worker', watch);
  readers = await startReaders(file, { countMax: 2, timeoutMs, idleMs });
});
afterEach(async () => {
  await readers.close();
  process.off('worker', watch);
  vi.useRealTimers();
  expect(running.size).toBe(0);
});

const counted = (rows: number) =>
  `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows}) select max(i) as value from n`;

async function read(rows = 1) {
  const { found } = await readers.run(counted(rows), []);
  return found?.values[0];
}

/** Once it is over the second connection serves, or waits for work. */
async function readSideBySide() {
  const values = await Promise.all([read(1_000_000), read()]);
  await Promise.all(opened);
  await new Promise(setImmediate);
  return values;
}

test('reads one after the other need one connection', async () => {
  await read();
  await read();
  expect(threads).toHaveLength(1);
});

test('a second connection ends when it served nothing for a while, and comes again with the next reads side by side', async () => {
  await readSideBySide();
  expect(running.size).toBe(2);
  vi.advanceTimersByTime(idleMs - 1);
  await readSideBySide();
  vi.advanceTimersByTime(idleMs - 1);
  expect(threads).toHaveLength(2);

  vi.advanceTimersByTime(1);
  await once(threads[1]!, 'exit');
  expect(await read()).toBe(1);
  expect(running.size).toBe(1);
  expect(await readSideBySide()).toEqual([1_000_000, 1]);
  expect(threads).toHaveLength(3);
});

test('reads asked while a connection starts or ends are answered', async () => {
  expect(await Promise.all([read(1_000_000), read(2), read(3), read(4)])).toEqual([1_000_000, 2, 3, 4]);
  await readSideBySide();
  vi.advanceTimersByTime(idleMs);
  expect(running.size).toBe(2);
  expect(await Promise.all([read(1_000_000), read(2), read(3)])).toEqual([1_000_000, 2, 3]);
});

test('a connection in use does not end, however long its statement takes', async () => {
  await readSideBySide();
  const asked = [read(1_000_001), read(1_000_002)];
  vi.advanceTimersByTime(idleMs * 2);
  expect(await Promise.all(asked)).toEqual([1_000_001, 1_000_002]);
  expect(threads).toHaveLength(2);
});

test('closing waits for a connection that starts and for one that ends', async () => {
  await readSideBySide();
  vi.advanceTimersByTime(idleMs);
  const asked = [read(1_000_000), read()];
  await readers.close();
  expect(running.size).toBe(0);
  expect(await Promise.all(asked)).toEqual([1_000_000, 1]);
});
