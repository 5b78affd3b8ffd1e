import { type Language, pageNumberMax } from '#shared/contract/envelope.ts';
import type { Notice, noticeKinds } from '#shared/contract/notices.ts';
import { AppError } from '../../app-error.ts';
import type { Actor, Context } from '../../context.ts';
import { messageText } from '../outbox/outbox.service.ts';
import { type Delivery, queueDeliveries } from './delivery-queue.service.ts';
import { changeInboxes, countsOf } from './inbox.service.ts';
import {
  addPlaces,
  findByEvent,
  findDigestStories,
  findNoticeIds,
  findNotices,
  findOwnNotice,
  findReadSpans,
  findUnreadBySubscription,
  insertDigestStories,
  insertNotices,
  lockInboxes,
  type NewNotice,
  type NoticeFilter,
  type NoticeRow,
  type ReadSpan,
  setNoticeUrl,
  sumCounts,
} from './notices.queries.ts';
import { type Gap, isUnread, spanOf, unreadGaps } from './unread-gaps.ts';

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

const countedAfterMax = 10_000;

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
  const inboxes = await lockInboxes(ctx.db, memberIds);
  const inserted = await insertNotices(
    ctx.db,
    drafts.map((draft) => toRow(draft, ctx.now())),
  );
  await changeInboxes(
    ctx,
    [...Map.groupBy(inserted, (row) => row.member_id)].map(([memberId, rows]) => ({
      inbox: inboxes.get(memberId)!,
      changes: rows.map((row) => ({ ...row, total: 1, unread: 1 })),
      latestId: Math.max(...rows.map((row) => row.id)),
    })),
  );
  await carryOut(ctx, drafts, inserted);
  return inserted;
}

const eventOf = (memberId: number, eventKey: string) => `${memberId} ${eventKey}`;

/** Rules that lead to the same story at once make one notice, for the channels of them all. */
function oneAnEvent(drafts: readonly NoticeDraft[]): NoticeDraft[] {
  const byEvent = Map.groupBy(drafts, ({ memberId, eventKey }) => eventOf(memberId, eventKey));
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
  const ids = new Map(inserted.map((row) => [eventOf(row.member_id, row.event_key), row.id]));
  const deliveries: Delivery[] = [];
  for (const { memberId, eventKey, channels = [] } of carried) {
    const newId = ids.get(eventOf(memberId, eventKey));
    const noticeId = newId ?? (await findByEvent(ctx.db, memberId, eventKey))?.id;
    if (noticeId === undefined) continue;
    if (newId === undefined) {
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

export function unreadBySubscription(ctx: Context, actor: Actor, kind: Kind, subscriptionIds: number[]) {
  return findUnreadBySubscription(ctx.db, actor.memberId, kind, subscriptionIds);
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
