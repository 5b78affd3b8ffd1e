/** What leaves the process because of a notice, queued in the transaction that makes the notice. */
import type { Context } from '../../context.ts';
import { queueEffect } from '../outbox/outbox.service.ts';
import { findPushDevices } from './channels.queries.ts';

export interface Delivery {
  memberId: number;
  noticeId: number;
  /** Names the event for good: the same one goes out once per channel, whatever led to it. */
  eventKey: string;
  channels: readonly string[];
}

/** Queues what the channels ask for; addresses are looked up when a delivery is due, so that a changed one is used. */
export async function queueDeliveries(ctx: Context, deliveries: readonly Delivery[]): Promise<void> {
  const pushed = deliveries.filter(({ channels }) => channels.includes('push'));
  const devices = Map.groupBy(
    await findPushDevices(ctx.db, [...new Set(pushed.map(({ memberId }) => memberId))]),
    (device) => device.member_id,
  );
  for (const { memberId, noticeId, eventKey, channels } of deliveries) {
    const event = `${memberId} ${eventKey}`;
    if (channels.includes('email')) {
      await queueEffect(ctx, { kind: 'notice-mail', eventKey: `mail ${event}`, payload: { noticeId } });
    }
    if (channels.includes('webhook')) {
      await queueEffect(ctx, { kind: 'webhook', eventKey: `webhook ${event}`, payload: { memberId, noticeId } });
    }
    if (!channels.includes('push')) continue;
    for (const { id } of devices.get(memberId) ?? []) {
      await queueEffect(ctx, { kind: 'push', eventKey: `push ${id} ${event}`, payload: { noticeId, deviceId: id } });
    }
  }
}
