/** Keeps the stored inbox equal to the server's: polling, reading, undo. The newer revision always wins. */
import type { RequestOf } from '#shared/contract/endpoint.ts';
import { countNotices, listNotices, type Notice, type NoticeCounts, readNotices } from '#shared/contract/notices.ts';
import { callApi } from '../call-api.ts';
import type { Outcome, Problem } from '../problem.ts';
import {
  type Inbox,
  inboxItem,
  inboxNoticesMax,
  pollItem,
  type StoredSession,
  sessionItem,
  settingsItem,
} from '../storage/items.ts';
import { withLock } from '../storage/lock.ts';
import { paintBadge } from './badge.ts';
import { tellNotices } from './desktop-notices.ts';
import { afterPoll, isDue } from './poll-plan.ts';
import { asMember } from './session.ts';

export type ReadRequest = RequestOf<typeof readNotices>['body'];
export interface ReadAnswer {
  changed: number;
  /** What takes it back, when something changed. */
  undo: ReadRequest | null;
}

/** Asks for news when it is time, or at once with `force`. One at a time; a second caller waits and sees the first one's result. */
export function syncInbox(options: { force: boolean; now: () => number }): Promise<Problem | null> {
  return withLock('sync', async () => {
    const startedAt = options.now();
    const poll = await pollItem.get();
    const problem = options.force || isDue(poll, startedAt) ? await ask(startedAt, options.now) : null;
    await paintBadge(options.now());
    return problem;
  });
}

async function ask(startedAt: number, now: () => number): Promise<Problem | null> {
  const outcome = await asMember(refresh, now);
  if (!outcome) return null;
  const { pollSeconds } = await settingsItem.get();
  const isKnown = outcome.ok || outcome.problem.name === 'NOT_MODIFIED';
  const retryAfterMs = outcome.ok ? undefined : (outcome.problem.retryAfterSeconds ?? 0) * 1000;
  await pollItem.update((state) =>
    afterPoll(state, isKnown ? { ok: true } : { ok: false, retryAfterMs }, startedAt, pollSeconds * 1000),
  );
  return outcome.ok || isKnown ? null : outcome.problem;
}

async function refresh(session: StoredSession): Promise<void> {
  const { counts, notices } = await inboxItem.get();
  const known = counts && (counts.unread === 0 || notices.length > 0) ? counts.revision : undefined;
  await callApi(
    countNotices,
    { query: known === undefined ? {} : { since: known } },
    { session, headers: known === undefined ? undefined : { 'If-None-Match': `"${known}"` } },
  );
  await refreshList(session);
}

async function refreshList(session: StoredSession): Promise<void> {
  const answer = await callApi(listNotices, { query: { unread: true, limit: inboxNoticesMax } }, { session });
  const current = await sessionItem.get();
  // Signed out, or somebody else in, while the answer was on its way.
  if (current?.token !== session.token) return;
  const before = await inboxItem.get();
  await inboxItem.update((inbox) => {
    if (!isNewer(answer.counts, inbox.counts)) return inbox;
    return { ...inbox, counts: answer.counts, notices: answer.list, nextCursor: answer.nextCursor ?? null };
  });
  await tellNotices(answer.list, before.toldUpTo);
  const newest = Math.max(answer.counts.latestId, answer.list[0]?.id ?? 0);
  await inboxItem.update((inbox) =>
    inbox.toldUpTo !== null && inbox.toldUpTo >= newest ? inbox : { ...inbox, toldUpTo: newest },
  );
}

function isNewer(counts: NoticeCounts, known: NoticeCounts | null): boolean {
  return !known || counts.revision >= known.revision;
}

/** Marks as read or unread, and lets every surface know by the stored numbers. Null when nobody is signed in. */
export async function markNotices(body: ReadRequest, now: () => number): Promise<Outcome<ReadAnswer> | null> {
  const outcome = await asMember(async (session) => {
    const answer = await callApi(readNotices, { body }, { session });
    await inboxItem.update((inbox) => afterReading(inbox, body, answer.counts, now()));
    if ('undo' in body) await refreshList(session);
    return { changed: answer.changed, undo: undoOf(body, answer) };
  }, now);
  await paintBadge(now());
  return outcome;
}

function undoOf(body: ReadRequest, answer: { changed: number; undo?: string }): ReadRequest | null {
  if (answer.changed === 0) return null;
  if (answer.undo) return { undo: answer.undo };
  return 'ids' in body ? { ids: body.ids, unread: !body.unread } : null;
}

export function afterReading(inbox: Inbox, body: ReadRequest, counts: NoticeCounts, now: number): Inbox {
  return {
    ...inbox,
    counts: isNewer(counts, inbox.counts) ? counts : inbox.counts,
    notices: inbox.notices.map((notice) => markOne(notice, body, now)),
  };
}

function markOne(notice: Notice, body: ReadRequest, now: number): Notice {
  if ('undo' in body) return notice;
  if ('ids' in body && !body.ids.includes(notice.id)) return notice;
  const isUnread = 'ids' in body && body.unread === true;
  return { ...notice, readAt: isUnread ? null : (notice.readAt ?? now) };
}
