/**
 * The member's one inbox in numbers. Its row (revision and unread numbers) changes in the transaction that changes the
 * notices, so every surface that shows the same revision shows the same numbers.
 */
import type { NoticeCounts } from '#shared/contract/notices.ts';
import { type Context, inTransaction } from '../../context.ts';
import {
  addToCounts,
  type Counted,
  deleteCounts,
  findCounts,
  findInbox,
  findInboxByKind,
  findInboxOwners,
  findReadSpans,
  type InboxRow,
  lockInbox,
  type NoticeNumbers,
  recount,
  updateInboxes,
} from './notices.queries.ts';
import { unreadGaps } from './unread-gaps.ts';

const noCounts: NoticeCounts = { revision: 0, unread: 0, byKind: {}, latestId: 0 };

export async function countsOf(ctx: Context, memberId: number): Promise<NoticeCounts> {
  const inbox = await findInboxByKind(ctx.db, memberId);
  if (!inbox) return noCounts;
  const { revision, unread, byKind, latest_id: latestId } = inbox;
  return { revision, unread, byKind, latestId };
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

export const madeRead = ({ kind, subscription_id }: Counted): NoticeNumbers => ({
  kind,
  subscription_id,
  total: 0,
  unread: -1,
});
export const madeUnread = (row: Counted): NoticeNumbers => ({ ...madeRead(row), unread: 1 });

/** The regular check: makes the numbers of each inbox equal its notices and reports what was off. */
export async function repairInboxes(ctx: Context): Promise<void> {
  for (const memberId of await findInboxOwners(ctx.db)) {
    // Counting a large inbox takes a while; only one whose numbers look wrong is counted again with others kept out.
    if (
      isSound(await findInbox(ctx.db, memberId), await findCounts(ctx.db, memberId), await recountInbox(ctx, memberId))
    )
      continue;
    const drift = await inTransaction(ctx, (ctx) => repairInbox(ctx, memberId));
    if (drift !== undefined) ctx.log.warn({ memberId, drift }, 'an inbox count was off and has been repaired');
  }
}

function isSound(inbox: InboxRow | undefined, kept: NoticeNumbers[], counted: NoticeNumbers[]): boolean {
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

export const sumUnread = (numbers: readonly NoticeNumbers[]) => numbers.reduce((sum, { unread }) => sum + unread, 0);

/** Answers by how much the unread number was off; undefined when nothing was. */
async function repairInbox(ctx: Context, memberId: number): Promise<number | undefined> {
  const inbox = await lockInbox(ctx.db, memberId);
  const counted = await recountInbox(ctx, memberId);
  if (isSound(inbox, await findCounts(ctx.db, memberId), counted)) return undefined;
  const unread = sumUnread(counted);
  await deleteCounts(ctx.db, memberId);
  await addToCounts(ctx.db, [{ memberId, numbers: counted }]);
  await writeInbox(ctx, { ...inbox, unread });
  return unread - inbox.unread;
}

/** What changes in an inbox, which is locked. */
interface InboxChange {
  inbox: InboxRow;
  changes: readonly NoticeNumbers[];
  latestId?: number;
}

export async function changeInboxes(ctx: Context, made: readonly InboxChange[]): Promise<void> {
  const changed = made.filter(({ changes }) => changes.length > 0);
  await addToCounts(
    ctx.db,
    changed.map(({ inbox, changes }) => ({ memberId: inbox.member_id, numbers: summed(changes) })),
  );
  await writeInboxes(
    ctx,
    changed.map(({ inbox, changes, latestId = 0 }) => ({
      ...inbox,
      unread: Math.max(0, inbox.unread + sumUnread(changes)),
      latest_id: Math.max(inbox.latest_id, latestId),
    })),
  );
}

export const changeInbox = (ctx: Context, inbox: InboxRow, changes: readonly NoticeNumbers[]): Promise<void> =>
  changeInboxes(ctx, [{ inbox, changes }]);

/** One number a kind and subscription: a statement cannot change the same row twice. */
export function summed(changes: readonly NoticeNumbers[]): NoticeNumbers[] {
  const groups = Map.groupBy(changes, ({ kind, subscription_id }) => `${kind} ${subscription_id}`);
  return [...groups.values()].map((group) => ({
    kind: group[0]!.kind,
    subscription_id: group[0]!.subscription_id,
    total: group.reduce((sum, { total }) => sum + total, 0),
    unread: sumUnread(group),
  }));
}

export const writeInbox = (ctx: Context, inbox: InboxRow): Promise<void> => writeInboxes(ctx, [inbox]);

/** Every change of the numbers raises the revision. */
async function writeInboxes(ctx: Context, inboxes: readonly InboxRow[]): Promise<void> {
  const rows = inboxes.map((inbox) => ({ ...inbox, revision: inbox.revision + 1 }));
  await updateInboxes(ctx.db, rows);
  for (const { member_id, revision } of rows) publishChange(ctx, member_id, revision);
}

function publishChange(ctx: Context, memberId: number, revision: number) {
  ctx.afterCommit(() => ctx.signals.publish('inbox-changed', { memberId, revision }));
}
