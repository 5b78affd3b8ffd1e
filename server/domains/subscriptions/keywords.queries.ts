import type { Insertable, Selectable, Updateable } from 'kysely';
import { contains } from '../../db/contains.ts';
import type { Db } from '../../db/database.ts';
import type { KeywordSubscriptionTable } from '../../db/schema/subscriptions.ts';
import { nextRevision } from '../../db/settings.queries.ts';

export type KeywordRow = Selectable<KeywordSubscriptionTable>;

export type NewKeyword = Omit<
  Insertable<KeywordSubscriptionTable>,
  'paused' | 'hit_count' | 'last_hit_at' | 'deleted_at' | 'digest_at'
>;

/** Answers the ids by the keys of the words, which differ. */
export async function insertKeywords(db: Db, rows: readonly NewKeyword[]): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map();
  const inserted = await db
    .insertInto('keyword_subscription')
    .values(rows.map((row) => ({ ...row, paused: 0, hit_count: 0 })))
    .returning(['id', 'keyword_key'])
    .execute();
  return new Map(inserted.map((row) => [row.keyword_key, row.id]));
}

export function findOwn(db: Db, memberId: number, id: number): Promise<KeywordRow | undefined> {
  return db
    .selectFrom('keyword_subscription')
    .selectAll()
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
}

export function findByKey(db: Db, memberId: number, keywordKey: string): Promise<KeywordRow[]> {
  return db
    .selectFrom('keyword_subscription')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('keyword_key', '=', keywordKey)
    .where('deleted_at', 'is', null)
    .execute();
}

function ofMember(db: Db, memberId: number, text: string | undefined) {
  let query = db.selectFrom('keyword_subscription').where('member_id', '=', memberId).where('deleted_at', 'is', null);
  if (text) {
    query = query.where((on) => on.or([contains('name', text), contains('keyword', text)]));
  }
  return query;
}

export function findByMember(
  db: Db,
  memberId: number,
  text: string | undefined,
  limit: number,
  offset: number,
): Promise<KeywordRow[]> {
  return ofMember(db, memberId, text).selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute();
}

export function findAllByMember(db: Db, memberId: number): Promise<KeywordRow[]> {
  return ofMember(db, memberId, undefined).selectAll().execute();
}

export async function countByMember(db: Db, memberId: number, text?: string): Promise<number> {
  const row = await ofMember(db, memberId, text)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function updateKeywordRow(
  db: Db,
  id: number,
  values: Updateable<KeywordSubscriptionTable>,
): Promise<void> {
  await db.updateTable('keyword_subscription').set(values).where('id', '=', id).execute();
}

/** Gives every rule change a number of its own, the last of `count`; taken inside the change's transaction. */
export const nextRuleRevision = (db: Db, count = 1): Promise<number> => nextRevision(db, 'rule.revision', count);

export function findChangedRules(db: Db, afterRevision: number, limit: number): Promise<KeywordRow[]> {
  return db
    .selectFrom('keyword_subscription')
    .selectAll()
    .where('rule_revision', '>', afterRevision)
    .orderBy('rule_revision')
    .limit(limit)
    .execute();
}

export interface RuleOfMember extends KeywordRow {
  time_zone: string;
  quiet_from: number | null;
  quiet_to: number | null;
  language: string;
}

function withMember(db: Db) {
  return db
    .selectFrom('keyword_subscription')
    .innerJoin('member', 'member.id', 'keyword_subscription.member_id')
    .selectAll('keyword_subscription')
    .select(['member.time_zone', 'member.quiet_from', 'member.quiet_to', 'member.language']);
}

/** Rules with the clock of their members. */
export function findRules(db: Db, ids: number[]): Promise<RuleOfMember[]> {
  return ids.length === 0 ? Promise.resolve([]) : withMember(db).where('keyword_subscription.id', 'in', ids).execute();
}

/** Records hits that are not there yet (rule and story) and answers those. */
export async function insertHits(
  db: Db,
  hits: { subscription_id: number; article_id: number; group_id: number; matched_at: number }[],
): Promise<{ subscription_id: number; article_id: number }[]> {
  const inserted = [];
  for (let start = 0; start < hits.length; start += 500) {
    inserted.push(
      ...(await db
        .insertInto('keyword_hit')
        .values(hits.slice(start, start + 500))
        .onConflict((conflict) => conflict.columns(['subscription_id', 'group_id']).doNothing())
        .returning(['subscription_id', 'article_id'])
        .execute()),
    );
  }
  return inserted;
}

/**
 * Counts hits of a rule, and stories to tell on the member's day; sets the time of the next digest unless one is earlier.
 * Answers how many stories the day has now, these included.
 */
export async function countHits(
  db: Db,
  id: number,
  counted: { hits: number; stories: number; day: string; at: number; digestAt: number | null },
): Promise<number> {
  const { hits, stories, day, at, digestAt } = counted;
  const row = await db
    .updateTable('keyword_subscription')
    .set((eb) => ({
      hit_count: eb('hit_count', '+', hits),
      ...(hits > 0 && { last_hit_at: at }),
      ...(stories > 0 && {
        told_count: eb
          .case()
          .when('told_day', '=', day)
          .then(eb('told_count', '+', stories))
          .else(stories)
          .end(),
        told_day: day,
      }),
      ...(digestAt !== null && {
        digest_at: eb
          .case()
          .when(eb.or([eb('digest_at', 'is', null), eb('digest_at', '>', digestAt)]))
          .then(digestAt)
          .else(eb.ref('digest_at'))
          .end(),
      }),
    }))
    .where('id', '=', id)
    .returning('told_count')
    .executeTakeFirstOrThrow();
  return row.told_count;
}

/** Newest articles first. */
export function findHits(db: Db, subscriptionId: number, limit: number, offset: number) {
  return db
    .selectFrom('keyword_hit')
    .select(['id', 'article_id', 'matched_at'])
    .where('subscription_id', '=', subscriptionId)
    .orderBy('article_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}
