import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, Instant, listOf, Nothing, PageQuery } from './envelope.ts';

export const Address = z.string().trim().min(1).max(2048);

export const sourceTypes = ['rss', 'atom', 'rdf', 'json', 'sitemap', 'list'] as const;
export const SourceType = z.enum(sourceTypes);

/** A source that was fetched and parsed before it is offered. */
export const DiscoveredFeed = z.object({
  url: z.string(),
  title: z.string(),
  type: SourceType,
  language: z.string(),
  itemsPerDay: z.number().nullable(),
  newestAt: Instant.nullable(),
  itemCount: z.number().int(),
  fullText: z.boolean(),
  lastTitles: z.array(z.string()),
  /** Already subscribed by the caller. */
  subscribed: z.boolean(),
});
export type DiscoveredFeed = z.infer<typeof DiscoveredFeed>;

/** `ok` flows · `new` not fetched yet · `waiting` the site is unreachable or asks to wait · `failing` needs a look. */
export const sourceStates = ['new', 'ok', 'waiting', 'failing'] as const;

export const SourceHealth = z.object({
  state: z.enum(sourceStates),
  lastFetchAt: Instant.nullable(),
  lastOkAt: Instant.nullable(),
  nextFetchAt: Instant.nullable(),
  lastItemAt: Instant.nullable(),
  itemCount: z.number().int(),
  /** A name from the `website` namespace (`error.dns` …), worded there. */
  errorKind: z.string().nullable(),
  errorDetail: z.string(),
  errorCount: z.number().int(),
  /** Its address before it moved, and when that was. */
  movedFrom: z.string().nullable(),
  movedAt: Instant.nullable(),
  /** The site reports new articles by itself (WebSub), at least until then; null: it does not. */
  tellsUntil: Instant.nullable(),
});

export const Source = z.object({
  id: z.number().int(),
  title: z.string(),
  url: z.string(),
  homeUrl: z.string(),
  type: SourceType,
  language: z.string(),
  country: z.string(),
  category: z.string(),
  health: SourceHealth,
});
export type Source = z.infer<typeof Source>;

export const WebsiteSubscription = z.object({
  id: z.number().int(),
  title: z.string(),
  unreadCount: z.number().int(),
  createdAt: Instant,
  source: Source,
});
export type WebsiteSubscription = z.infer<typeof WebsiteSubscription>;

export const discoverWebsite = endpoint({
  name: 'discoverWebsite',
  method: 'POST',
  path: '/v1/website/discover',
  access: 'member',
  limit: 'fetch',
  summary: 'Find what can be followed at an address. Each candidate is fetched and parsed before it is offered.',
  bodyMaxBytes: 4_000_000,
  body: z.object({
    url: Address,
    /** Feed links the extension read from the live page. */
    candidates: z
      .array(z.object({ url: Address, type: z.string().max(100).optional(), title: z.string().max(500).optional() }))
      .max(50)
      .optional(),
    /** The rendered page, for sites that refuse the server. */
    html: z.string().max(3_000_000).optional(),
  }),
  data: z.object({ feeds: z.array(DiscoveredFeed) }),
  errors: ['URL_INVALID', 'URL_BLOCKED', 'SITE_UNREACHABLE', 'NO_SOURCE_FOUND'],
});

export const subscribeWebsite = endpoint({
  name: 'subscribeWebsite',
  method: 'POST',
  path: '/v1/website/subscribe',
  access: 'member',
  limit: 'fetch',
  summary: 'Follow a website. Without feedUrl the best source found is taken.',
  body: z.object({ url: Address, feedUrl: Address.optional(), title: z.string().trim().max(200).optional() }),
  data: z.object({ id: z.number().int(), source: Source }),
  errors: ['URL_INVALID', 'URL_BLOCKED', 'SITE_UNREACHABLE', 'NO_SOURCE_FOUND', 'WEBSITE_EXISTS', 'WEBSITE_LIMIT'],
});

export const listWebsites = endpoint({
  name: 'listWebsites',
  method: 'GET',
  path: '/v1/website/subscriptions',
  access: 'member',
  limit: 'read',
  summary: 'The member’s websites with their health.',
  query: PageQuery.extend({ text: z.string().max(200).optional() }),
  data: listOf(WebsiteSubscription),
});

export const unsubscribeWebsite = endpoint({
  name: 'unsubscribeWebsite',
  method: 'POST',
  path: '/v1/website/unsubscribe',
  access: 'member',
  limit: 'write',
  summary: 'Stop following a website. `restore: true` takes it back.',
  body: z.object({ id: Id, restore: z.boolean().default(false) }),
  data: Nothing,
  errors: ['NOT_FOUND'],
});

export const listFetches = endpoint({
  name: 'listFetches',
  method: 'GET',
  path: '/v1/website/fetches',
  access: 'member',
  limit: 'read',
  summary: 'The last fetches of a website the member follows.',
  query: z.object({ id: Id }),
  data: z.object({
    list: z.array(
      z.object({
        at: Instant,
        status: z.number().int().nullable(),
        tookMs: z.number(),
        bytes: z.number().int(),
        items: z.number().int(),
        newItems: z.number().int(),
        errorKind: z.string().nullable(),
        errorDetail: z.string(),
      }),
    ),
  }),
  errors: ['NOT_FOUND'],
});
