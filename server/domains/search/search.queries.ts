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
