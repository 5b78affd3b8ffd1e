import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { MemberTable, SessionTable } from '../../db/schema/accounts.ts';

export type MemberRow = Selectable<MemberTable>;

export function insertMember(db: Db, member: Insertable<MemberTable>): Promise<MemberRow> {
  return db.insertInto('member').values(member).returningAll().executeTakeFirstOrThrow();
}

export function findMember(db: Db, id: number): Promise<MemberRow | undefined> {
  return db.selectFrom('member').selectAll().where('id', '=', id).executeTakeFirst();
}

/** By the address or number that a code was sent to: a user name may look like somebody's number. */
export function findByReach(db: Db, key: string): Promise<MemberRow | undefined> {
  return db
    .selectFrom('member')
    .selectAll()
    .where((on) => on.or([on('email_key', '=', key), on('mobile', '=', key)]))
    .executeTakeFirst();
}

export function findLanguages(db: Db, ids: number[]): Promise<Pick<MemberRow, 'id' | 'language'>[]> {
  return ids.length === 0
    ? Promise.resolve([])
    : db.selectFrom('member').select(['id', 'language']).where('id', 'in', ids).execute();
}

/** By user name, e-mail address or number, each already folded. */
export function findByAccount(db: Db, key: string): Promise<MemberRow | undefined> {
  return db
    .selectFrom('member')
    .selectAll()
    .where((on) => on.or([on('user_name_key', '=', key), on('email_key', '=', key), on('mobile', '=', key)]))
    .executeTakeFirst();
}

export function findFirstAdmin(db: Db): Promise<MemberRow | undefined> {
  return db.selectFrom('member').selectAll().where('type', '=', 'admin').orderBy('id').executeTakeFirst();
}

export async function updateMember(db: Db, id: number, values: Updateable<MemberTable>): Promise<void> {
  if (Object.keys(values).length === 0) return;
  await db.updateTable('member').set(values).where('id', '=', id).execute();
}

export async function insertSession(db: Db, session: Insertable<SessionTable>): Promise<void> {
  await db.insertInto('session').values(session).execute();
}

export function findSession(db: Db, tokenHash: string) {
  return db
    .selectFrom('session')
    .innerJoin('member', 'member.id', 'session.member_id')
    .select([
      'session.id as sessionId',
      'session.expires_at as expiresAt',
      'session.seen_at as seenAt',
      'session.revoked_at as revokedAt',
      'member.id as memberId',
      'member.user_name as userName',
      'member.type as type',
      'member.language as language',
      'member.time_zone as timeZone',
      'member.is_demo as isDemo',
    ])
    .where('session.token_hash', '=', tokenHash)
    .executeTakeFirst();
}

export async function touchSession(db: Db, id: number, seenAt: number, expiresAt: number): Promise<void> {
  await db
    .updateTable('session')
    .set({ seen_at: seenAt, expires_at: expiresAt })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Revokes one session, or all of a member but the one kept; answers the token hashes that ended. */
export async function revokeSessions(
  db: Db,
  which: { sessionId: number } | { memberId: number; exceptSessionId?: number },
  at: number,
): Promise<string[]> {
  let update = db.updateTable('session').set({ revoked_at: at }).where('revoked_at', 'is', null);
  if ('sessionId' in which) update = update.where('id', '=', which.sessionId);
  else {
    update = update.where('member_id', '=', which.memberId);
    if (which.exceptSessionId !== undefined) update = update.where('id', '!=', which.exceptSessionId);
  }
  const rows = await update.returning('token_hash').execute();
  return rows.map((row) => row.token_hash);
}

export async function deleteSessionsBefore(db: Db, expiredBefore: number): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<', expiredBefore).execute();
}

export async function insertCode(
  db: Db,
  code: { recipient_key: string; purpose: string; code_hash: string; created_at: number; expires_at: number },
): Promise<number> {
  const row = await db
    .insertInto('one_time_code')
    .values({ ...code, attempts: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export function findLatestCode(db: Db, recipientKey: string, purpose: string) {
  return db
    .selectFrom('one_time_code')
    .selectAll()
    .where('recipient_key', '=', recipientKey)
    .where('purpose', '=', purpose)
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

/** Counts an attempt in one conditional update, so that guesses in parallel cannot share one. */
export async function countCodeAttempt(db: Db, id: number, attemptsMax: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('one_time_code')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('attempts', '<', attemptsMax)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** False when somebody used it first. */
export async function takeCode(db: Db, id: number, at: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('one_time_code')
    .set({ used_at: at })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function findLoginFailure(db: Db, subject: string) {
  return db.selectFrom('login_failure').selectAll().where('subject', '=', subject).executeTakeFirst();
}

export async function saveLoginFailure(
  db: Db,
  row: { subject: string; failures: number; locked_until: number; updated_at: number },
): Promise<void> {
  await db
    .insertInto('login_failure')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet((eb) => ({
        failures: eb('login_failure.failures', '+', 1),
        locked_until: row.locked_until,
        updated_at: row.updated_at,
      })),
    )
    .execute();
}

export async function clearLoginFailure(db: Db, subject: string): Promise<void> {
  await db.deleteFrom('login_failure').where('subject', '=', subject).execute();
}
