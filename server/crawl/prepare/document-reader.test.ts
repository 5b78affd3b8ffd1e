import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FetchOutcome } from '../fetch/fetch-resource.ts';
import { createDocumentReader } from './document-reader.ts';
import type { DocumentReader } from './document-tasks.ts';

const idleMs = 1_000;
const threads: Worker[] = [];
const running = new Set<Worker>();

function watch(thread: Worker) {
  threads.push(thread);
  running.add(thread);
  thread.once('exit', () => running.delete(thread));
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  threads.length = 0;
  process.on('worker', watch);
});
afterEach(() => {
  process.off('worker', watch);
  vi.useRealTimers();
});

const lost: FetchOutcome = {
  ok: false,
  error: 'dns',
  detail: 'no such host',
  url: 'https://paper.example/',
  tookMs: 1,
};

async function titleRead(reader: DocumentReader, title: string) {
  const outline = `<outline type="rss" text="${title}" xmlUrl="https://paper.example/feed"/>`;
  const list = await reader.readOpml({
    bytes: new TextEncoder().encode(`<opml version="2.0"><body>${outline}</body></opml>`),
  });
  return list.ok ? list.feeds.map((feed) => feed.title) : list.error;
}

test('a thread without a task ends after a while, and the next task is answered by another', async () => {
  const reader = createDocumentReader({ fetchResource: async () => lost, idleMs });
  expect(await titleRead(reader, 'one')).toEqual(['one']);
  vi.advanceTimersByTime(idleMs - 1);
  expect(await titleRead(reader, 'two')).toEqual(['two']);
  vi.advanceTimersByTime(idleMs - 1);
  expect(running.size).toBe(1);

  vi.advanceTimersByTime(1);
  await once(threads[0]!, 'exit');
  expect(await titleRead(reader, 'three')).toEqual(['three']);
  expect(threads).toHaveLength(2);
  await reader.close();
});

test('a task asked while the thread ends is answered', async () => {
  const reader = createDocumentReader({ fetchResource: async () => lost, idleMs });
  await titleRead(reader, 'one');
  const [first] = threads;
  const ended = once(first!, 'exit');
  vi.advanceTimersByTime(idleMs);
  expect(running).toContain(first);
  const asked = titleRead(reader, 'two');
  await ended;
  expect(await asked).toEqual(['two']);
  await reader.close();
});

test('a discovery that waits for a site keeps its thread', async () => {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<FetchOutcome>();
  const fetchResource = () => {
    asked.resolve();
    return answer.promise;
  };
  const reader = createDocumentReader({ fetchResource, idleMs });
  const discovery = reader.discover({ url: 'https://paper.example/', now: 0 });
  await asked.promise;
  await titleRead(reader, 'meanwhile');
  vi.advanceTimersByTime(idleMs * 2);
  answer.resolve(lost);
  expect((await discovery).feeds).toEqual([]);
  expect(threads).toHaveLength(1);
  await reader.close();
});

test('closing leaves no thread, neither one that ends nor one that waits for a task', async () => {
  const reader = createDocumentReader({ fetchResource: async () => lost, idleMs });
  await titleRead(reader, 'one');
  vi.advanceTimersByTime(idleMs);
  const unanswered = titleRead(reader, 'two');
  await Promise.all([reader.close(), expect(unanswered).rejects.toThrow('stopping')]);
  expect(threads).toHaveLength(2);
  expect(running.size).toBe(0);
  await expect(titleRead(reader, 'three')).rejects.toThrow('stopping');
});
