/** `search:"name"`: a member's own subscriptions as parts of other queries. */
import type { Scope } from '#shared/contract/keywords.ts';
import type { Query } from '#shared/query/ast.ts';
import type { Context } from '../../context.ts';
import { type SavedSearch, savedNameKey, savedNames } from '../../text/compile-query.ts';
import { inField, parseKeyword, withScope } from '../search/keyword-query.service.ts';
import { findAllByMember, type KeywordRow } from './keywords.queries.ts';
import { followedSourceIds } from './websites.queries.ts';

export type SavedSearches = (name: string) => SavedSearch | undefined;

/** What the names in the query stand for. Of two subscriptions with one name it is the one made first. */
export async function savedSearchesOf(ctx: Context, memberId: number, query: Query): Promise<SavedSearches> {
  if (savedNames(query).length === 0) return () => undefined;
  const own = await followedSourceIds(ctx.db, memberId);
  return lookUp(await findAllByMember(ctx.db, memberId), own);
}

/** @param ownSources the member's websites */
export function lookUp(rows: readonly KeywordRow[], ownSources: readonly number[]): SavedSearches {
  const rowOf = firstByName(rows);
  return (name) => {
    const row = rowOf.get(savedNameKey(name));
    if (!row) return undefined;
    const scope = JSON.parse(row.scope) as Scope;
    const condition = withScope({ type: 'all' }, scope, ownSources);
    return { query: inField(parseKeyword(row.keyword, 'lenient'), scope.field).query, condition };
  };
}

function firstByName(rows: readonly KeywordRow[]): Map<string, KeywordRow> {
  return new Map(rows.toSorted((a, b) => b.id - a.id).map((row) => [savedNameKey(row.name), row]));
}

/** The rules that ask for one of these by name, directly or through another, none of these themselves. */
export function dependentsOf(rows: readonly KeywordRow[], names: readonly string[]): KeywordRow[] {
  const known = new Set(names.map(savedNameKey));
  const dependents = new Map<number, KeywordRow>();
  for (let size = -1; size < dependents.size; ) {
    size = dependents.size;
    for (const row of rows) {
      if (dependents.has(row.id) || !asksFor(row, known)) continue;
      dependents.set(row.id, row);
      known.add(savedNameKey(row.name));
    }
  }
  return [...dependents.values()];
}

function asksFor(row: KeywordRow, names: ReadonlySet<string>): boolean {
  // Parsing is for the few that could name one; the colon may be full-width.
  if (!/search/i.test(row.keyword.normalize('NFKC'))) return false;
  return savedNames(parseKeyword(row.keyword, 'lenient').query).some((name) => names.has(savedNameKey(name)));
}
