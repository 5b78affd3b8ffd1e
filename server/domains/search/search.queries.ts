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
const idsAtOnce = 500;

/** Counts the values of these articles. */
export async function countFacets(db: Db, ids: readonly number[]): Promise<FacetCounts> {
  const counts = { languages: tally(), scripts: tally(), sources: tally(), countries: tally(), days: tally() };
  for (let start = 0; start < ids.length; start += idsAtOnce) {
    const rows = await db
      .selectFrom('article')
      .select(['language', 'script', 'source_id', 'country', 'published_at'])
      .where('id', 'in', ids.slice(start, start + idsAtOnce))
      .execute();
    for (const row of rows) {
      counts.languages.add(row.language);
      counts.scripts.add(row.script);
      counts.sources.add(String(row.source_id));
      counts.countries.add(row.country);
      counts.days.add(new Date(Math.floor(row.published_at / dayMs) * dayMs).toISOString().slice(0, 10));
    }
  }
  return {
    languages: counts.languages.largest(),
    scripts: counts.scripts.largest(),
    sources: counts.sources.largest(),
    countries: counts.countries.largest(),
    days: counts.days.largest().sort((a, b) => (a.value < b.value ? 1 : -1)),
  };
}

function tally() {
  const counts = new Map<string, number>();
  return {
    add(value: string) {
      if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
    },
    largest(): Facet[] {
      return [...counts]
        .map(([value, count]) => ({ value, count }))
        .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
    },
  };
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
  const counts = new Map<number, number>();
  for (let start = 0; start < ids.length; start += idsAtOnce) {
    const rows = await db
      .selectFrom('article')
      .innerJoin('article_cluster', 'article_cluster.id', 'article.cluster_id')
      .select(['article.id', 'article_cluster.source_count'])
      .where('article.id', 'in', ids.slice(start, start + idsAtOnce))
      .execute();
    for (const row of rows) counts.set(row.id, row.source_count);
  }
  return counts;
}
