/** Members, their sessions and codes. It knows nothing of HTTP; every sign-in path answers in the same time and words. */
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { LoginBody, PersonInfo, RegisterBody, Session } from '#shared/contract/accounts.ts';
import { defaultLanguage, type Language } from '#shared/contract/envelope.ts';
import { permissionsOf } from '#shared/rules/member-access.ts';
import type { QuietHours } from '#shared/rules/rhythm.ts';
import {
  codeAttemptsMax,
  codeLifeMs,
  codeRetryMs,
  dayMs,
  lockMs,
  sessionLifeMs,
  sessionTouchMs,
} from '#shared/rules/session.ts';
import { AppError } from '../../app-error.ts';
import { type Actor, type Context, inTransaction } from '../../context.ts';
import { isUniqueViolation } from '../../db/database-error.ts';
import { queueMessage } from '../outbox/outbox.service.ts';
import { rescheduleMemberDigests } from '../subscriptions/keywords.service.ts';
import {
  clearLoginFailure,
  countCodeAttempt,
  deleteSessionsBefore,
  findByAccount,
  findByReach,
  findFirstAdmin,
  findLanguages,
  findLatestCode,
  findLoginFailure,
  findMember,
  findSession,
  insertCode,
  insertMember,
  insertSession,
  type MemberRow,
  revokeSessions,
  saveLoginFailure,
  takeCode,
  touchSession,
  updateMember,
} from './accounts.queries.ts';
import { hashPassword, hashSecret, newCode, newPassword, newToken, verifyPassword } from './secrets.ts';

type CodePurpose = 'register' | 'password' | 'contact';

export const demoAccount = { userName: 'demo', password: 'tidings-demo' } as const;

const sessionCacheMs = 30_000;
const sessionCacheMax = 20_000;

/** The form in which names, addresses and numbers are compared. */
export function accountKey(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}

export async function registerMember(ctx: Context, input: z.output<typeof RegisterBody>): Promise<Session> {
  if (input.inviteCode) throw new AppError('INVITE_CODE_UNKNOWN');
  const contact = input.email ?? input.mobile;
  if (contact && !input.code) throw new AppError('CODE_REQUIRED', { to: contact });
  const codeId = contact ? await checkCode(ctx, contact, 'register', input.code ?? '') : undefined;
  const passwordHash = await hashPassword(input.password);
  return inTransaction(ctx, async (ctx) => {
    if (codeId !== undefined) await spendCode(ctx, codeId);
    const member = await createMember(ctx, {
      userName: input.userName,
      passwordHash,
      email: input.email,
      mobile: input.mobile,
      language: input.language,
      timeZone: input.timeZone,
      type: 'member',
    });
    return startSession(ctx, member, 'other');
  });
}

export async function logIn(ctx: Context, input: z.output<typeof LoginBody>, clientAddress: string): Promise<Session> {
  const key = accountKey(input.account);
  const member = await findByAccount(ctx.db, key);
  const subjects = [`account ${key}`, `address ${clientAddress}`];
  await refuseWhileLocked(ctx, subjects);

  // An unknown account costs the same hashing as a known one, so that time tells nothing.
  const passwordIsRight = await verifyPassword(input.password, member?.password_hash ?? '');
  if (!member || !passwordIsRight) {
    await countFailure(ctx, subjects);
    throw new AppError('LOGIN_FAILED');
  }
  if (member.is_demo && !(ctx.config.demo && isLoopback(clientAddress))) throw new AppError('DEMO_ONLY_LOCAL');
  await clearLoginFailure(ctx.db, subjects[0]!);
  return startSession(ctx, member, input.client);
}

export async function logOut(ctx: Context, actor: Actor): Promise<void> {
  await endSessions(ctx, { sessionId: actor.sessionId });
}

export async function sendCode(
  ctx: Context,
  input: { to: string; purpose: CodePurpose; language?: Language },
): Promise<{ expiresAt: number; retryAt: number }> {
  const now = ctx.now();
  const recipientKey = accountKey(input.to);
  const latest = await findLatestCode(ctx.db, recipientKey, input.purpose);
  if (latest && latest.created_at + codeRetryMs > now) {
    throw new AppError('RATE_LIMITED', { seconds: Math.ceil((latest.created_at + codeRetryMs - now) / 1000) });
  }
  const code = newCode();
  const expiresAt = now + codeLifeMs;
  await inTransaction(ctx, async (ctx) => {
    const id = await insertCode(ctx.db, {
      recipient_key: recipientKey,
      purpose: input.purpose,
      code_hash: hashSecret(code),
      created_at: now,
      expires_at: expiresAt,
    });
    await queueMessage(ctx, {
      to: input.to,
      template: 'code',
      language: input.language ?? defaultLanguage,
      args: { code, minutes: codeLifeMs / 60_000 },
      eventKey: `code ${id}`,
    });
  });
  return { expiresAt, retryAt: now + codeRetryMs };
}

export async function setPasswordByCode(
  ctx: Context,
  input: { mobile: string; code: string; password: string },
): Promise<void> {
  const codeId = await checkCode(ctx, input.mobile, 'password', input.code);
  const passwordHash = await hashPassword(input.password);
  await inTransaction(ctx, async (ctx) => {
    await spendCode(ctx, codeId);
    const member = await findByReach(ctx.db, accountKey(input.mobile));
    if (!member) throw new AppError('CODE_WRONG');
    await updateMember(ctx.db, member.id, { password_hash: passwordHash });
    await endSessions(ctx, { memberId: member.id });
  });
}

export async function changePassword(
  ctx: Context,
  actor: Actor,
  input: { oldPassword: string; newPassword: string },
): Promise<void> {
  const member = await memberOf(ctx, actor);
  if (!(await verifyPassword(input.oldPassword, member.password_hash))) throw new AppError('PASSWORD_WRONG');
  const passwordHash = await hashPassword(input.newPassword);
  await inTransaction(ctx, async (ctx) => {
    await updateMember(ctx.db, member.id, { password_hash: passwordHash });
    await endSessions(ctx, { memberId: member.id, exceptSessionId: actor.sessionId });
  });
}

export async function getPerson(ctx: Context, actor: Actor): Promise<PersonInfo> {
  return toPersonInfo(await memberOf(ctx, actor));
}

export async function updateProfile(
  ctx: Context,
  actor: Actor,
  input: {
    real_name?: string;
    nickname?: string;
    language?: Language;
    timeZone?: string;
    quietHours?: QuietHours | null;
  },
): Promise<PersonInfo> {
  const { timeZone, quietHours, ...rest } = input;
  return inTransaction(ctx, async (ctx) => {
    await updateMember(ctx.db, actor.memberId, {
      ...rest,
      ...(timeZone && { time_zone: usableTimeZone(timeZone) }),
      ...(quietHours !== undefined && { quiet_from: quietHours?.from ?? null, quiet_to: quietHours?.to ?? null }),
    });
    await rescheduleMemberDigests(ctx, actor.memberId);
    return getPerson(ctx, actor);
  });
}

/** @throws AppError CODE_WRONG, or CONTACT_TAKEN when another account has the address */
export async function changeEmail(ctx: Context, actor: Actor, input: { email: string; code: string }): Promise<void> {
  const codeId = await checkCode(ctx, input.email, 'contact', input.code);
  const key = accountKey(input.email);
  try {
    await inTransaction(ctx, async (ctx) => {
      await spendCode(ctx, codeId);
      await updateMember(ctx.db, actor.memberId, { email: input.email, email_key: key });
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('CONTACT_TAKEN', { to: input.email });
    throw error;
  }
}

/** Makes the accounts a new installation needs. Answers the admin's password only when it has just been made. */
export async function ensureFirstAccounts(ctx: Context): Promise<{ adminPassword?: string; demo: boolean }> {
  const admin = await findFirstAdmin(ctx.db);
  let adminPassword: string | undefined;
  if (!admin) {
    adminPassword = ctx.config.adminPassword || newPassword();
    await createMember(ctx, { userName: 'admin', passwordHash: await hashPassword(adminPassword), type: 'admin' });
  }
  if (ctx.config.demo && !(await findByAccount(ctx.db, demoAccount.userName))) {
    const passwordHash = await hashPassword(demoAccount.password);
    await createMember(ctx, { userName: demoAccount.userName, passwordHash, type: 'member', isDemo: true });
  }
  return { adminPassword, demo: ctx.config.demo };
}

export async function memberLanguages(ctx: Context, ids: number[]): Promise<Map<number, Language>> {
  return new Map((await findLanguages(ctx.db, ids)).map((row) => [row.id, row.language as Language]));
}

export async function forgetOldSessions(ctx: Context): Promise<void> {
  await deleteSessionsBefore(ctx.db, ctx.now() - 30 * dayMs);
}

/** Resolves tokens to actors; known ones are answered from memory until a signal says they were revoked. */
export function createAuthenticator(ctx: Context): (token: string) => Promise<Actor> {
  const cache = new Map<string, { actor: Actor; seenAt: number; expiresAt: number; cachedAt: number }>();
  ctx.signals.subscribe('session-revoked', ({ tokenHash }) => cache.delete(tokenHash));

  return async (token) => {
    const now = ctx.now();
    const tokenHash = hashSecret(token);
    let entry = cache.get(tokenHash);
    if (!entry || now - entry.cachedAt >= sessionCacheMs) {
      cache.delete(tokenHash);
      entry = await loadSession(ctx, tokenHash);
      if (cache.size >= sessionCacheMax) cache.clear();
      cache.set(tokenHash, entry);
    }
    if (entry.expiresAt <= now) throw new AppError('TOKEN_EXPIRED');
    if (now - entry.seenAt >= sessionTouchMs) {
      entry.seenAt = now;
      entry.expiresAt = now + sessionLifeMs;
      await touchSession(ctx.db, entry.actor.sessionId, entry.seenAt, entry.expiresAt);
    }
    return entry.actor;
  };
}

async function loadSession(ctx: Context, tokenHash: string) {
  const row = await findSession(ctx.db, tokenHash);
  if (!row || row.revokedAt !== null || (row.isDemo && !ctx.config.demo)) throw new AppError('TOKEN_INVALID');
  const actor: Actor = {
    memberId: row.memberId,
    userName: row.userName,
    type: row.type,
    permissions: permissionsOf(row.type),
    sessionId: row.sessionId,
    language: row.language as Language,
    timeZone: row.timeZone,
  };
  return { actor, seenAt: row.seenAt, expiresAt: row.expiresAt, cachedAt: ctx.now() };
}

async function createMember(
  ctx: Context,
  input: {
    userName: string;
    passwordHash: string;
    email?: string;
    mobile?: string;
    language?: Language;
    timeZone?: string;
    type: 'member' | 'admin';
    isDemo?: boolean;
  },
): Promise<MemberRow> {
  const userNameKey = accountKey(input.userName);
  const contactKey = input.email ? accountKey(input.email) : input.mobile;
  if (await findByAccount(ctx.db, userNameKey)) throw new AppError('USER_NAME_TAKEN', { userName: input.userName });
  if (contactKey && (await findByAccount(ctx.db, contactKey))) throw new AppError('CONTACT_TAKEN', { to: contactKey });
  try {
    return await insertMember(ctx.db, {
      user_name: input.userName,
      user_name_key: userNameKey,
      password_hash: input.passwordHash,
      email: input.email ?? null,
      email_key: input.email ? accountKey(input.email) : null,
      mobile: input.mobile ?? null,
      type: input.type,
      real_name: '',
      nickname: input.userName,
      image: '',
      language: input.language ?? defaultLanguage,
      time_zone: usableTimeZone(input.timeZone),
      is_vip: 0,
      vip_expire_at: null,
      is_demo: input.isDemo ? 1 : 0,
      created_at: ctx.now(),
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('USER_NAME_TAKEN', { userName: input.userName });
    throw error;
  }
}

async function startSession(ctx: Context, member: MemberRow, client: string): Promise<Session> {
  const token = newToken();
  const uuid = randomUUID();
  const now = ctx.now();
  const expiresAt = now + sessionLifeMs;
  await insertSession(ctx.db, {
    member_id: member.id,
    token_hash: hashSecret(token),
    uuid,
    client,
    created_at: now,
    seen_at: now,
    expires_at: expiresAt,
    revoked_at: null,
  });
  const held = [...permissionsOf(member.type)];
  return {
    token,
    expiresAt,
    uuid,
    user: { userId: member.id, userName: member.user_name, type: member.type, access: held },
    uniqueAuth: held,
  };
}

async function endSessions(ctx: Context, which: Parameters<typeof revokeSessions>[1]): Promise<void> {
  const ended = await revokeSessions(ctx.db, which, ctx.now());
  ctx.afterCommit(() => {
    for (const tokenHash of ended) ctx.signals.publish('session-revoked', { tokenHash });
  });
}

/** Outside of any transaction, so that a wrong guess stays counted. */
async function checkCode(ctx: Context, to: string, purpose: CodePurpose, code: string): Promise<number> {
  const row = await findLatestCode(ctx.db, accountKey(to), purpose);
  const isUsable = row && row.used_at === null && row.expires_at > ctx.now();
  if (!isUsable || !(await countCodeAttempt(ctx.db, row.id, codeAttemptsMax))) throw new AppError('CODE_WRONG');
  if (hashSecret(code) !== row.code_hash) throw new AppError('CODE_WRONG');
  return row.id;
}

async function spendCode(ctx: Context, codeId: number): Promise<void> {
  if (!(await takeCode(ctx.db, codeId, ctx.now()))) throw new AppError('CODE_WRONG');
}

async function refuseWhileLocked(ctx: Context, subjects: string[]): Promise<void> {
  for (const subject of subjects) {
    const failure = await findLoginFailure(ctx.db, subject);
    const waitMs = (failure?.locked_until ?? 0) - ctx.now();
    if (waitMs > 0) throw new AppError('LOGIN_LOCKED', { seconds: Math.ceil(waitMs / 1000) });
  }
}

async function countFailure(ctx: Context, subjects: string[]): Promise<void> {
  const now = ctx.now();
  for (const subject of subjects) {
    const failures = ((await findLoginFailure(ctx.db, subject))?.failures ?? 0) + 1;
    // One address serves many people; it may fail more often than one account before it is locked.
    const counted = subject.startsWith('address') ? Math.floor(failures / 5) : failures;
    await saveLoginFailure(ctx.db, { subject, failures, locked_until: now + lockMs(counted), updated_at: now });
  }
}

async function memberOf(ctx: Context, actor: Actor): Promise<MemberRow> {
  const member = await findMember(ctx.db, actor.memberId);
  if (!member) throw new AppError('TOKEN_INVALID');
  return member;
}

function toPersonInfo(member: MemberRow): PersonInfo {
  const held = [...permissionsOf(member.type)];
  return {
    userId: member.id,
    userName: member.user_name,
    type: member.type,
    real_name: member.real_name,
    nickname: member.nickname,
    image: member.image,
    email: member.email ?? '',
    mobile: member.mobile ?? '',
    language: member.language as Language,
    timeZone: member.time_zone,
    quietHours:
      member.quiet_from === null || member.quiet_to === null ? null : { from: member.quiet_from, to: member.quiet_to },
    memberInfo: { is_vip: member.is_vip === 1, vip_expire_time: member.vip_expire_at },
    access: held,
    uniqueAuth: held,
    createdAt: member.created_at,
  };
}

function usableTimeZone(timeZone: string | undefined): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: timeZone ?? 'Asia/Shanghai' }).resolvedOptions().timeZone;
  } catch {
    return 'Asia/Shanghai';
  }
}

function isLoopback(address: string): boolean {
  return address === 'in-process' || address === '::1' || /^(::ffff:)?127\./.test(address);
}
