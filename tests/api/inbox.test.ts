// What "read", "all read" and their undoing mean, held against a model that touches every notice.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, inTransaction } from '#server/context.ts';
import { repairInboxes } from '#server/domains/notices/inbox.service.ts';
import {
  createNotices,
  listNotices,
  type NoticeDraft,
  unreadBySubscription,
} from '#server/domains/notices/notices.service.ts';
import { readNotices, removeNotices, toldArticles } from '#server/domains/notices/reading.service.ts';
import type { NoticeKind } from '#shared/contract/notices.ts';
import { dayMs } from '#shared/rules/session.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const sources = [
  { kind: 'keyword', subscriptionId: 1 },
  { kind: 'keyword', subscriptionId: 2 },
  { kind: 'website', subscriptionId: 1 },
  { kind: 'system', subscriptionId: null },
] as const;
type Source = (typeof sources)[number];

interface ModelNotice extends Pick<Source, 'kind' | 'subscriptionId'> {
  id: number;
  articleId: number;
  isUnread: boolean;
  isRemoved: boolean;
  batch: string | undefined;
}

let eventNumber = 0;

const draft = (memberId: number, source: Source, eventKey: string, articleId: number): NoticeDraft => ({
  ...{ memberId, title: eventKey, body: '', articleId, url: '', reason: '', sourceName: '', language: 'en' },
  ...{ script: 'Latn', highlights: { title: [], body: [] }, eventKey, ...source },
});

/** A new member's inbox beside the model of it. */
async function newInbox() {
  const { user } = await server.newMember();
  const { ctx } = server;
  const actor: Actor = {
    ...{ memberId: user.userId, userName: user.userName, type: 'member', permissions: [], sessionId: 0 },
    ...{ language: 'en', timeZone: 'UTC' },
  };
  const model: ModelNotice[] = [];
  const undoNames: string[] = [];
  const own = (ids: readonly number[]) => model.filter(({ id, isRemoved }) => ids.includes(id) && !isRemoved);
  const list = (query: Partial<Parameters<typeof listNotices>[2]> = {}) =>
    listNotices(ctx, actor, { page: 1, limit: 50, ...query });

  return {
    actor,
    model,
    undoNames,
    list,
    async arrive(source: Source) {
      const articleId = ++eventNumber;
      await createNotices(ctx, [draft(actor.memberId, source, `event ${articleId}`, articleId)]);
      const [newest] = (await list()).list;
      model.push({ ...source, id: newest!.id, articleId, isUnread: true, isRemoved: false, batch: undefined });
    },
    async read(ids: number[]) {
      const { changed, undo } = await readNotices(ctx, actor, { ids, unread: false });
      const rows = own(ids).filter(({ isUnread }) => isUnread);
      for (const row of rows) Object.assign(row, { isUnread: false, batch: undo });
      expect(changed).toBe(rows.length);
      undoNames.push(undo!);
    },
    async keepUnread(ids: number[]) {
      const { changed } = await readNotices(ctx, actor, { ids, unread: true });
      const rows = own(ids).filter(({ isUnread }) => !isUnread);
      for (const row of rows) Object.assign(row, { isUnread: true, batch: undefined });
      expect(changed).toBe(rows.length);
    },
    async readAll(before: number) {
      const { changed, undo } = await readNotices(ctx, actor, { all: true, before });
      const rows = model.filter(({ id, isUnread }) => id <= before && isUnread);
      const seen = rows.filter(({ isRemoved }) => !isRemoved);
      if (seen.length > 0) for (const row of rows) Object.assign(row, { isUnread: false, batch: undo });
      expect(changed).toBe(seen.length);
      undoNames.push(undo!);
    },
    async undo(name: string) {
      const { changed } = await readNotices(ctx, actor, { undo: name });
      const rows = model.filter(({ batch, isUnread }) => batch === name && !isUnread);
      for (const row of rows) Object.assign(row, { isUnread: true, batch: undefined });
      expect(changed).toBe(rows.filter(({ isRemoved }) => !isRemoved).length);
    },
    async remove(ids: number[], restore: boolean) {
      await removeNotices(ctx, actor, ids, restore);
      for (const row of model) if (ids.includes(row.id)) row.isRemoved = !restore;
    },
    async expectAgreement() {
      const kept = model.filter(({ isRemoved }) => !isRemoved).sort((a, b) => b.id - a.id);
      const unread = kept.filter(({ isUnread }) => isUnread);
      const all = await list();
      expect(all.list.map(({ id, readAt }) => [id, readAt === null])).toEqual(
        kept.map((row) => [row.id, row.isUnread]),
      );
      expect(all.count).toBe(kept.length);
      expect(all.counts.unread).toBe(unread.length);
      for (const kind of ['keyword', 'website', 'system'] as const) {
        const count = unread.filter((row) => row.kind === kind).length;
        expect([kind, all.counts.byKind[kind] ?? 0]).toEqual([kind, count]);
      }
      const open = await list({ unread: true });
      expect([open.list.map(({ id }) => id), open.count]).toEqual([unread.map(({ id }) => id), unread.length]);
      const told = (isUnread: boolean) => toldArticles(ctx, actor.memberId, { isUnread, limit: 1_000 });
      expect(await told(true)).toEqual(unread.map(({ articleId }) => articleId));
      expect(await told(false)).toEqual(kept.filter(({ isUnread }) => !isUnread).map(({ articleId }) => articleId));
      for (const { kind, subscriptionId } of sources) {
        if (subscriptionId === null) continue;
        const count = unread.filter((row) => row.kind === kind && row.subscriptionId === subscriptionId).length;
        const counts = await unreadBySubscription(ctx, actor, kind, [subscriptionId]);
        expect(counts.get(subscriptionId) ?? 0).toBe(count);
      }
    },
  };
}

type Inbox = Awaited<ReturnType<typeof newInbox>>;

const position = fc.nat({ max: 20 });
const positions = fc.uniqueArray(position, { minLength: 1, maxLength: 4 });
const at = <Item>(items: readonly Item[], place: number) => items[place % items.length]!;
const idsAt = ({ model }: Inbox, places: readonly number[]) => places.map((place) => at(model, place).id);

const step = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...sources).map((source) => (inbox: Inbox) => inbox.arrive(source)) },
  positions.map((places) => (inbox: Inbox) => inbox.read(idsAt(inbox, places))),
  positions.map((places) => (inbox: Inbox) => inbox.keepUnread(idsAt(inbox, places))),
  { weight: 2, arbitrary: position.map((place) => (inbox: Inbox) => inbox.readAll(at(inbox.model, place).id)) },
  {
    weight: 2,
    arbitrary: position.map(
      (place) => async (inbox: Inbox) =>
        inbox.undoNames.length > 0 ? inbox.undo(at(inbox.undoNames, place)) : undefined,
    ),
  },
  positions.map((places) => (inbox: Inbox) => inbox.remove(idsAt(inbox, places), false)),
  positions.map((places) => (inbox: Inbox) => inbox.remove(idsAt(inbox, places), true)),
);

describe('an inbox', () => {
  test('shows the same state and the same numbers as if every notice were marked by itself', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const inbox = await newInbox();
        for (const source of sources) await inbox.arrive(source);
        for (const act of steps) await act(inbox);
        await inbox.expectAgreement();
      }),
      { numRuns: 60 },
    );
    const revisions = () =>
      server.ctx.db.selectFrom('inbox').select(['member_id', 'revision']).orderBy('member_id').execute();
    const before = await revisions();
    await repairInboxes(server.ctx);
    expect(await revisions(), 'counting the notices anew changes no inbox').toEqual(before);
  });

  test('"all read" up to an id that is not there yet leaves what comes later unread', async () => {
    const inbox = await newInbox();
    await inbox.arrive(sources[0]);
    await inbox.readAll(Number.MAX_SAFE_INTEGER);
    await inbox.arrive(sources[0]);
    expect((await inbox.list()).counts.unread).toBe(1);
    await inbox.expectAgreement();
  });

  test('years of daily "all read" leave a handful of spans, and last week’s can still be taken back', async () => {
    const inbox = await newInbox();
    for (let day = 0; day < 30; day++) {
      await inbox.arrive(sources[day % sources.length]!);
      await inbox.readAll(inbox.model.at(-1)!.id);
      server.advance(dayMs);
    }
    const spans = await server.ctx.db
      .selectFrom('read_span')
      .select('id')
      .where('member_id', '=', inbox.actor.memberId)
      .execute();
    expect(spans.length).toBeLessThan(10);
    await inbox.undo(inbox.undoNames.at(-3)!);
    await inbox.expectAgreement();
    expect((await inbox.list()).counts.unread).toBe(1);
  });

  test('the regular check mends the number of a subscription too', async () => {
    const inbox = await newInbox();
    for (const source of sources) await inbox.arrive(source);
    await inbox.readAll(inbox.model[1]!.id);
    await server.ctx.db
      .updateTable('notice_count')
      .set({ unread: 9, total: 3 })
      .where('member_id', '=', inbox.actor.memberId)
      .where('kind', '=', 'website')
      .execute();
    const before = (await inbox.list()).counts.revision;
    await repairInboxes(server.ctx);
    await inbox.expectAgreement();
    expect((await inbox.list()).counts.revision).toBeGreaterThan(before);
  });

  test('of several members told together, also by writers at the same time, each counts its own', async () => {
    const inboxes = [await newInbox(), await newInbox(), await newInbox()];
    await inboxes[1]!.arrive(sources[2]);
    const before = await Promise.all(inboxes.map((inbox) => inbox.list()));
    const heard = new Map<number, number[]>();
    const unsubscribe = server.ctx.signals.subscribe('inbox-changed', ({ memberId, revision }) => {
      heard.set(memberId, [...(heard.get(memberId) ?? []), revision]);
    });
    const [one, two, three] = inboxes.map(({ actor }) => actor.memberId) as [number, number, number];
    const tell = (batch: number, memberIds: readonly number[]) =>
      inTransaction(server.ctx, (ctx) =>
        createNotices(
          ctx,
          memberIds.map((memberId, at) => draft(memberId, sources[at % 2]!, `together ${batch} ${at}`, ++eventNumber)),
        ),
      );
    await Promise.all([tell(1, [one, two, one]), tell(2, [three, two]), tell(3, [two, three, one])]);
    unsubscribe();
    for (const [at, told] of [3, 3, 2].entries()) {
      const { list, counts } = await inboxes[at]!.list();
      const { counts: old } = before[at]!;
      expect(counts.unread).toBe(old.unread + told);
      expect(counts.latestId).toBe(list[0]!.id);
      const writers = [2, 3, 2][at]!;
      expect(counts.revision).toBe(old.revision + writers);
      const revisions = heard.get(inboxes[at]!.actor.memberId)!;
      expect(revisions.toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: writers }, (_, n) => old.revision + n + 1),
      );
    }
    await repairInboxes(server.ctx);
    expect((await inboxes[1]!.list()).counts.revision, 'nothing had to be mended').toBe(before[1]!.counts.revision + 3);
  });

  test('filters by kind and rule find unread ones behind a span', async () => {
    const inbox = await newInbox();
    for (const source of [...sources, ...sources]) await inbox.arrive(source);
    await inbox.readAll(inbox.model[5]!.id);
    await inbox.keepUnread([inbox.model[0]!.id]);
    const found = async (query: {
      kind?: (typeof NoticeKind)['options'][number];
      subscription?: number;
      after?: number;
    }) => {
      const { list, count } = await inbox.list({ unread: true, ...query });
      expect(count).toBe(list.length);
      return list.map(({ id }) => inbox.model.findIndex((row) => row.id === id));
    };
    expect(await found({ kind: 'keyword' })).toEqual([0]);
    expect(await found({ kind: 'website', subscription: 1 })).toEqual([6]);
    expect(await found({ subscription: 1 })).toEqual([6, 0]);
    expect(await found({ after: inbox.model[6]!.id })).toEqual([7]);
  });
});
