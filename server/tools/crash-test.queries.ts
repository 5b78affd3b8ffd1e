/** What must hold in the database after any crash, asked of the rows themselves. */
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

const isUnread = sql`n.read_at is null and n.removed_at is null and (n.kept_unread_at is not null or not exists (
  select 1 from read_span s where s.member_id = n.member_id and s.after_id < n.id and s.up_to >= n.id))`;

/** Each query names the rows that break one rule; a sound database answers none of them. */
const rules = {
  'a notice is there twice': sql`select member_id, event_key from notice group by member_id, event_key having count(*) > 1`,
  'a story told a member twice': sql`select n.member_id, a.group_id from notice n join article a on a.id = n.article_id
    where n.event_key not like 'story % at %' group by n.member_id, a.group_id having count(*) > 1`,
  'a hit is there twice': sql`select subscription_id, group_id from keyword_hit
    group by subscription_id, group_id having count(*) > 1`,
  'a rule’s hit count is not its hits': sql`select k.id, k.hit_count from keyword_subscription k
    where k.hit_count <> (select count(*) from keyword_hit h where h.subscription_id = k.id)`,
  'a hit of no story': sql`select h.id from keyword_hit h join article a on a.id = h.article_id
    where not exists (select 1 from keyword_story s where s.subscription_id = h.subscription_id
      and s.story_id in (h.group_id, a.cluster_id))`,
  'a told story without its notice': sql`select s.id from keyword_story s join article a on a.id = s.article_id
    join keyword_subscription k on k.id = s.subscription_id where s.state = 'told'
    and not exists (select 1 from notice n join article b on b.id = n.article_id
      where n.member_id = k.member_id and b.group_id = a.group_id)
    and not exists (select 1 from digest_story d join notice n on n.id = d.notice_id join article b on b.id = d.article_id
      where n.member_id = k.member_id and b.group_id = a.group_id)`,
  'a story waits for no digest': sql`select s.id from keyword_story s
    join keyword_subscription k on k.id = s.subscription_id where s.state = 'waiting' and k.digest_at is null`,
  'a collected item is there twice': sql`select member_id, client_id from collect_item
    group by member_id, client_id having count(*) > 1`,
  'an entry of a source is there twice': sql`select source_id, entry_key from article
    group by source_id, entry_key having count(*) > 1`,
  'an inbox number is not its rows': sql`select m.id, i.unread, i.latest_id from member m
    left join inbox i on i.member_id = m.id
    where coalesce(i.unread, 0) <> (select count(*) from notice n
        where n.member_id = m.id and ${isUnread})
      or coalesce(i.unread, 0) <> (select coalesce(sum(c.unread), 0) from notice_count c where c.member_id = m.id)
      or coalesce(i.latest_id, 0) <> (select coalesce(max(n.id), 0) from notice n where n.member_id = m.id)`,
  'a number of a subscription is not its rows': sql`select c.member_id, c.kind, c.subscription_id, c.total, c.unread
    from notice_count c
    where c.total <> (select count(*) from notice n where n.member_id = c.member_id and n.kind = c.kind
        and coalesce(n.subscription_id, 0) = c.subscription_id and n.removed_at is null)
      or c.unread <> (select count(*) from notice n where n.member_id = c.member_id and n.kind = c.kind
        and coalesce(n.subscription_id, 0) = c.subscription_id and ${isUnread})`,
  'a group’s size is not its articles': sql`select g.id, g.size from article_group g
    where g.size <> (select count(*) from article a where a.group_id = g.id)`,
  'a line of an import is missing or there twice': sql`select i.id, i.total from website_import i
    where i.total <> (select count(distinct l.line) from website_import_line l where l.import_id = i.id)
      or i.total <> (select count(*) from website_import_line l where l.import_id = i.id)`,
  'a finished import has lines that wait': sql`select i.id from website_import i where i.finished_at is not null
    and exists (select 1 from website_import_line l where l.import_id = i.id and l.result = 'waiting')`,
  'an imported line is followed by nobody': sql`select l.id from website_import_line l
    join website_import i on i.id = l.import_id join source s on s.url = l.url where l.result = 'added'
    and not exists (select 1 from website_subscription w where w.member_id = i.member_id and w.source_id = s.id)`,
  'a website is followed twice': sql`select member_id, source_id from website_subscription
    group by member_id, source_id having count(*) > 1`,
  'a source’s followers are not its subscriptions': sql`select s.id, s.subscriber_count from source s
    where s.subscriber_count <> (select count(*) from website_subscription w
      where w.source_id = s.id and w.deleted_at is null)`,
  'an article is not in the word index': sql`select a.id from article a
    where not exists (select 1 from article_fts f where f.rowid = a.id)`,
  'an indexed article is not there': sql`select f.rowid from article_fts_docsize f
    where not exists (select 1 from article a where a.id = f.id)`,
  'a reference leads nowhere': sql`select * from pragma_foreign_key_check`,
  'the file is damaged': sql`select * from pragma_integrity_check where integrity_check <> 'ok'`,
};

/** In one transaction, so that the running server cannot change anything between two questions. */
export async function brokenRules(db: Db): Promise<string[]> {
  const broken: string[] = [];
  for (const [rule, query] of Object.entries(rules)) {
    const { rows } = await query.execute(db);
    if (rows.length > 0) broken.push(`${rule}: ${JSON.stringify(rows.slice(0, 3))}`);
  }
  return broken;
}

/** What clients were told is done. */
export interface Acknowledged {
  userNames: string[];
  keywords: { id: number; keyword: string; isDeleted: boolean }[];
  items: { clientId: string; note: string }[];
  readNotices: number[];
  followed: number[];
  imports: { id: number; lines: number }[];
  /** Member's user name → highest inbox revision seen. */
  revisions: Map<string, number>;
}

const idsAtOnce = 500;

/** Which acknowledged writes are not in the database. */
export async function lostWrites(db: Db, told: Acknowledged): Promise<string[]> {
  const lost: string[] = [];
  const expectAll = async <T>(
    what: string,
    wanted: readonly T[],
    find: (part: readonly T[]) => Promise<ReadonlySet<string>>,
    nameOf: (one: T) => string,
  ) => {
    for (let start = 0; start < wanted.length; start += idsAtOnce) {
      const part = wanted.slice(start, start + idsAtOnce);
      const found = await find(part);
      for (const one of part) if (!found.has(nameOf(one))) lost.push(`${what} ${nameOf(one)}`);
    }
  };
  const names = async (rows: Promise<object[]>) => new Set((await rows).map((row) => Object.values(row).join(' ')));

  await expectAll(
    'member',
    told.userNames,
    (part) => names(db.selectFrom('member').select('user_name').where('user_name', 'in', part).execute()),
    (name) => name,
  );
  await expectAll(
    'keyword subscription',
    told.keywords,
    async (part) => {
      const ids = part.map(({ id }) => id);
      const rows = await db.selectFrom('keyword_subscription').selectAll().where('id', 'in', ids).execute();
      return new Set(rows.map((row) => `${row.id} ${row.keyword} ${row.deleted_at !== null}`));
    },
    ({ id, keyword, isDeleted }) => `${id} ${keyword} ${isDeleted}`,
  );
  await expectAll(
    'collected item',
    told.items,
    (part) => {
      const ids = part.map(({ clientId }) => clientId);
      return names(db.selectFrom('collect_item').select(['client_id', 'note']).where('client_id', 'in', ids).execute());
    },
    ({ clientId, note }) => `${clientId} ${note}`,
  );
  await expectAll(
    'read notice',
    told.readNotices,
    (part) =>
      names(db.selectFrom('notice').select('id').where('id', 'in', part).where('read_at', 'is not', null).execute()),
    String,
  );
  await expectAll(
    'followed website',
    told.followed,
    (part) => names(db.selectFrom('website_subscription').select('id').where('id', 'in', part).execute()),
    String,
  );
  await expectAll(
    'import',
    told.imports,
    (part) => {
      const ids = part.map(({ id }) => id);
      return names(db.selectFrom('website_import').select(['id', 'total']).where('id', 'in', ids).execute());
    },
    ({ id, lines }) => `${id} ${lines}`,
  );
  for (const [userName, seen] of told.revisions) {
    const row = await db
      .selectFrom('inbox')
      .innerJoin('member', 'member.id', 'inbox.member_id')
      .select('inbox.revision')
      .where('member.user_name', '=', userName)
      .executeTakeFirst();
    if ((row?.revision ?? 0) < seen) lost.push(`inbox revision ${seen} of ${userName}, it is ${row?.revision}`);
  }
  return lost;
}

/** As if time had passed: the newsroom is some minutes older, and everything of it is due. */
export async function passTime(db: Db, minutes: number): Promise<void> {
  const name = 'demo.started-at';
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
  if (row) {
    const value = String(Number(row.value) - minutes * 60_000);
    await db.updateTable('setting').set({ value }).where('name', '=', name).execute();
  }
  await db
    .updateTable('source')
    .set({ next_fetch_at: 0, lease_until: 0, etag: null, last_modified: null, body_hash: null })
    .where('origin', '=', 'demo')
    .execute();
  await db.updateTable('website_import').set({ lease_until: 0 }).execute();
}

export async function unfinishedImports(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('website_import').select('id').where('finished_at', 'is', null).execute();
  return rows.map((row) => row.id);
}

export async function volumes(db: Db): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of ['member', 'article', 'keyword_hit', 'notice', 'collect_item'] as const) {
    const row = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    counts[table] = Number(row.count);
  }
  return counts;
}
