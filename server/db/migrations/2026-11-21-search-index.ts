import { type Kysely, sql } from 'kysely';
import type { Engine } from '../database.ts';

/**
 * The word index of each engine; only the SearchIndex adapters read and write it.
 * SQLite: contentless FTS5 over tokens made by us, so the tokenizer only has to split at spaces.
 * PostgreSQL: tsvectors made by us, GIN without a pending list, and no index on time (it lures the planner into a scan).
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === 'sqlite') {
    await sql`create virtual table article_fts using fts5(
      title, body, stem, author, tag, term,
      content = '', contentless_delete = 1, tokenize = "ascii tokenchars '_+#:.=~-'"
    )`.execute(db);
    return;
  }
  await sql`create table article_fts (
    id bigint primary key,
    tokens tsvector not null
  ) with (toast_tuple_target = 128)`.execute(db);
  await sql`create index article_fts_tokens on article_fts using gin (tokens) with (fastupdate = off)`.execute(db);
}
