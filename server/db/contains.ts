import { type RawBuilder, sql } from 'kysely';

/** Whether a text column contains the text, letter case aside (for ASCII on SQLite); `%`, `_` and `\\` stand for themselves. */
export function contains(column: string, text: string): RawBuilder<boolean> {
  const pattern = `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return sql<boolean>`lower(${sql.ref(column)}) like lower(${pattern}) escape '\\'`;
}
