/** Articles: taken in once per source entry, grouped by same text, indexed in the transaction that stores them. */

import { pageNumberMax } from '#shared/contract/envelope.ts';
import type { NewsDetail, NewsItem, NewsReport } from '#shared/contract/news.ts';
import { articleIdAt, articleSequenceMax } from '#shared/rules/article-id.ts';
import { AppError } from '../../app-error.ts';
import type { Context } from '../../context.ts';
import { createBandIndex, packBands } from '../../crawl/dedupe/band-index.ts';
import { type Fingerprint, sameArticle } from '../../crawl/dedupe/fingerprint.ts';
import type { PreparedArticle } from '../../crawl/prepare/prepare-article.ts';
import type { Db } from '../../db/database.ts';
import { toTokenDocument } from '../../text/document.ts';
import { openingOf } from '../../text/opening.ts';
import type { TokenDocument } from '../../text/token-query.ts';
import {
  countNewest,
  findArticle,
  findByUrlKeys,
  findFingerprints,
  findForIndex,
  findGroup,
  findGroupSizes,
  findKnownEntryKeys,
  findLatestTexts,
  findListed,
  findNewest,
  findNewestMarks,
  findReports,
  findTakenIds,
  findTexts,
  growGroup,
  insertArticles,
  type ListedArticle,
} from './articles.queries.ts';
import { type ClusterBook, type ClusterSize, currentCluster, recordPlaced } from './clusters.service.ts';
import { createSameTextBook, fileTexts, type SameTextBook } from './same-texts.service.ts';

const sameTextCandidatesMax = 200;
/** … or so many for each article that comes in together with others. */
const sameTextCandidatesEach = 20;
const snippetLength = 200;
const listCountMax = 10_000;
const marksKept = 100;
const sameTextShownMax = 50;
const reportsShownMax = 50;

export interface StoredArticle {
  id: number;
  groupId: number;
  sourceId: number;
  article: PreparedArticle;
  document: TokenDocument;
  /** Its event's cluster with all of this transaction's articles in it; absent where nothing is clustered. */
  cluster?: ClusterSize;
}

export async function knownEntryKeys(ctx: Context, sourceId: number, keys: string[]): Promise<Set<string>> {
  return (await findKnownEntryKeys(ctx.db, [{ sourceId, keys }])).get(sourceId)!;
}

/** The source's newest texts, for learning what it prints with every article. */
export function latestTexts(ctx: Context, sourceId: number, count: number) {
  return findLatestTexts(ctx.db, sourceId, count);
}

/** Addresses and titles of a source's newest articles, to know it again elsewhere. */
export function newestMarks(ctx: Context, sourceId: number): Promise<{ url: string; title: string }[]> {
  return findNewestMarks(ctx.db, sourceId, marksKept);
}

/** Inside the caller's transaction: stores, groups and indexes what is not there yet, and answers it oldest first. */
export function storeArticles(
  ctx: Context,
  sourceId: number,
  prepared: readonly PreparedArticle[],
  clusters?: ClusterBook,
  texts?: SameTextBook,
): Promise<StoredArticle[]> {
  return storeArticlesOf(ctx, [{ source: { id: sourceId }, articles: prepared }], clusters, texts);
}

/** The same for articles of several sources. A new book of same texts reads the window's from the database. */
export async function storeArticlesOf(
  ctx: Context,
  parts: SourceArticles,
  clusters?: ClusterBook,
  texts: SameTextBook = createSameTextBook(),
): Promise<StoredArticle[]> {
  const fresh = (await freshArticles(ctx, parts)).sort((a, b) => a.article.publishedAt - b.article.publishedAt);
  if (fresh.length === 0) return [];

  const ids = await assignIds(
    ctx.db,
    fresh.map(({ article }) => article),
  );
  const now = ctx.now();
  const revision = await texts.begin(ctx);
  const groups = await assignGroups(ctx, texts, fresh, ids);
  const stored: StoredArticle[] = fresh.map(({ sourceId, article }, at) => ({
    id: ids[at]!,
    groupId: groups[at]!,
    sourceId,
    article,
    document: { ...article.document, id: ids[at]! },
  }));

  const placed = await clusters?.place(
    ctx,
    stored.map(({ id, sourceId, article }) => ({
      id,
      sourceId,
      language: article.language,
      at: article.publishedAt,
      terms: article.eventTerms,
    })),
  );
  await insertArticles(
    ctx.db,
    stored.map((one) => ({ ...articleRow(one, now), cluster_id: placed?.clusterOf.get(one.id) ?? null })),
  );
  await fileTexts(
    ctx,
    stored.map(({ id, article }) => ({ id, fingerprint: article.fingerprint })),
    { seenAt: now, revision },
  );
  const joined = stored.filter(({ id, groupId }) => id !== groupId);
  for (const [groupId, members] of Map.groupBy(joined, (one) => one.groupId)) {
    await growGroup(ctx.db, groupId, members.length, now);
  }
  await ctx.searchIndex.add(
    ctx.db,
    stored.map((one) => one.document),
  );
  if (!placed) return stored;
  const sizes = await recordPlaced(ctx, placed);
  return stored.map((one) => {
    const id = placed.clusterOf.get(one.id);
    return id === undefined ? one : { ...one, cluster: sizes.get(id) ?? { id, reports: 1, sources: 1 } };
  });
}

interface FreshArticle {
  sourceId: number;
  article: PreparedArticle;
}

type SourceArticles = readonly { source: { id: number }; articles: readonly PreparedArticle[] }[];

/** Each entry of a source once, as it came last. */
async function freshArticles(ctx: Context, parts: SourceArticles): Promise<FreshArticle[]> {
  const asked = [...Map.groupBy(parts, ({ source }) => source.id)].map(([sourceId, own]) => {
    const byKey = new Map(own.flatMap(({ articles }) => articles).map((article) => [article.entryKey, article]));
    return { sourceId, byKey, keys: [...byKey.keys()] };
  });
  const known = await findKnownEntryKeys(ctx.db, asked);
  return asked.flatMap(({ sourceId, byKey }) =>
    [...byKey.values()]
      .filter((article) => !known.get(sourceId)!.has(article.entryKey))
      .map((article) => ({ sourceId, article })),
  );
}

/** By group: how many articles have its text; groups of one are left out. */
export async function groupSizes(ctx: Context, groupIds: number[]): Promise<Map<number, number>> {
  return new Map((await findGroupSizes(ctx.db, groupIds)).map(({ id, size }) => [id, size]));
}

/** The newest items, one per story text. */
export async function listNews(
  ctx: Context,
  query: {
    page: number;
    limit: number;
    language?: string;
    source?: number;
    category?: string;
    cluster?: number;
    cursor?: string;
  },
) {
  if (query.page > pageNumberMax) throw new AppError('PAGE_TOO_DEEP');
  const before = query.cursor ? Number.parseInt(query.cursor, 36) : undefined;
  const filter = {
    language: query.language,
    sourceId: query.source,
    category: query.category,
    clusterId: query.cluster && (await currentCluster(ctx, query.cluster)),
    firstOfGroup: query.source === undefined && query.cluster === undefined,
  };
  const offset = query.cursor ? 0 : (query.page - 1) * query.limit;
  const [rows, count] = await Promise.all([
    findNewest(ctx.db, { ...filter, before }, query.limit + 1, offset),
    countNewest(ctx.db, filter, listCountMax),
  ]);
  const list = rows.slice(0, query.limit).map(toNewsItem);
  return { list, count, ...(rows.length > query.limit && { nextCursor: list.at(-1)!.id.toString(36) }) };
}

export async function getNews(ctx: Context, id: number): Promise<NewsDetail> {
  const row = await findArticle(ctx.db, id);
  if (!row) throw new AppError('NOT_FOUND');
  const [group, reports] = await Promise.all([
    row.group_size === null ? [] : findGroup(ctx.db, row.group_id, sameTextShownMax),
    row.cluster_id === null ? [] : findReports(ctx.db, row.cluster_id, row.group_id, reportsShownMax),
  ]);
  return {
    ...toNewsItem(row),
    html: row.html,
    text: row.text,
    sourceHomeUrl: row.source_home_url,
    seenAt: row.seen_at,
    sameText: group.filter((other) => other.id !== row.id).map(toNewsReport),
    reports: reports.map(toNewsReport),
  };
}

export function toNewsReport(row: ListedArticle): NewsReport {
  return {
    id: row.id,
    title: row.title,
    url: row.url,
    source: { id: row.source_id, name: row.source_title },
    publishedAt: row.published_at,
    language: row.language,
    script: row.script,
  };
}

/** List rows with their text, in the order of the ids. */
export async function listedArticles(ctx: Context, ids: readonly number[]): Promise<ListedArticle[]> {
  const rows = new Map((await findListed(ctx.db, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/** The indexed form of stored articles, made again from their text. */
export async function loadDocuments(db: Db, ids: readonly number[]): Promise<TokenDocument[]> {
  const rows = await findForIndex(db, ids);
  return rows.map((row) => ({
    ...toTokenDocument({
      id: row.id,
      publishedAt: row.published_at,
      title: row.title,
      text: row.text,
      author: row.author,
      tags: JSON.parse(row.tags) as string[],
      language: row.language,
      script: row.script,
      sourceId: row.source_id,
      url: row.url,
      country: row.country,
    }),
    event: { sources: row.source_count ?? 1, isFirst: !row.has_older_report },
  }));
}

/** What the word index asks of the archive. */
export const articleReader = { loadDocuments, loadTexts: findTexts };

export function toNewsItem(row: ListedArticle): NewsItem {
  return {
    id: row.id,
    title: row.title,
    url: row.url,
    source: { id: row.source_id, name: row.source_title },
    author: row.author,
    language: row.language,
    script: row.script,
    publishedAt: row.published_at,
    snippet: openingOf(row.text, snippetLength),
    image: row.image,
    sameTextCount: row.group_size ?? 1,
    ...(row.cluster_id !== null &&
      row.report_count !== null &&
      row.report_count > 1 && {
        cluster: { id: row.cluster_id, reports: row.report_count, sources: row.source_count ?? 1 },
      }),
  };
}

/** The sequence within a second comes from the address, so that the same item tends to the same id. */
export async function assignIds(
  db: Db,
  articles: readonly Pick<PreparedArticle, 'publishedAt' | 'entryKey'>[],
): Promise<number[]> {
  const wanted = articles.map((article) => articleIdAt(article.publishedAt, sequenceOf(article.entryKey)));
  const taken = await findTakenIds(db, wanted);
  const ids: number[] = [];
  for (let id of wanted) {
    while (taken.has(id)) {
      id += 1;
      for (const other of await findTakenIds(db, [id])) taken.add(other);
    }
    taken.add(id);
    ids.push(id);
  }
  return ids;
}

function sequenceOf(key: string): number {
  let hash = 0;
  for (let at = 0; at < key.length; at++) hash = (Math.imul(hash, 31) + key.charCodeAt(at)) >>> 0;
  return hash % (articleSequenceMax() - 1_000);
}

interface Grouped {
  sourceId: number;
  urlKey: string;
  titleKey: string;
  fingerprint: Fingerprint;
  groupId: number;
}

const titleKeyOf = (title: string) => title.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** Each joins the oldest article that is the same, among those with its address or one of its bands; what came in with it, too. */
async function assignGroups(
  ctx: Context,
  texts: SameTextBook,
  fresh: readonly FreshArticle[],
  ids: readonly number[],
): Promise<number[]> {
  const each = Math.max(sameTextCandidatesEach, Math.floor(sameTextCandidatesMax / fresh.length));
  const alike = fresh.map(({ article }) => texts.alike(article.fingerprint, each));
  const byUrl = await findByUrlKeys(
    ctx.db,
    fresh.map(({ article }) => article.urlKey),
  );
  const byBands = await findFingerprints(ctx.db, [...new Set(alike.flat())]);
  const known = new Map([...byUrl, ...byBands].map((row) => [row.id, toGrouped(row)]));
  const idsByUrl = Map.groupBy(byUrl, (row) => row.url_key);

  const taken: Grouped[] = [];
  const takenByUrl = new Map<string, number>();
  const takenBands = createBandIndex();
  return fresh.map(({ sourceId, article }, at) => {
    const { urlKey, title, fingerprint } = article;
    const own = { sourceId, urlKey, titleKey: titleKeyOf(title), fingerprint };
    const bands = packBands(fingerprint);
    const stored = [...(idsByUrl.get(urlKey) ?? []).map((row) => row.id), ...alike[at]!].sort((a, b) => a - b);
    const together = [takenByUrl.get(urlKey) ?? [], takenBands.alike(bands, each)].flat().sort((a, b) => a - b);
    const candidates = [...stored.map((id) => known.get(id)), ...together.map((place) => taken[place])];
    const same = candidates.find((candidate) => candidate !== undefined && sameArticle(candidate, own));
    const groupId = same?.groupId ?? ids[at]!;
    takenByUrl.set(urlKey, takenByUrl.get(urlKey) ?? at);
    takenBands.add(at, bands, 0);
    taken.push({ ...own, groupId });
    return groupId;
  });
}

function toGrouped(row: Awaited<ReturnType<typeof findFingerprints>>[number]): Grouped {
  return {
    sourceId: row.source_id,
    urlKey: row.url_key,
    titleKey: titleKeyOf(row.title),
    fingerprint: JSON.parse(row.fingerprint) as Fingerprint,
    groupId: row.group_id,
  };
}

type RowOf = Pick<StoredArticle, 'id' | 'groupId' | 'sourceId'> & { article: Omit<PreparedArticle, 'eventTerms'> };

/** The article as it is kept. */
export function articleRow({ id, groupId, sourceId, article }: RowOf, now: number) {
  return {
    id,
    source_id: sourceId,
    entry_key: article.entryKey,
    url: article.url,
    url_key: article.urlKey,
    title: article.title,
    author: article.author,
    tags: JSON.stringify(article.tags),
    html: article.html,
    text: article.text,
    image: article.image,
    language: article.language,
    script: article.script,
    country: article.country,
    category: article.category,
    words: article.words,
    published_at: article.publishedAt,
    seen_at: now,
    group_id: groupId,
    fingerprint: JSON.stringify(article.fingerprint),
  };
}
