import type { Db } from '../db/database.ts';

/** Everything rules told of, oldest first: plain notices and the stories of digests. */
export async function findTold(
  db: Db,
): Promise<{ ruleId: number; articleId: number; noticeId: number; event: string }[]> {
  const plain = await db
    .selectFrom('notice')
    .select(['id', 'subscription_id', 'article_id', 'event_key'])
    .where('kind', '=', 'keyword')
    .where('article_id', 'is not', null)
    .execute();
  const inDigests = await db
    .selectFrom('digest_story')
    .innerJoin('notice', 'notice.id', 'digest_story.notice_id')
    .select(['notice.id', 'notice.subscription_id', 'digest_story.article_id', 'notice.event_key'])
    .execute();
  return [...plain, ...inDigests]
    .map((row) => ({
      ruleId: row.subscription_id!,
      articleId: row.article_id!,
      noticeId: row.id,
      event: row.event_key,
    }))
    .sort((a, b) => a.noticeId - b.noticeId || a.articleId - b.articleId);
}

export async function countAllHits(db: Db): Promise<number> {
  const row = await db
    .selectFrom('keyword_hit')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
