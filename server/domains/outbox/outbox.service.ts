/** Messages that leave the process: queued in the caller's transaction, delivered afterwards, at least once. */
import { z } from 'zod';
import type { Language } from '#shared/contract/envelope.ts';
import type { MessageSender } from '../../adapters/mail/port.ts';
import type { Context } from '../../context.ts';
import { type MailTemplate, mailText } from './mail-texts.ts';
import {
  findDueOutbox,
  finishOutbox,
  insertOutbox,
  leaseOutbox,
  outboxBacklog,
  postponeOutbox,
} from './outbox.queries.ts';

const Payload = z.object({ to: z.string(), subject: z.string(), text: z.string() });

const batchMax = 20;
const leaseMs = 60_000;
const attemptsMax = 8;
const retryFirstMs = 30_000;

/** Title and text of what the product itself tells somebody, in their language. */
export function messageText(template: MailTemplate, language: Language, args: Record<string, string | number>) {
  return mailText(template, language, args);
}

/** `eventKey` names the event for good: queued twice, it is sent once. */
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
  await insertOutbox(ctx.db, {
    kind: message.to.includes('@') ? 'mail' : 'sms',
    event_key: message.eventKey,
    payload: JSON.stringify({ to: message.to, subject, text } satisfies z.infer<typeof Payload>),
    created_at: ctx.now(),
    due_at: ctx.now(),
  });
}

/** Delivers what is due. A failure waits longer each time and is given up, visibly, after the eighth. */
export async function deliverDue(ctx: Context, sender: MessageSender): Promise<{ sent: number; failed: number }> {
  const result = { sent: 0, failed: 0 };
  for (const row of await findDueOutbox(ctx.db, ctx.now(), batchMax)) {
    if (!(await leaseOutbox(ctx.db, row.id, ctx.now(), ctx.now() + leaseMs))) continue;
    try {
      await sender.send(Payload.parse(JSON.parse(row.payload)));
      await finishOutbox(ctx.db, row.id, ctx.now());
      result.sent += 1;
    } catch (error) {
      const attempts = row.attempts + 1;
      await postponeOutbox(ctx.db, row.id, {
        due_at: ctx.now() + retryFirstMs * 2 ** attempts,
        failed_at: attempts >= attemptsMax ? ctx.now() : null,
        last_error: String(error).slice(0, 500),
      });
      result.failed += 1;
    }
  }
  return result;
}

/** Queue length and age for the metrics page; the age in seconds. */
export async function outboxFigures(ctx: Context): Promise<Record<string, number>> {
  const now = ctx.now();
  const { due, oldestDueAt } = await outboxBacklog(ctx.db, now);
  return { 'outbox due': due, 'outbox age': oldestDueAt === null ? 0 : (now - oldestDueAt) / 1000 };
}
