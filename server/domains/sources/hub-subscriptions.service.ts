/**
 * WebSub (W3C Recommendation, 2018): a feed that names a hub tells of its news by itself. What a hub delivers is never read; it
 * makes the source due, and the crawl fetches it as always (docs/adr/0015-a-hub-makes-its-source-due.md).
 */
import { randomBytes } from 'node:crypto';
import { dayMs } from '#shared/rules/session.ts';
import type { Context } from '../../context.ts';
import { TOLD_SPACING_MS, turnBesideHub } from '../../crawl/schedule/hub-turn.ts';
import { isSignedBody } from './hub-signature.ts';
import {
  askHub,
  claimHub,
  countHubs,
  deleteHub,
  findByToken,
  findDueHubs,
  findNeedless,
  findOfSource,
  findTrusted,
  type HubSubscriptionRow,
  noteFetched,
  noteTold,
  updateHub,
  updatePending,
} from './hub-subscriptions.queries.ts';
import { findSource, hastenSource, type SourceRow } from './sources.queries.ts';

/** Where hubs reach us; the token names the subscription. */
export const hubCallbackPath = '/v1/source/hub';

const leaseAskedMs = 10 * dayMs;
const leaseMinMs = 60_000;
const leaseMaxMs = 90 * dayMs;
/** Part of the lease after which another one is asked for, and how far the moments lie apart. */
const renewalShare = 0.8;
const renewalSpread = 0.1;
const deniedMs = 7 * dayMs;
const retryFirstMs = 5 * 60_000;
const retryMaxMs = 7 * dayMs;
/** A hub that does not let us go is left to its lease after so many requests. */
const leavingAttemptsMax = 5;
/** A source that fails for so long is no longer waited for. */
const failingMs = 18 * 3_600_000;
const hubsAtOnce = 20;
const needlessAtOnce = 200;
const addressCharsMax = 1_000;
const answerBytesMax = 64 * 1_024;
const answerMs = 10_000;
const challengeCharsMax = 2_000;

/** As a feed names it. */
export interface NamedHub {
  url: string;
  /** The address under which the hub knows the feed. */
  topic: string;
}

const random = (bytes: number) => randomBytes(bytes).toString('base64url');
const tokenForm = /^[\w-]{32}$/;

/**
 * Inside the transaction of a successful fetch: asks the hub that the feed names now, leaves another one that it named before,
 * and answers the milliseconds until the next fetch.
 */
export async function nextTurn(
  ctx: Context,
  source: SourceRow,
  named: NamedHub | undefined,
  fetch: { at: number; newCount: number; learnedMs: number },
): Promise<number> {
  const rows = await findOfSource(ctx.db, source.id);
  const isNamed = (row: HubSubscriptionRow) => row.hub === named?.url && row.topic === named.topic;
  for (const row of rows) if (row.state !== 'leaving' && !isNamed(row)) await leave(ctx, row);
  const current = rows.find((row) => row.state !== 'leaving' && isNamed(row));
  if (!current) {
    if (named && isWanted(ctx, source, named)) {
      const secrets = { token: random(24), secret: random(32) };
      await askHub(ctx.db, {
        source_id: source.id,
        hub: named.url,
        topic: named.topic,
        ...secrets,
        at: ctx.now(),
      });
    }
    return fetch.learnedMs;
  }
  const hub = (await noteFetched(ctx.db, current.id, fetch.at)) ?? current;
  const turn = turnBesideHub(
    { ...fetch, previousAt: source.last_ok_at ?? undefined },
    { isTrusted: hub.is_trusted === 1, toldAt: hub.told_at, leaseEndsAt: hub.lease_ends_at },
  );
  if (!turn.isTrusted && hub.is_trusted === 1) await updateHub(ctx.db, hub.id, { is_trusted: 0 });
  return turn.delayMs;
}

/** Without a public address no hub could reach us. */
function isWanted({ config }: Context, source: SourceRow, { url, topic }: NamedHub): boolean {
  const isRead = source.subscriber_count > 0 || source.origin !== 'member';
  return config.publicUrl !== '' && isRead && url.length <= addressCharsMax && topic.length <= addressCharsMax;
}

/** A hub that never said yes need not be asked to stop. */
async function leave(ctx: Context, row: HubSubscriptionRow): Promise<void> {
  if (row.lease_ends_at === null) return deleteHub(ctx.db, row.id);
  const values = { state: 'leaving', pending: null, due_at: ctx.now(), attempts: 0, is_trusted: 0 } as const;
  await updateHub(ctx.db, row.id, values);
}

/** Sends what is due to the hubs: for the first time, again, for another lease, or to stop. Each hub one request at a time. */
export async function askDueHubs(ctx: Context): Promise<void> {
  if (ctx.config.publicUrl === '') return;
  for (const row of await findNeedless(ctx.db, ctx.now() - failingMs, needlessAtOnce)) await leave(ctx, row);
  const due = await findDueHubs(ctx.db, ctx.now(), hubsAtOnce);
  await Promise.all(
    [...Map.groupBy(due, ({ hub }) => URL.parse(hub)?.host).values()].map(async (rows) => {
      // One that does not answer keeps nobody waiting: what else is due there counts as tried.
      let isSilent = false;
      for (const row of rows) {
        const turn = await takeTurn(ctx, row);
        if (turn && !isSilent) isSilent = !(await ask(ctx, row, turn));
      }
    }),
  );
}

type Mode = 'subscribe' | 'unsubscribe';

/** Takes the row for this process and puts it off until the next attempt; undefined: there is nothing to ask. */
async function takeTurn(ctx: Context, row: HubSubscriptionRow): Promise<{ mode: Mode; waitMs: number } | undefined> {
  const now = ctx.now();
  const isOver = row.attempts >= leavingAttemptsMax || (row.lease_ends_at ?? 0) <= now;
  if (row.state === 'leaving' && isOver) {
    await deleteHub(ctx.db, row.id);
    return undefined;
  }
  const mode = row.state === 'leaving' ? 'unsubscribe' : 'subscribe';
  const waitMs = Math.min(retryFirstMs * 2 ** row.attempts, retryMaxMs);
  const isOurs = await claimHub(ctx.db, row, {
    state: row.state === 'denied' ? 'asked' : row.state,
    pending: mode,
    attempts: row.attempts + 1,
    due_at: now + waitMs,
  });
  return isOurs ? { mode, waitMs } : undefined;
}

/** False when the hub's server did not answer at all. */
async function ask(ctx: Context, row: HubSubscriptionRow, turn: { mode: Mode; waitMs: number }): Promise<boolean> {
  const { mode, waitMs } = turn;
  const answer = await ctx.fetchResource({
    url: row.hub,
    accept: '*/*',
    maxBytes: answerBytesMax,
    timeoutMs: answerMs,
    post: {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: Buffer.from(hubRequest(ctx, row, mode).toString()),
    },
  });
  const sent = { id: row.id, pending: mode };
  if (answer.ok) {
    if (row.last_error !== '') await updatePending(ctx.db, sent, { last_error: '' });
    return true;
  }
  const { error, detail, status, retryAfterMs = 0 } = answer;
  ctx.log.info({ sourceId: row.source_id, hub: row.hub, mode, error, detail }, 'a hub could not be asked');
  await updatePending(ctx.db, sent, {
    last_error: `${error}: ${detail}`.slice(0, 500),
    due_at: ctx.now() + Math.max(waitMs, Math.min(retryAfterMs, retryMaxMs)),
  });
  return status !== undefined;
}

function hubRequest(ctx: Context, row: HubSubscriptionRow, mode: Mode): URLSearchParams {
  return new URLSearchParams({
    'hub.mode': mode,
    'hub.topic': row.topic,
    'hub.callback': `${ctx.config.publicUrl}${hubCallbackPath}/${row.token}`,
    ...(mode === 'subscribe' && {
      'hub.secret': row.secret,
      'hub.lease_seconds': String(leaseAskedMs / 1_000),
    }),
  });
}

/** A hub asks whether we meant it, or refuses. Answers what to send back; undefined: we did not ask for this. */
export async function answerHub(
  ctx: Context,
  token: string,
  query: Record<string, string>,
): Promise<string | undefined> {
  const row = await subscriptionOf(ctx, token);
  if (!row || query['hub.topic'] !== row.topic) return undefined;
  if (query['hub.mode'] === 'denied') return denied(ctx, row, query['hub.reason']);
  const challenge = query['hub.challenge'] ?? '';
  const isAsked = row.pending !== null && query['hub.mode'] === row.pending;
  if (!isAsked || challenge === '' || challenge.length > challengeCharsMax) return undefined;
  if (row.pending === 'unsubscribe') await deleteHub(ctx.db, row.id);
  else await verified(ctx, row, Number(query['hub.lease_seconds']));
  return challenge;
}

async function verified(ctx: Context, row: HubSubscriptionRow, leaseSeconds: number): Promise<void> {
  const now = ctx.now();
  const wantedMs = leaseSeconds > 0 ? leaseSeconds * 1_000 : leaseAskedMs;
  const leaseMs = Math.round(Math.min(Math.max(wantedMs, leaseMinMs), leaseMaxMs));
  // The golden ratio spreads ids evenly: what was verified together is not renewed together.
  const share = renewalShare + renewalSpread * ((row.id * 0.618) % 1);
  await updateHub(ctx.db, row.id, {
    state: 'verified',
    pending: null,
    attempts: 0,
    last_error: '',
    lease_ends_at: now + leaseMs,
    due_at: now + Math.max(Math.round(leaseMs * share), retryFirstMs),
  });
}

async function denied(ctx: Context, row: HubSubscriptionRow, reason = ''): Promise<string> {
  if (row.state === 'leaving') await deleteHub(ctx.db, row.id);
  else {
    await updateHub(ctx.db, row.id, {
      state: 'denied',
      pending: null,
      attempts: 0,
      last_error: `denied: ${reason}`.slice(0, 500),
      lease_ends_at: null,
      is_trusted: 0,
      due_at: ctx.now() + deniedMs,
    });
  }
  ctx.log.info({ sourceId: row.source_id, hub: row.hub, reason: reason.slice(0, 500) }, 'a hub refused');
  return '';
}

/** `taken` the source is due · `unsigned` not the hub's, and ignored · `left` we asked it to stop · `unknown` nobody's address. */
export type DeliveryOutcome = 'taken' | 'unsigned' | 'left' | 'unknown';

/** A hub tells of news. The body is read for its signature alone. */
export async function takeDelivery(
  ctx: Context,
  token: string,
  delivery: { signature: string | undefined; body: AsyncIterable<Uint8Array> },
): Promise<DeliveryOutcome> {
  const row = await subscriptionOf(ctx, token);
  if (row?.state === 'leaving') return 'left';
  if (row?.state !== 'verified') return 'unknown';
  if (!(await isSignedBody(delivery.body, delivery.signature, row.secret))) {
    ctx.log.info({ sourceId: row.source_id, hub: row.hub }, 'a delivery was not signed by its hub');
    return 'unsigned';
  }
  await hasten(ctx, row);
  return 'taken';
}

/** A source that fails, or was told to wait, keeps its turn; any other is fetched at once, but once a minute at most. */
async function hasten(ctx: Context, row: HubSubscriptionRow): Promise<void> {
  const now = ctx.now();
  // First this row, which a fetch under way holds until it has written when the source is due.
  await noteTold(ctx.db, row.id, now);
  const source = await findSource(ctx.db, row.source_id);
  if (!source || source.error_kind !== null) return;
  const at = Math.max(now, (source.last_fetch_at ?? 0) + TOLD_SPACING_MS);
  if ((await hastenSource(ctx.db, source.id, at)) && at === now) {
    ctx.signals.publish('source-due', { sourceId: source.id });
  }
}

async function subscriptionOf(ctx: Context, token: string): Promise<HubSubscriptionRow | undefined> {
  return tokenForm.test(token) ? findByToken(ctx.db, token) : undefined;
}

/** Of these sources, those that tell of their news by themselves, with the end of their lease. */
export async function tellingUntil(ctx: Context, sourceIds: number[]): Promise<Map<number, number>> {
  const rows = await findTrusted(ctx.db, sourceIds, ctx.now());
  return new Map(rows.map((row) => [row.source_id, row.lease_ends_at ?? 0]));
}

/** Subscriptions by state for the metrics page: `trusted` and `verified` have a lease that runs, `lapsed` had one. */
export async function hubFigures(ctx: Context): Promise<Record<string, number>> {
  const figures = { asked: 0, trusted: 0, verified: 0, lapsed: 0, denied: 0, leaving: 0 };
  for (const { state, count, running, trusted } of await countHubs(ctx.db, ctx.now())) {
    if (state !== 'verified') figures[state] = count;
    else {
      figures.trusted = trusted;
      figures.verified = running - trusted;
      figures.lapsed = count - running;
    }
  }
  return figures;
}
