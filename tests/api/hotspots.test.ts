// The hotspot board: says that it is learning, finds what more sources report than usual, and why; keeps its history small.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeHotspots } from '#server/domains/analysis/hotspots.service.ts';
import { createClusterBook } from '#server/domains/articles/clusters.service.ts';
import * as hotspots from '#shared/contract/hotspots.ts';
import { openStoredNews } from '../support/stored-news.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

const hour = 3_600_000;
const sourceCount = 8;
let server: TestServer;
let stored: Awaited<ReturnType<typeof openStoredNews>>;
const book = createClusterBook();

beforeEach(async () => {
  server = await startTestServer();
  stored = await openStoredNews(server.ctx, sourceCount);
  book.reset();
});
afterEach(() => server.stop());

const board = (language?: string) =>
  server.client()(hotspots.listHotspots, { query: { limit: 20, ...(language && { language }) } });

/** Two unrelated reports an hour for two days, by changing sources. */
async function quietDays() {
  const start = server.now() - 48 * hour;
  const reports = Array.from({ length: 96 }, (_, n) => ({
    source: 1 + (n % sourceCount),
    title: `Council of town${n} debates budget${n % 17} and road${n % 13}`,
    at: start + n * 30 * 60_000,
  }));
  await stored.store(
    reports.toSorted((a, b) => a.source - b.source),
    book,
  );
}

const ferry = [
  'Ferry sinks off Naxos, passengers rescued',
  'Passengers rescued as ferry sinks near Naxos',
  'Naxos ferry sinks: all passengers rescued',
  'Coast guard: Naxos ferry passengers rescued',
  'Ferry passengers rescued near Naxos by coast guard',
];

test('without a day of history it says that it is learning, and how far it is', async () => {
  expect(await board()).toMatchObject({ list: [], madeAt: null, learning: { hours: 0, hoursNeeded: 24 } });
  await stored.store([{ source: 1, title: ferry[0]! }], book);
  await makeHotspots(server.ctx, book);
  expect(await board()).toMatchObject({ list: [], madeAt: server.now(), learning: { hoursNeeded: 24 } });
});

test('what five sources report at once is hot, with observed, expected, sources and curve', async () => {
  await quietDays();
  await stored.store(
    ferry.map((title, at) => ({ source: at + 1, title, at: server.now() - (60 - at * 10) * 60_000 })),
    book,
  );
  await makeHotspots(server.ctx, book);
  const { list, learning, languages } = await board('en');
  expect([learning, languages]).toEqual([null, ['en']]);
  expect(list).toHaveLength(1);
  const [hot] = list;
  expect(hot).toMatchObject({ language: 'en', observed: 5, articles: 5, title: ferry[4] });
  expect(hot!.expected).toBeLessThan(1);
  expect(hot!.words).toContain('Naxos');
  expect(hot!.reports.map(({ source }) => source.name).sort()).toEqual([1, 2, 3, 4, 5].map((n) => `Source ${n}`));
  expect(hot!.curve).toHaveLength(24);
  expect(Math.max(...hot!.curve.map(({ sources }) => sources))).toBe(5);
  expect((await board()).list).toEqual(list);
  expect((await board('de')).list).toEqual([]);
});

test('one loud source is no hotspot', async () => {
  await quietDays();
  await stored.store(
    ferry.map((title) => ({ source: 1, title })),
    book,
  );
  await makeHotspots(server.ctx, book);
  expect((await board()).list).toEqual([]);
});

test('a hotspot cools down and leaves the board', async () => {
  await quietDays();
  await stored.store(
    ferry.map((title, at) => ({ source: at + 1, title })),
    book,
  );
  await makeHotspots(server.ctx, book);
  const first = (await board()).list[0]!;
  server.advance(4 * hour);
  await makeHotspots(server.ctx, book);
  const later = (await board()).list[0]!;
  expect(later.id).toBe(first.id);
  expect(later.score).toBeLessThan(first.score);
  server.advance(24 * hour);
  await makeHotspots(server.ctx, book);
  expect((await board()).list).toEqual([]);
});

test('counting again changes nothing, and a late report is counted in its hour', async () => {
  await quietDays();
  await makeHotspots(server.ctx, book);
  const hours = () => server.ctx.db.selectFrom('hot_hour').selectAll().orderBy('hour').execute();
  const before = await hours();
  await makeHotspots(server.ctx, book);
  expect(await hours()).toEqual(before);
  const at = before.at(-4)!;
  await stored.store([{ source: 8, title: 'Late: mayor of town4 resigns', at: at.hour * hour + 60_000 }], book);
  await makeHotspots(server.ctx, book);
  const after = (await hours()).find((row) => row.hour === at.hour)!;
  expect(after.articles).toBe(at.articles + 1);
});
