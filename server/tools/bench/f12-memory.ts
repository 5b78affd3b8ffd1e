// F12: the memory of the whole server process, after a start with the demo newsroom, and on a full archive after searches.
import { setTimeout as wait } from 'node:timers/promises';
import { createProgressBar } from '../progress-bar.ts';
import { callApi, type ServerProcess } from '../server-process.ts';
import { readMetric, withEmptyServer, withServer } from './empty-server.ts';
import type { BenchOptions } from './figures.ts';
import { corpusDataDir } from './load-corpus.ts';
import { atMost, type FigureResult, figureResult } from './measure.ts';
import { makeQuerySet } from './query-set.ts';

const settleMs = 30_000;
const megabyte = 1e6;

export async function measureMemory({ articles }: BenchOptions): Promise<FigureResult> {
  const resident = async (server: ServerProcess) =>
    Math.round((await readMetric(server, 'process_resident_memory_bytes')) / megabyte);
  const heap = async (server: ServerProcess) =>
    Math.round((await readMetric(server, 'nodejs_heap_size_used_bytes')) / megabyte);

  const bar = createProgressBar('memory after start');
  const start = await withEmptyServer({ DEMO: 'on' }, async (server) => {
    const ready = await resident(server);
    for (let waited = 0; waited < settleMs; waited += 1_000) {
      bar.show(waited, settleMs);
      await wait(1_000);
    }
    return { ready, settled: await resident(server), heap: await heap(server) };
  });
  bar.end();
  const queries = makeQuerySet(articles);
  const archive = await withServer(
    { DATA_DIR: await corpusDataDir(articles), DEMO: 'off', ROLES: 'api' },
    async (server) => {
      const searching = createProgressBar('memory with the archive');
      for (const [at, { text }] of queries.entries()) {
        await callApi(server.url, '/v1/keyword/search', { body: { keyword: text } });
        await callApi(server.url, '/v1/keyword/search', { body: { keyword: text, sort: 'relevance' } });
        searching.show(at + 1, queries.length);
      }
      searching.end();
      return { searched: await resident(server), heap: await heap(server) };
    },
  );
  return figureResult(
    'F12',
    'Memory of the server process',
    [
      { name: 'when it is ready', value: start.ready, unit: 'MB' },
      {
        name: `${settleMs / 1_000} s after start, demo newsroom crawled`,
        value: start.settled,
        unit: 'MB',
        bar: atMost(250),
      },
      { name: 'of this, JavaScript heap of the main thread', value: start.heap, unit: 'MB' },
      {
        name: `with ${articles} articles, after ${queries.length * 2} searches`,
        value: archive.searched,
        unit: 'MB',
        bar: atMost(600),
      },
      { name: 'of this, JavaScript heap of the main thread, archive', value: archive.heap, unit: 'MB' },
    ],
    { articles },
  );
}
