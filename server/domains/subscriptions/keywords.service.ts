/** Keyword subscriptions: saved queries of a member. Matching them against new articles is `keyword-matching.service.ts`. */
import { type KeywordSubscription, Scope, type Telling } from '#shared/contract/keywords.ts';
import { printQuery } from '#shared/query/print.ts';
import { PATTERN_NAME } from '#shared/query/values.ts';
import { keywordCountMax } from '#shared/rules/limits.ts';
import { type MemberClock, nextDigestAt, outOfQuiet, type TellingPlan } from '#shared/rules/rhythm.ts';
import { AppError } from '../../app-error.ts';
import { type Actor, type Context, inTransaction } from '../../context.ts';
import type { TokenQuery } from '../../text/token-query.ts';
import { unreadBySubscription } from '../notices/notices.service.ts';
import {
  compileKeyword,
  inField,
  type ParsedKeyword,
  parseKeyword,
  withScope,
} from '../search/keyword-query.service.ts';
import { previewKeyword, toHits } from '../search/search.service.ts';
import { findWithDigest } from './digests.queries.ts';
import {
  countByMember,
  findAllByMember,
  findByKey,
  findByMember,
  findHits,
  findOwn,
  findRules,
  insertKeywords,
  type KeywordRow,
  type NewKeyword,
  nextRuleRevision,
  type RuleOfMember,
  updateKeywordRow,
} from './keywords.queries.ts';
import { dependentsOf, savedSearchesOf } from './saved-searches.service.ts';
import { followedSourceIds } from './websites.queries.ts';

const nameLength = 80;

export async function subscribeKeyword(
  ctx: Context,
  actor: Actor,
  input: { keyword: string; name?: string; scope?: Scope } & Telling,
): Promise<{ id: number }> {
  const keywordKey = keywordKeyOf(input.keyword);
  return inTransaction(ctx, async (ctx) => {
    if ((await countByMember(ctx.db, actor.memberId)) >= keywordCountMax) {
      throw new AppError('KEYWORD_LIMIT', { max: keywordCountMax });
    }
    const scope = input.scope ?? Scope.parse({});
    await refuseDuplicate(ctx, actor, keywordKey, scope);
    await compileRule(ctx, actor, input.keyword, scope);
    const row = newKeywordRow(ctx, actor, input, keywordKey, await announceRuleChange(ctx));
    const id = (await insertKeywords(ctx.db, [row])).get(keywordKey)!;
    return { id };
  });
}

export function newKeywordRow(
  ctx: Context,
  actor: Actor,
  input: { keyword: string; name?: string; scope?: Scope } & Telling,
  keywordKey: string,
  ruleRevision: number,
): NewKeyword {
  return {
    member_id: actor.memberId,
    name: input.name?.slice(0, nameLength) || input.keyword.slice(0, nameLength),
    keyword: input.keyword,
    keyword_key: keywordKey,
    scope: JSON.stringify(input.scope ?? Scope.parse({})),
    rhythm: 'at-once',
    channels: JSON.stringify(['in-app', 'desktop', 'feed']),
    ...tellingColumns(input),
    rule_revision: ruleRevision,
    created_at: ctx.now(),
    updated_at: ctx.now(),
  };
}

export async function updateKeyword(
  ctx: Context,
  actor: Actor,
  input: { id: number; keyword?: string; name?: string; scope?: Scope; paused?: boolean } & Telling,
): Promise<KeywordSubscription> {
  return inTransaction(ctx, async (ctx) => {
    const row = await ownKeyword(ctx, actor, input.id);
    const scope = input.scope ?? (JSON.parse(row.scope) as Scope);
    const keywordKey = input.keyword === undefined ? row.keyword_key : keywordKeyOf(input.keyword);
    if (input.keyword !== undefined || input.scope !== undefined) {
      await refuseDuplicate(ctx, actor, keywordKey, scope, row.id);
    }
    await updateKeywordRow(ctx.db, row.id, {
      ...(input.keyword !== undefined && { keyword: input.keyword, keyword_key: keywordKey }),
      ...(input.name !== undefined && { name: input.name || (input.keyword ?? row.keyword).slice(0, nameLength) }),
      ...(input.scope !== undefined && { scope: JSON.stringify(scope) }),
      ...tellingColumns(input),
      ...(input.paused !== undefined && { paused: input.paused ? 1 : 0 }),
      rule_revision: await announceRuleChange(ctx),
      updated_at: ctx.now(),
    });
    if (input.keyword !== undefined) await compileRule(ctx, actor, input.keyword, scope);
    if (input.keyword !== undefined || input.scope !== undefined || input.name !== undefined) {
      await reviseDependents(ctx, actor, [row.name, (await ownKeyword(ctx, actor, row.id)).name]);
    }
    await rescheduleDigests(ctx, [row.id]);
    const unread = await unreadBySubscription(ctx, actor, 'keyword', [row.id]);
    return toSubscription(await ownKeyword(ctx, actor, row.id), unread.get(row.id) ?? 0);
  });
}

/** Deletes, or takes a deletion back: the row stays so that its notices keep their reason. */
export async function unsubscribeKeyword(ctx: Context, actor: Actor, id: number, restore: boolean): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const row = await findOwn(ctx.db, actor.memberId, id);
    if (!row || (row.deleted_at === null) === restore) throw new AppError('NOT_FOUND');
    await updateKeywordRow(ctx.db, id, {
      deleted_at: restore ? null : ctx.now(),
      rule_revision: await announceRuleChange(ctx),
      updated_at: ctx.now(),
    });
    if (restore) await compileRule(ctx, actor, row.keyword, JSON.parse(row.scope) as Scope);
    await reviseDependents(ctx, actor, [row.name]);
  });
}

export async function listKeywords(
  ctx: Context,
  actor: Actor,
  query: { page: number; limit: number; text?: string },
): Promise<{ list: KeywordSubscription[]; count: number }> {
  const [rows, count] = await Promise.all([
    findByMember(ctx.db, actor.memberId, query.text, query.limit, (query.page - 1) * query.limit),
    countByMember(ctx.db, actor.memberId, query.text),
  ]);
  const unread = await unreadBySubscription(
    ctx,
    actor,
    'keyword',
    rows.map((row) => row.id),
  );
  return { list: rows.map((row) => toSubscription(row, unread.get(row.id) ?? 0)), count };
}

export async function previewSubscription(ctx: Context, actor: Actor, input: { keyword: string; scope?: Scope }) {
  const parsed = parseKeyword(input.keyword, 'lenient', true);
  refuseEmpty(input.keyword);
  const scope = input.scope ?? Scope.parse({});
  const query = await compileWords(ctx, actor.memberId, inField(parsed, scope.field), actor.timeZone);
  const own = scope.ownWebsitesOnly ? await followedSourceIds(ctx.db, actor.memberId) : [];
  return previewKeyword(ctx, withScope(query, scope, own), parsed, actor.timeZone);
}

export async function listHits(ctx: Context, actor: Actor, query: { id: number; page: number; limit: number }) {
  const row = await ownKeyword(ctx, actor, query.id);
  const hits = await findHits(ctx.db, row.id, query.limit, (query.page - 1) * query.limit);
  const list = await toHits(
    ctx,
    hits.map((hit) => hit.article_id),
    await ruleWords(ctx, row, actor.timeZone),
  );
  const matchedAt = new Map(hits.map((hit) => [hit.article_id, hit.matched_at]));
  return { list: list.map((hit) => ({ ...hit, matchedAt: matchedAt.get(hit.id)! })), count: row.hit_count };
}

/** Rules confined to the member's own websites change with these, and so do those that search with them. */
export async function reviseWebsiteRules(ctx: Context, actor: Pick<Actor, 'memberId'>): Promise<void> {
  const rows = await findAllByMember(ctx.db, actor.memberId);
  const confined = rows.filter((one) => (JSON.parse(one.scope) as Scope).ownWebsitesOnly);
  for (const row of confined) {
    await updateKeywordRow(ctx.db, row.id, { rule_revision: await announceRuleChange(ctx) });
  }
  await reviseDependents(
    ctx,
    actor,
    confined.map((row) => row.name),
  );
}

/**
 * After a subscription with one of these names was changed: rules that search with it follow.
 * @throws AppError KEYWORD_IN_USE when one of them would no longer work
 */
async function reviseDependents(ctx: Context, actor: Pick<Actor, 'memberId'>, names: readonly string[]): Promise<void> {
  const rows = await findAllByMember(ctx.db, actor.memberId);
  for (const row of dependentsOf(rows, names)) {
    try {
      await compileRule(ctx, actor, row.keyword, JSON.parse(row.scope) as Scope);
    } catch (error) {
      if (error instanceof AppError) throw new AppError('KEYWORD_IN_USE', { by: row.name });
      throw error;
    }
    await updateKeywordRow(ctx.db, row.id, { rule_revision: await announceRuleChange(ctx) });
  }
}

/** @throws AppError QUERY_INVALID when the words cannot be a rule of the member's */
async function compileRule(ctx: Context, actor: Pick<Actor, 'memberId'>, keyword: string, scope: Scope): Promise<void> {
  const parsed = inField(parseKeyword(keyword, 'lenient', true), scope.field);
  await compileWords(ctx, actor.memberId, parsed, 'UTC');
}

async function compileWords(
  ctx: Context,
  memberId: number,
  parsed: ParsedKeyword,
  timeZone: string,
): Promise<TokenQuery> {
  const savedSearch = await savedSearchesOf(ctx, memberId, parsed.query);
  return compileKeyword(parsed, { now: ctx.now(), timeZone, savedSearch, isRule: true });
}

/** What waits is told by the rule's present rhythm and the member's present clock. */
export async function rescheduleDigests(ctx: Context, ids: number[]): Promise<void> {
  const now = ctx.now();
  for (const rule of await findRules(ctx.db, ids)) {
    if (rule.digest_at === null) continue;
    const clock = clockOf(rule);
    // What is over the day's number stays for its own time; what came in quiet hours stays for their end.
    const digestAt =
      rule.rhythm === 'at-once' ? outOfQuiet(rule.digest_at, clock) : nextDigestAt(planOf(rule), clock, now);
    await updateKeywordRow(ctx.db, rule.id, { digest_at: digestAt });
  }
}

/** After the member's clock was changed. */
export async function rescheduleMemberDigests(ctx: Context, memberId: number): Promise<void> {
  const rows = await findWithDigest(ctx.db, memberId);
  await rescheduleDigests(
    ctx,
    rows.map((row) => row.id),
  );
}

export function clockOf(rule: Pick<RuleOfMember, 'time_zone' | 'quiet_from' | 'quiet_to'>): MemberClock {
  const { time_zone: timeZone, quiet_from: from, quiet_to: to } = rule;
  return { timeZone, quietHours: from === null || to === null ? null : { from, to } };
}

export function channelsOf(rule: Pick<KeywordRow, 'channels'>): KeywordSubscription['channels'] {
  return JSON.parse(rule.channels) as KeywordSubscription['channels'];
}

export function planOf(rule: Pick<KeywordRow, 'rhythm' | 'tell_at' | 'tell_on'>): TellingPlan {
  return { rhythm: rule.rhythm as TellingPlan['rhythm'], tellAt: rule.tell_at, tellOn: rule.tell_on };
}

type RuleWords = Pick<KeywordRow, 'member_id' | 'keyword' | 'scope'>;

/** The rule's words as a token query, without its scope. @throws AppError QUERY_INVALID when they cannot be searched for */
export function ruleQuery(ctx: Context, row: RuleWords, timeZone: string): Promise<TokenQuery> {
  const scope = JSON.parse(row.scope) as Scope;
  return compileWords(ctx, row.member_id, inField(parseKeyword(row.keyword, 'lenient'), scope.field), timeZone);
}

/** The rule's words for marking them: none when they can no longer be searched for. */
export async function ruleWords(ctx: Context, row: RuleWords, timeZone: string): Promise<TokenQuery> {
  try {
    return await ruleQuery(ctx, row, timeZone);
  } catch (error) {
    if (error instanceof AppError) return { type: 'none' };
    throw error;
  }
}

async function ownKeyword(ctx: Context, actor: Actor, id: number): Promise<KeywordRow> {
  const row = await findOwn(ctx.db, actor.memberId, id);
  if (!row || row.deleted_at !== null) throw new AppError('NOT_FOUND');
  return row;
}

/** Two spellings of one query (full-width signs, spaces, order of brackets) are one keyword. */
export function keywordKeyOf(keyword: string): string {
  const { query } = parseKeyword(keyword, 'lenient', true);
  refuseEmpty(keyword);
  const printed = printQuery(query).normalize('NFKC');
  // In a regular expression the case of a letter may change what it means.
  return printed.includes(`${PATTERN_NAME}:/`) ? printed : printed.toLowerCase();
}

function refuseEmpty(keyword: string): void {
  if (parseKeyword(keyword, 'lenient', true).query.root === null) throw new AppError('QUERY_EMPTY');
}

async function refuseDuplicate(ctx: Context, actor: Actor, keywordKey: string, scope: Scope, exceptId?: number) {
  const same = await findByKey(ctx.db, actor.memberId, keywordKey);
  const twin = same.find((row) => row.id !== exceptId && row.scope === JSON.stringify(scope));
  if (twin) throw new AppError('KEYWORD_EXISTS', { keyword: twin.name });
}

async function announceRuleChange(ctx: Context): Promise<number> {
  const revision = await nextRuleRevision(ctx.db);
  ctx.afterCommit(() => ctx.signals.publish('rules-changed', { revision }));
  return revision;
}

/** Columns for what is given. The inbox is always told. */
function tellingColumns({ rhythm, tellAt, tellOn, dayMax, channels, snoozeUntil, expiresAt }: Telling) {
  return {
    ...(rhythm !== undefined && { rhythm }),
    ...(tellAt !== undefined && { tell_at: tellAt }),
    ...(tellOn !== undefined && { tell_on: tellOn }),
    ...(dayMax !== undefined && { day_max: dayMax }),
    ...(channels !== undefined && {
      channels: JSON.stringify(['in-app', ...channels.filter((one) => one !== 'in-app')]),
    }),
    ...(snoozeUntil !== undefined && { snooze_until: snoozeUntil }),
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
  };
}

function toSubscription(row: KeywordRow, unreadCount: number): KeywordSubscription {
  return {
    id: row.id,
    name: row.name,
    keyword: row.keyword,
    scope: JSON.parse(row.scope) as Scope,
    rhythm: row.rhythm as KeywordSubscription['rhythm'],
    tellAt: row.tell_at,
    tellOn: row.tell_on,
    dayMax: row.day_max,
    channels: channelsOf(row),
    paused: row.paused === 1,
    snoozeUntil: row.snooze_until,
    expiresAt: row.expires_at,
    nextDigestAt: row.digest_at,
    hitCount: row.hit_count,
    unreadCount,
    lastHitAt: row.last_hit_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
