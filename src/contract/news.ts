import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, Instant, Int, listOf, PageQuery } from './envelope.ts';

/** [start, end) in UTF-16 units of the text it belongs to. */
export const TextRange = z.tuple([z.number().int(), z.number().int()]);
export type TextRange = z.infer<typeof TextRange>;

/** The subjects a source is filed under, in the order they are offered. */
export const newsCategories = [
  'general',
  'world',
  'government',
  'business',
  'technology',
  'science',
  'health',
  'culture',
  'sport',
] as const;
export type NewsCategory = (typeof newsCategories)[number];

export const SourceName = z.object({ id: z.number().int(), name: z.string() });

/** How many reports of the same event there are, this one among them, and from how many sources. */
export const NewsCluster = z.object({
  id: z.number().int(),
  reports: z.number().int(),
  sources: z.number().int(),
});
export type NewsCluster = z.infer<typeof NewsCluster>;

export const NewsItem = z.object({
  id: z.number().int(),
  title: z.string(),
  url: z.string(),
  source: SourceName,
  author: z.string(),
  /** BCP 47 primary tag, `und` when undecided; `script` tells Hans from Hant. */
  language: z.string(),
  script: z.string(),
  publishedAt: Instant,
  snippet: z.string(),
  image: z.string(),
  /** How many sources carry the same text; the item is the first seen. */
  sameTextCount: z.number().int(),
  /** Only where the event has more than one report. */
  cluster: NewsCluster.optional(),
  collected: z.boolean().optional(),
});
export type NewsItem = z.infer<typeof NewsItem>;

export const SearchHit = NewsItem.extend({
  highlights: z.object({ title: z.array(TextRange), snippet: z.array(TextRange) }),
});
export type SearchHit = z.infer<typeof SearchHit>;

export const NewsReport = z.object({
  id: z.number().int(),
  title: z.string(),
  url: z.string(),
  source: SourceName,
  publishedAt: Instant,
  language: z.string(),
  script: z.string(),
});
export type NewsReport = z.infer<typeof NewsReport>;

export const NewsDetail = NewsItem.extend({
  /** Sanitised HTML; sanitise again before display. */
  html: z.string(),
  text: z.string(),
  sourceHomeUrl: z.string(),
  seenAt: Instant,
  sameText: z.array(NewsReport),
  /** Other reports of the same event in other words, newest first. */
  reports: z.array(NewsReport),
});
export type NewsDetail = z.infer<typeof NewsDetail>;

export const listNews = endpoint({
  name: 'listNews',
  method: 'GET',
  path: '/v1/news/list',
  access: 'public',
  limit: 'read',
  summary:
    'The newest items, one per story text; filter by language, source, category or cluster (then every report of the event); follow nextCursor for more.',
  query: PageQuery.extend({
    language: z.string().max(35).optional(),
    source: Id.optional(),
    category: z.enum(newsCategories).optional(),
    cluster: Id.optional(),
    cursor: z.string().max(64).optional(),
  }),
  data: listOf(NewsItem),
  errors: ['PAGE_TOO_DEEP'],
});

export const getNews = endpoint({
  name: 'getNews',
  method: 'GET',
  path: '/v1/news/{id}',
  access: 'public',
  limit: 'read',
  summary: 'One item with its clean article.',
  params: z.object({ id: Int.positive() }),
  data: NewsDetail,
  errors: ['NOT_FOUND'],
});
