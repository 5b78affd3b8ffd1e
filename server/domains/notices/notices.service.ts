/**
 * The member's one inbox. The inbox row (revision and unread numbers) changes in the transaction that changes the notices,
 * so every surface that shows the same revision shows the same numbers.
 */
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { type Language, pageNumberMax } from '#shared/contract/envelope.ts';
import type { Notice, NoticeCounts, NoticeKind, noticeKinds } from '#shared/contract/notices.ts';
import { dayMs } from '#shared/rules/session.ts';
import { AppError } from '../../app-error.ts';
import { type Actor, type Context, inTransaction } from '../../context.ts';
import { messageText } from '../outbox/outbox.service.ts';
import { type Delivery, queueDeliveries } from './delivery-queue.service.ts';
import {
  addPlaces,
  addToCounts,
  type Counted,
  changeStates,
  clearUnreadCounts,
  countNeverRead,
  deleteCounts,
  deleteReadSpans,
  findByEvent,
  findCounts,
  findDigestStories,
  findInbox,
  findInboxOwners,
  findKeptUnread,
  findNoticeIds,
  findNotices,
  findOwnNotice,
  findOwnStates,
  findReadSpans,
  findUnreadBySubscription,
  type InboxRow,
  insertDigestStories,
  insertNotices,
  insertReadSpans,
  lockInbox,
  markKeptRead,
  type NewNotice,
  type NoticeFilter,
  type NoticeNumbers,
  type NoticeRow,
  type NoticeState,
  type ReadSpan,
  recount,
  setCovered,
  setNoticeUrl,
  sumCounts,
  unmarkBatch,
  updateInbox,
} from './notices.queries.ts';
import { clipGaps, type Gap, joinTouching, unreadGaps } from './unread-gaps.ts';

type Kind = (typeof noticeKinds)[number];

export interface NoticeDraft {
  memberId: number;
  kind: Kind;
  title: string;
  body: string;
  articleId: number | null;
  url: string;
  subscriptionId: number | null;
  reason: string;
  sourceName: string;
  language: string;
  script: string;
  highlights: Notice['highlights'];
  /** Set on a digest. */
  storyCount?: number;
  /** Of the rule that made it; the inbox always gets it. */
  channels?: readonly string[];
  /** The same event never makes a second notice for the same member. */
  eventKey: string;
}

/** All but the inbox, which always gets the notice. */
const outsideChannels = ['desktop', 'email', 'webhook', 'push', 'feed'];

/** So long "all read" can be taken back. */
const undoableMs = 7 * dayMs;
const countedAfterMax = 10_000;

const noCounts: NoticeCounts = { revision: 0, unread: 0, byKind: {}, latestId: 0 };

/** Inside the caller's transaction. Answers the drafts' number that became notices. */
export async function createNotices(ctx: Context, drafts: readonly NoticeDraft[]): Promise<number> {
  return (await insertDrafts(ctx, drafts)).length;
}

async function insertDrafts(ctx: Context, made: readonly NoticeDraft[]): Promise<{ id: number }[]> {
  const drafts = oneAnEvent(made);
  if (drafts.length === 0) return [];
  // Locked before the notices get their ids, so that "all read up to here" never covers one that nobody could see; in one
  // order everywhere, so that two writers can never wait for each other.
  const memberIds = [...new Set(drafts.map(({ memberId }) => memberId))].sort((a, b) => a - b);
  const inboxes = new Map<number, InboxRow>();
  for (const memberId of memberIds) inboxes.set(memberId, await lockInbox(ctx.db, memberId));
  const inserted = await insertNotices(
    ctx.db,
    drafts.map((draft) => toRow(draft, ctx.now())),
  );
  for (const [memberId, rows] of Map.groupBy(inserted, (row) => row.member_id)) {
    const changes = rows.map((row) => ({ ...row, total: 1, unread: 1 }));
    await changeInbox(ctx, inboxes.get(memberId)!, changes, Math.max(...rows.map((row) => row.id)));
  }
  await carryOut(ctx, drafts, inserted);
  return inserted;
}

/** Rules that lead to the same story at once make one notice, for the channels of them all. */
function oneAnEvent(drafts: readonly NoticeDraft[]): NoticeDraft[] {
  const byEvent = Map.groupBy(drafts, ({ memberId, eventKey }) => `${memberId} ${eventKey}`);
  return [...byEvent.values()].map((same) => {
    const channels = [...new Set(same.flatMap((draft) => draft.channels ?? []))];
    return { ...same[0]!, ...(same[0]!.channels && { channels }) };
  });
}

/** A rule that leads to a story which was told before adds its channels to the notice that is there. */
async function carryOut(
  ctx: Context,
  drafts: readonly NoticeDraft[],
  inserted: readonly { id: number; member_id: number; event_key: string }[],
): Promise<void> {
  const carried = drafts.filter(({ channels }) => channels?.some((channel) => outsideChannels.includes(channel)));
  if (carried.length === 0) return;
  const keyOf = (memberId: number, eventKey: string) => `${memberId} ${eventKey}`;
  const ids = new Map(inserted.map((row) => [keyOf(row.member_id, row.event_key), row.id]));
  const deliveries: Delivery[] = [];
  for (const { memberId, eventKey, channels = [] } of carried) {
    const isNew = ids.has(keyOf(memberId, eventKey));
    const noticeId = ids.get(keyOf(memberId, eventKey)) ?? (await findByEvent(ctx.db, memberId, eventKey))?.id;
    if (noticeId === undefined) continue;
    if (!isNew) {
      const places = {
        ...(channels.includes('feed') && { in_feed: 1 as const }),
        ...(channels.includes('desktop') && { on_desktop: 1 as const }),
      };
      if (Object.keys(places).length > 0) await addPlaces(ctx.db, noticeId, places);
    }
    deliveries.push({ memberId, noticeId, eventKey, channels });
  }
  await queueDeliveries(ctx, deliveries);
}

const digestTitles = 3;

/** Inside the caller's transaction: one notice for several stories, newest first, with their list. */
export async function createDigest(
  ctx: Context,
  digest: {
    memberId: number;
    subscriptionId: number;
    /** Of the rule. */
    name: string;
    /** The member's. */
    language: string;
    articles: { id: number; title: string }[];
    channels: readonly string[];
    eventKey: string;
  },
): Promise<void> {
  const { memberId, subscriptionId, name, articles, channels, eventKey } = digest;
  const language = digest.language as Language;
  const { subject, text } = messageText('digest', language, {
    name,
    count: articles.length,
    titles: articles
      .slice(0, digestTitles)
      .map((article) => article.title)
      .join(' · '),
  });
  const [notice] = await insertDrafts(ctx, [
    {
      memberId,
      kind: 'keyword',
      title: subject,
      body: text,
      articleId: null,
      url: '',
      subscriptionId,
      reason: name,
      sourceName: '',
      language: language.slice(0, 2),
      script: { 'zh-cn': 'Hans', 'zh-tw': 'Hant', en: 'Latn' }[language],
      storyCount: articles.length,
      channels,
      highlights: { title: [], body: [] },
      eventKey,
    },
  ]);
  if (!notice) return;
  // The place in the dashboard where the list opens; clients follow it like any other link.
  await setNoticeUrl(ctx.db, notice.id, `/user/notice?digest=${notice.id}`);
  await insertDigestStories(
    ctx.db,
    notice.id,
    articles.map((article) => article.id),
  );
}

/** @throws AppError NOT_FOUND for a notice that is not a digest of the member's */
export async function digestPage(ctx: Context, actor: Actor, query: { id: number; page: number; limit: number }) {
  const notice = await findOwnNotice(ctx.db, actor.memberId, query.id);
  if (!notice || notice.story_count === null) throw new AppError('NOT_FOUND');
  const rows = await findDigestStories(ctx.db, notice.id, query.limit, (query.page - 1) * query.limit);
  return {
    title: notice.title,
    createdAt: notice.created_at,
    subscriptionId: notice.subscription_id,
    count: notice.story_count,
    articleIds: rows.map((row) => row.article_id),
  };
}

export async function listNotices(
  ctx: Context,
  actor: Actor,
  query: {
    page: number;
    limit: number;
    kind?: Kind;
    unread?: boolean;
    subscription?: number;
    cursor?: string;
    after?: number;
  },
) {
  if (query.page > pageNumberMax) throw new AppError('PAGE_TOO_DEEP');
  const filter = {
    memberId: actor.memberId,
    kind: query.kind,
    unread: query.unread,
    subscriptionId: query.subscription,
    after: query.after,
  };
  const before = query.cursor ? Number.parseInt(query.cursor, 36) : undefined;
  const offset = query.cursor ? 0 : (query.page - 1) * query.limit;
  const spans = await findReadSpans(ctx.db, actor.memberId);
  const gaps = unreadGaps(spans);
  const [ids, count, counts] = await Promise.all([
    findNoticeIds(ctx.db, { ...filter, before }, gaps, query.limit + 1, offset),
    countFiltered(ctx, filter, gaps),
    countsOf(ctx, actor.memberId),
  ]);
  const rows = await findNotices(ctx.db, ids.slice(0, query.limit));
  const list = rows.map((row) => toNotice(row, spans));
  return {
    list,
    count,
    counts,
    ...(ids.length > query.limit && { nextCursor: list.at(-1)!.id.toString(36) }),
  };
}

/** What a client lacks is counted to a cap; all else is kept counted. */
async function countFiltered(ctx: Context, filter: NoticeFilter, gaps: readonly Gap[]): Promise<number> {
  if (filter.after !== undefined) return (await findNoticeIds(ctx.db, filter, gaps, countedAfterMax)).length;
  const { total, unread } = await sumCounts(ctx.db, filter);
  return Math.max(0, filter.unread ? unread : total);
}

export async function countsOf(ctx: Context, memberId: number): Promise<NoticeCounts> {
  const inbox = await findInbox(ctx.db, memberId);
  return inbox ? toCounts(inbox) : noCounts;
}

/** Counts from memory; a signal of any process drops what it makes old. */
export function createCountsCache(ctx: Context): (memberId: number) => Promise<NoticeCounts> {
  const cacheMax = 50_000;
  const cache = new Map<number, NoticeCounts>();
  ctx.signals.subscribe('inbox-changed', ({ memberId }) => cache.delete(memberId));
  return async (memberId) => {
    const cached = cache.get(memberId);
    if (cached) return cached;
    const counts = await countsOf(ctx, memberId);
    if (cache.size >= cacheMax) cache.clear();
    cache.set(memberId, counts);
    return counts;
  };
}

export async function readNotices(
  ctx: Context,
  actor: Actor,
  body: { ids: number[]; unread: boolean } | { all: true; before: number } | { undo: string },
): Promise<{ counts: NoticeCounts; changed: number; undo?: string }> {
  return inTransaction(ctx, async (ctx) => {
    const inbox = await lockInbox(ctx.db, actor.memberId);
    if ('undo' in body) return undoRead(ctx, inbox, body.undo);
    if ('all' in body) return readAll(ctx, inbox, Math.min(body.before, inbox.latest_id));
    return body.unread ? keepUnread(ctx, inbox, body.ids) : readSome(ctx, inbox, body.ids);
  });
}

async function readSome(ctx: Context, inbox: InboxRow, ids: readonly number[]) {
  const undo = randomUUID();
  const spans = await findReadSpans(ctx.db, inbox.member_id);
  const states = await findOwnStates(ctx.db, inbox.member_id, ids);
  const changed = states.filter((state) => state.removed_at === null && isUnread(state, spans));
  await changeStates(ctx.db, idsOf(changed), { read_at: ctx.now(), read_batch: undo });
  return { counts: await changeInbox(ctx, inbox, changed.map(madeRead)), changed: changed.length, undo };
}

async function keepUnread(ctx: Context, inbox: InboxRow, ids: readonly number[]) {
  const spans = await findReadSpans(ctx.db, inbox.member_id);
  const states = await findOwnStates(ctx.db, inbox.member_id, ids);
  const changed = states.filter((state) => state.removed_at === null && !isUnread(state, spans));
  await uncover(ctx, spans, changed.map(madeRead), changed);
  await changeStates(ctx.db, idsOf(changed), { read_at: null, read_batch: null, kept_unread_at: ctx.now() });
  return { counts: await changeInbox(ctx, inbox, changed.map(madeUnread)), changed: changed.length };
}

const madeRead = ({ kind, subscription_id }: Counted): NoticeNumbers => ({
  kind,
  subscription_id,
  total: 0,
  unread: -1,
});
const madeUnread = (row: Counted): NoticeNumbers => ({ ...madeRead(row), unread: 1 });

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
  if (changed <= 0) return { counts: toCounts(inbox), changed: 0, undo };
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
  await addToCounts(ctx.db, memberId, summed(left));
  return { counts: await writeInbox(ctx, { ...inbox, unread, by_kind: unreadByKind(inbox, left) }), changed, undo };
}

async function undoRead(ctx: Context, inbox: InboxRow, undo: string) {
  const single = await unmarkBatch(ctx.db, inbox.member_id, undo, ctx.now());
  const spans = (await findReadSpans(ctx.db, inbox.member_id)).filter((span) => span.read_batch === undo);
  await deleteReadSpans(ctx.db, idsOf(spans));
  const changes = [...single.map(madeUnread), ...spans.flatMap(readCovered)];
  return { counts: await changeInbox(ctx, inbox, changes), changed: sumUnread(changes) };
}

const spanOf = (id: number, spans: readonly ReadSpan[]) =>
  spans.find(({ after_id, up_to }) => id > after_id && id <= up_to);

function isUnread(notice: Pick<NoticeState, 'id' | 'read_at' | 'kept_unread_at'>, spans: readonly ReadSpan[]): boolean {
  return notice.read_at === null && (notice.kept_unread_at !== null || spanOf(notice.id, spans) === undefined);
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

/** Keeps what a span covers true to its notices: these no longer count, or count again, by what their span alone makes read. */
async function uncover(
  ctx: Context,
  spans: readonly ReadSpan[],
  changes: readonly NoticeNumbers[],
  states: readonly NoticeState[],
): Promise<void> {
  const covered = states.flatMap((state, at) => {
    const span = state.read_at === null && state.kept_unread_at === null ? spanOf(state.id, spans) : undefined;
    return span ? [{ span, change: changes[at]! }] : [];
  });
  for (const [span, own] of Map.groupBy(covered, (one) => one.span)) {
    const numbers = summed([...readCovered(span), ...own.map(({ change }) => change)]);
    await setCovered(ctx.db, span.id, writeCovered(numbers));
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
    await uncover(ctx, spans, changed.map(toward), changed);
    await changeStates(ctx.db, idsOf(changed), { removed_at: restore ? null : ctx.now() });
    const changes = changed.map((state) => ({
      ...toward(state),
      total: restore ? 1 : -1,
      ...(!isUnread(state, spans) && { unread: 0 }),
    }));
    return { counts: await changeInbox(ctx, inbox, changes) };
  });
}

export function unreadBySubscription(ctx: Context, actor: Actor, kind: Kind, subscriptionIds: number[]) {
  return findUnreadBySubscription(ctx.db, actor.memberId, kind, subscriptionIds);
}

/** The regular check: makes the numbers of each inbox equal its notices and reports what was off. */
export async function repairInboxes(ctx: Context): Promise<void> {
  for (const memberId of await findInboxOwners(ctx.db)) {
    // Counting a large inbox takes a while; only one whose numbers look wrong is counted again with others kept out.
    if (await isSound(ctx, memberId, await findInbox(ctx.db, memberId))) continue;
    const drift = await inTransaction(ctx, (ctx) => repairInbox(ctx, memberId));
    if (drift !== undefined) ctx.log.warn({ memberId, drift }, 'an inbox count was off and has been repaired');
  }
}

async function isSound(ctx: Context, memberId: number, inbox: InboxRow | undefined): Promise<boolean> {
  const counted = await recountInbox(ctx, memberId);
  const kept = await findCounts(ctx.db, memberId);
  const key = ({ kind, subscription_id }: Counted) => `${kind} ${subscription_id}`;
  const show = (numbers: NoticeNumbers[]) =>
    numbers
      .filter(({ total }) => total !== 0)
      .map((one) => `${key(one)} ${one.total} ${one.unread}`)
      .sort()
      .join();
  return show(counted) === show(kept) && sumUnread(counted) === (inbox?.unread ?? 0);
}

async function recountInbox(ctx: Context, memberId: number): Promise<NoticeNumbers[]> {
  return recount(ctx.db, memberId, unreadGaps(await findReadSpans(ctx.db, memberId)));
}

const sumUnread = (numbers: readonly NoticeNumbers[]) => numbers.reduce((sum, { unread }) => sum + unread, 0);

/** Answers by how much the unread number was off; undefined when nothing was. */
async function repairInbox(ctx: Context, memberId: number): Promise<number | undefined> {
  const inbox = await lockInbox(ctx.db, memberId);
  if (await isSound(ctx, memberId, inbox)) return undefined;
  const counted = await recountInbox(ctx, memberId);
  const unread = sumUnread(counted);
  await deleteCounts(ctx.db, memberId);
  await addToCounts(ctx.db, memberId, counted);
  await writeInbox(ctx, { ...inbox, unread, by_kind: unreadByKind(inbox, counted) });
  return unread - inbox.unread;
}

/** The inbox is locked. */
async function changeInbox(
  ctx: Context,
  inbox: InboxRow,
  changes: readonly NoticeNumbers[],
  latestId?: number,
): Promise<NoticeCounts> {
  if (changes.length === 0) return toCounts(inbox);
  await addToCounts(ctx.db, inbox.member_id, summed(changes));
  const byKind = JSON.parse(inbox.by_kind) as Record<string, number>;
  for (const { kind, unread } of changes) byKind[kind] = Math.max(0, (byKind[kind] ?? 0) + unread);
  return writeInbox(ctx, {
    ...inbox,
    unread: Math.max(0, inbox.unread + sumUnread(changes)),
    by_kind: JSON.stringify(byKind),
    latest_id: Math.max(inbox.latest_id, latestId ?? 0),
  });
}

/** One number a kind and subscription: a statement cannot change the same row twice. */
function summed(changes: readonly NoticeNumbers[]): NoticeNumbers[] {
  const groups = Map.groupBy(changes, ({ kind, subscription_id }) => `${kind} ${subscription_id}`);
  return [...groups.values()].map((group) => ({
    kind: group[0]!.kind,
    subscription_id: group[0]!.subscription_id,
    total: group.reduce((sum, { total }) => sum + total, 0),
    unread: sumUnread(group),
  }));
}

/** Kinds that had a number keep one. */
function unreadByKind(inbox: InboxRow, numbers: readonly NoticeNumbers[]): string {
  const byKind = Object.fromEntries(Object.keys(JSON.parse(inbox.by_kind) as object).map((kind) => [kind, 0]));
  for (const { kind, unread } of numbers) byKind[kind] = (byKind[kind] ?? 0) + unread;
  return JSON.stringify(byKind);
}

/** Every change of the numbers raises the revision. */
async function writeInbox(ctx: Context, inbox: InboxRow): Promise<NoticeCounts> {
  const { member_id, unread, by_kind, latest_id } = inbox;
  const revision = inbox.revision + 1;
  await updateInbox(ctx.db, member_id, { revision, unread, by_kind, latest_id });
  publishChange(ctx, member_id, revision);
  return toCounts({ ...inbox, revision });
}

function publishChange(ctx: Context, memberId: number, revision: number) {
  ctx.afterCommit(() => ctx.signals.publish('inbox-changed', { memberId, revision }));
}

function toCounts(inbox: InboxRow): NoticeCounts {
  return {
    revision: inbox.revision,
    unread: inbox.unread,
    byKind: JSON.parse(inbox.by_kind) as Partial<Record<z.infer<typeof NoticeKind>, number>>,
    latestId: inbox.latest_id,
  };
}

function toRow(draft: NoticeDraft, now: number): NewNotice {
  return {
    member_id: draft.memberId,
    kind: draft.kind,
    title: draft.title,
    body: draft.body,
    article_id: draft.articleId,
    url: draft.url,
    subscription_id: draft.subscriptionId,
    reason: draft.reason,
    source_name: draft.sourceName,
    language: draft.language,
    script: draft.script,
    highlights: JSON.stringify(draft.highlights),
    story_count: draft.storyCount ?? null,
    in_feed: draft.channels?.includes('feed') ? 1 : 0,
    on_desktop: draft.channels?.includes('desktop') === false ? 0 : 1,
    event_key: draft.eventKey,
    created_at: now,
  };
}

function toNotice(row: NoticeRow, spans: readonly ReadSpan[]): Notice {
  return {
    id: row.id,
    kind: row.kind as Kind,
    title: row.title,
    body: row.body,
    articleId: row.article_id,
    url: row.url,
    subscriptionId: row.subscription_id,
    reason: row.reason,
    sourceName: row.source_name,
    language: row.language,
    script: row.script,
    ...(row.story_count !== null && { storyCount: row.story_count }),
    highlights: JSON.parse(row.highlights) as Notice['highlights'],
    onDesktop: row.on_desktop === 1,
    createdAt: row.created_at,
    readAt: isUnread(row, spans) ? null : (row.read_at ?? spanOf(row.id, spans)?.read_at ?? null),
  };
}
