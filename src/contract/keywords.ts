import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, Instant, Int, listOf, Nothing, PageQuery } from './envelope.ts';
import { SearchHit } from './news.ts';

/** UTF-16 units of a subscription's name. */
export const keywordNameMax = 80;

/** A query of the language in `src/query`. */
export const Keyword = z.string().trim().min(1).max(4096);

/** Narrows a rule without touching its words. Empty lists mean "all". */
export const Scope = z.object({
  languages: z.array(z.string().max(35)).max(50).default([]),
  sources: z.array(z.number().int().positive()).max(200).default([]),
  /** Only sources the member follows as websites. */
  ownWebsitesOnly: z.boolean().default(false),
  field: z.enum(['any', 'title']).default('any'),
});
export type Scope = z.infer<typeof Scope>;

export const rhythms = ['at-once', 'hourly', 'daily', 'weekly'] as const;
export const channels = ['in-app', 'desktop', 'email', 'webhook', 'push', 'feed'] as const;

/** Minutes since midnight on the member's clock. */
export const MinuteOfDay = z.number().int().min(0).max(1_439);
/** 1 Monday – 7 Sunday. */
export const Weekday = z.number().int().min(1).max(7);
/** Stories told at once in a day; what is over it is told as one digest. */
export const DayMax = z.number().int().min(1).max(500);

export const KeywordSubscription = z.object({
  id: z.number().int(),
  name: z.string(),
  keyword: z.string(),
  scope: Scope,
  rhythm: z.enum(rhythms),
  tellAt: MinuteOfDay,
  tellOn: Weekday,
  dayMax: DayMax,
  channels: z.array(z.enum(channels)),
  paused: z.boolean(),
  snoozeUntil: Instant.nullable(),
  expiresAt: Instant.nullable(),
  /** When the stories that wait are told; null while none waits. */
  nextDigestAt: Instant.nullable(),
  hitCount: z.number().int(),
  unreadCount: z.number().int(),
  lastHitAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type KeywordSubscription = z.infer<typeof KeywordSubscription>;

/** How a rule tells; what is left out stays as it is, or becomes the default. */
export const Telling = z.object({
  rhythm: z.enum(rhythms).optional(),
  /** For a daily or weekly rhythm, and for what is over `dayMax`. */
  tellAt: MinuteOfDay.optional(),
  tellOn: Weekday.optional(),
  dayMax: DayMax.optional(),
  channels: z.array(z.enum(channels)).max(channels.length).optional(),
  /** Until then what is found goes into the history only. */
  snoozeUntil: Instant.nullable().optional(),
  /** From then on the rule finds nothing more. */
  expiresAt: Instant.nullable().optional(),
});
export type Telling = z.infer<typeof Telling>;

export const SubscribeKeywordBody = Telling.extend({
  keyword: Keyword,
  name: z.string().trim().max(keywordNameMax).optional(),
  scope: Scope.optional(),
});

export const SearchFilters = z.object({
  languages: z.array(z.string().max(35)).max(50).optional(),
  scripts: z.array(z.string().max(8)).max(10).optional(),
  sources: z.array(z.number().int().positive()).max(200).optional(),
  countries: z.array(z.string().length(2)).max(50).optional(),
  from: Instant.optional(),
  to: Instant.optional(),
});
export type SearchFilters = z.infer<typeof SearchFilters>;

const FacetValues = z.array(z.object({ value: z.string(), label: z.string().optional(), count: z.number().int() }));
export const Facets = z.object({
  languages: FacetValues,
  scripts: FacetValues,
  sources: FacetValues,
  countries: FacetValues,
  days: FacetValues,
});
export type Facets = z.infer<typeof Facets>;

export const subscribeKeyword = endpoint({
  name: 'subscribeKeyword',
  method: 'POST',
  path: '/v1/keyword/subscribe',
  access: 'member',
  limit: 'write',
  summary: 'Save a query as a rule: from now on each new story that matches makes one notice.',
  body: SubscribeKeywordBody,
  data: z.object({ id: z.number().int() }),
  errors: ['QUERY_INVALID', 'QUERY_EMPTY', 'KEYWORD_EXISTS', 'KEYWORD_LIMIT'],
});

export const listKeywords = endpoint({
  name: 'listKeywords',
  method: 'GET',
  path: '/v1/keyword/subscriptions',
  access: 'member',
  limit: 'read',
  summary: 'The member’s keyword subscriptions, newest first.',
  query: PageQuery.extend({ text: z.string().max(200).optional() }),
  data: listOf(KeywordSubscription),
});

export const unsubscribeKeyword = endpoint({
  name: 'unsubscribeKeyword',
  method: 'POST',
  path: '/v1/keyword/unsubscribe',
  access: 'member',
  limit: 'write',
  summary: 'Delete a keyword subscription. Notices already made stay. `restore: true` takes the deletion back.',
  body: z.object({ id: Id, restore: z.boolean().default(false) }),
  data: Nothing,
  errors: ['NOT_FOUND', 'QUERY_INVALID', 'KEYWORD_IN_USE'],
});

export const updateKeyword = endpoint({
  name: 'updateKeyword',
  method: 'POST',
  path: '/v1/keyword/update',
  access: 'member',
  limit: 'write',
  summary: 'Change words, name, scope, rhythm or channels; pause or resume, snooze, let it end.',
  body: Telling.extend({
    id: Id,
    keyword: Keyword.optional(),
    name: z.string().trim().max(keywordNameMax).optional(),
    scope: Scope.optional(),
    paused: z.boolean().optional(),
  }),
  data: KeywordSubscription,
  errors: ['NOT_FOUND', 'QUERY_INVALID', 'QUERY_EMPTY', 'KEYWORD_EXISTS', 'KEYWORD_IN_USE'],
});

/** Countries and regions of the query that are called otherwise in other languages; `keyword` asks for all their names. */
export const OtherNames = z.object({
  words: z.array(z.object({ text: z.string(), names: z.array(z.string()) })),
  keyword: z.string(),
});
export type OtherNames = z.infer<typeof OtherNames>;

export const searchKeyword = endpoint({
  name: 'searchKeyword',
  method: 'POST',
  path: '/v1/keyword/search',
  access: 'public',
  limit: 'search',
  summary: 'Search the archive with the query language.',
  body: z.object({
    keyword: z.string().max(4096),
    page: Int.min(1).default(1),
    limit: PageQuery.shape.limit,
    sort: z.enum(['new', 'old', 'relevance', 'sources']).optional(),
    filters: SearchFilters.optional(),
    /** Strict refuses what the simple box would repair. */
    strict: z.boolean().default(false),
    cursor: z.string().max(64).optional(),
  }),
  data: listOf(SearchHit).extend({
    /** True: there are at least `count`. */
    countCapped: z.boolean(),
    facets: Facets,
    warnings: z.array(z.unknown()),
    /** How the query was understood; `locales/query` turns it into one sentence. */
    explanation: z.unknown(),
    otherNames: OtherNames.optional(),
    tookMs: z.number(),
  }),
  errors: ['QUERY_INVALID', 'PAGE_TOO_DEEP', 'QUERY_TIMEOUT'],
});

export const previewKeyword = endpoint({
  name: 'previewKeyword',
  method: 'POST',
  path: '/v1/keyword/preview',
  access: 'member',
  limit: 'search',
  summary: 'How often a rule would have fired in the last seven days, with examples.',
  body: z.object({ keyword: Keyword, scope: Scope.optional() }),
  data: z.object({
    count: z.number().int(),
    countCapped: z.boolean(),
    /** True: what the words narrow down too little was looked for among the newest articles only. */
    isCutShort: z.boolean(),
    perDay: z.array(z.object({ day: z.string(), count: z.number().int() })),
    examples: z.array(SearchHit),
    warnings: z.array(z.unknown()),
    explanation: z.unknown(),
    otherNames: OtherNames.optional(),
  }),
  errors: ['QUERY_INVALID', 'QUERY_EMPTY', 'QUERY_TIMEOUT'],
});

export const listKeywordHits = endpoint({
  name: 'listKeywordHits',
  method: 'GET',
  path: '/v1/keyword/hits',
  access: 'member',
  limit: 'read',
  summary: 'What one keyword subscription found, newest first, the matched words marked.',
  query: PageQuery.extend({ id: Id }),
  data: listOf(SearchHit.extend({ matchedAt: Instant })),
  errors: ['NOT_FOUND'],
});

export const readDigest = endpoint({
  name: 'readDigest',
  method: 'GET',
  path: '/v1/keyword/digest',
  access: 'member',
  limit: 'read',
  summary: 'The stories of a digest, newest first, the matched words marked; `id` is that of its notice.',
  query: PageQuery.extend({ id: Id }),
  data: listOf(SearchHit).extend({ title: z.string(), subscriptionId: z.number().int(), createdAt: Instant }),
  errors: ['NOT_FOUND'],
});

export const ImportedLine = z.object({
  /** Counted from 1. */
  line: z.number().int(),
  keyword: z.string(),
  status: z.enum(['added', 'duplicate', 'invalid', 'too-long', 'limit']),
  id: z.number().int().optional(),
  /** The rule, or the earlier line, that has the same words. */
  of: z.string().optional(),
  ofLine: z.number().int().optional(),
  /** What is wrong with the query and where. */
  problems: z.array(z.unknown()).optional(),
});
export type ImportedLine = z.infer<typeof ImportedLine>;

export const ImportKeywordsBody = Telling.extend({
  text: z.string().min(1),
  /** Lines: one query each. CSV: the columns keyword and name. */
  format: z.enum(['lines', 'csv']).default('lines'),
});

export const importKeywords = endpoint({
  name: 'importKeywords',
  method: 'POST',
  path: '/v1/keyword/import',
  access: 'member',
  limit: 'write',
  summary: 'Subscribe to up to 5,000 queries at once, with a report for every line; each line stands for itself.',
  body: ImportKeywordsBody,
  bodyMaxBytes: 4_000_000,
  data: z.object({ added: z.number().int(), lines: z.array(ImportedLine) }),
  errors: ['IMPORT_TOO_LONG'],
});

export const backfillKeyword = endpoint({
  name: 'backfillKeyword',
  method: 'POST',
  path: '/v1/keyword/backfill',
  access: 'member',
  limit: 'search',
  summary: 'Add what the last days had to the history of a rule, silently or told as one digest.',
  body: z.object({ id: Id, days: Int.min(1).max(365), tell: z.boolean().default(false) }),
  data: z.object({
    found: z.number().int(),
    /** True: older ones were left out. */
    isCapped: z.boolean(),
  }),
  errors: ['NOT_FOUND', 'QUERY_TIMEOUT'],
});
