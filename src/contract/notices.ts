import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, Instant, Int, listOf, PageQuery } from './envelope.ts';
import { TextRange } from './news.ts';

export const noticeKinds = ['keyword', 'website', 'system', 'order', 'ticket', 'invite', 'payment'] as const;
export const NoticeKind = z.enum(noticeKinds);

export const Notice = z.object({
  id: z.number().int(),
  kind: NoticeKind,
  title: z.string(),
  body: z.string(),
  /** Where opening the notice leads: an article id, else a link. */
  articleId: z.number().int().nullable(),
  url: z.string(),
  subscriptionId: z.number().int().nullable(),
  /** Name of the rule or website that made it. */
  reason: z.string(),
  sourceName: z.string(),
  language: z.string(),
  script: z.string(),
  /** Set on a digest: how many stories its list has. */
  storyCount: z.number().int().optional(),
  highlights: z.object({ title: z.array(TextRange), body: z.array(TextRange) }),
  /** False where the rule leaves the desktop out. */
  onDesktop: z.boolean(),
  createdAt: Instant,
  readAt: Instant.nullable(),
});
export type Notice = z.infer<typeof Notice>;

/** The member's inbox in numbers. `revision` grows with every change; equal revisions mean equal numbers. */
export const NoticeCounts = z.object({
  revision: z.number().int(),
  unread: z.number().int(),
  byKind: z.partialRecord(NoticeKind, z.number().int()),
  latestId: z.number().int(),
});
export type NoticeCounts = z.infer<typeof NoticeCounts>;

export const listNotices = endpoint({
  name: 'listNotices',
  method: 'GET',
  path: '/v1/notice/list',
  access: 'member',
  limit: 'read',
  summary: 'The inbox, newest first.',
  query: PageQuery.extend({
    kind: NoticeKind.optional(),
    unread: z.union([z.boolean(), z.stringbool()]).optional(),
    subscription: Id.optional(),
    cursor: z.string().max(64).optional(),
    /** Only notices with a larger id, for a client that has the rest. */
    after: Int.min(0).optional(),
  }),
  data: listOf(Notice).extend({ counts: NoticeCounts }),
});

export const countNotices = endpoint({
  name: 'countNotices',
  method: 'GET',
  path: '/v1/notice/counts',
  access: 'member',
  summary: 'The unread numbers; 304 when nothing changed since the revision (`since` or If-None-Match).',
  query: z.object({ since: Int.min(0).optional() }),
  data: NoticeCounts,
});

/** `all` covers notices up to the id `before` (the `latestId` the reader saw); what came later stays unread. */
export const readNotices = endpoint({
  name: 'readNotices',
  method: 'POST',
  path: '/v1/notice/read',
  access: 'member',
  limit: 'write',
  summary: 'Mark notices as read, or unread again.',
  body: z.union([
    z.object({ ids: z.array(Id).min(1).max(500), unread: z.boolean().default(false) }),
    z.object({ all: z.literal(true), before: Int.min(0) }),
    z.object({ undo: z.string().max(64) }),
  ]),
  data: z.object({ counts: NoticeCounts, changed: z.number().int(), undo: z.string().optional() }),
});

export const removeNotices = endpoint({
  name: 'removeNotices',
  method: 'POST',
  path: '/v1/notice/remove',
  access: 'member',
  limit: 'write',
  summary: 'Delete notices from the inbox. `restore: true` takes it back.',
  body: z.object({ ids: z.array(Id).min(1).max(500), restore: z.boolean().default(false) }),
  data: z.object({ counts: NoticeCounts }),
});
