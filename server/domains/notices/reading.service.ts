/** What was read and what was not: one by one, all at once, and back. */
import { randomUUID } from 'node:crypto';
import type { NoticeCounts } from '#shared/contract/notices.ts';
import { dayMs } from '#shared/rules/session.ts';
import { type Actor, type Context, inTransaction } from '../../context.ts';
import { changeInbox, countsOf, madeRead, madeUnread, summed, sumUnread, writeInbox } from './inbox.service.ts';
import {
  addToCounts,
  type Counted,
  changeStates,
  clearUnreadCounts,
  countNeverRead,
  deleteReadSpans,
  findCounts,
  findKeptUnread,
  findOwnStates,
  findReadSpans,
  findToldArticles,
  type InboxRow,
  insertReadSpans,
  lockInbox,
  markKeptRead,
  type NoticeNumbers,
  type NoticeState,
  type ReadSpan,
  setCovered,
  unmarkBatch,
} from './notices.queries.ts';
import { clipGaps, type Gap, isUnread, joinTouching, spanOf, unreadGaps } from './unread-gaps.ts';

/** So long "all read" can be taken back. */
const undoableMs = 7 * dayMs;

type ReadBody = { ids: number[]; unread: boolean } | { all: true; before: number } | { undo: string };

export async function readNotices(
  ctx: Context,
  actor: Actor,
  body: ReadBody,
): Promise<{ counts: NoticeCounts; changed: number; undo?: string }> {
  return inTransaction(ctx, async (ctx) => {
    const inbox = await lockInbox(ctx.db, actor.memberId);
    const done = await changeReading(ctx, inbox, body);
    return { counts: await countsOf(ctx, actor.memberId), ...done };
  });
}

function changeReading(ctx: Context, inbox: InboxRow, body: ReadBody): Promise<{ changed: number; undo?: string }> {
  if ('undo' in body) return undoRead(ctx, inbox, body.undo);
  if ('all' in body) return readAll(ctx, inbox, Math.min(body.before, inbox.latest_id));
  return body.unread ? keepUnread(ctx, inbox, body.ids) : readSome(ctx, inbox, body.ids);
}

async function readSome(ctx: Context, inbox: InboxRow, ids: readonly number[]) {
  const undo = randomUUID();
  const spans = await findReadSpans(ctx.db, inbox.member_id);
  const states = await findOwnStates(ctx.db, inbox.member_id, ids);
  const changed = states.filter((state) => state.removed_at === null && isUnread(state, spans));
  await changeStates(ctx.db, idsOf(changed), { read_at: ctx.now(), read_batch: undo });
  await changeInbox(ctx, inbox, changed.map(madeRead));
  return { changed: changed.length, undo };
}

async function keepUnread(ctx: Context, inbox: InboxRow, ids: readonly number[]) {
  const spans = await findReadSpans(ctx.db, inbox.member_id);
  const states = await findOwnStates(ctx.db, inbox.member_id, ids);
  const changed = states.filter((state) => state.removed_at === null && !isUnread(state, spans));
  await uncover(ctx, spans, changed, madeRead);
  await changeStates(ctx.db, idsOf(changed), { read_at: null, read_batch: null, kept_unread_at: ctx.now() });
  await changeInbox(ctx, inbox, changed.map(madeUnread));
  return { changed: changed.length };
}

/** Covers the notices with a span instead of touching them, so that a million take no longer than ten. */
async function readAll(ctx: Context, inbox: InboxRow, before: number) {
  const memberId = inbox.member_id;
  const undo = randomUUID();
  const now = ctx.now();
  const spans = await findReadSpans(ctx.db, memberId);
  const gaps = unreadGaps(spans);
  const left = await countUnread(ctx, memberId, gaps, { after: before, upTo: inbox.latest_id });
  const unread = sumUnread(left);
  const changed = inbox.unread - unread;
  if (changed <= 0) return { changed: 0, undo };
  const single = await markKeptRead(ctx.db, memberId, before, now, undo);
  const covered = summed([
    ...(await findCounts(ctx.db, memberId)),
    ...left.map((one) => ({ ...one, unread: -one.unread })),
    ...single.map(madeRead),
  ]);
  await insertReadSpans(
    ctx.db,
    // Spans of one call are only ever taken back together, so their numbers may stand in any of them.
    clipGaps(gaps, 0, before).map(({ after, upTo }, at) => ({
      member_id: memberId,
      after_id: after,
      up_to: upTo,
      read_at: now,
      read_batch: undo,
      covered: writeCovered(at === 0 ? covered : []),
    })),
  );
  await joinOldSpans(ctx, spans);
  await clearUnreadCounts(ctx.db, memberId);
  await addToCounts(ctx.db, [{ memberId, numbers: summed(left) }]);
  await writeInbox(ctx, { ...inbox, unread });
  return { changed, undo };
}

async function undoRead(ctx: Context, inbox: InboxRow, undo: string) {
  const single = await unmarkBatch(ctx.db, inbox.member_id, undo, ctx.now());
  const spans = (await findReadSpans(ctx.db, inbox.member_id)).filter((span) => span.read_batch === undo);
  await deleteReadSpans(ctx.db, idsOf(spans));
  const changes = [...single.map(madeUnread), ...spans.flatMap(readCovered)];
  await changeInbox(ctx, inbox, changes);
  return { changed: sumUnread(changes) };
}

/** Newest first: the articles a member was told of and has not read, or has read wherever they were told. */
export async function toldArticles(
  ctx: Context,
  memberId: number,
  { isUnread, limit }: { isUnread: boolean; limit: number },
): Promise<number[]> {
  const gaps = unreadGaps(await findReadSpans(ctx.db, memberId));
  const unread = await findToldArticles(ctx.db, memberId, gaps, { isUnread: true, limit });
  if (isUnread) return unread;
  const stillUnread = new Set(unread);
  const read = await findToldArticles(ctx.db, memberId, gaps, { isUnread: false, limit });
  return read.filter((id) => !stillUnread.has(id));
}

/** What is unread of a range of ids, outside the gaps only what is kept unread. */
async function countUnread(ctx: Context, memberId: number, gaps: readonly Gap[], range: Gap): Promise<NoticeNumbers[]> {
  const numbers: NoticeNumbers[] = [];
  const open = clipGaps(gaps, range.after, range.upTo);
  for (const gap of open) {
    const rows = await countNeverRead(ctx.db, memberId, gap);
    numbers.push(...rows.map(({ count, ...row }) => ({ ...row, total: 0, unread: count })));
  }
  const kept = await findKeptUnread(ctx.db, memberId, range);
  const covered = kept.filter(({ id }) => !open.some(({ after, upTo }) => id > after && id <= upTo));
  return [...numbers, ...covered.map(madeUnread)];
}

/** Keeps the numbers of a span true to its notices: these no longer count, or count again, as read by nothing but it. */
async function uncover(
  ctx: Context,
  spans: readonly ReadSpan[],
  states: readonly NoticeState[],
  toward: (notice: Counted) => NoticeNumbers,
): Promise<void> {
  const byNothingElse = states.filter((state) => state.read_at === null && state.kept_unread_at === null);
  for (const [span, own] of Map.groupBy(byNothingElse, ({ id }) => spanOf(id, spans))) {
    if (!span) continue;
    await setCovered(ctx.db, span.id, writeCovered(summed([...readCovered(span), ...own.map(toward)])));
  }
}

const writeCovered = (numbers: readonly NoticeNumbers[]) =>
  JSON.stringify(
    numbers
      .filter(({ unread }) => unread !== 0)
      .map(({ kind, subscription_id, unread }) => [kind, subscription_id, unread]),
  );

function readCovered({ covered }: ReadSpan): NoticeNumbers[] {
  const numbers = JSON.parse(covered) as [kind: string, subscriptionId: number | null, unread: number][];
  return numbers.map(([kind, subscription_id, unread]) => ({ kind, subscription_id, total: 0, unread }));
}

/** What can no longer be taken back need not be told apart: a member who reads all every day has a handful of spans. */
async function joinOldSpans(ctx: Context, spans: readonly ReadSpan[]): Promise<void> {
  const old = spans.filter((span) => span.read_at < ctx.now() - undoableMs);
  const joined = joinTouching(old);
  if (joined.length === old.length) return;
  await deleteReadSpans(ctx.db, idsOf(old));
  await insertReadSpans(
    ctx.db,
    joined.map(({ id: _, ...span }) => ({ ...span, read_batch: randomUUID(), covered: writeCovered([]) })),
  );
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

export async function removeNotices(ctx: Context, actor: Actor, ids: number[], restore: boolean) {
  return inTransaction(ctx, async (ctx) => {
    const inbox = await lockInbox(ctx.db, actor.memberId);
    const spans = await findReadSpans(ctx.db, inbox.member_id);
    const states = await findOwnStates(ctx.db, inbox.member_id, ids);
    const changed = states.filter((state) => (state.removed_at !== null) === restore);
    const toward = restore ? madeUnread : madeRead;
    await uncover(ctx, spans, changed, toward);
    await changeStates(ctx.db, idsOf(changed), { removed_at: restore ? null : ctx.now() });
    const changes = changed.map((state) => ({
      ...toward(state),
      total: restore ? 1 : -1,
      ...(!isUnread(state, spans) && { unread: 0 }),
    }));
    await changeInbox(ctx, inbox, changes);
    return { counts: await countsOf(ctx, actor.memberId) };
  });
}
