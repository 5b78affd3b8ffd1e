// F14: an inbox with 1.3 million unread notices through the real server: its numbers, its first page, "all read" and back.
import type { NoticeCounts } from '#shared/contract/notices.ts';
import { openDatabase } from '../../db/open-database.ts';
import { repairInboxes } from '../../domains/notices/inbox.service.ts';
import { createNotices } from '../../domains/notices/notices.service.ts';
import { createProgressBar } from '../progress-bar.ts';
import { type ScratchDatabase, withScratchDatabase } from '../scratch-database.ts';
import { callApi, registerMember } from '../server-process.ts';
import { createBenchContext } from './bench-context.ts';
import { corpusEnd } from './corpus.ts';
import { analyseNotices, findMemberId, insertManyNotices } from './counters.queries.ts';
import { withServer } from './empty-server.ts';
import type { BenchOptions } from './figures.ts';
import { atMost, type FigureResult, figureResult, type Measure, percentile, rounded } from './measure.ts';

const noticesAtOnce = 50_000;
const subscriptions = 200;
/** A smaller inbox beside the large one, for what the engine knows of its tables. */
const otherNotices = 50_000;
const rounds = 30;
const reader = 'bench-reader';
const barMs = 50;

export function measureCounters({ notices, databaseUrl }: BenchOptions): Promise<FigureResult> {
  return withScratchDatabase(databaseUrl, async (scratch) => {
    const server = { DATABASE_URL: scratch.databaseUrl, DATA_DIR: scratch.dataDir, DEMO: 'off', ROLES: 'api' };
    const token = await withServer(server, async ({ url }) => {
      await registerMember(url, 'bench-other');
      return registerMember(url, reader);
    });
    const checkMs = await fillInboxes(scratch, notices);
    const times = await withServer(server, ({ url }) => useInbox(url, token, notices));
    const measures = [...times].flatMap(([name, { ms, hasBar }]): Measure[] => [
      { name: `${name}, p50`, value: rounded(percentile(ms, 0.5)), unit: 'ms' },
      { name: `${name}, p95`, value: rounded(percentile(ms, 0.95)), unit: 'ms', ...(hasBar && { bar: atMost(barMs) }) },
    ]);
    measures.push({ name: 'regular check of the inbox, once', value: Math.round(checkMs), unit: 'ms' });
    const engine = scratch.databaseUrl ? 'postgres' : 'sqlite';
    const title = 'An inbox with 1.3 million unread notices';
    return figureResult('F14', databaseUrl ? `${title}, PostgreSQL` : title, measures, { notices, engine, rounds });
  });
}

/** Answers how long the regular check takes, which also writes the numbers. */
async function fillInboxes({ databaseUrl, dataDir }: ScratchDatabase, notices: number): Promise<number> {
  const database = await openDatabase({ databaseUrl, dataDir });
  const ctx = createBenchContext(database, () => corpusEnd);
  const bar = createProgressBar('filling an inbox');
  for (const [userName, count] of [
    ['bench-other', Math.min(otherNotices, notices)],
    [reader, notices],
  ] as const) {
    const memberId = await findMemberId(ctx.db, userName);
    // The last one is made as the product makes it, and with it the inbox.
    for (let from = 1; from < count; from += noticesAtOnce) {
      const to = Math.min(count - 1, from + noticesAtOnce - 1);
      await insertManyNotices(ctx.db, memberId, { from, to, subscriptions, at: corpusEnd });
      bar.show(to, count);
    }
    await createNotices(ctx, [lastNotice(memberId)]);
  }
  bar.end();
  await analyseNotices(ctx.db);
  await repairInboxes(ctx);
  const startedAt = performance.now();
  await repairInboxes(ctx);
  const checkMs = performance.now() - startedAt;
  await database.close();
  return checkMs;
}

const lastNotice = (memberId: number) => ({
  ...{ memberId, kind: 'keyword' as const, title: 'The last one', body: '', articleId: null, url: '', reason: 'last' },
  ...{ subscriptionId: 1, sourceName: '', language: 'en', script: 'Latn', highlights: { title: [], body: [] } },
  eventKey: 'story of the last one',
});

interface Timed {
  ms: number[];
  hasBar: boolean;
}

/** What a reader does, over and over; every answer is checked, so that nothing is fast because it is wrong. */
async function useInbox(url: string, token: string, notices: number): Promise<Map<string, Timed>> {
  const times = new Map<string, Timed>();
  const call = async <Data>(path: string, body?: unknown): Promise<Data> => {
    const answer = await callApi<Data>(url, path, { token, ...(body !== undefined && { body }) });
    if (!answer.ok) throw new Error(`${path} failed: ${answer.error}`);
    return answer.data;
  };
  const timed = async <Data>(name: string, hasBar: boolean, work: () => Promise<Data>): Promise<Data> => {
    const startedAt = performance.now();
    const data = await work();
    const one = times.get(name) ?? { ms: [], hasBar };
    one.ms.push(performance.now() - startedAt);
    times.set(name, one);
    return data;
  };
  const expectUnread = (counts: NoticeCounts, unread: number) => {
    if (counts.unread !== unread) throw new Error(`${counts.unread} unread, expected ${unread}`);
  };
  type Page = { list: { id: number }[]; count: number; nextCursor: string };
  type Read = { counts: NoticeCounts; changed: number; undo: string };

  const bar = createProgressBar('using the inbox');
  for (let round = 0; round < rounds; round++) {
    // A change before each question, so that no answer comes from memory but the one that should.
    const page = await timed('first page', true, () => call<Page>('/v1/notice/list'));
    await call<Read>('/v1/notice/read', { ids: [page.list[0]!.id] });
    const counts = await timed('unread count', true, () => call<NoticeCounts>('/v1/notice/counts'));
    expectUnread(counts, notices - 1);
    const poll = () =>
      fetch(`${url}/v1/notice/counts?since=${counts.revision}`, { headers: { authorization: `Bearer ${token}` } });
    const { status } = await timed('counts since, nothing new', true, poll);
    if (status !== 304) throw new Error(`a poll was answered with ${status}`);
    await call<Read>('/v1/notice/read', { ids: [page.list[0]!.id], unread: true });

    await timed('second page by cursor', false, () => call<Page>(`/v1/notice/list?cursor=${page.nextCursor}`));
    await timed('first page of the unread', false, () => call<Page>('/v1/notice/list?unread=true'));
    await timed('first page of a kind', false, () => call<Page>('/v1/notice/list?kind=website'));
    await timed('first page of a rule', false, () => call<Page>('/v1/notice/list?subscription=7'));

    const all = await timed('mark all read', true, () =>
      call<Read>('/v1/notice/read', { all: true, before: counts.latestId }),
    );
    if (all.changed !== notices) throw new Error(`${all.changed} of ${notices} were marked`);
    expectUnread(await call<NoticeCounts>('/v1/notice/counts'), 0);
    const none = await timed('first page of the unread when all is read', false, () =>
      call<Page>('/v1/notice/list?unread=true'),
    );
    if (none.list.length > 0 || none.count > 0) throw new Error('something is unread that was marked read');
    const undone = await timed('undo of "all read"', false, () => call<Read>('/v1/notice/read', { undo: all.undo }));
    expectUnread(undone.counts, notices);
    bar.show(round + 1, rounds);
  }
  bar.end();
  return times;
}
