// A text that another source prints too is found: at once, after a restart, by another process, and after a failed transaction.
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Context, inTransaction } from '#server/context.ts';
import { up } from '#server/db/migrations/2026-11-25-same-text-bands.ts';
import { storeArticles } from '#server/domains/articles/articles.service.ts';
import {
  createSameTextBook,
  forgetOldBands,
  type SameTextBook,
  sameTextWindowMs,
} from '#server/domains/articles/same-texts.service.ts';
import { openStoredNews } from '../support/stored-news.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let ctx: Context;
let stored: Awaited<ReturnType<typeof openStoredNews>>;
beforeEach(async () => {
  server = await startTestServer();
  ctx = server.ctx;
  stored = await openStoredNews(ctx, 5);
});
afterEach(() => server.stop());

const textOf = (topic: string) =>
  Array.from({ length: 60 }, (_, at) => `${topic} ${['harbour', 'council', 'budget'][at % 3]} number ${at * 7}`).join(
    ' ',
  );

/** One article of the source in a transaction of its own. */
async function storeOne(source: number, text: string, book?: SameTextBook, context = ctx) {
  const prepared = [stored.prepare({ source, title: `Report ${source}`, text })];
  const [one] = await storeArticles(context, source, prepared, undefined, book);
  return one!;
}
const storeNow = (source: number, text: string, book?: SameTextBook) =>
  inTransaction(ctx, (ctx) => storeOne(source, text, book, ctx));

test('two books follow each other, and a new one knows what both have stored', async () => {
  const [one, other] = [createSameTextBook(), createSameTextBook()];
  const first = await storeNow(1, textOf('ferry'), one);
  const different = await storeNow(2, textOf('harvest'), other);
  expect((await storeNow(3, textOf('ferry'), other)).groupId).toBe(first.groupId);
  expect((await storeNow(4, textOf('ferry'), one)).groupId).toBe(first.groupId);
  expect((await storeNow(5, textOf('harvest'), createSameTextBook())).groupId).toBe(different.groupId);
  expect(different.groupId).toBe(different.id);
});

test('texts that come in together are compared with each other', async () => {
  const together = await inTransaction(ctx, async (ctx) => {
    const prepared = ['ferry', 'harvest', 'ferry'].map((topic, at) =>
      stored.prepare({ source: 1, title: topic, text: textOf(topic), at: ctx.now() - (3 - at) * 1_000 }),
    );
    return storeArticles(ctx, 1, prepared);
  });
  const [first, second, third] = together;
  expect(third!.groupId).toBe(first!.id);
  expect(second!.groupId).toBe(second!.id);
});

test('what a failed transaction filed is not found, even by the book that has read it', async () => {
  const book = createSameTextBook();
  const failed = inTransaction(ctx, async (ctx) => {
    await storeOne(1, textOf('ferry'), book, ctx);
    await storeOne(2, textOf('harvest'), book, ctx);
    await book.refresh(ctx);
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  const again = await storeNow(3, textOf('ferry'), book);
  expect(again.groupId).toBe(again.id);
  expect((await storeNow(4, textOf('ferry'), book)).groupId).toBe(again.id);
});

test('a text is the same as none that was seen before the window', async () => {
  const book = createSameTextBook();
  await storeNow(1, textOf('ferry'), book);
  server.advance(sameTextWindowMs + 1);
  const later = await storeNow(2, textOf('ferry'), book);
  expect(later.groupId).toBe(later.id);
  await forgetOldBands(ctx);
  const rows = await ctx.db.selectFrom('article_bands').select('article_id').execute();
  expect(rows).toEqual([{ article_id: later.id }]);
});

test('an archive that kept a row for every band goes on finding its texts', async () => {
  const first = await storeNow(1, textOf('ferry'));
  const second = await storeNow(3, textOf('harvest'));
  const wanted = await ctx.db.selectFrom('article_bands').select(['article_id', 'seen_at', 'bands']).execute();
  await toFormerBands(wanted);
  await up(ctx.db as Kysely<unknown>, process.env.TEST_DATABASE_URL ? 'postgres' : 'sqlite');
  const carried = await ctx.db.selectFrom('article_bands').select(['article_id', 'seen_at', 'bands']).execute();
  expect(carried.sort((a, b) => a.article_id - b.article_id)).toEqual(
    wanted.sort((a, b) => a.article_id - b.article_id),
  );
  const book = createSameTextBook();
  expect((await storeNow(4, textOf('harvest'), book)).groupId).toBe(second.id);
  expect((await storeNow(5, textOf('ferry'), book)).groupId).toBe(first.id);
});

interface FormerTables {
  article_band: { band: string; article_id: number; seen_at: number };
  setting: { name: string; value: string };
}

/** The tables as they were before the migration. */
async function toFormerBands(rows: { article_id: number; seen_at: number; bands: string }[]): Promise<void> {
  const db = ctx.db as unknown as Kysely<FormerTables>;
  await db.schema.dropTable('article_bands').execute();
  await db.deleteFrom('setting').where('name', '=', 'same-text.revision').execute();
  await db.schema
    .createTable('article_band')
    .addColumn('band', 'text', (c) => c.notNull())
    .addColumn('article_id', 'bigint', (c) => c.notNull())
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('article_band_key', ['band', 'article_id'])
    .execute();
  for (const { article_id, seen_at, bands } of rows) {
    const minhash = bands.slice(-160);
    const filed = Array.from({ length: 20 }, (_, band) => `m${band}:${minhash.slice(band * 8, band * 8 + 8)}`);
    await db
      .insertInto('article_band')
      .values([...filed, `s0${bands.slice(0, 4)}`].map((band) => ({ band, article_id, seen_at })))
      .execute();
  }
}
