/** Sources: one row for everybody who follows the same address. Health is kept with each fetch; no source is ever dropped. */
import { z } from 'zod';
import type { Source } from '#shared/contract/websites.ts';
import { dayMs } from '#shared/rules/session.ts';
import { AppError } from '../../app-error.ts';
import type { Context } from '../../context.ts';
import type { DiscoveredSource } from '../../crawl/discover/discover.ts';
import { siteKey, urlKey } from '../../crawl/identify/normalise-url.ts';
import { learnRhythm, newRhythm } from '../../crawl/schedule/arrivals.ts';
import type { cacheHints } from '../../crawl/schedule/cache-hints.ts';
import {
  type FailureKind,
  needsRediscovery,
  nextFetchDelay,
  type PollFailure,
  type PollHistory,
  type PollResult,
} from '../../crawl/schedule/poll-interval.ts';
import { type NamedHub, nextTurn } from './hub-subscriptions.service.ts';
import {
  countByErrorKind,
  deleteAddress,
  deleteFetchesBefore,
  findByFormerAddress,
  findByUrlKey,
  findDueSources,
  findFetches,
  findFormerKeys,
  findLastSuccess,
  findSource,
  findSources,
  findUntold,
  insertAddress,
  insertFetch,
  insertSources,
  leaseSource,
  type NewSource,
  type SourceRow,
  sourceBacklog,
  updateSource,
} from './sources.queries.ts';

export type { SourceRow } from './sources.queries.ts';

/** Looked at every hour, so that followers know within a day. */
const deadAfterMs = 18 * 3_600_000;
const deadAtOnce = 500;
/** Between two searches for the new address of a source that is lost. */
const lookAgainMs = 20 * 3_600_000;
/** A permanent redirect is believed after this many fetches over at least a day. */
const redirectsBelieved = 3;
const redirectBelievedMs = dayMs;
/** Between the first fetches of imported sources. */
const importSpacingMs = 100;
const leaseMs = 5 * 60_000;
const fetchesShown = 50;
const fetchesKeptMs = 30 * dayMs;
const failuresKept = 20;
const resultsKept = 4;
/** A source nobody asked for yet looks in this often for a first subscriber. */
const pausedCheckMs = dayMs;
/** The demo newsroom publishes every minute and is ours, so it is read as often. */
const demoIntervalMs = 20_000;

const PollState = z.object({
  slot: z.number().default(0),
  rhythm: z
    .object({
      times: z.array(z.number()),
      hours: z.array(z.number()).length(24),
      weekdays: z.array(z.number()).length(7),
      since: z.number(),
      learnedAt: z.number(),
    })
    .default(newRhythm),
  results: z.array(z.object({ itemCount: z.number(), knownCount: z.number() })).default([]),
  failures: z
    .array(z.object({ kind: z.string(), status: z.number().optional(), retryAfterMs: z.number().optional() }))
    .default([]),
  hints: z
    .object({
      ttlMs: z.number().optional(),
      updatePeriodMs: z.number().optional(),
      maxAgeMs: z.number().optional(),
      expiresInMs: z.number().optional(),
    })
    .default({}),
  /** Where the address has been redirecting to for good, since when and in how many fetches. */
  moved: z.object({ url: z.string(), since: z.number(), count: z.number() }).optional(),
  /** When the new address of a lost source was last looked for. */
  lookedAt: z.number().optional(),
  /** The hub that the feed named when it was last read. */
  hub: z.object({ url: z.string(), topic: z.string() }).optional(),
});

/** What a fetch brought, however it ended. */
export interface FetchReport {
  at: number;
  tookMs: number;
  status: number | null;
  bytes: number;
  /** Where every redirect on the way said the source is for good. */
  permanentUrl?: string | undefined;
  outcome:
    | { kind: 'unchanged'; validators: Validators; cache: CacheHints }
    | {
        kind: 'read';
        validators: Validators;
        cache: CacheHints;
        bodyHash: string;
        itemCount: number;
        newCount: number;
        /** When the new items were published. */
        newTimes: number[];
        hints: { ttlMs?: number; updatePeriodMs?: number };
        title: string;
        hub?: NamedHub | undefined;
      }
    | { kind: 'failed'; failure: PollFailure; detail: string };
}

type CacheHints = ReturnType<typeof cacheHints>;

export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

export function dueSources(ctx: Context, limit: number): Promise<SourceRow[]> {
  return findDueSources(ctx.db, ctx.now(), limit);
}

export function claimSource(ctx: Context, id: number): Promise<boolean> {
  return leaseSource(ctx.db, id, ctx.now(), ctx.now() + leaseMs);
}

export async function getSource(ctx: Context, id: number): Promise<SourceRow> {
  const row = await findSource(ctx.db, id);
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/** The source with this address, or the one that had it before it moved. */
export async function sourceByAddress(ctx: Context, url: string): Promise<SourceRow | undefined> {
  return (await findByFormerAddress(ctx.db, urlKey(url) ?? url)) ?? (await sourceAt(ctx, url));
}

export function sourceAt(ctx: Context, url: string): Promise<SourceRow | undefined> {
  return findByUrlKey(ctx.db, urlKey(url) ?? url);
}

export type NewAddress = { url: string } & Partial<Pick<SourceRow, 'kind' | 'type' | 'home_url'>>;

/** Inside the caller's transaction: reads the source at another address from now on, as if it had never failed. */
export async function moveSource(ctx: Context, source: SourceRow, to: NewAddress): Promise<void> {
  const now = ctx.now();
  const key = urlKey(to.url) ?? to.url;
  const row = await getSource(ctx, source.id);
  const state = PollState.parse(JSON.parse(row.poll_state));
  await updateSource(ctx.db, source.id, {
    ...to,
    url_key: key,
    host: new URL(to.url).host,
    ...(to.home_url && { site_key: siteKey(to.home_url) ?? '' }),
    etag: null,
    last_modified: null,
    body_hash: null,
    error_kind: null,
    error_detail: '',
    error_count: 0,
    error_since: null,
    poll_state: JSON.stringify({ ...state, failures: [], moved: undefined, lookedAt: undefined }),
    next_fetch_at: now,
    moved_from: source.url,
    moved_at: now,
  });
  await deleteAddress(ctx.db, key);
  if (key !== source.url_key) {
    await insertAddress(ctx.db, { source_id: source.id, url: source.url, url_key: source.url_key, left_at: now });
  }
  ctx.afterCommit(() => ctx.signals.publish('source-due', { sourceId: source.id }));
}

/** Kinds that may just as well be a fault of our own network. */
const networkErrors = new Set(['dns', 'connect', 'timeout', 'tls']);

/** Followed sources that could not be read for most of a day, and whose followers do not know yet. */
export async function deadSources(ctx: Context): Promise<SourceRow[]> {
  const since = ctx.now() - deadAfterMs;
  const failing = await findUntold(ctx.db, since, deadAtOnce);
  const isOnline = ((await findLastSuccess(ctx.db)) ?? 0) > since;
  return failing.filter((source) => isOnline || !networkErrors.has(source.error_kind ?? ''));
}

export async function markDeadTold(ctx: Context, source: SourceRow): Promise<void> {
  await updateSource(ctx.db, source.id, { dead_told_at: ctx.now() });
}

export async function sourcesById(ctx: Context, ids: number[]): Promise<Map<number, SourceRow>> {
  return new Map((await findSources(ctx.db, ids)).map((row) => [row.id, row]));
}

/** Those that are new; one that has moved meanwhile is not made again at its former address. */
export async function addSources(ctx: Context, sources: NewSource[]): Promise<void> {
  const former = new Set(await findFormerKeys(ctx.db));
  await insertSources(
    ctx.db,
    sources.filter((source) => !former.has(source.url_key)),
  );
}

/** The source with this address, made when it is new; due at once. */
export async function ensureSource(ctx: Context, found: DiscoveredSource, homeUrl: string): Promise<SourceRow> {
  const key = urlKey(found.url) ?? found.url;
  await insertSources(ctx.db, [
    describeSource({
      kind: found.kind,
      type: found.type,
      url: found.url,
      homeUrl,
      title: found.title,
      language: found.language ?? '',
      country: '',
      category: 'general',
      origin: 'member',
      selector: found.kind === 'list' ? JSON.stringify({ selector: found.selector, signature: found.signature }) : null,
      now: ctx.now(),
    }),
  ]);
  const row = await findByUrlKey(ctx.db, key);
  if (!row) throw new Error('a source just made is missing');
  return row;
}

/** A source from a subscription list, not looked at yet; the many of one list come due one after the other. */
export async function ensureImported(
  ctx: Context,
  line: { line: number; url: string; home_url: string; title: string },
): Promise<SourceRow> {
  const homeUrl = siteKey(line.home_url) === undefined ? new URL('/', line.url).href : line.home_url;
  await insertSources(ctx.db, [
    describeSource({
      kind: 'feed',
      type: 'rss',
      url: line.url,
      homeUrl,
      title: line.title,
      language: '',
      country: '',
      category: 'general',
      origin: 'member',
      selector: null,
      now: ctx.now() + line.line * importSpacingMs,
    }),
  ]);
  const row = await sourceAt(ctx, line.url);
  if (!row) throw new Error('a source just made is missing');
  return row;
}

export function describeSource(source: {
  kind: 'feed' | 'sitemap' | 'list';
  type: string;
  url: string;
  homeUrl: string;
  title: string;
  language: string;
  country: string;
  category: string;
  origin: 'catalogue' | 'demo' | 'member';
  selector: string | null;
  now: number;
}): NewSource {
  return {
    kind: source.kind,
    type: source.type,
    url: source.url,
    url_key: urlKey(source.url) ?? source.url,
    home_url: source.homeUrl,
    site_key: siteKey(source.homeUrl) ?? '',
    host: new URL(source.url).host,
    title: source.title || new URL(source.homeUrl).host,
    language: source.language,
    country: source.country,
    category: source.category,
    origin: source.origin,
    selector: source.selector,
    next_fetch_at: source.now,
    created_at: source.now,
  };
}

/** A new or returning subscriber; a source that had none is due at once. */
export async function changeSubscribers(ctx: Context, source: SourceRow, by: 1 | -1): Promise<void> {
  const isNew = source.last_fetch_at === null && source.next_fetch_at > ctx.now();
  const isDue = by === 1 && source.subscriber_count === 0 && !isNew;
  await updateSource(ctx.db, source.id, { ...(isDue && { next_fetch_at: ctx.now() }) }, { subscribers: by });
  if (isDue) {
    ctx.afterCommit(() => ctx.signals.publish('source-due', { sourceId: source.id }));
  }
}

/** What a fetch leaves to be done about the source's address. */
export interface AddressAdvice {
  /** It has moved here. */
  movedTo?: string | undefined;
  /** It is lost: its new address should be looked for. */
  isLost: boolean;
}

/** Inside the transaction that stores what the fetch brought: the source's health and its next turn. */
export async function recordFetch(ctx: Context, source: SourceRow, report: FetchReport): Promise<AddressAdvice> {
  const state = PollState.parse(JSON.parse(source.poll_state));
  const { outcome } = report;
  const isFailure = outcome.kind === 'failed';
  if (outcome.kind === 'failed') {
    state.failures = [...state.failures, outcome.failure].slice(-failuresKept);
  } else {
    state.failures = [];
  }
  if (outcome.kind === 'read') {
    const result: PollResult = {
      itemCount: outcome.itemCount,
      knownCount: outcome.itemCount - outcome.newCount,
    };
    state.results = [result, ...state.results].slice(0, resultsKept);
    state.rhythm = learnRhythm(state.rhythm, {
      at: report.at,
      previousAt: source.last_ok_at ?? undefined,
      newTimes: outcome.newTimes,
    });
    state.hints = { ...outcome.hints, ...outcome.cache };
  }
  if (outcome.kind === 'unchanged') {
    const { ttlMs, updatePeriodMs } = state.hints;
    state.hints = { ttlMs, updatePeriodMs, ...outcome.cache };
  }
  state.slot += 1;
  state.moved = redirectSeen(source, state.moved, report);
  const isLost =
    isFailure &&
    source.kind !== 'list' &&
    needsRediscovery({ failures: toFailures(state.failures) }) &&
    report.at - (state.lookedAt ?? 0) >= lookAgainMs;
  if (isLost) state.lookedAt = report.at;

  const failingSince = isFailure ? (source.error_since ?? report.at) : null;
  const learnedMs = delayAfter(source, state, report.at, failingSince);
  const delayMs = await delayBesideHub(ctx, source, { state, report, learnedMs });
  const items = outcome.kind === 'read' ? outcome.newCount : 0;
  const health = {
    lease_until: 0,
    last_fetch_at: report.at,
    next_fetch_at: report.at + delayMs,
    poll_state: JSON.stringify(state),
    error_kind: outcome.kind === 'failed' ? outcome.failure.kind : null,
    error_detail: outcome.kind === 'failed' ? outcome.detail.slice(0, 500) : '',
    error_count: state.failures.length,
    error_since: failingSince,
    ...(outcome.kind !== 'failed' && {
      last_ok_at: report.at,
      // A 304 need not repeat its validators; those it answered to still hold.
      etag: outcome.validators.etag ?? (outcome.kind === 'unchanged' ? source.etag : null),
      last_modified: outcome.validators.lastModified ?? (outcome.kind === 'unchanged' ? source.last_modified : null),
    }),
    ...(outcome.kind === 'read' && {
      body_hash: outcome.bodyHash,
      ...(isNameless(source) && outcome.title && { title: outcome.title }),
      ...(items > 0 && {
        last_item_at: Math.max(Math.min(Math.max(...outcome.newTimes), report.at), source.last_item_at ?? 0),
      }),
    }),
  };
  await updateSource(ctx.db, source.id, health, { items });
  await insertFetch(ctx.db, {
    source_id: source.id,
    at: report.at,
    status: report.status,
    took_ms: Math.round(report.tookMs),
    bytes: report.bytes,
    items: outcome.kind === 'read' ? outcome.itemCount : 0,
    new_items: items,
    error_kind: outcome.kind === 'failed' ? outcome.failure.kind : null,
    error_detail: outcome.kind === 'failed' ? outcome.detail.slice(0, 500) : '',
  });
  const { moved } = state;
  const isBelieved = moved && moved.count >= redirectsBelieved && report.at - moved.since >= redirectBelievedMs;
  return { movedTo: isBelieved ? moved.url : undefined, isLost };
}

/** Most feeds name no hub, and never did: these cost no look. */
async function delayBesideHub(
  ctx: Context,
  source: SourceRow,
  fetch: { state: z.infer<typeof PollState>; report: FetchReport; learnedMs: number },
): Promise<number> {
  const { state, learnedMs } = fetch;
  const { at, outcome } = fetch.report;
  if (outcome.kind === 'failed') return learnedMs;
  const before = state.hub;
  if (outcome.kind === 'read') state.hub = outcome.hub;
  if (!before && !state.hub) return learnedMs;
  const newCount = outcome.kind === 'read' ? outcome.newCount : 0;
  return nextTurn(ctx, source, state.hub, { at, newCount, learnedMs });
}

/** A redirect to something else than the source (a parked domain, a front page) is not counted. */
function redirectSeen(source: SourceRow, before: z.infer<typeof PollState>['moved'], report: FetchReport) {
  const { permanentUrl, outcome } = report;
  if (outcome.kind === 'failed') return before;
  if (permanentUrl === undefined || permanentUrl === source.url) return undefined;
  const isSame = outcome.kind === 'unchanged' || outcome.newCount < outcome.itemCount;
  if (!isSame) return before;
  return before?.url === permanentUrl
    ? { ...before, count: before.count + 1 }
    : { url: permanentUrl, since: report.at, count: 1 };
}

const toFailures = (failures: z.infer<typeof PollState>['failures']): PollFailure[] =>
  failures.map((failure) => ({ ...failure, kind: failure.kind as FailureKind }));

export async function listFetches(ctx: Context, sourceId: number) {
  const rows = await findFetches(ctx.db, sourceId, fetchesShown);
  return rows.map((row) => ({
    at: row.at,
    status: row.status,
    tookMs: row.took_ms,
    bytes: row.bytes,
    items: row.items,
    newItems: row.new_items,
    errorKind: row.error_kind,
    errorDetail: row.error_detail,
  }));
}

export async function forgetOldFetches(ctx: Context): Promise<void> {
  await deleteFetchesBefore(ctx.db, ctx.now() - fetchesKeptMs);
}

/** What passes by itself as a rule: the site or the way to it has a bad day, or there is no network here. */
const passingErrors = new Set(['timeout', 'connect', 'dns', 'tls', 'http']);
const passingMs = 3 * dayMs;

/** `tellsUntil`: how long its hub tells of its news by itself, if it does. */
export function toSource(row: SourceRow, now: number, tellsUntil: number | undefined): Source {
  return {
    id: row.id,
    title: row.title,
    url: row.url,
    homeUrl: row.home_url,
    type: row.type as Source['type'],
    language: row.language,
    country: row.country,
    category: row.category,
    health: {
      state: stateOf(row, now),
      lastFetchAt: row.last_fetch_at,
      lastOkAt: row.last_ok_at,
      nextFetchAt: row.next_fetch_at,
      lastItemAt: row.last_item_at,
      itemCount: row.item_count,
      errorKind: row.error_kind,
      errorDetail: row.error_detail,
      errorCount: row.error_count,
      movedFrom: row.moved_from,
      movedAt: row.moved_at,
      tellsUntil: tellsUntil ?? null,
    },
  };
}

function stateOf(row: SourceRow, now: number): Source['health']['state'] {
  if (row.last_fetch_at === null) return 'new';
  if (row.error_kind === null) return 'ok';
  const isPassing = passingErrors.has(row.error_kind) && now - (row.error_since ?? now) < passingMs;
  return isPassing ? 'waiting' : 'failing';
}

function isNameless(source: SourceRow): boolean {
  return source.title === '' || source.title === source.host;
}

function delayAfter(
  source: SourceRow,
  state: z.infer<typeof PollState>,
  decidedAt: number,
  failingSince: number | null,
): number {
  if (source.origin === 'demo' && state.failures.length === 0) return demoIntervalMs;
  const history: PollHistory = {
    sourceKey: source.id,
    slot: state.slot,
    decidedAt,
    rhythm: state.rhythm,
    results: state.results,
    demand: {
      subscriberCount: source.subscriber_count,
      isCatalogue: source.origin !== 'member',
      hasAtOnceRule: source.subscriber_count > 0,
    },
    hints: state.hints,
    failures: toFailures(state.failures),
    ...(failingSince !== null && { failingSinceAt: failingSince }),
  };
  const delay = nextFetchDelay(history);
  return Number.isFinite(delay) ? delay : pausedCheckMs;
}

export function failingByKind(ctx: Context): Promise<{ kind: string; count: number }[]> {
  return countByErrorKind(ctx.db);
}

/** Queue lengths and ages for the metrics page; ages in seconds. */
export async function sourceFigures(ctx: Context): Promise<Record<string, number>> {
  const now = ctx.now();
  const { due, failing, oldestDueAt } = await sourceBacklog(ctx.db, now);
  return {
    'sources due': due,
    'sources failing': failing,
    'sources age': due > 0 ? (now - oldestDueAt) / 1000 : 0,
  };
}
