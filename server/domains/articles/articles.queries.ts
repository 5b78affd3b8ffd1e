import type { Insertable } from 'kysely';
import { among } from '../../db/among.ts';
import type { Db } from '../../db/database.ts';
import type { ArticleTable } from '../../db/schema/articles.ts';
import { readSetting, writeSetting } from '../../db/settings.queries.ts';

const idsAtOnce = 500;

export interface EntryKeys {
  sourceId: number;
  keys: readonly string[];
}

/** By source: which of these entries are stored, or were and have been removed. */
export async function findKnownEntryKeys(db: Db, asked: readonly EntryKeys[]): Promise<Map<number, Set<string>>> {
  const known = new Map(asked.map(({ sourceId }) => [sourceId, new Set<string>()]));
  for (const part of partsOf(asked)) {
    const rows = await knownIn(db, 'article', part)
      .unionAll(knownIn(db, 'article_tombstone', part))
      .execute();
    for (const row of rows) known.get(row.source_id)?.add(row.entry_key);
  }
  return known;
}

function knownIn(db: Db, table: 'article' | 'article_tombstone', asked: readonly EntryKeys[]) {
  return db
    .selectFrom(table)
    .select(['source_id', 'entry_key'])
    .where((eb) =>
      eb.or(
        asked.map(({ sourceId, keys }) => eb.and([eb('source_id', '=', sourceId), eb('entry_key', 'in', [...keys])])),
      ),
    );
}

/** As many keys as one statement takes. */
function partsOf(asked: readonly EntryKeys[]): EntryKeys[][] {
  const parts: EntryKeys[][] = [];
  let room = 0;
  for (const { sourceId, keys } of asked) {
    for (let start = 0; start < keys.length; ) {
      if (room === 0) {
        parts.push([]);
        room = idsAtOnce;
      }
      const part = keys.slice(start, start + room);
      parts.at(-1)!.push({ sourceId, keys: part });
      start += part.length;
      room -= part.length;
    }
  }
  return parts;
}

export function findNewestMarks(db: Db, sourceId: number, limit: number) {
  return db
    .selectFrom('article')
    .select(['url', 'title'])
    .where('source_id', '=', sourceId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Which of these ids are taken. */
export async function findTakenIds(db: Db, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('article').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map((row) => row.id));
}

export async function insertArticles(db: Db, articles: Insertable<ArticleTable>[]): Promise<void> {
  await db.insertInto('article').values(articles).execute();
}

export async function findByUrlKeys(db: Db, urlKeys: string[]) {
  if (urlKeys.length === 0) return [];
  return db
    .selectFrom('article')
    .select(['id', 'source_id', 'url_key', 'title', 'group_id', 'fingerprint'])
    .where('url_key', 'in', urlKeys)
    .execute();
}

export async function findFingerprints(db: Db, ids: number[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('article')
    .select(['id', 'source_id', 'url_key', 'title', 'group_id', 'fingerprint'])
    .where('id', 'in', ids)
    .execute();
}

/** Groups of more than one article, with their sizes. */
export function findGroupSizes(db: Db, ids: number[]): Promise<{ id: number; size: number }[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db.selectFrom('article_group').select(['id', 'size']).where('id', 'in', ids).execute();
}

export async function growGroup(db: Db, groupId: number, by: number, at: number): Promise<void> {
  await db
    .insertInto('article_group')
    .values({ id: groupId, size: 1 + by, updated_at: at })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({ size: eb('article_group.size', '+', by), updated_at: at })),
    )
    .execute();
}

const listColumns = [
  'article.id',
  'article.source_id',
  'article.title',
  'article.url',
  'article.author',
  'article.language',
  'article.script',
  'article.published_at',
  'article.image',
  'article.text',
  'article.group_id',
  'article.cluster_id',
  'source.title as source_title',
] as const;

function listed(db: Db) {
  return db
    .selectFrom('article')
    .innerJoin('source', 'source.id', 'article.source_id')
    .leftJoin('article_group', 'article_group.id', 'article.group_id')
    .leftJoin('article_cluster', 'article_cluster.id', 'article.cluster_id')
    .select(listColumns)
    .select(['article_group.size as group_size', 'article_cluster.report_count', 'article_cluster.source_count']);
}

export type ListedArticle = Awaited<ReturnType<typeof findListed>>[number];

export async function findListed(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return listed(db).where(among('article.id', ids)).execute();
}

export interface NewestFilter {
  language?: string;
  sourceId?: number;
  category?: string;
  clusterId?: number;
  /** Only ids below this one. */
  before?: number;
  /** One row a story: leaves out what repeats an earlier article's text. */
  firstOfGroup: boolean;
}

export function findNewest(db: Db, filter: NewestFilter, limit: number, offset: number) {
  let query = listed(db);
  if (filter.language) query = query.where('article.language', '=', filter.language);
  if (filter.sourceId) query = query.where('article.source_id', '=', filter.sourceId);
  if (filter.category) query = query.where('article.category', '=', filter.category);
  if (filter.clusterId) query = query.where('article.cluster_id', '=', filter.clusterId);
  if (filter.before !== undefined) query = query.where('article.id', '<', filter.before);
  if (filter.firstOfGroup) query = query.whereRef('article.group_id', '=', 'article.id');
  return query.orderBy('article.id', 'desc').limit(limit).offset(offset).execute();
}

/** Counts to a cap, so that the archive's size does not matter. */
export async function countNewest(db: Db, filter: NewestFilter, cap: number): Promise<number> {
  let query = db.selectFrom('article').select('id');
  if (filter.language) query = query.where('language', '=', filter.language);
  if (filter.sourceId) query = query.where('source_id', '=', filter.sourceId);
  if (filter.category) query = query.where('category', '=', filter.category);
  if (filter.clusterId) query = query.where('cluster_id', '=', filter.clusterId);
  if (filter.firstOfGroup) query = query.whereRef('group_id', '=', 'id');
  const row = await db
    .selectFrom(query.limit(cap).as('some'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export function findArticle(db: Db, id: number) {
  return listed(db)
    .select(['article.html', 'article.seen_at', 'source.home_url as source_home_url'])
    .where('article.id', '=', id)
    .executeTakeFirst();
}

export function findGroup(db: Db, groupId: number, limit: number) {
  return listed(db).where('article.group_id', '=', groupId).orderBy('article.id').limit(limit).execute();
}

export function findLatestTexts(db: Db, sourceId: number, limit: number) {
  return db
    .selectFrom('article')
    .select(['text', 'language'])
    .where('source_id', '=', sourceId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Reports of the cluster with another text than the group's. */
export function findReports(db: Db, clusterId: number, exceptGroup: number, limit: number) {
  return listed(db)
    .where('article.cluster_id', '=', clusterId)
    .where('article.group_id', '!=', exceptGroup)
    .orderBy('article.id', 'desc')
    .limit(limit)
    .execute();
}

/** What the index is made of; the page's markup stays behind, for search reads many of these. */
const indexedColumns = [
  'article.id',
  'article.published_at',
  'article.title',
  'article.text',
  'article.author',
  'article.tags',
  'article.language',
  'article.script',
  'article.source_id',
  'article.url',
  'article.country',
] as const;

/** What relevance is computed from. */
export async function findTexts(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db.selectFrom('article').select(['id', 'language', 'title', 'text']).where(among('id', ids)).execute();
}

/** With what is known of each article's event. */
export async function findForIndex(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('article')
    .leftJoin('article_cluster', 'article_cluster.id', 'article.cluster_id')
    .select(indexedColumns)
    .select(({ exists, selectFrom }) => [
      'article_cluster.source_count',
      exists(
        selectFrom('article as older')
          .select('older.id')
          .whereRef('older.cluster_id', '=', 'article.cluster_id')
          .whereRef('older.id', '<', 'article.id'),
      ).as('has_older_report'),
    ])
    .where(among('article.id', ids))
    .execute();
}

/** Newest first, those with an id below this one. */
export async function findIdsBelow(db: Db, below: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('article')
    .select('id')
    .where('id', '<', below)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

export async function countBelow(db: Db, below: number): Promise<number> {
  const row = await db
    .selectFrom('article')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('id', '<', below)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

const indexStateName = 'word-index';

/** What is known of the word index as a whole, as text of the service's own making. */
export const findIndexState = (db: Db) => readSetting(db, indexStateName);

export const writeIndexState = (db: Db, text: string) => writeSetting(db, indexStateName, text);
