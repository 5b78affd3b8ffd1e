/** The member's addresses for notices: webhook, feed, browsers. E-mail belongs to the account. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { ChannelState } from '#shared/contract/channels.ts';
import { pushDeviceCountMax } from '#shared/rules/limits.ts';
import { AppError } from '../../app-error.ts';
import { type Actor, type Context, inTransaction } from '../../context.ts';
import { queueEffect } from '../outbox/outbox.service.ts';
import { settingOr } from '../system/system.service.ts';
import {
  deleteFeed,
  deletePushDevice,
  deleteWebhook,
  findFeedSecret,
  findPushDevices,
  findReader,
  findWebhook,
  insertWebhook,
  saveFeedSecret,
  savePushDevice,
  updateWebhook,
} from './channels.queries.ts';
import { newWebhookSecret } from './webhook-signature.ts';

export async function getChannels(ctx: Context, actor: Actor): Promise<ChannelState> {
  const { memberId } = actor;
  const [reader, webhook, secret, devices] = await Promise.all([
    findReader(ctx.db, memberId),
    findWebhook(ctx.db, memberId),
    findFeedSecret(ctx.db, memberId),
    findPushDevices(ctx.db, [memberId]),
  ]);
  return {
    email: reader?.email ?? '',
    webhook: webhook
      ? {
          url: webhook.url,
          isOn: webhook.is_on === 1,
          lastOkAt: webhook.last_ok_at,
          failingSince: webhook.failing_since,
          lastError: webhook.last_error,
        }
      : null,
    feed: secret === undefined ? null : feedAddress(secret),
    push: { publicKey: ctx.push.publicKey, deviceCount: devices.length },
  };
}

/** Saving switches on again what had been switched off. The secret is answered only when it is made. */
export async function saveWebhook(ctx: Context, actor: Actor, input: { url: string }): Promise<{ secret?: string }> {
  const url = usableUrl(input.url);
  return inTransaction(ctx, async (ctx) => {
    if (await findWebhook(ctx.db, actor.memberId)) {
      await updateWebhook(ctx.db, actor.memberId, { url, is_on: 1, failing_since: null, last_error: '' });
      return {};
    }
    const secret = newWebhookSecret();
    await insertWebhook(ctx.db, { member_id: actor.memberId, url, secret, is_on: 1, created_at: ctx.now() });
    return { secret };
  });
}

export async function rotateWebhookSecret(ctx: Context, actor: Actor): Promise<{ secret: string }> {
  if (!(await findWebhook(ctx.db, actor.memberId))) throw new AppError('NOT_FOUND');
  const secret = newWebhookSecret();
  await updateWebhook(ctx.db, actor.memberId, { secret });
  return { secret };
}

export async function testWebhook(ctx: Context, actor: Actor): Promise<void> {
  const { memberId } = actor;
  if (!(await findWebhook(ctx.db, memberId))) throw new AppError('NOT_FOUND');
  const eventKey = `webhook test ${randomUUID()}`;
  await queueEffect(ctx, { kind: 'webhook', eventKey, payload: { memberId, noticeId: null } });
}

export async function removeWebhook(ctx: Context, actor: Actor): Promise<void> {
  await deleteWebhook(ctx.db, actor.memberId);
}

export async function renewFeed(ctx: Context, actor: Actor) {
  const secret = randomBytes(24).toString('base64url');
  await saveFeedSecret(ctx.db, actor.memberId, secret, ctx.now());
  return feedAddress(secret);
}

export async function revokeFeed(ctx: Context, actor: Actor): Promise<void> {
  await deleteFeed(ctx.db, actor.memberId);
}

export async function addPushDevice(
  ctx: Context,
  actor: Actor,
  input: { endpoint: string; keys: { p256dh: string; auth: string } },
): Promise<void> {
  const endpoint = usableUrl(input.endpoint);
  await inTransaction(ctx, async (ctx) => {
    await savePushDevice(ctx.db, {
      member_id: actor.memberId,
      endpoint,
      endpoint_key: endpointKey(endpoint),
      ...input.keys,
      created_at: ctx.now(),
    });
    const devices = await findPushDevices(ctx.db, [actor.memberId]);
    if (devices.length > pushDeviceCountMax) throw new AppError('PUSH_DEVICE_LIMIT', { max: pushDeviceCountMax });
  });
}

export async function removePushDevice(ctx: Context, actor: Actor, input: { endpoint: string }): Promise<void> {
  const key = endpointKey(usableUrl(input.endpoint));
  await deletePushDevice(ctx.db, { memberId: actor.memberId, endpointKey: key });
}

/** The server's own keys for Web Push: made at the first start, the same in every process from then on. */
export async function pushKeysOf<K extends object>(ctx: Pick<Context, 'db'>, makeKeys: () => K): Promise<K> {
  return JSON.parse(await settingOr(ctx, 'push.keys', JSON.stringify(makeKeys()))) as K;
}

function feedAddress(secret: string) {
  return { rss: `/v1/notice/feed/${secret}.xml`, json: `/v1/notice/feed/${secret}.json` };
}

const endpointKey = (endpoint: string) => createHash('sha256').update(endpoint).digest('base64url');

/** Where it leads is checked by the fetch itself, each time. */
function usableUrl(text: string): string {
  const url = URL.parse(text);
  const isUsable = url && /^https?:$/.test(url.protocol) && !url.username && !url.password;
  if (!isUsable) throw new AppError('URL_INVALID', { url: text.slice(0, 200) });
  return url.href;
}
