// An archive whose word index an earlier version filled is searchable again without anybody doing anything.
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reindexArticles, reindexFigures } from '#server/domains/articles/reindex.service.ts';
import * as keywords from '#shared/contract/keywords.ts';
import { openStoredNews } from '../support/stored-news.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

const articles = 45;

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  const stored = await openStoredNews(server.ctx, 1);
  const at = (n: number) => server.now() - n * 60_000;
  await stored.store(
    Array.from({ length: articles }, (_, n) => ({ source: 1, title: `Ferry number ${n} sails`, at: at(n) })),
  );
});
afterEach(() => server.stop());

/** As an earlier version left it: its format, and entries of which this one finds nothing. */
async function becomeOld() {
  await sql`delete from article_fts`.execute(server.ctx.db);
  await server.ctx.db.deleteFrom('setting').where('name', '=', 'word-index').execute();
  await server.ctx.db
    .insertInto('setting')
    .values({ name: 'word-index', value: JSON.stringify({ format: 'earlier', below: 0 }) })
    .execute();
}

async function found(): Promise<string[]> {
  const { list } = await server.client()(keywords.searchKeyword, {
    body: { keyword: 'ferry', page: 1, limit: 50 },
  });
  return list.map(({ title }) => title);
}

test('everything is found again, the newest first even when it is cut off, and it goes on where it stopped', async () => {
  await becomeOld();
  expect(await found()).toEqual([]);

  const stopping = new AbortController();
  await reindexArticles(server.ctx, { pause: async () => stopping.abort(), signal: stopping.signal });
  const part = await found();
  expect(part.length).toBeGreaterThan(0);
  expect(part).toEqual(Array.from({ length: part.length }, (_, n) => `Ferry number ${n} sails`));
  expect(await reindexFigures(server.ctx)).toEqual({ 'reindex waiting': articles - part.length });

  await sql`delete from article_fts`.execute(server.ctx.db);
  await reindexArticles(server.ctx, { pause: async () => {}, signal: new AbortController().signal });
  expect(await found()).toEqual(
    Array.from({ length: articles - part.length }, (_, n) => `Ferry number ${n + part.length} sails`),
  );
  expect(await reindexFigures(server.ctx)).toEqual({ 'reindex waiting': 0 });
});

test('an archive of the present format is left alone', async () => {
  await server.jobs.runOnce('reindex');
  await sql`delete from article_fts`.execute(server.ctx.db);
  await server.jobs.runOnce('reindex');
  expect(await found()).toEqual([]);
});
