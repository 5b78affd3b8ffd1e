import type { Insertable } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { ArticleClusterTable, ArticleTermsTable } from '../../db/schema/articles.ts';
import { nextRevision } from '../../db/settings.queries.ts';

/** A number for this change of the clusters. */
export const nextClusterRevision = (db: Db): Promise<number> => nextRevision(db, 'cluster.revision');

export function findPlacedAfter(
  db: Db,
  after: { revision: number; articleId: number },
  publishedSince: number,
  limit: number,
) {
  return db
    .selectFrom('article_terms')
    .innerJoin('article', 'article.id', 'article_terms.article_id')
    .select([
      'article_terms.article_id',
      'article_terms.source_id',
      'article_terms.language',
      'article_terms.published_at',
      'article_terms.terms',
      'article_terms.revision',
      'article.cluster_id',
    ])
    .where((eb) =>
      eb(
        eb.refTuple('article_terms.revision', 'article_terms.article_id'),
        '>',
        eb.tuple(after.revision, after.articleId),
      ),
    )
    .where('article_terms.published_at', '>=', publishedSince)
    .orderBy('article_terms.revision')
    .orderBy('article_terms.article_id')
    .limit(limit)
    .execute();
}

export function findMergedAfter(db: Db, revision: number) {
  return db
    .selectFrom('article_cluster')
    .select(['id', 'merged_into', 'revision'])
    .where('merged_into', 'is not', null)
    .where('revision', '>', revision)
    .orderBy('revision')
    .execute();
}

export async function insertTerms(db: Db, rows: Insertable<ArticleTermsTable>[]): Promise<void> {
  if (rows.length > 0) await db.insertInto('article_terms').values(rows).execute();
}

export async function deleteTermsBefore(db: Db, publishedBefore: number): Promise<void> {
  await db.deleteFrom('article_terms').where('published_at', '<', publishedBefore).execute();
}

export async function moveReports(db: Db, from: number[], into: number): Promise<void> {
  await db.updateTable('article').set({ cluster_id: into }).where('cluster_id', 'in', from).execute();
}

/** Also those that were merged into one of these before, so that every link is one step long. */
export async function redirectClusters(db: Db, from: number[], into: number, revision: number): Promise<void> {
  await db
    .updateTable('article_cluster')
    .set({ merged_into: into, revision })
    .where('merged_into', 'in', from)
    .execute();
  await db
    .insertInto('article_cluster')
    .values(
      from.map((id) => ({
        id,
        report_count: 0,
        source_count: 0,
        first_at: 0,
        last_at: 0,
        merged_into: into,
        revision,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ report_count: 0, source_count: 0, merged_into: into, revision }),
    )
    .execute();
}

export async function countReports(db: Db, clusterIds: number[]) {
  if (clusterIds.length === 0) return [];
  const rows = await db
    .selectFrom('article')
    .select(({ fn }) => [
      'cluster_id',
      fn.countAll<number>().as('reports'),
      fn.count<number>('source_id').distinct().as('sources'),
      fn.min('published_at').as('first_at'),
      fn.max('published_at').as('last_at'),
    ])
    .where('cluster_id', 'in', clusterIds)
    .groupBy('cluster_id')
    .execute();
  return rows.map((row) => ({
    id: row.cluster_id!,
    reports: Number(row.reports),
    sources: Number(row.sources),
    firstAt: Number(row.first_at),
    lastAt: Number(row.last_at),
  }));
}

export async function findSuccessor(db: Db, clusterId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('article_cluster')
    .select('merged_into')
    .where('id', '=', clusterId)
    .executeTakeFirst();
  return row?.merged_into ?? undefined;
}

export async function upsertClusters(db: Db, rows: Insertable<ArticleClusterTable>[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('article_cluster')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        report_count: eb.ref('excluded.report_count'),
        source_count: eb.ref('excluded.source_count'),
        first_at: eb.ref('excluded.first_at'),
        last_at: eb.ref('excluded.last_at'),
        merged_into: null,
        revision: eb.ref('excluded.revision'),
      })),
    )
    .execute();
}
