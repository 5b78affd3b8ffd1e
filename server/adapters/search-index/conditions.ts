/**
 * What the word index does not hold, as conditions on the article's id: sets of articles, and what is known of their events.
 * The SQL is the same on both engines but for how a long list of ids is handed over.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../../db/database.ts';
import type { TokenQuery } from '../../text/token-query.ts';

export type Condition = Extract<TokenQuery, { type: 'ids' | 'sources' | 'first-report' }>;

export interface PlannedCondition {
  condition: Condition;
  isNegated: boolean;
}

export function isCondition(query: TokenQuery): query is Condition {
  return query.type === 'ids' || query.type === 'sources' || query.type === 'first-report';
}

/** So few ids are looked up one by one in FTS5; with more, the walk of the index is cheaper. */
const lookedUpMax = 1_000;

/** ` and …` for each condition. @param id the column that holds the article's id */
export function conditionSql(
  engine: Engine,
  id: 'id' | 'rowid',
  planned: readonly PlannedCondition[],
): RawBuilder<unknown> {
  const parts = planned.map(({ condition, isNegated }) => {
    const holds = toSql(engine, id, condition);
    return isNegated ? sql` and not (${holds})` : sql` and ${holds}`;
  });
  return parts.length === 0 ? sql`` : sql.join(parts, sql``);
}

function toSql(engine: Engine, id: 'id' | 'rowid', condition: Condition): RawBuilder<unknown> {
  const column = sql.raw(`article_fts.${id}`);
  switch (condition.type) {
    case 'ids': {
      const ids = [...condition.ids];
      if (engine === 'postgres') return sql`${column} = any(${sql.val(ids)}::bigint[])`;
      // The plus keeps SQLite from starting the word search anew for every id.
      const walked = ids.length > lookedUpMax ? sql`+${column}` : column;
      return sql`${walked} in (select value from json_each(${JSON.stringify(ids)}))`;
    }
    case 'sources': {
      const { min = 0, max = Number.MAX_SAFE_INTEGER } = condition;
      return sql`coalesce((select article_cluster.source_count from article
        inner join article_cluster on article_cluster.id = article.cluster_id
        where article.id = ${column}), 1) between cast(${min} as bigint) and cast(${max} as bigint)`;
    }
    case 'first-report':
      return sql`not exists (select 1 from article
        inner join article as older on older.cluster_id = article.cluster_id and older.id < article.id
        where article.id = ${column})`;
  }
}
