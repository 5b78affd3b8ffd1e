/** Search and preview over the archive: text → AST → token query → index → list rows with the matches marked. */

import { pageNumberMax } from '#shared/contract/envelope.ts';
import type { Facets, Scope, SearchFilters } from '#shared/contract/keywords.ts';
import type { SearchHit } from '#shared/contract/news.ts';
import type { Node, Query } from '#shared/query/ast.ts';
import { explainQuery } from '#shared/query/explain.ts';
import { parseQuery } from '#shared/query/parse.ts';
import { dayMs } from '#shared/rules/session.ts';
import { AppError } from '../../app-error.ts';
import type { Context } from '../../context.ts';
import { isStatementTimeout } from '../../db/database-error.ts';
import { compileQuery } from '../../text/compile-query.ts';
import { highlight, snippet } from '../../text/highlight.ts';
import { type RankedQuery, rankQuery, withCondition } from '../../text/ranked-query.ts';
import type { TokenQuery } from '../../text/token-query.ts';
import { listedArticles, toNewsItem } from '../articles/articles.service.ts';
import { sourcesById } from '../sources/sources.service.ts';
import { countFacets, type FacetCounts } from './search.queries.ts';

const countMax = 10_000;
/** Facets are counted over this many of the newest matches. */
const facetsMax = 1_000;
const snippetLength = 160;
const previewDays = 7;
const previewExamples = 3;
const previewMax = 1_000;

export interface ParsedKeyword {
  query: Query;
  warnings: readonly unknown[];
}

/** @throws AppError QUERY_INVALID with problems (code, position, repair) */
export function parseKeyword(text: string, mode: 'lenient' | 'strict', rules = false): ParsedKeyword {
  const parsed = parseQuery(text, { mode, rules });
  if (!parsed.ok) throw new AppError('QUERY_INVALID', {}, parsed.problems);
  return { query: parsed.query, warnings: parsed.warnings };
}

/** @throws AppError QUERY_INVALID when the query asks for what an index of articles cannot know */
export function compileKeyword(query: Query, context: { now: number; timeZone: string }): TokenQuery {
  const compiled = compileQuery(query, context);
  if (!compiled.ok) throw new AppError('QUERY_INVALID', {}, [{ ...compiled.problem, start: 0, end: 0 }]);
  return compiled.query;
}

export async function searchArticles(
  ctx: Context,
  input: {
    keyword: string;
    page: number;
    limit: number;
    sort?: 'new' | 'old' | 'relevance';
    filters?: SearchFilters;
    strict: boolean;
    cursor?: string;
  },
  timeZone: string,
) {
  const startedAt = performance.now();
  if (input.page > pageNumberMax) throw new AppError('PAGE_TOO_DEEP');
  const { query, warnings } = parseKeyword(input.keyword, input.strict ? 'strict' : 'lenient');
  const context = { now: ctx.now(), timeZone };
  const words = compileKeyword(query, context);
  const tokenQuery = withFilters(words, input.filters);
  const sort = input.sort ?? orderOf(query);
  const offset = input.cursor ? 0 : (input.page - 1) * input.limit;
  const after = input.cursor ? Number.parseInt(input.cursor, 36) : undefined;

  const page = { limit: input.limit + 1, offset };
  const findPage = async (newest: readonly number[]): Promise<readonly number[]> => {
    if (sort === 'relevance') {
      const ranked = rankedKeyword(query, input.filters, context);
      const hits = await ctx.searchIndex.byRelevance(ctx.db, ranked, { ...page, now: context.now });
      return hits.map((hit) => hit.id);
    }
    const isAmongNewest = sort === 'new' && after === undefined && offset + page.limit <= facetsMax;
    if (isAmongNewest) return newest.slice(offset, offset + page.limit);
    return ctx.searchIndex.byTime(ctx.db, tokenQuery, { ...page, order: sort, after });
  };
  const countAll = async (newest: readonly number[]) =>
    newest.length < facetsMax
      ? { count: newest.length, capped: false }
      : ctx.searchIndex.count(ctx.db, tokenQuery, countMax);

  // One walk of the index answers the page, the facets and, for all but common words, the count.
  const [ids, counted, facets] = await withinTime(
    ctx.searchIndex
      .byTime(ctx.db, tokenQuery, { order: 'new', limit: facetsMax })
      .then((newest) => Promise.all([findPage(newest), countAll(newest), countFacets(ctx.db, newest)])),
  );
  const list = await toHits(ctx, ids.slice(0, input.limit), words);
  return {
    list,
    count: counted.count,
    countCapped: counted.capped,
    facets: await nameSources(ctx, facets),
    warnings: [...warnings],
    explanation: explainQuery(query),
    tookMs: Math.round((performance.now() - startedAt) * 10) / 10,
    ...(ids.length > input.limit && sort !== 'relevance' && { nextCursor: list.at(-1)!.id.toString(36) }),
  };
}

/** What a rule would have found in the last seven days, one per story as the rule itself would tell it. */
export async function previewKeyword(ctx: Context, tokenQuery: TokenQuery, parsed: ParsedKeyword, timeZone: string) {
  const now = ctx.now();
  const recent: TokenQuery = {
    type: 'and',
    items: [{ type: 'published', from: now - previewDays * dayMs }, tokenQuery],
  };
  const ids = await withinTime(ctx.searchIndex.byTime(ctx.db, recent, { order: 'new', limit: previewMax }));
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
    perDay: [...perDay].map(([day, count]) => ({ day, count })).slice(-previewDays),
    examples: await toHits(
      ctx,
      stories.slice(0, previewExamples).map((row) => row.id),
      tokenQuery,
    ),
    warnings: [...parsed.warnings],
    explanation: explainQuery(parsed.query),
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

/** A rule's scope as part of its query. `ownSources` are the member's websites. */
export function withScope(query: TokenQuery, scope: Scope, ownSources: readonly number[]): TokenQuery {
  const items: TokenQuery[] = [];
  if (scope.languages.length > 0) items.push(anyTerm('lang', scope.languages.map(primaryTag)));
  if (scope.sources.length > 0) items.push(anyTerm('source', scope.sources));
  if (scope.ownWebsitesOnly) items.push(anyTerm('source', ownSources));
  return items.length > 0 ? { type: 'and', items: [query, ...items] } : query;
}

/** "Title only" is part of the words themselves. */
export function inField(query: Query, field: Scope['field']): Query {
  if (field === 'any' || query.root === null) return query;
  const root: Node = { type: 'field', field: 'title', item: query.root };
  return { ...query, root };
}

/** The query as relevance reads it. The filters must hold for partial matches too. */
function rankedKeyword(
  query: Query,
  filters: SearchFilters | undefined,
  context: { now: number; timeZone: string },
): RankedQuery {
  const ranked = rankQuery(query, context);
  if (!ranked.ok) throw new AppError('QUERY_INVALID', {}, [{ ...ranked.problem, start: 0, end: 0 }]);
  const condition = withFilters({ type: 'all' }, filters);
  return condition.type === 'all' ? ranked.query : withCondition(ranked.query, condition);
}

function withFilters(query: TokenQuery, filters: SearchFilters | undefined): TokenQuery {
  if (!filters) return query;
  const items: TokenQuery[] = [query];
  const { languages, scripts, sources, countries, from, to } = filters;
  if (languages?.length) items.push(anyTerm('lang', languages.map(primaryTag)));
  if (scripts?.length) items.push(anyTerm('script', scripts));
  if (sources?.length) items.push(anyTerm('source', sources));
  if (countries?.length)
    items.push(
      anyTerm(
        'country',
        countries.map((country) => country.toLowerCase()),
      ),
    );
  if (from !== undefined || to !== undefined) items.push({ type: 'published', from, to });
  return items.length > 1 ? { type: 'and', items } : query;
}

const primaryTag = (tag: string) => tag.toLowerCase().split('-')[0]!;

function anyTerm(name: string, values: readonly (string | number)[]): TokenQuery {
  return { type: 'or', items: values.map((value) => ({ type: 'term', term: `${name}:${value}` })) };
}

function orderOf(query: Query): 'new' | 'old' | 'relevance' {
  return query.sort === 'old' || query.sort === 'relevance' ? query.sort : 'new';
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
