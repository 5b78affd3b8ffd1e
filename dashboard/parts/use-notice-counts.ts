/** The member's unread numbers: one event stream for the whole page, polling while the stream is down. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { countNotices, type NoticeCounts } from '#shared/contract/notices.ts';
import { api } from '../api.ts';
import { queryClient } from '../query-client.ts';
import { isSignedIn, useSession } from '../stores/session.ts';

const streamPath = '/v1/notice/stream';
const pollMs = 60_000;
const reconnectMs = 30_000;

export const noticeCountsKey = ['notice', 'counts'] as const;

/** Takes in new numbers, unless they are older than those shown. Lists of notices follow. */
export function takeNoticeCounts(counts: NoticeCounts): void {
  const known = queryClient.getQueryData<NoticeCounts>(noticeCountsKey);
  if (known && known.revision >= counts.revision) return;
  queryClient.setQueryData(noticeCountsKey, counts);
  if (known) void queryClient.invalidateQueries({ queryKey: ['notice', 'list'] });
}

/** Undefined for visitors and until the first numbers are there. */
export function useNoticeCounts(): NoticeCounts | undefined {
  const token = useSession(({ signed }) => (isSignedIn(signed, Date.now()) ? signed.token : undefined));
  const isStreaming = useNoticeStream(token);
  const { data } = useQuery({
    queryKey: noticeCountsKey,
    queryFn: ({ signal }) => api(countNotices, { query: {}, signal }),
    enabled: token !== undefined,
    refetchInterval: isStreaming ? false : pollMs,
  });
  return token === undefined ? undefined : data;
}

interface Stream {
  users: number;
  source: EventSource | undefined;
  retry: ReturnType<typeof setTimeout> | undefined;
  isOpen: boolean;
}

const stream: Stream = { users: 0, source: undefined, retry: undefined, isOpen: false };
const stateListeners = new Set<(isOpen: boolean) => void>();

function useNoticeStream(token: string | undefined): boolean {
  const [isOpen, setOpen] = useState(stream.isOpen);
  useEffect(() => {
    if (token === undefined || typeof EventSource === 'undefined') return;
    stateListeners.add(setOpen);
    if (++stream.users === 1) connect();
    return () => {
      stateListeners.delete(setOpen);
      if (--stream.users === 0) disconnect();
    };
  }, [token]);
  return isOpen;
}

function connect(): void {
  const source = new EventSource(streamPath);
  stream.source = source;
  source.addEventListener('open', () => tell(true));
  source.addEventListener('counts', ({ data }) => {
    const counts = readCounts(String(data));
    if (counts) takeNoticeCounts(counts);
  });
  source.addEventListener('error', () => {
    tell(false);
    // The browser reconnects by itself unless the server refused; then we try again more slowly.
    if (source.readyState === EventSource.CLOSED) stream.retry = setTimeout(connect, reconnectMs);
  });
}

function disconnect(): void {
  clearTimeout(stream.retry);
  stream.source?.close();
  stream.source = undefined;
  tell(false);
}

function tell(isOpen: boolean): void {
  stream.isOpen = isOpen;
  for (const listener of stateListeners) listener(isOpen);
}

function readCounts(json: string): NoticeCounts | undefined {
  try {
    const counts = JSON.parse(json) as Partial<NoticeCounts>;
    return typeof counts.revision === 'number' && typeof counts.unread === 'number'
      ? { byKind: {}, latestId: 0, ...counts, revision: counts.revision, unread: counts.unread }
      : undefined;
  } catch {
    return undefined;
  }
}
