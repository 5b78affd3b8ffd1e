import type { Insertable } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { ArticleBandsTable } from '../../db/schema/articles.ts';
import { nextRevision } from '../../db/settings.queries.ts';

/** A number for what is filed with it. */
export const nextBandsRevision = (db: Db): Promise<number> => nextRevision(db, 'same-text.revision');

export async function insertBands(db: Db, rows: Insertable<ArticleBandsTable>[]): Promise<void> {
  if (rows.length > 0) await db.insertInto('article_bands').values(rows).execute();
}

/** In the order in which they were filed. */
export function findBandsAfter(
  db: Db,
  after: { revision: number; articleId: number },
  seenSince: number,
  limit: number,
) {
  return db
    .selectFrom('article_bands')
    .select(['article_id', 'seen_at', 'bands', 'revision'])
    .where((eb) => eb(eb.refTuple('revision', 'article_id'), '>', eb.tuple(after.revision, after.articleId)))
    .where('seen_at', '>=', seenSince)
    .orderBy('revision')
    .orderBy('article_id')
    .limit(limit)
    .execute();
}

export async function deleteBandsBefore(db: Db, seenBefore: number): Promise<void> {
  await db.deleteFrom('article_bands').where('seen_at', '<', seenBefore).execute();
}
