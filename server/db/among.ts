import { type RawBuilder, sql } from 'kysely';

/**
 * Whether the column's id is one of these, which travel as one value: a list of parameters would be another statement for every
 * length, to be prepared anew. Ids as names of an object, because both engines have `json_each` of an object and nothing else.
 */
export function among(column: string, ids: readonly number[]): RawBuilder<boolean> {
  const named = `{${ids.map((id) => `"${id}":0`).join()}}`;
  return sql<boolean>`${sql.ref(column)} in (select cast(key as bigint) from json_each(${named}))`;
}
