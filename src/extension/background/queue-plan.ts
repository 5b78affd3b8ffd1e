/** What may be sent, and what an answer means for an entry. Pure. */
import { isPassing, type Problem } from '../problem.ts';
import type { CollectDraft, QueueEntry, StoredSession } from '../storage/items.ts';

export const batchMax = 100;

/** The next entry of this member, oldest first; what needs attention does not hold up the rest. */
export function nextToSend(
  queue: QueueEntry[],
  session: StoredSession,
  done: ReadonlySet<string>,
): QueueEntry | undefined {
  return queue.find((entry) => entry.state !== 'attention' && !done.has(entry.clientId) && belongsTo(entry, session));
}

export function belongsTo({ owner }: QueueEntry, { server, user }: StoredSession): boolean {
  return owner === null || (owner.server === server && owner.userId === user.userId);
}

export type Verdict = 'pause' | 'attention';

/** No sign-in and passing trouble stop the run and lose nothing; anything else is the entry's own fault. */
export function verdictOf(problem: Problem): Verdict {
  return problem.status === 401 || isPassing(problem) ? 'pause' : 'attention';
}

/** The limits of the contract, so that no draft comes back for its length. */
export function trimDraft(draft: CollectDraft): CollectDraft {
  const cut = (text: string | undefined, max: number) => text?.trim().slice(0, max) || undefined;
  return {
    url: draft.url.length > 2048 ? (draft.url.split('#')[0] ?? draft.url) : draft.url,
    title: cut(draft.title, 500),
    selection: cut(draft.selection, 20_000),
    note: cut(draft.note, 20_000),
    tags: draft.tags
      ?.map((tag) => tag.trim().slice(0, 40))
      .filter(Boolean)
      .slice(0, 20),
    folder: cut(draft.folder, 80),
  };
}
