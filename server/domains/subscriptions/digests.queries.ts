import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { KeywordStoryTable } from '../../db/schema/subscriptions.ts';

export type StoryRow = Selectable<KeywordStoryTable>;
export type NewStory = Omit<Insertable<KeywordStoryTable>, 'id'>;

/** Stories a rule does not know yet are recorded; answers those, by rule and story. */
export async function insertStories(
  db: Db,
  stories: NewStory[],
): Promise<{ id: number; subscription_id: number; story_id: number }[]> {
  const inserted = [];
  for (let start = 0; start < stories.length; start += 500) {
    inserted.push(
      ...(await db
        .insertInto('keyword_story')
        .values(stories.slice(start, start + 500))
        .onConflict((conflict) => conflict.columns(['subscription_id', 'story_id']).doNothing())
        .returning(['id', 'subscription_id', 'story_id'])
        .execute()),
    );
  }
  return inserted;
}

export function findStories(db: Db, subscriptionIds: number[], storyIds: number[]): Promise<StoryRow[]> {
  if (subscriptionIds.length === 0 || storyIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('keyword_story')
    .selectAll()
    .where('subscription_id', 'in', subscriptionIds)
    .where('story_id', 'in', storyIds)
    .execute();
}

/** True for exactly one of several writers that saw the story at the same size. */
export async function growStory(
  db: Db,
  story: StoryRow,
  grown: { size: number; article_id: number; state: StoryRow['state']; found_at: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('keyword_story')
    .set(grown)
    .where('id', '=', story.id)
    .where('size', '=', story.size)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** What rules told or will tell, found in other sources: lately, or for longer if it is about one of the events. */
export function findFoundElsewhere(
  db: Db,
  subscriptionIds: number[],
  exceptSourceId: number,
  since: { lately: number; clusterIds: number[]; ofEvents: number },
) {
  return db
    .selectFrom('keyword_story')
    .innerJoin('article', 'article.id', 'keyword_story.article_id')
    .select(['keyword_story.subscription_id', 'keyword_story.found_at', 'article.source_id', 'article.cluster_id'])
    .where('keyword_story.subscription_id', 'in', subscriptionIds)
    .where('keyword_story.state', '!=', 'kept')
    .where('article.source_id', '!=', exceptSourceId)
    .where('keyword_story.found_at', '>', since.ofEvents)
    .where((on) =>
      on.or([
        on('keyword_story.found_at', '>', since.lately),
        ...(since.clusterIds.length > 0 ? [on('article.cluster_id', 'in', since.clusterIds)] : []),
      ]),
    )
    .execute();
}

export async function letStoriesWait(db: Db, ids: number[]): Promise<void> {
  for (let start = 0; start < ids.length; start += 500) {
    await db
      .updateTable('keyword_story')
      .set({ state: 'waiting' })
      .where('id', 'in', ids.slice(start, start + 500))
      .execute();
  }
}

/** Rules whose waiting stories are due; a paused rule keeps them until it goes on. */
export function findDueDigests(db: Db, now: number, limit: number): Promise<{ id: number }[]> {
  return db
    .selectFrom('keyword_subscription')
    .select('id')
    .where('digest_at', '<=', now)
    .where('paused', '=', 0)
    .where('deleted_at', 'is', null)
    .orderBy('digest_at')
    .limit(limit)
    .execute();
}

/** Takes the stories that wait. Each is handed to exactly one of several processes. */
export function takeWaiting(db: Db, subscriptionId: number): Promise<{ article_id: number; story_id: number }[]> {
  return db
    .updateTable('keyword_story')
    .set({ state: 'told' })
    .where('subscription_id', '=', subscriptionId)
    .where('state', '=', 'waiting')
    .returning(['article_id', 'story_id'])
    .execute();
}

export async function hasWaiting(db: Db, subscriptionId: number): Promise<boolean> {
  const row = await db
    .selectFrom('keyword_story')
    .select('id')
    .where('subscription_id', '=', subscriptionId)
    .where('state', '=', 'waiting')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function setDigestAt(db: Db, subscriptionId: number, digestAt: number | null): Promise<void> {
  await db.updateTable('keyword_subscription').set({ digest_at: digestAt }).where('id', '=', subscriptionId).execute();
}

export function findWithDigest(db: Db, memberId: number): Promise<{ id: number }[]> {
  return db
    .selectFrom('keyword_subscription')
    .select('id')
    .where('member_id', '=', memberId)
    .where('digest_at', 'is not', null)
    .execute();
}
