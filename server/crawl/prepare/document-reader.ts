/**
 * Hands documents to the reading thread and takes a fresh thread when one hangs or kills it. A thread with nothing to do for a
 * while ends: the language data and parsers it holds are a fifth of a small server's memory, and are loaded again in a second.
 */
import { Worker } from 'node:worker_threads';
import { writtenOf } from '../../text/document.ts';
import { unpackDocument } from '../../text/packed-document.ts';
import type { Fetcher } from '../fetch/fetch-resource.ts';
import type { DocumentReader, FromThread, PackedResults, TaskName, ToThread } from './document-tasks.ts';

interface Task {
  id: number;
  name: TaskName;
  input: unknown;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

interface Options {
  fetchResource: Fetcher['fetchResource'];
  /** A task that only computes and takes longer has hung. */
  taskTimeoutMs?: number;
  /** Discovery also waits for the sites it asks. */
  discoverTimeoutMs?: number;
  /** A thread without a task for so long ends; the next task starts one. */
  idleMs?: number;
}

/** Discoveries wait for the network most of the time, so they do not stand in the queue. */
const discoveriesMax = 8;

/**
 * Enough for the largest feed or page that is fetched, and the end of a document made to fill the memory. With room for
 * gigabytes V8 would also let the heap grow to twice what is used before it collects.
 */
const heapMaxMb = 512;

export function createDocumentReader(options: Options): DocumentReader {
  const { taskTimeoutMs = 20_000, discoverTimeoutMs = 60_000, idleMs = 5_000 } = options;
  const queue: Task[] = [];
  const running = new Map<number, Task>();
  const timers = new Map<number, NodeJS.Timeout>();
  const ending = new Set<Promise<unknown>>();
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let sequence = 0;
  let closed = false;

  function start(): Worker {
    const next = new Worker(new URL('./document-reader.worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapMaxMb },
    });
    next.on('message', (message: FromThread) => {
      if (next === thread) receive(next, message);
    });
    next.on('error', (error) => drop(next, error));
    next.on('exit', () => drop(next, new Error('the reading thread ended')));
    return next;
  }

  function post(to: Worker, message: ToThread) {
    to.postMessage(message);
  }

  async function receive(from: Worker, message: FromThread) {
    if (message.kind === 'fetch') {
      const outcome = await options.fetchResource(message.request);
      if (from === thread) post(from, { kind: 'fetched', fetchId: message.fetchId, outcome });
      return;
    }
    const task = running.get(message.id);
    if (!task) return;
    finish(task);
    if (message.kind === 'done') task.resolve(message.result);
    else task.reject(new Error(message.error));
    startNext();
  }

  function finish(task: Task) {
    running.delete(task.id);
    clearTimeout(timers.get(task.id));
    timers.delete(task.id);
  }

  /** Lets go of the thread; a task that is asked from now on gets another. */
  function end(last: Worker) {
    thread = undefined;
    clearTimeout(idle);
    const ended = last.terminate().finally(() => ending.delete(ended));
    ending.add(ended);
  }

  /** Any task takes the timer back, so the thread that ends has none. */
  function endWhenIdle() {
    clearTimeout(idle);
    if (thread && running.size === 0) idle = setTimeout(end, idleMs, thread);
  }

  /** A document that hangs the thread costs what was in the thread, never what is still in the queue. */
  function drop(lost: Worker, error: Error) {
    if (thread !== lost) return;
    end(lost);
    for (const task of [...running.values()]) {
      finish(task);
      task.reject(error);
    }
    if (!closed) startNext();
  }

  function hasRoom(task: Task): boolean {
    const isDiscovery = task.name === 'discover';
    const alike = [...running.values()].filter((one) => (one.name === 'discover') === isDiscovery).length;
    return alike < (isDiscovery ? discoveriesMax : 1);
  }

  function startNext() {
    for (let at = 0; at < queue.length; ) {
      const task = queue[at]!;
      if (!hasRoom(task)) {
        at += 1;
        continue;
      }
      queue.splice(at, 1);
      thread ??= start();
      const serving = thread;
      running.set(task.id, task);
      const limitMs = task.name === 'discover' ? discoverTimeoutMs : taskTimeoutMs;
      timers.set(
        task.id,
        setTimeout(() => drop(serving, new Error('a document took too long to read')), limitMs),
      );
      post(serving, { kind: 'task', id: task.id, name: task.name, input: task.input });
    }
    endWhenIdle();
  }

  function ask<T>(name: TaskName, input: unknown): Promise<T> {
    if (closed) return Promise.reject(new Error('stopping'));
    return new Promise<T>((resolve, reject) => {
      queue.push({ id: ++sequence, name, input, resolve: resolve as (value: unknown) => void, reject });
      startNext();
    });
  }

  return {
    readSource: (input) => ask('readSource', input),
    async prepareArticles(input) {
      const prepared = await ask<PackedResults['prepareArticles']>('prepareArticles', input);
      return prepared.map((one) =>
        one.ok
          ? { ...one.article, document: unpackDocument(one.document, writtenOf(one.article)) }
          : new Error(one.error),
      );
    },
    learnRepeated: (texts) => ask('learnRepeated', texts),
    writtenTerms: (input) => ask('writtenTerms', input),
    readPage: (input) => ask('readPage', input),
    readOpml: (input) => ask('readOpml', input),
    discover: (input) => ask('discover', input),
    async close() {
      closed = true;
      const stopping = new Error('stopping');
      for (const task of queue.splice(0)) task.reject(stopping);
      if (thread) drop(thread, stopping);
      await Promise.all(ending);
    },
  };
}
