import { useEffect, useState } from 'react';
import { listNotices, type Notice } from '#shared/contract/notices.ts';
import type { ReadRequest } from '../background/inbox.ts';
import type { Problem } from '../problem.ts';
import { inboxNoticesMax, type NoticeKindName } from '../storage/items.ts';
import { useSurface } from '../surface/surface-store.ts';
import { askServer } from '../surface/use-api.ts';

export interface NoticeFilter {
  isUnreadOnly: boolean;
  kind: NoticeKindName | null;
}

interface Pages {
  filterKey: string;
  first: Notice[] | null;
  more: Notice[];
  cursor: string | null;
  problem: Problem | null;
}

/**
 * The list of a filter, page after page. Without a filter its first page is the stored inbox, which is there at once and
 * always current; other filters ask again when the numbers change.
 */
export function useNoticePages(filter: NoticeFilter) {
  const inbox = useSurface((state) => state.inbox);
  const filterKey = `${filter.isUnreadOnly} ${filter.kind}`;
  const empty: Pages = { filterKey, first: null, more: [], cursor: null, problem: null };
  const [stored, setPages] = useState(empty);
  const pages = stored.filterKey === filterKey ? stored : empty;
  const isInbox = filter.isUnreadOnly && filter.kind === null;
  const revision = inbox.counts?.revision;
  const query = {
    limit: inboxNoticesMax,
    ...(filter.isUnreadOnly && { unread: true }),
    ...(filter.kind && { kind: filter.kind }),
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the filter; a new revision asks again
  useEffect(() => {
    if (isInbox) return;
    let isStale = false;
    void askServer(listNotices, { query }).then((outcome) => {
      if (isStale) return;
      setPages((before) =>
        outcome.ok
          ? { filterKey, first: outcome.data.list, more: [], cursor: outcome.data.nextCursor ?? null, problem: null }
          : { ...(before.filterKey === filterKey ? before : empty), problem: outcome.problem },
      );
    });
    return () => {
      isStale = true;
    };
  }, [filterKey, revision]);

  const first = isInbox ? inbox.notices : pages.first;
  const cursor = pages.more.length > 0 || !isInbox ? pages.cursor : inbox.nextCursor;
  const known = new Set(first?.map((notice) => notice.id));
  const notices = first && [...first, ...pages.more.filter((notice) => !known.has(notice.id))];

  return {
    notices,
    problem: pages.problem,
    hasMore: cursor !== null,
    async loadMore() {
      if (cursor === null) return;
      const outcome = await askServer(listNotices, { query: { ...query, cursor } });
      setPages((before) => {
        const base = before.filterKey === filterKey ? before : empty;
        if (!outcome.ok) return { ...base, problem: outcome.problem };
        const { list, nextCursor } = outcome.data;
        return { ...base, more: [...base.more, ...list], cursor: nextCursor ?? null, problem: null };
      });
    },
    /** What was marked shows so at once in the pages that are not the stored inbox. */
    onRead(body: ReadRequest) {
      const mark = (notice: Notice): Notice => {
        if ('undo' in body || ('ids' in body && !body.ids.includes(notice.id))) return notice;
        return { ...notice, readAt: 'ids' in body && body.unread ? null : (notice.readAt ?? Date.now()) };
      };
      setPages((before) => ({ ...before, first: before.first?.map(mark) ?? null, more: before.more.map(mark) }));
    },
  };
}
