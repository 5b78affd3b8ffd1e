/** Website subscriptions: a member follows a source that was found, fetched and parsed before it was offered. */
import type { DiscoveredFeed, Source, WebsiteSubscription } from '#shared/contract/websites.ts';
import { websiteCountMax } from '#shared/rules/limits.ts';
import { AppError } from '../../app-error.ts';
import { type Actor, type Context, inTransaction } from '../../context.ts';
import type { DiscoveredSource } from '../../crawl/discover/discover.ts';
import { urlKey } from '../../crawl/identify/normalise-url.ts';
import { unreadBySubscription } from '../notices/notices.service.ts';
import { tellingUntil } from '../sources/hub-subscriptions.service.ts';
import {
  changeSubscribers,
  ensureSource,
  getSource,
  listFetches,
  sourceByAddress,
  sourcesById,
  toSource,
} from '../sources/sources.service.ts';
import { reviseWebsiteRules } from './keywords.service.ts';
import {
  countByMember,
  findByMember,
  findBySource,
  findOwn,
  followedSourceIds,
  insertWebsite,
  revive,
  setDeleted,
  type WebsiteRow,
} from './websites.queries.ts';

/** The page was read, it just is no feed. */
const readableErrors = new Set(['not-a-feed', 'html-instead', 'empty']);

export interface DiscoverInput {
  url: string;
  candidates?: { url: string; type?: string; title?: string }[];
  html?: string;
}

export async function discoverWebsite(
  ctx: Context,
  actor: Actor,
  input: DiscoverInput,
): Promise<{ feeds: DiscoveredFeed[] }> {
  const found = await discover(ctx, input);
  const own = await sourcesById(ctx, await followedSourceIds(ctx.db, actor.memberId));
  const followedKeys = new Set([...own.values()].map((source) => source.url_key));
  return {
    feeds: found.map((source) => ({
      url: source.url,
      title: source.title,
      type: source.type,
      language: source.language ?? '',
      itemsPerDay: source.itemsPerDay ?? null,
      newestAt: source.newestAt ?? null,
      itemCount: source.itemCount,
      fullText: source.fullText,
      lastTitles: source.lastTitles,
      subscribed: followedKeys.has(urlKey(source.url) ?? source.url),
    })),
  };
}

export async function subscribeWebsite(
  ctx: Context,
  actor: Actor,
  input: { url: string; feedUrl?: string; title?: string },
): Promise<{ id: number; source: Source }> {
  const pageUrl = webAddress(input.url);
  const chosen = await chooseSource(ctx, pageUrl, input.feedUrl && webAddress(input.feedUrl));
  return inTransaction(ctx, async (ctx) => {
    const source = 'url_key' in chosen ? chosen : await ensureSource(ctx, chosen, pageUrl);
    if ((await countByMember(ctx.db, actor.memberId)) >= websiteCountMax) {
      throw new AppError('WEBSITE_LIMIT', { max: websiteCountMax });
    }
    const title = input.title || source.title;
    const before = await findBySource(ctx.db, actor.memberId, source.id);
    if (before && before.deleted_at === null) throw new AppError('WEBSITE_EXISTS', { title: before.title });
    let id = before?.id;
    if (id === undefined) {
      id = await insertWebsite(ctx.db, {
        member_id: actor.memberId,
        source_id: source.id,
        title,
        created_at: ctx.now(),
      });
    } else {
      await revive(ctx.db, id, title, ctx.now());
    }
    await changeSubscribers(ctx, source, 1);
    await reviseWebsiteRules(ctx, actor);
    const telling = await tellingUntil(ctx, [source.id]);
    return { id, source: toSource(await getSource(ctx, source.id), ctx.now(), telling.get(source.id)) };
  });
}

export async function unsubscribeWebsite(ctx: Context, actor: Actor, id: number, restore: boolean): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const row = await findOwn(ctx.db, actor.memberId, id);
    if (!row || (row.deleted_at === null) === restore) throw new AppError('NOT_FOUND');
    await setDeleted(ctx.db, id, restore ? null : ctx.now());
    await changeSubscribers(ctx, await getSource(ctx, row.source_id), restore ? 1 : -1);
    await reviseWebsiteRules(ctx, actor);
  });
}

export async function listWebsites(
  ctx: Context,
  actor: Actor,
  query: { page: number; limit: number; text?: string },
): Promise<{ list: WebsiteSubscription[]; count: number }> {
  const [rows, count] = await Promise.all([
    findByMember(ctx.db, actor.memberId, query.text, query.limit, (query.page - 1) * query.limit),
    countByMember(ctx.db, actor.memberId, query.text),
  ]);
  const sourceIds = rows.map((row) => row.source_id);
  const [sources, telling, unread] = await Promise.all([
    sourcesById(ctx, sourceIds),
    tellingUntil(ctx, sourceIds),
    unreadBySubscription(
      ctx,
      actor,
      'website',
      rows.map((row) => row.id),
    ),
  ]);
  return {
    list: rows.map((row) => ({
      id: row.id,
      title: row.title,
      unreadCount: unread.get(row.id) ?? 0,
      createdAt: row.created_at,
      source: toSource(sources.get(row.source_id)!, ctx.now(), telling.get(row.source_id)),
    })),
    count,
  };
}

export async function websiteFetches(ctx: Context, actor: Actor, id: number) {
  const row: WebsiteRow | undefined = await findOwn(ctx.db, actor.memberId, id);
  if (!row || row.deleted_at !== null) throw new AppError('NOT_FOUND');
  return { list: await listFetches(ctx, row.source_id) };
}

async function chooseSource(ctx: Context, pageUrl: string, feedUrl: string | undefined) {
  const known = await sourceByAddress(ctx, feedUrl ?? pageUrl);
  if (known) return known;
  const found = await discover(ctx, { url: feedUrl ?? pageUrl });
  const wantedKey = feedUrl && urlKey(feedUrl);
  return found.find((source) => urlKey(source.url) === wantedKey) ?? found[0]!;
}

async function discover(ctx: Context, input: DiscoverInput): Promise<DiscoveredSource[]> {
  const url = webAddress(input.url);
  const { feeds, problems } = await ctx.documents.discover({
    url,
    html: input.html,
    candidates: input.candidates,
    now: ctx.now(),
  });
  if (feeds.length > 0) return feeds;
  // Addresses we only guessed at fail as a matter of course; what matters is the one that was given.
  const problem = problems.find((one) => urlKey(one.url) === urlKey(url));
  if (problem?.error === 'blocked-address') throw new AppError('URL_BLOCKED', { url });
  if (problem && !readableErrors.has(problem.error)) {
    throw new AppError('SITE_UNREACHABLE', { url, reason: problem.error });
  }
  throw new AppError('NO_SOURCE_FOUND', { url });
}

/** People type addresses without a scheme. */
function webAddress(text: string): string {
  const withScheme = /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/]*:\d+/.test(text) ? text : `https://${text}`;
  const url = URL.parse(withScheme);
  const isUsable =
    url &&
    /^https?:$/.test(url.protocol) &&
    (url.hostname.includes('.') || url.hostname === 'localhost' || url.hostname.startsWith('['));
  if (!isUsable) throw new AppError('URL_INVALID', { url: text.slice(0, 200) });
  return url.href;
}
