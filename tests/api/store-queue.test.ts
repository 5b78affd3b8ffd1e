// What sources bring at the same time is stored together, and yet each source's part is stored or fails by itself.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClusterBook } from '#server/domains/articles/clusters.service.ts';
import { getSource } from '#server/domains/sources/sources.service.ts';
import { createRuleBook } from '#server/domains/subscriptions/story-notices.service.ts';
import { createStoreQueue, type SourcePart } from '#server/jobs/store-queue.ts';
import * as news from '#shared/contract/news.ts';
import { openStoredNews } from '../support/stored-news.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let stored: Awaited<ReturnType<typeof openStoredNews>>;
beforeEach(async () => {
  server = await startTestServer();
  stored = await openStoredNews(server.ctx, 3);
});
afterEach(() => server.stop());

const queue = (pause = async () => {}) =>
  createStoreQueue({ ctx: server.ctx, rules: createRuleBook(), clusters: createClusterBook(), pause });

async function partOf(source: number, ...titles: string[]): Promise<SourcePart> {
  const articles = titles.map((title) => stored.prepare({ source, title }));
  return { source: await getSource(server.ctx, source), articles };
}

async function storedTitles(): Promise<string[]> {
  const { list } = await server.client()(news.listNews, { query: {} });
  return list.map(({ title }) => title).sort();
}

async function clusterRevision(): Promise<number> {
  const row = await server.ctx.db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', 'cluster.revision')
    .executeTakeFirst();
  return Number(row?.value ?? 0);
}

test('parts that are ready at the same time are committed once, and each is told what was stored of it', async () => {
  const { store } = queue();
  const parts = [
    await partOf(1, 'Ferry sinks off Naxos', 'Harvest fails in Aragon'),
    await partOf(2, 'Bridge opens in Bergen'),
    await partOf(3),
  ];
  const made = await Promise.all(parts.map(store));
  expect(made.map(({ articles }) => articles)).toEqual([2, 1, 0]);
  expect(await storedTitles()).toEqual(['Bridge opens in Bergen', 'Ferry sinks off Naxos', 'Harvest fails in Aragon']);
  expect(await clusterRevision()).toBe(1);
});

test('a first part waits for others, which go into the same transaction', async () => {
  const waited = Promise.withResolvers<void>();
  const { store } = queue(() => waited.promise);
  const first = store(await partOf(1, 'Ferry sinks off Naxos'));
  const second = store(await partOf(2, 'Bridge opens in Bergen'));
  expect(await storedTitles()).toEqual([]);
  waited.resolve();
  await Promise.all([first, second]);
  expect(await storedTitles()).toEqual(['Bridge opens in Bergen', 'Ferry sinks off Naxos']);
  expect(await clusterRevision()).toBe(1);
});

test('a part that cannot be stored fails alone; the others are stored once', async () => {
  const { store } = queue();
  const broken = await partOf(2, 'Bridge opens in Bergen');
  const parts = [
    await partOf(1, 'Ferry sinks off Naxos'),
    { ...broken, source: { ...broken.source, id: 999 } },
    await partOf(3, 'Harvest fails in Aragon'),
  ];
  const made = await Promise.allSettled(parts.map(store));
  expect(made.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await storedTitles()).toEqual(['Ferry sinks off Naxos', 'Harvest fails in Aragon']);
});

test('an item that comes again is not stored again', async () => {
  const { store } = queue();
  const part = await partOf(1, 'Ferry sinks off Naxos');
  expect((await store(part)).articles).toBe(1);
  expect((await store(part)).articles).toBe(0);
  expect(await storedTitles()).toEqual(['Ferry sinks off Naxos']);
});
