/** Messages that leave the process: queued in the caller's transaction, delivered afterwards, at least once. */
import { z } from 'zod';
import type { Language } from '#shared/contract/envelope.ts';
import { dayMs } from '#shared/rules/session.ts';
import type { MessageSender } from '../../adapters/mail/port.ts';
import type { Context } from '../../context.ts';
import type { OutboxKind } from '../../db/schema/outbox.ts';
import { type MailTemplate, mailText } from './mail-texts.ts';
import {
  deleteDoneBefore,
  findDueOutbox,
  finishOutbox,
  insertOutbox,
  leaseOutbox,
  type OutboxRow,
  outboxBacklog,
  postponeOutbox,
} from './outbox.queries.ts';

const Payload = z.object({ to: z.string(), subject: z.string(), text: z.string() });

const batchMax = 20;
const leaseMs = 60_000;
const attemptsMax = 8;
const retryFirstMs = 30_000;
const doneKeptMs = 90 * dayMs;

/** Title and text of what the product itself tells somebody, in their language. */
export function messageText(template: MailTemplate, language: Language, args: Record<string, string | number>) {
  return mailText(template, language, args);
}

/** How one kind of effect leaves the process. */
export interface Deliverer {
  /** Throws when it has to be tried again. May be called again although it went through. */
  deliver(payload: unknown, eventKey: string): Promise<void>;
  /** Called once it will not be tried any more. */
  givenUp?(payload: unknown): Promise<void>;
}

export type Deliverers = Record<OutboxKind, Deliverer>;

/** `eventKey` names the event for good: queued twice, it leaves once. */
export async function queueEffect(
  ctx: Context,
  effect: { kind: OutboxKind; eventKey: string; payload: object },
): Promise<void> {
  await insertOutbox(ctx.db, {
    kind: effect.kind,
    event_key: effect.eventKey,
    payload: JSON.stringify(effect.payload),
    created_at: ctx.now(),
    due_at: ctx.now(),
  });
}

export async function queueMessage(
  ctx: Context,
  message: {
    to: string;
    template: MailTemplate;
    language: Language;
    args: Record<string, string | number>;
    eventKey: string;
  },
): Promise<void> {
  const { subject, text } = mailText(message.template, message.language, message.args);
  await queueEffect(ctx, {
    kind: message.to.includes('@') ? 'mail' : 'sms',
    eventKey: message.eventKey,
    payload: { to: message.to, subject, text } satisfies z.infer<typeof Payload>,
  });
}

export function messageDeliverer(sender: MessageSender): Deliverer {
  return { deliver: (payload) => sender.send(Payload.parse(payload)) };
}

/** Delivers what is due. A failure waits longer each time and is given up, visibly, after the eighth. */
export async function deliverDue(ctx: Context, deliverers: Deliverers): Promise<{ sent: number; failed: number }> {
  // Side by side, so that one slow receiver does not keep the others waiting.
  const outcomes = await Promise.all(
    (await findDueOutbox(ctx.db, ctx.now(), batchMax)).map((row) => deliverOne(ctx, deliverers[row.kind], row)),
  );
  return {
    sent: outcomes.filter((outcome) => outcome === 'sent').length,
    failed: outcomes.filter((outcome) => outcome === 'failed').length,
  };
}

async function deliverOne(ctx: Context, deliverer: Deliverer, row: OutboxRow): Promise<'sent' | 'failed' | 'not ours'> {
  if (!(await leaseOutbox(ctx.db, row.id, ctx.now(), ctx.now() + leaseMs))) return 'not ours';
  const payload: unknown = JSON.parse(row.payload);
  try {
    await deliverer.deliver(payload, row.event_key);
    await finishOutbox(ctx.db, row.id, ctx.now());
    return 'sent';
  } catch (error) {
    const attempts = row.attempts + 1;
    const isLast = attempts >= attemptsMax;
    await postponeOutbox(ctx.db, row.id, {
      due_at: ctx.now() + retryFirstMs * 2 ** attempts,
      failed_at: isLast ? ctx.now() : null,
      last_error: String(error).slice(0, 500),
    });
    if (isLast) await deliverer.givenUp?.(payload);
    return 'failed';
  }
}

/** What went out long ago; the same event does not come again after so long. */
export async function forgetOldEffects(ctx: Context): Promise<void> {
  await deleteDoneBefore(ctx.db, ctx.now() - doneKeptMs);
}

/** Queue length and age for the metrics page; the age in seconds. */
export async function outboxFigures(ctx: Context): Promise<Record<string, number>> {
  const now = ctx.now();
  const { due, oldestDueAt } = await outboxBacklog(ctx.db, now);
  return { 'outbox due': due, 'outbox age': oldestDueAt === null ? 0 : (now - oldestDueAt) / 1000 };
}
