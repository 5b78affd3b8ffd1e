import type { Db } from '../db/database.ts';

export interface ToldRow {
  noticeId: number;
  ruleId: number;
  /** Epoch milliseconds. */
  at: number;
  articleId: number;
  event: string;
}

/** Everything rules told of, oldest first; a digest has a row for each of its stories. */
export async function findTold(db: Db): Promise<ToldRow[]> {
  const plain = await db
    .selectFrom('notice')
    .select(['id', 'subscription_id', 'created_at', 'article_id', 'event_key'])
    .where('kind', '=', 'keyword')
    .where('article_id', 'is not', null)
    .execute();
  const inDigests = await db
    .selectFrom('digest_story')
    .innerJoin('notice', 'notice.id', 'digest_story.notice_id')
    .select(['notice.id', 'notice.subscription_id', 'notice.created_at', 'digest_story.article_id', 'notice.event_key'])
    .execute();
  return [...plain, ...inDigests]
    .map((row) => ({
      noticeId: row.id,
      ruleId: row.subscription_id!,
      at: row.created_at,
      articleId: row.article_id!,
      event: row.event_key,
    }))
    .sort((a, b) => a.noticeId - b.noticeId || a.articleId - b.articleId);
}

/** When the next digest is due; null while nothing waits. */
export async function nextDigestTime(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('keyword_subscription')
    .select((eb) => eb.fn.min('digest_at').as('at'))
    .executeTakeFirst();
  return row?.at ?? null;
}
