/** From the text of a query to what indexes and the matcher read; what is refused comes with its place in the text. */
import type { OtherNames, Scope, SearchFilters } from '#shared/contract/keywords.ts';
import type { Node, Query } from '#shared/query/ast.ts';
import { parseQuery } from '#shared/query/parse.ts';
import { readPattern, requiredTexts } from '#shared/query/pattern.ts';
import { printQuery } from '#shared/query/print.ts';
import { applyEdit, type QueryProblem, type Span } from '#shared/query/problems.ts';
import { AppError } from '../../app-error.ts';
import { type CompileContext, compileQuery, type QueryProblem as Refusal } from '../../text/compile-query.ts';
import { findOtherNames } from '../../text/other-names.ts';
import { type RankedQuery, rankQuery } from '../../text/ranked-query.ts';
import type { TokenQuery } from '../../text/token-query.ts';

export interface ParsedKeyword {
  text: string;
  query: Query;
  places: ReadonlyMap<Node, Span>;
  warnings: readonly QueryProblem[];
}

/** @throws AppError QUERY_INVALID with problems (code, position, repair) */
export function parseKeyword(text: string, mode: 'lenient' | 'strict', rules = false): ParsedKeyword {
  const parsed = parseQuery(text, { mode, rules });
  if (!parsed.ok) throw new AppError('QUERY_INVALID', {}, parsed.problems);
  return { text, query: parsed.query, places: parsed.places, warnings: parsed.warnings };
}

/** @throws AppError QUERY_INVALID, with its place, when the query asks for what this reader or a rule cannot search for */
export function compileKeyword(parsed: ParsedKeyword, context: CompileContext): TokenQuery {
  const compiled = compileQuery(parsed.query, context);
  if (!compiled.ok) throw refusal(parsed, compiled.problem);
  return compiled.query;
}

/** The query as relevance reads it. @throws AppError QUERY_INVALID as {@link compileKeyword} */
export function rankKeyword(parsed: ParsedKeyword, context: CompileContext): RankedQuery {
  const ranked = rankQuery(parsed.query, context);
  if (!ranked.ok) throw refusal(parsed, ranked.problem);
  return ranked.query;
}

/** The query with what its countries and regions are called elsewhere; undefined where there is nothing to add, or no room. */
export function offerOtherNames({ query }: ParsedKeyword): OtherNames | undefined {
  const { found, query: extended } = findOtherNames(query);
  if (found.length === 0) return undefined;
  const keyword = printQuery(extended);
  return parseQuery(keyword, { mode: 'strict', rules: true }).ok ? { words: found, keyword } : undefined;
}

function refusal({ text, places }: ParsedKeyword, { code, args, node }: Refusal): AppError {
  const place = node && places.get(node);
  const { start, end } = place ?? { start: 0, end: text.length };
  const repair = place && applyEdit(text, { ...place, text: node?.type === 'pattern' ? fixedWords(node.text) : '' });
  return new AppError('QUERY_INVALID', {}, [{ code, args, start, end, ...(repair && { repair }) }]);
}

/** What every match of a regular expression contains, as words that a search can look for. */
function fixedWords(pattern: string): string {
  const reading = readPattern(pattern);
  const texts = reading.ok ? requiredTexts(reading.pattern) : undefined;
  const items = (texts ?? []).map((text): Node => ({ type: 'word', text }));
  const words = printQuery({ root: { type: 'or', items } });
  return items.length > 1 ? `(${words})` : words;
}

/** "Title only" is part of the words themselves. */
export function inField<T extends { query: Query }>(parsed: T, field: Scope['field']): T {
  const { root } = parsed.query;
  if (field === 'any' || root === null) return parsed;
  return { ...parsed, query: { ...parsed.query, root: { type: 'field', field: 'title', item: root } } };
}

/** A rule's scope as part of its query. `ownSources` are the member's websites. */
export function withScope(query: TokenQuery, scope: Scope, ownSources: readonly number[]): TokenQuery {
  const items: TokenQuery[] = [];
  if (scope.languages.length > 0) items.push(anyTerm('lang', scope.languages.map(primaryTag)));
  if (scope.sources.length > 0) items.push(anyTerm('source', scope.sources));
  if (scope.ownWebsitesOnly) items.push(anyTerm('source', ownSources));
  return items.length > 0 ? { type: 'and', items: [query, ...items] } : query;
}

export function withFilters(query: TokenQuery, filters: SearchFilters | undefined): TokenQuery {
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
