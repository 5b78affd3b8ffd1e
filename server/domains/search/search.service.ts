/** Search and preview over the archive: text → AST → token query → index → list rows with the matches marked. */

import { pageNumberMax } from '#shared/contract/envelope.ts';
import type { Facets, SearchFilters } from '#shared/contract/keywords.ts';
import type { SearchHit } from '#shared/contract/news.ts';
import type { Query, SortOrder } from '#shared/query/ast.ts';
import { explainQuery } from '#shared/query/explain.ts';
import { dayMs } from '#shared/rules/session.ts';
import { AppError } from '../../app-error.ts';
import type { Actor, Context } from '../../context.ts';
import { isStatementTimeout } from '../../db/database-error.ts';
import { type CompileContext, memberConditions } from '../../text/compile-query.ts';
import { highlight, snippet } from '../../text/highlight.ts';
import { type RankedQuery, withCondition } from '../../text/ranked-query.ts';
import type { TokenQuery } from '../../text/token-query.ts';
import { listedArticles, toNewsItem } from '../articles/articles.service.ts';
import { toldArticles } from '../notices/reading.service.ts';
import { sourcesById } from '../sources/sources.service.ts';
import { savedSearchesOf } from '../subscriptions/saved-searches.service.ts';
import {
  compileKeyword,
  offerOtherNames,
  type ParsedKeyword,
  parseKeyword,
  rankKeyword,
  withFilters,
} from './keyword-query.service.ts';
import {
  countFacets,
  countReportingSources,
  type FacetCounts,
  findCollected,
  memberArticlesMax,
} from './search.queries.ts';

const countMax = 10_000;
/** Facets are counted over this many of the newest matches. */
const facetsMax = 500;
/** By number of sources it ends where relevance ends. */
const reportsMax = 1_000;
const snippetLength = 160;
const previewDays = 7;
const previewExamples = 3;
const previewMax = 1_000;

export async function searchArticles(
  ctx: Context,
  input: {
    keyword: string;
    page: number;
    limit: number;
    sort?: SortOrder;
    filters?: SearchFilters;
    strict: boolean;
    cursor?: string;
  },
  actor: Actor | undefined,
) {
  const startedAt = performance.now();
  if (input.page > pageNumberMax) throw new AppError('PAGE_TOO_DEEP');
  const parsed = parseKeyword(input.keyword, input.strict ? 'strict' : 'lenient');
  const { query, warnings } = parsed;
  const context = await searchContext(ctx, actor, query);
  const words = compileKeyword(parsed, context);
  const tokenQuery = withFilters(words, input.filters);
  const sort = input.sort ?? query.sort ?? 'new';
  const hasCursor = sort === 'new' || sort === 'old';
  const offset = input.cursor ? 0 : (input.page - 1) * input.limit;
  const after = input.cursor && hasCursor ? Number.parseInt(input.cursor, 36) : undefined;

  const page = { limit: input.limit + 1, offset };
  const findPage = async (newest: readonly number[]): Promise<readonly number[]> => {
    if (sort === 'relevance') {
      const ranked = rankedKeyword(parsed, input.filters, context);
      const hits = await ctx.searchIndex.byRelevance(ctx.db, ranked, { ...page, now: context.now });
      return hits.map((hit) => hit.id);
    }
    if (sort === 'sources') {
      const reported = await byReportingSources(ctx, tokenQuery);
      return [...new Set([...reported, ...newest])].slice(offset, offset + page.limit);
    }
    const isAmongNewest = sort === 'new' && after === undefined && offset + page.limit <= facetsMax;
    if (isAmongNewest) return newest.slice(offset, offset + page.limit);
    return ctx.searchIndex.byTime(ctx.db, tokenQuery, { ...page, order: sort, after });
  };
  // Most searches have many matches, so the count does not wait until that is known.
  const counting = ctx.searchIndex.count(ctx.db, tokenQuery, countMax);
  counting.catch(() => {});
  const countAll = async (newest: readonly number[]) =>
    newest.length < facetsMax ? { count: newest.length, capped: false } : counting;

  const findHits = async (newest: readonly number[]) => {
    const ids = await findPage(newest);
    return { list: await toHits(ctx, ids.slice(0, input.limit), words), isMore: ids.length > input.limit };
  };
  const nameFacets = async (newest: readonly number[]) => nameSources(ctx, await countFacets(ctx.db, newest));

  // One walk of the index answers the page, the facets and, for rare words, the count.
  const [{ list, isMore }, counted, facets] = await withinTime(
    ctx.searchIndex
      .byTime(ctx.db, tokenQuery, { order: 'new', limit: facetsMax })
      .then((newest) => Promise.all([findHits(newest), countAll(newest), nameFacets(newest)])),
  );
  return {
    list,
    count: counted.count,
    countCapped: counted.capped,
    facets,
    warnings: [...warnings],
    explanation: explainQuery(query),
    otherNames: input.cursor ? undefined : offerOtherNames(parsed),
    tookMs: Math.round((performance.now() - startedAt) * 10) / 10,
    ...(isMore && hasCursor && { nextCursor: list.at(-1)!.id.toString(36) }),
  };
}

/** What a rule would have found in the last seven days, one per story as the rule itself would tell it. */
export async function previewKeyword(ctx: Context, tokenQuery: TokenQuery, parsed: ParsedKeyword, timeZone: string) {
  const now = ctx.now();
  const recent: TokenQuery = {
    type: 'and',
    items: [{ type: 'published', from: now - previewDays * dayMs }, tokenQuery],
  };
  let isCutShort = false;
  const onCutShort = () => {
    isCutShort = true;
  };
  const ids = await withinTime(ctx.searchIndex.byTime(ctx.db, recent, { order: 'new', limit: previewMax, onCutShort }));
  const rows = await listedArticles(ctx, ids);
  const stories = [...new Map(rows.toReversed().map((row) => [row.group_id, row])).values()].toReversed();
  const dayOf = new Intl.DateTimeFormat('sv-SE', { timeZone });
  const perDay = new Map<string, number>();
  for (let back = previewDays - 1; back >= 0; back--) perDay.set(dayOf.format(now - back * dayMs), 0);
  for (const row of stories) {
    const day = dayOf.format(row.published_at);
    perDay.set(day, (perDay.get(day) ?? 0) + 1);
  }
  return {
    count: stories.length,
    countCapped: ids.length >= previewMax,
    isCutShort,
    perDay: [...perDay].map(([day, count]) => ({ day, count })).slice(-previewDays),
    examples: await toHits(
      ctx,
      stories.slice(0, previewExamples).map((row) => row.id),
      tokenQuery,
    ),
    warnings: [...parsed.warnings],
    explanation: explainQuery(parsed.query),
    otherNames: offerOtherNames(parsed),
  };
}

async function withinTime<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isStatementTimeout(error)) throw new AppError('QUERY_TIMEOUT');
    throw error;
  }
}

/** List rows with the matched words marked in title and snippet. */
export async function toHits(ctx: Context, ids: readonly number[], query: TokenQuery): Promise<SearchHit[]> {
  const rows = await listedArticles(ctx, ids);
  return rows.map((row) => {
    const part = snippet(row.text, row.language, query, { length: snippetLength });
    return {
      ...toNewsItem(row),
      snippet: part.text,
      highlights: {
        title: highlight(row.title, row.language, query).map(toPair),
        snippet: part.highlights.map(toPair),
      },
    };
  });
}

export const toPair = ({ start, end }: { start: number; end: number }): [number, number] => [start, end];

/** The query as relevance reads it. The filters must hold for partial matches too. */
function rankedKeyword(
  parsed: ParsedKeyword,
  filters: SearchFilters | undefined,
  context: CompileContext,
): RankedQuery {
  const ranked = rankKeyword(parsed, context);
  const condition = withFilters({ type: 'all' }, filters);
  return condition.type === 'all' ? ranked : withCondition(ranked, condition);
}

/** What this reader's query may ask for: a visitor has no articles and no saved searches. */
async function searchContext(ctx: Context, actor: Actor | undefined, query: Query): Promise<CompileContext> {
  const base = { now: ctx.now(), timeZone: actor?.timeZone ?? 'UTC' };
  if (!actor) return base;
  const kept = new Map<string, ReadonlySet<number>>();
  for (const { name, value } of memberConditions(query)) {
    kept.set(`${name}:${value}`, new Set(await memberArticles(ctx, actor.memberId, `${name}:${value}`)));
  }
  return {
    ...base,
    savedSearch: await savedSearchesOf(ctx, actor.memberId, query),
    memberArticles: (name, value) => kept.get(`${name}:${value}`) ?? new Set(),
  };
}

/** The newest articles for which `is:unread`, `has:note` & co. hold. */
function memberArticles(ctx: Context, memberId: number, condition: string): Promise<number[]> {
  if (condition === 'is:unread') return toldArticles(ctx, memberId, { isUnread: true, limit: memberArticlesMax });
  if (condition === 'is:read') return toldArticles(ctx, memberId, { isUnread: false, limit: memberArticlesMax });
  return findCollected(ctx.db, memberId, condition);
}

/** The newest articles of the events that most sources report, then the rest; ends where relevance ends. */
async function byReportingSources(ctx: Context, query: TokenQuery): Promise<number[]> {
  const reportedByMany: TokenQuery = { type: 'and', items: [query, { type: 'sources', min: 2 }] };
  const reports = await ctx.searchIndex.byTime(ctx.db, reportedByMany, { order: 'new', limit: reportsMax });
  const sources = await countReportingSources(ctx.db, reports);
  return reports.sort((a, b) => (sources.get(b) ?? 1) - (sources.get(a) ?? 1) || b - a);
}

async function nameSources(ctx: Context, facets: FacetCounts): Promise<Facets> {
  const shown = facets.sources.slice(0, 30);
  const sources = await sourcesById(
    ctx,
    shown.map((facet) => Number(facet.value)),
  );
  return {
    ...facets,
    sources: shown.map((facet) => ({ ...facet, label: sources.get(Number(facet.value))?.title ?? facet.value })),
  };
}
