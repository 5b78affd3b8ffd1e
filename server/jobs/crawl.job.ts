/**
 * The crawl: each due source is fetched, read, its new entries prepared, and then stored, indexed, matched and told about in
 * one transaction. A crash before that transaction costs a repeated fetch, never a lost or doubled item.
 */
import { type Context, inTransaction } from '../context.ts';
import { type BoilerplateBook, createBoilerplateBook } from '../crawl/dedupe/boilerplate-book.ts';
import { isSameFeed } from '../crawl/discover/same-feed.ts';
import type { FetchFailure, FetchSuccess } from '../crawl/fetch/fetch-resource.ts';
import { type HostGate, orderFairly } from '../crawl/fetch/host-gate.ts';
import type { RobotsGate } from '../crawl/fetch/robots-gate.ts';
import { bodyHash } from '../crawl/prepare/body-hash.ts';
import { needsPage } from '../crawl/prepare/needs-page.ts';
import type { PreparedArticle, ReadEntry } from '../crawl/prepare/prepare-article.ts';
import type { FetchedBytes, SourceEntry, SourceReading } from '../crawl/prepare/read-source.ts';
import { cacheHints } from '../crawl/schedule/cache-hints.ts';
import { knownEntryKeys, latestTexts, newestMarks } from '../domains/articles/articles.service.ts';
import {
  type AddressAdvice,
  claimSource,
  dueSources,
  type FetchReport,
  type NewAddress,
  recordFetch,
  type SourceRow,
} from '../domains/sources/sources.service.ts';
import { adoptAddress } from '../domains/subscriptions/source-moves.service.ts';
import type { Metrics } from '../metrics.ts';
import type { StoreQueue } from './store-queue.ts';

export interface CrawlParts {
  ctx: Context;
  gate: HostGate;
  robots: RobotsGate;
  boilerplate: BoilerplateBook;
  storeQueue: StoreQueue;
  metrics: Metrics;
  /** Hosts that need no spacing: our own demo newsroom. */
  isOwnHost(host: string): boolean;
  /** Waits; ends early when the process stops. */
  pause(ms: number): Promise<void>;
}

const sourcesAtOnce = 12;
/** A source under way for longer than this gives its place back and goes on beside the others … */
const slowAfterMs = 5_000;
/** … as long as there are not so many of them. */
const sourcesMax = 60;
const dueMax = 60;
const newEntriesMax = 100;
const pagesMax = 30;
/** A source's pages are fetched for so long; what is missing is made of the entries alone. */
const pagesMs = 60_000;
/** Between two pages of one source. */
const pageSpacingMs = 1_000;
/** Entries the reading thread gets at a time. */
const entriesAtOnce = 10;
/** Of one source: a transaction of several sources is not one source's alone. */
const articlesAtOnce = 20;

export interface Crawler {
  /** Starts what is due and has room; what is under way goes on. */
  startDue(): Promise<void>;
  /** Until nothing is under way. */
  idle(): Promise<void>;
  /** Everything that is due, however many rounds that takes. */
  crawlDue(): Promise<void>;
}

/** What the sources print with every article, learned from what is stored. */
export function createBoilerplate(ctx: Context): BoilerplateBook {
  return createBoilerplateBook({
    now: ctx.now,
    latestTexts: (sourceId, count) => latestTexts(ctx, sourceId, count),
    learn: (texts) => ctx.documents.learnRepeated(texts),
  });
}

/** A slow site holds one of the places for a while, never the sources behind it. */
export function createCrawler(parts: CrawlParts): Crawler {
  const underWay = new Map<number, { startedAt: number; done: Promise<void> }>();

  const hasRoom = () => {
    const slowBefore = parts.ctx.now() - slowAfterMs;
    const quick = [...underWay.values()].filter(({ startedAt }) => startedAt > slowBefore).length;
    return quick < sourcesAtOnce && underWay.size < sourcesMax;
  };

  async function crawl(source: SourceRow): Promise<void> {
    let status: number | undefined;
    const startedAt = parts.ctx.now();
    try {
      if (await claimSource(parts.ctx, source.id)) status = await crawlSource(parts, source);
    } catch (error) {
      parts.ctx.log.error({ err: error, sourceId: source.id }, 'a source could not be crawled');
    } finally {
      finish(parts, source, { status, tookMs: parts.ctx.now() - startedAt });
      underWay.delete(source.id);
    }
  }

  /** Answers how many were started. */
  async function startDue(): Promise<number> {
    const due = await dueSources(parts.ctx, dueMax);
    let started = 0;
    for (const { source } of orderFairly(
      due.map((source) => ({ source, host: source.host, dueAt: source.next_fetch_at })),
    )) {
      if (!hasRoom()) break;
      if (!underWay.has(source.id) && tryStart(parts, source)) {
        underWay.set(source.id, { startedAt: parts.ctx.now(), done: crawl(source) });
        started += 1;
      }
    }
    return started;
  }

  async function idle(): Promise<void> {
    while (underWay.size > 0) await Promise.all([...underWay.values()].map(({ done }) => done));
  }

  return {
    async startDue() {
      await startDue();
    },
    idle,
    async crawlDue() {
      while ((await startDue()) > 0) await idle();
      await idle();
    },
  };
}

function tryStart({ gate, isOwnHost, metrics, ctx }: CrawlParts, source: SourceRow): boolean {
  if (!isOwnHost(source.host) && !gate.tryStart(source.host).started) return false;
  metrics.waitSeconds.observe(Math.max(0, ctx.now() - source.next_fetch_at) / 1000);
  return true;
}

function finish(
  { gate, isOwnHost, metrics }: CrawlParts,
  source: SourceRow,
  outcome: { status: number | undefined; tookMs: number },
): void {
  metrics.sourceSeconds.observe(outcome.tookMs / 1000);
  if (isOwnHost(source.host)) return;
  const { status, tookMs } = outcome;
  gate.finish(source.host, { tookMs, ...(status !== undefined && { status }) });
}

/** One source, from its address to notices. Answers the HTTP status. */
export async function crawlSource(parts: CrawlParts, source: SourceRow): Promise<number | undefined> {
  const { ctx } = parts;
  const at = ctx.now();
  if (source.kind === 'list' && !(await parts.robots.isAllowed(source.url))) {
    const outcome = { kind: 'failed', failure: { kind: 'robots-refused' }, detail: 'robots.txt' } as const;
    await report(parts, source, { at, tookMs: 0, status: null, bytes: 0, outcome });
    return undefined;
  }
  const fetched = await ctx.fetchResource({
    url: source.url,
    ...(source.etag && { etag: source.etag }),
    ...(source.last_modified && { lastModified: source.last_modified }),
    accept:
      'application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, text/html;q=0.8, */*;q=0.5',
  });
  if (!fetched.ok) {
    await report(parts, source, failureReport(at, fetched));
    return fetched.status;
  }
  const { tookMs, status, permanentUrl } = fetched;
  const base = { at, tookMs, status, permanentUrl, bytes: fetched.body.byteLength };
  const validators = { etag: fetched.etag ?? null, lastModified: fetched.lastModified ?? null };
  const cache = cacheHints(fetched.headers, at);
  const hash = fetched.status === 304 ? '' : bodyHash(fetched.body);
  if (fetched.status === 304 || hash === source.body_hash) {
    await report(parts, source, { ...base, outcome: { kind: 'unchanged', validators, cache } });
    return fetched.status;
  }

  const reading = await readSafely(parts, source, fetched);
  if (!reading.ok) {
    const failure = { kind: reading.error, status: fetched.status };
    await report(parts, source, { ...base, outcome: { kind: 'failed', failure, detail: reading.detail } });
    return fetched.status;
  }
  const fresh = await newEntries(ctx, source, reading.entries);
  const prepared = await prepareEntries(parts, source, fresh);
  await store(parts, source, prepared, {
    ...base,
    outcome: {
      kind: 'read',
      validators,
      cache,
      bodyHash: hash,
      itemCount: reading.entries.length,
      newCount: prepared.length,
      newTimes: prepared.map(({ publishedAt }) => publishedAt),
      hints: { ttlMs: reading.ttlMs, updatePeriodMs: reading.updatePeriodMs },
      title: reading.title,
      hub: reading.hub,
    },
  });
  return fetched.status;
}

async function readSafely(parts: CrawlParts, source: SourceRow, fetched: FetchSuccess): Promise<SourceReading> {
  try {
    return await parts.ctx.documents.readSource({
      kind: source.kind,
      sourceId: source.id,
      fetched: toBytes(fetched),
      selector: source.selector,
      now: parts.ctx.now(),
    });
  } catch (error) {
    return { ok: false, error: 'broken-xml', detail: String((error as Error).message) };
  }
}

async function newEntries(ctx: Context, source: SourceRow, entries: SourceEntry[]): Promise<SourceEntry[]> {
  const known = await knownEntryKeys(
    ctx,
    source.id,
    entries.map((entry) => entry.key),
  );
  return entries.filter((entry) => !known.has(entry.key)).slice(0, newEntriesMax);
}

async function prepareEntries(
  parts: CrawlParts,
  source: SourceRow,
  entries: readonly SourceEntry[],
): Promise<PreparedArticle[]> {
  if (entries.length === 0) return [];
  const prepared: PreparedArticle[] = [];
  const repeated = await parts.boilerplate.repeatedOf(source.id);
  let pagesLeft = pagesMax;
  const pagesUntil = parts.ctx.now() + pagesMs;
  let read: ReadEntry[] = [];
  for (const [at, entry] of entries.entries()) {
    const mayFetch = pagesLeft > 0 && parts.ctx.now() < pagesUntil;
    const page = mayFetch && needsPage(entry) ? await fetchPage(parts, entry.link) : undefined;
    if (page) pagesLeft -= 1;
    read.push({ entry, page });
    // A page is large and not kept while the next ones are waited for.
    if (!page && read.length < entriesAtOnce && at < entries.length - 1) continue;
    prepared.push(...(await prepareRead(parts, source, read, repeated)));
    read = [];
  }
  return prepared;
}

async function prepareRead(
  parts: CrawlParts,
  source: SourceRow,
  entries: readonly ReadEntry[],
  repeated: readonly number[],
): Promise<PreparedArticle[]> {
  const { ctx } = parts;
  const { id, language, country, category } = source;
  const lost = (link: string, error: unknown): PreparedArticle[] => {
    ctx.log.warn({ err: error, sourceId: id, link }, 'an entry could not be prepared');
    return [];
  };
  const input = { entries, repeated, source: { id, language, country, category }, now: ctx.now() };
  try {
    const prepared = await ctx.documents.prepareArticles(input);
    return prepared.flatMap((article, at) => {
      if (article instanceof Error) return lost(entries[at]!.entry.link, article);
      return article.title !== '' || article.text !== '' ? article : [];
    });
  } catch (error) {
    // An entry that hangs or kills the thread takes what is with it along; alone, each of the others goes through.
    if (entries.length === 1) return lost(entries[0]!.entry.link, error);
    const alone: PreparedArticle[] = [];
    for (const entry of entries) alone.push(...(await prepareRead(parts, source, [entry], repeated)));
    return alone;
  }
}

async function fetchPage(
  { ctx, robots, isOwnHost, pause }: CrawlParts,
  url: string,
): Promise<FetchedBytes | undefined> {
  if (!(await robots.isAllowed(url))) return undefined;
  if (!isOwnHost(new URL(url).host)) await pause(pageSpacingMs);
  const fetched = await ctx.fetchResource({ url, accept: 'text/html, application/xhtml+xml;q=0.9, */*;q=0.5' });
  return fetched.ok && fetched.status === 200 ? toBytes(fetched) : undefined;
}

const toBytes = ({ url, headers, body }: FetchSuccess): FetchedBytes => ({ url, headers, body });

/** Oldest first, a part after the other; the source's health is written with the last one. */
async function store(parts: CrawlParts, source: SourceRow, prepared: PreparedArticle[], fetch: FetchReport) {
  const { storeQueue, metrics } = parts;
  const ordered = prepared.toSorted((a, b) => a.publishedAt - b.publishedAt);
  for (let start = 0; start === 0 || start < ordered.length; start += articlesAtOnce) {
    const articles = ordered.slice(start, start + articlesAtOnce);
    const isLast = start + articlesAtOnce >= ordered.length;
    const stored = await storeQueue.store({ source, articles, fetch: isLast ? fetch : undefined });
    if (stored.advice) await followAdvice(parts, source, stored.advice);
    metrics.articles.inc(stored.articles);
    metrics.noticesMade.inc({ kind: 'story' }, stored.notices);
  }
  metrics.fetches.inc({ outcome: 'ok' });
}

async function report(parts: CrawlParts, source: SourceRow, fetchReport: FetchReport): Promise<void> {
  const { ctx, metrics } = parts;
  const advice = await inTransaction(ctx, (ctx) => recordFetch(ctx, source, fetchReport));
  const { outcome } = fetchReport;
  metrics.fetches.inc({ outcome: outcome.kind === 'failed' ? outcome.failure.kind : outcome.kind });
  await followAdvice(parts, source, advice);
}

/** A source that moved is read at its new address; one that is lost is looked for from its site's home page. */
async function followAdvice({ ctx }: CrawlParts, source: SourceRow, advice: AddressAdvice): Promise<void> {
  if (advice.movedTo !== undefined) return adoptAddress(ctx, source, { url: advice.movedTo });
  if (!advice.isLost) return;
  const found = await lostSource(ctx, source);
  if (found) await adoptAddress(ctx, source, found);
}

async function lostSource(ctx: Context, source: SourceRow): Promise<NewAddress | undefined> {
  const known = await newestMarks(ctx, source.id);
  if (known.length === 0) return undefined;
  const { feeds } = await ctx.documents.discover({ url: source.home_url, now: ctx.now() });
  for (const feed of feeds) {
    if (feed.kind === 'list' || feed.url === source.url) continue;
    const fetched = await ctx.fetchResource({ url: feed.url });
    if (!fetched.ok) continue;
    const reading = await ctx.documents.readSource({
      kind: feed.kind,
      sourceId: source.id,
      fetched: toBytes(fetched),
      selector: null,
      now: ctx.now(),
    });
    const marks = reading.ok ? reading.entries.map(({ link, title }) => ({ url: link, title })) : [];
    if (isSameFeed(known, marks)) return { url: feed.url, kind: feed.kind, type: feed.type };
  }
  return undefined;
}

function failureReport(at: number, fetched: FetchFailure): FetchReport {
  return {
    at,
    tookMs: fetched.tookMs,
    status: fetched.status ?? null,
    bytes: 0,
    outcome: {
      kind: 'failed',
      failure: {
        kind: fetched.error,
        ...(fetched.status !== undefined && { status: fetched.status }),
        ...(fetched.retryAfterMs !== undefined && { retryAfterMs: fetched.retryAfterMs }),
      },
      detail: fetched.detail,
    },
  };
}
