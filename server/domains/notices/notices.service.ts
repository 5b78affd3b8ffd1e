/**
 * The member's one inbox. The inbox row (revision and unread numbers) changes in the transaction that changes the notices,
 * so every surface that shows the same revision shows the same numbers.
 */
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { type Language, pageNumberMax } from '#shared/contract/envelope.ts';
import type { Notice, NoticeCounts, NoticeKind, noticeKinds } from '#shared/contract/notices.ts';
import { AppError } from '../../app-error.ts';
import { type Actor, type Context, inTransaction } from '../../context.ts';
import { messageText } from '../outbox/outbox.service.ts';
import { type Delivery, queueDeliveries } from './delivery-queue.service.ts';
import {
  addToFeed,
  countFiltered,
  countUnreadBySubscription,
  findByEvent,
  findDigestStories,
  findInbox,
  findInboxOwners,
  findNotices,
  findOwnNotice,
  type InboxRow,
  insertDigestStories,
  insertNotices,
  lockInbox,
  markRead,
  markUnread,
  type NewNotice,
  type NoticeRow,
  recountUnread,
  setNoticeUrl,
  setRemoved,
  updateInbox,
} from './notices.queries.ts';

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

/** Those that lead out of the house; the desktop notice is the extension's own affair. */
const outsideChannels = ['email', 'webhook', 'push', 'feed'];

const noCounts: NoticeCounts = { revision: 0, unread: 0, byKind: {}, latestId: 0 };

/** Inside the caller's transaction. Answers the drafts' number that became notices. */
export async function createNotices(ctx: Context, drafts: readonly NoticeDraft[]): Promise<number> {
  return (await insertDrafts(ctx, drafts)).length;
}

async function insertDrafts(ctx: Context, drafts: readonly NoticeDraft[]): Promise<{ id: number }[]> {
  if (drafts.length === 0) return [];
  const inserted = await insertNotices(
    ctx.db,
    drafts.map((draft) => toRow(draft, ctx.now())),
  );
  const byMember = Map.groupBy(inserted, (row) => row.member_id);
  // In one order everywhere, so that two writers can never wait for each other.
  for (const memberId of [...byMember.keys()].sort((a, b) => a - b)) {
    const rows = byMember.get(memberId)!;
    await changeInbox(ctx, memberId, rows, 1, Math.max(...rows.map((row) => row.id)));
  }
  await carryOut(ctx, drafts, inserted);
  return inserted;
}

/** A second rule that leads to the same story adds its channels to the notice that is there. */
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
    if (!isNew && channels.includes('feed')) await addToFeed(ctx.db, noticeId);
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
  const [rows, count, counts] = await Promise.all([
    findNotices(ctx.db, { ...filter, before }, query.limit + 1, offset),
    countFiltered(ctx.db, filter),
    countsOf(ctx, actor.memberId),
  ]);
  const list = rows.slice(0, query.limit).map(toNotice);
  return {
    list,
    count,
    counts,
    ...(rows.length > query.limit && { nextCursor: list.at(-1)!.id.toString(36) }),
  };
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
  const { memberId } = actor;
  return inTransaction(ctx, async (ctx) => {
    if ('undo' in body) {
      const changed = await markUnread(ctx.db, memberId, { batch: body.undo });
      return { counts: await changeInbox(ctx, memberId, changed, 1), changed: changed.length };
    }
    if ('ids' in body && body.unread) {
      const changed = await markUnread(ctx.db, memberId, { ids: body.ids });
      return { counts: await changeInbox(ctx, memberId, changed, 1), changed: changed.length };
    }
    const undo = randomUUID();
    const which = 'ids' in body ? { ids: body.ids } : { upTo: body.before };
    const changed = await markRead(ctx.db, memberId, which, ctx.now(), undo);
    return { counts: await changeInbox(ctx, memberId, changed, -1), changed: changed.length, undo };
  });
}

export async function removeNotices(ctx: Context, actor: Actor, ids: number[], restore: boolean) {
  return inTransaction(ctx, async (ctx) => {
    const changed = await setRemoved(ctx.db, actor.memberId, ids, restore ? null : ctx.now());
    const unread = changed.filter((row) => row.read_at === null);
    return { counts: await changeInbox(ctx, actor.memberId, unread, restore ? 1 : -1) };
  });
}

export function unreadBySubscription(ctx: Context, actor: Actor, kind: Kind, subscriptionIds: number[]) {
  return countUnreadBySubscription(ctx.db, actor.memberId, kind, subscriptionIds);
}

/** The regular check: makes each inbox row equal its notices and reports what was off. */
export async function repairInboxes(ctx: Context): Promise<void> {
  for (const memberId of await findInboxOwners(ctx.db)) {
    const drift = await inTransaction(ctx, (ctx) => repairInbox(ctx, memberId));
    if (drift !== 0) ctx.log.warn({ memberId, drift }, 'an inbox count was off and has been repaired');
  }
}

async function repairInbox(ctx: Context, memberId: number): Promise<number> {
  const inbox = await findInbox(ctx.db, memberId);
  const counted = await recountUnread(ctx.db, memberId);
  const unread = counted.reduce((sum, row) => sum + row.count, 0);
  const drift = unread - (inbox?.unread ?? 0);
  if (drift === 0) return 0;
  const { revision } = await lockInbox(ctx.db, memberId);
  const byKind = Object.fromEntries(counted.map((row) => [row.kind, row.count]));
  await updateInbox(ctx.db, memberId, { unread, by_kind: JSON.stringify(byKind) });
  publishChange(ctx, memberId, revision);
  return drift;
}

async function changeInbox(
  ctx: Context,
  memberId: number,
  rows: readonly { kind: string }[],
  sign: 1 | -1,
  latestId?: number,
): Promise<NoticeCounts> {
  if (rows.length === 0) return countsOf(ctx, memberId);
  const inbox = await lockInbox(ctx.db, memberId);
  const byKind = JSON.parse(inbox.by_kind) as Record<string, number>;
  for (const { kind } of rows) byKind[kind] = Math.max(0, (byKind[kind] ?? 0) + sign);
  const changed: InboxRow = {
    ...inbox,
    unread: Math.max(0, inbox.unread + sign * rows.length),
    by_kind: JSON.stringify(byKind),
    latest_id: Math.max(inbox.latest_id, latestId ?? 0),
  };
  const { unread, by_kind, latest_id } = changed;
  await updateInbox(ctx.db, memberId, { unread, by_kind, latest_id });
  publishChange(ctx, memberId, inbox.revision);
  return toCounts(changed);
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
    event_key: draft.eventKey,
    created_at: now,
  };
}

function toNotice(row: NoticeRow): Notice {
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
    createdAt: row.created_at,
    readAt: row.read_at,
  };
}
