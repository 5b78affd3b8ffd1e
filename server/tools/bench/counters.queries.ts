import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

/** Notices `from` to `to` of a member's inbox, as rules and websites would have made them; ids follow `n`. */
export async function insertManyNotices(
  db: Db,
  memberId: number,
  range: { from: number; to: number; subscriptions: number; at: number },
): Promise<void> {
  const { from, to, subscriptions, at } = range;
  await sql`insert into notice (member_id, kind, title, body, article_id, url, subscription_id, reason, source_name,
      language, script, highlights, event_key, created_at)
    with recursive numbers (n) as (
      select cast(${from} as bigint) union all select n + 1 from numbers where n < cast(${to} as bigint))
    select cast(${memberId} as bigint), case when n % 10 = 0 then 'website' else 'keyword' end,
      'The council approved the harbour expansion, part ' || cast(n as text),
      'Ships that run on new fuel are to be subsidised from next year on, the council said after a long debate. ' ||
      'Residents had asked for quieter quays and for a ferry that runs at night; the next meeting is in spring.',
      n, 'https://news.example.com/' || cast(n as text), n % cast(${subscriptions} as bigint) + 1,
      'harbour', 'The Harbour News', 'en', 'Latn', '{"title":[[21,28]],"body":[]}',
      'story ' || cast(n as text), cast(${at} as bigint) + n
    from numbers`.execute(db);
}

/** What a database learns of its tables in the course of a day. */
export async function analyseNotices(db: Db): Promise<void> {
  await sql`analyze`.execute(db);
}

export async function findMemberId(db: Db, userName: string): Promise<number> {
  const row = await db.selectFrom('member').select('id').where('user_name', '=', userName).executeTakeFirstOrThrow();
  return row.id;
}
