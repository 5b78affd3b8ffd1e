/** A member's inbox for the stub server, with revisions as the real one keeps them. */
import type { Notice, NoticeCounts } from '#shared/contract/notices.ts';
import type { StubHandler } from './stub-server.ts';

export function makeNotice(id: number, change: Partial<Notice> = {}): Notice {
  return {
    id,
    kind: 'keyword',
    title: `Story ${id}`,
    body: '',
    articleId: id * 10,
    url: '',
    subscriptionId: 1,
    reason: 'tide',
    sourceName: 'Harbour Post',
    language: 'en',
    script: 'Latn',
    highlights: { title: [], body: [] },
    onDesktop: true,
    createdAt: Date.UTC(2026, 10, 21, 8, id),
    readAt: null,
    ...change,
  };
}

export function createStubInbox(first: Notice[] = []) {
  const notices = [...first];
  const batches = new Map<string, number[]>();
  let revision = 1;

  const counts = (): NoticeCounts => {
    const unread = notices.filter((notice) => notice.readAt === null);
    const byKind: NoticeCounts['byKind'] = {};
    for (const { kind } of unread) byKind[kind] = (byKind[kind] ?? 0) + 1;
    return { revision, unread: unread.length, byKind, latestId: Math.max(0, ...notices.map((notice) => notice.id)) };
  };
  const mark = (ids: number[], readAt: number | null): number => {
    let changed = 0;
    for (const notice of notices) {
      if (!ids.includes(notice.id) || (notice.readAt === null) === (readAt === null)) continue;
      notice.readAt = readAt;
      changed += 1;
    }
    if (changed > 0) revision += 1;
    return changed;
  };

  const read: StubHandler = ({ body }) => {
    if (body.undo) return { data: { changed: mark(batches.get(body.undo) ?? [], null), counts: counts() } };
    const ids: number[] = body.ids ?? notices.filter((notice) => notice.id <= body.before).map((notice) => notice.id);
    const affected = ids.filter((id) => notices.find((notice) => notice.id === id)?.readAt === null);
    const changed = mark(ids, body.unread ? null : 1);
    const undo = `batch-${batches.size}`;
    batches.set(undo, affected);
    return { data: { changed, counts: counts(), ...(!body.unread && { undo }) } };
  };

  const answers: Record<string, StubHandler> = {
    'GET /v1/notice/counts': ({ query }) =>
      Number(query.get('since')) === revision ? { status: 304 } : { data: counts() },
    'GET /v1/notice/list': ({ query }) => {
      const wanted = notices.filter((notice) => !query.has('unread') || notice.readAt === null);
      const list = wanted.sort((a, b) => b.id - a.id).slice(0, Number(query.get('limit')));
      return { data: { list: structuredClone(list), count: wanted.length, counts: counts() } };
    },
    'POST /v1/notice/read': read,
  };
  return {
    answers,
    counts,
    add(...added: Notice[]) {
      notices.push(...added);
      revision += 1;
    },
    /** Read on another device. */
    readElsewhere: (...ids: number[]) => void mark(ids, 1),
  };
}
