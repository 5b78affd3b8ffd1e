import { among } from '../../db/among.ts';
import type { Db } from '../../db/database.ts';

export interface Facet {
  value: string;
  count: number;
}

export interface FacetCounts {
  languages: Facet[];
  scripts: Facet[];
  sources: Facet[];
  countries: Facet[];
  /** UTC days, `YYYY-MM-DD`, newest first. */
  days: Facet[];
}

const dayMs = 86_400_000;

/** Counts the values of these articles. */
export async function countFacets(db: Db, ids: readonly number[]): Promise<FacetCounts> {
  const rows = await db
    .selectFrom('article')
    .select(['language', 'script', 'source_id', 'country', 'published_at'])
    .where(among('id', ids))
    .execute();
  const days = rows.map((row) => Math.floor(row.published_at / dayMs));
  return {
    languages: tally(rows.map((row) => row.language)),
    scripts: tally(rows.map((row) => row.script)),
    sources: tally(rows.map((row) => row.source_id)),
    countries: tally(rows.map((row) => row.country)),
    days: tally(days, (day) => new Date(day * dayMs).toISOString().slice(0, 10)).sort((a, b) =>
      a.value < b.value ? 1 : -1,
    ),
  };
}

/** How often each value is there, the most frequent first; an empty one is none. */
function tally<Value>(values: readonly Value[], name: (value: Value) => string = String): Facet[] {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value: name(value), count }))
    .filter(({ value }) => value !== '')
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}

/** Beyond so many of the newest, a member's own articles are not told apart in a search. */
export const memberArticlesMax = 100_000;

/** Newest first: the articles of a member's collection for which `is:saved`, `has:note` & co. hold. */
export async function findCollected(db: Db, memberId: number, condition: string): Promise<number[]> {
  let query = db
    .selectFrom('collect_item')
    .select('article_id')
    .distinct()
    .where('member_id', '=', memberId)
    .where('deleted_at', 'is', null)
    .where('article_id', 'is not', null);
  if (condition === 'has:note') query = query.where('note', '!=', '');
  if (condition === 'has:tag') query = query.where('tags', '!=', '[]');
  if (condition === 'has:highlight') query = query.where('selection', '!=', '');
  const rows = await query.orderBy('article_id', 'desc').limit(memberArticlesMax).execute();
  return rows.map((row) => row.article_id!);
}

/** Article id → how many sources report its event, where it is more than one. */
export async function countReportingSources(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('article')
    .innerJoin('article_cluster', 'article_cluster.id', 'article.cluster_id')
    .select(['article.id', 'article_cluster.source_count'])
    .where(among('article.id', ids))
    .execute();
  return new Map(rows.map((row) => [row.id, row.source_count]));
}
