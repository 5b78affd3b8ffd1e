// Reports of one event: stored with the articles, counted, listed, the same after a restart and for every process.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '#server/context.ts';
import { clusterSettings } from '#server/crawl/cluster/event-clusters.ts';
import { storeArticles } from '#server/domains/articles/articles.service.ts';
import { createClusterBook, forgetOldTerms } from '#server/domains/articles/clusters.service.ts';
import * as news from '#shared/contract/news.ts';
import { openStoredNews } from '../support/stored-news.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let stored: Awaited<ReturnType<typeof openStoredNews>>;
beforeEach(async () => {
  server = await startTestServer();
  stored = await openStoredNews(server.ctx, 4);
});
afterEach(() => server.stop());

const hour = 3_600_000;
const earthquake = [
  { source: 1, title: 'Earthquake of magnitude 6.8 shakes Lisbon' },
  { source: 2, title: 'Lisbon shaken by strong earthquake, buildings damaged' },
  { source: 2, title: 'Magnitude 6.8 earthquake damages buildings in Lisbon' },
];
const election = { source: 3, title: 'Voters in Kenya elect a new parliament' };

test('a report says how many there are of its event, from how many sources, and lists them', async () => {
  const [first] = await stored.store([...earthquake, election], createClusterBook());
  const api = server.client();
  const { list } = await api(news.listNews, { query: {} });
  const byTitle = new Map(list.map((item) => [item.title, item.cluster]));
  expect(byTitle.get(earthquake[1]!.title)).toEqual({ id: first!.id, reports: 3, sources: 2 });
  expect(byTitle.get(election.title)).toBeUndefined();

  const detail = await api(news.getNews, { params: { id: first!.id } });
  expect(detail.reports.map(({ title }) => title).sort()).toEqual(
    earthquake
      .slice(1)
      .map(({ title }) => title)
      .sort(),
  );
  const ofEvent = await api(news.listNews, { query: { cluster: first!.id } });
  expect(ofEvent.count).toBe(3);
});

test('each stored article carries its cluster, so that a notice can be of the first report only', async () => {
  const bySource = earthquake.map((report, at) => ({ ...report, source: at + 1 }));
  const placed = await stored.store(bySource, createClusterBook());
  expect(placed.map(({ cluster }) => cluster!.reports)).toEqual([1, 2, 3]);
  expect(new Set(placed.map(({ cluster }) => cluster!.id)).size).toBe(1);
});

test('clusters go on after a restart and in another process', async () => {
  const [first] = await stored.store(earthquake.slice(0, 1));
  const others = await stored.store(earthquake.slice(1));
  expect(others.map(({ cluster }) => cluster!.id)).toEqual([first!.id, first!.id]);

  const one = createClusterBook();
  const other = createClusterBook();
  const [a] = await stored.store([{ source: 3, title: 'Ferry sinks off Naxos, passengers rescued' }], one);
  const [b] = await stored.store([{ source: 4, title: 'Passengers rescued as ferry sinks near Naxos' }], other);
  const [c] = await stored.store([{ source: 1, title: 'Naxos ferry sinks: all passengers rescued' }], one);
  expect([b!.cluster!.id, c!.cluster!.id]).toEqual([a!.id, a!.id]);
  expect(c!.cluster!.reports).toBe(3);
});

test('clusters that grow together keep one id, and the other one leads there', async () => {
  const book = createClusterBook({ ...clusterSettings, mergeAt: 0.2, mergeLargeAt: 0.2 });
  const titles = [
    'Ministers meet in Vienna on gas prices',
    'Gas prices: ministers meet in Vienna',
    'Pipeline explosion near Baumgarten halts deliveries',
    'Baumgarten pipeline explosion halts gas deliveries',
    'Ministers meet in Vienna on gas prices after Baumgarten pipeline explosion halts deliveries',
    'After pipeline explosion near Baumgarten halts deliveries ministers meet in Vienna on gas prices',
  ];
  const placed = await stored.store(
    titles.map((title, at) => ({ source: 1 + (at % 4), title })),
    book,
  );
  const before = new Set(placed.slice(0, 4).map(({ cluster }) => cluster!.id));
  expect(before.size).toBe(2);
  const api = server.client();
  const counts = await Promise.all(
    [...before].map(async (id) => (await api(news.listNews, { query: { cluster: id } })).count),
  );
  expect(counts).toEqual([titles.length, titles.length]);
  // Another process places by what came of it.
  const [next] = await stored.store([
    { source: 2, title: 'Baumgarten pipeline explosion halts gas deliveries, ministers meet' },
  ]);
  expect(next!.cluster!.reports).toBe(titles.length + 1);
});

test('what a failed transaction placed is forgotten with it', async () => {
  const book = createClusterBook();
  const failing = inTransaction(server.ctx, async (ctx) => {
    await storeArticles(ctx, 1, [stored.prepare(earthquake[0]!)], book);
    throw new Error('the disk is full');
  });
  await expect(failing).rejects.toThrow('the disk is full');
  book.reset();
  const [first, second] = await stored.store(earthquake.slice(1), book);
  expect([first!.cluster!.id, second!.cluster!.id]).toEqual([first!.id, first!.id]);
});

test('memory and terms end with the window; what is older when it comes is not clustered', async () => {
  const book = createClusterBook();
  await stored.store(earthquake, book);
  server.advance(73 * hour);
  await forgetOldTerms(server.ctx);
  const [late] = await stored.store([{ ...earthquake[0]!, source: 4 }], book);
  expect(late!.cluster!.reports).toBe(1);
  const [old] = await stored.store([{ ...earthquake[1]!, source: 4, at: server.now() - 80 * hour }], book);
  expect(old!.cluster).toBeUndefined();
});
