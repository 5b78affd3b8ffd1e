import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Instant, listOf, PageQuery } from './envelope.ts';
import { NewsReport } from './news.ts';

export const Hotspot = z.object({
  /** The cluster most of its reports are in. */
  id: z.number().int(),
  language: z.string(),
  /** Of its latest report. */
  title: z.string(),
  script: z.string(),
  /** What the reports have in common, least usual first. */
  words: z.array(z.string()),
  /** Distinct sources in the last hours, and how many of them would have said these words on a usual day. */
  observed: z.number().int(),
  expected: z.number(),
  articles: z.number().int(),
  score: z.number(),
  /** Of the last day, hour by hour; each value is of the window that ends with the hour. */
  curve: z.array(z.object({ at: Instant, sources: z.number().int(), expected: z.number() })),
  reports: z.array(NewsReport),
});
export type Hotspot = z.infer<typeof Hotspot>;

export const HotspotBoard = listOf(Hotspot).extend({
  /** When it was made; null before the first time. */
  madeAt: Instant.nullable(),
  windowHours: z.number().int(),
  /** Set while there is too little history to judge by; the list is empty then. */
  learning: z.object({ hours: z.number().int(), hoursNeeded: z.number().int() }).nullable(),
  /** Languages that have a board of their own. */
  languages: z.array(z.string()),
});
export type HotspotBoard = z.infer<typeof HotspotBoard>;

export const listHotspots = endpoint({
  name: 'listHotspots',
  method: 'GET',
  path: '/v1/hotspot/list',
  access: 'public',
  limit: 'read',
  summary:
    'What more sources report than usual, of one language or of all, with why: observed, expected, sources, curve.',
  query: PageQuery.extend({ language: z.string().max(35).optional() }),
  data: HotspotBoard,
});
