import type { Insertable } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { HotBoardTable, HotHourTable, HotTermTable } from '../../db/schema/analysis.ts';

const rowsAtOnce = 500;

export function findHours(db: Db, language: string, sinceHour: number) {
  return db
    .selectFrom('hot_hour')
    .select(['hour', 'sources', 'articles'])
    .where('language', '=', language)
    .where('hour', '>=', sinceHour)
    .execute();
}

export async function findTerms(db: Db, language: string, terms: readonly string[], sinceDay: number) {
  const found: Pick<HotTermTable, 'day' | 'term' | 'counts'>[] = [];
  for (let start = 0; start < terms.length; start += rowsAtOnce) {
    const rows = await db
      .selectFrom('hot_term')
      .select(['day', 'term', 'counts'])
      .where('language', '=', language)
      .where('term', 'in', terms.slice(start, start + rowsAtOnce))
      .where('day', '>=', sinceDay)
      .execute();
    found.push(...rows);
  }
  return found;
}

export function findTermsOfDay(db: Db, language: string, day: number) {
  return db
    .selectFrom('hot_term')
    .select(['term', 'counts'])
    .where('language', '=', language)
    .where('day', '=', day)
    .execute();
}

export async function upsertHours(db: Db, rows: Insertable<HotHourTable>[]): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await db
      .insertInto('hot_hour')
      .values(rows.slice(start, start + rowsAtOnce))
      .onConflict((conflict) =>
        conflict
          .columns(['language', 'hour'])
          .doUpdateSet((eb) => ({ sources: eb.ref('excluded.sources'), articles: eb.ref('excluded.articles') })),
      )
      .execute();
  }
}

export async function upsertTerms(db: Db, rows: Insertable<HotTermTable>[]): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await db
      .insertInto('hot_term')
      .values(rows.slice(start, start + rowsAtOnce))
      .onConflict((conflict) =>
        conflict.columns(['language', 'term', 'day']).doUpdateSet((eb) => ({ counts: eb.ref('excluded.counts') })),
      )
      .execute();
  }
}

export async function deleteHistoryBefore(db: Db, day: number): Promise<void> {
  await db.deleteFrom('hot_term').where('day', '<', day).execute();
  await db
    .deleteFrom('hot_hour')
    .where('hour', '<', day * 24)
    .execute();
}

export function findBoard(db: Db, language: string) {
  return db.selectFrom('hot_board').selectAll().where('language', '=', language).executeTakeFirst();
}

export async function findBoardLanguages(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('hot_board').select('language').orderBy('language').execute();
  return rows.map((row) => row.language);
}

export async function upsertBoard(db: Db, row: Insertable<HotBoardTable>): Promise<void> {
  await db
    .insertInto('hot_board')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('language')
        .doUpdateSet((eb) => ({ made_at: eb.ref('excluded.made_at'), board: eb.ref('excluded.board') })),
    )
    .execute();
}
