/** Carries notices out of the house: e-mail, webhook, Web Push. Called by the outbox, so each may come more than once. */
import { z } from 'zod';
import type { Language } from '#shared/contract/envelope.ts';
import type { MessageSender } from '../../adapters/mail/port.ts';
import { type Context, inTransaction } from '../../context.ts';
import { listedArticles } from '../articles/articles.service.ts';
import { type Deliverer, messageText } from '../outbox/outbox.service.ts';
import {
  countWebhookFailure,
  deletePushDevice,
  findPushDevice,
  findReader,
  findWebhook,
  switchWebhookOff,
  updateWebhook,
  type WebhookRow,
} from './channels.queries.ts';
import { findDigestStories, findNotice, type NoticeRow } from './notices.queries.ts';
import { createNotices } from './notices.service.ts';
import { signatureHeaders } from './webhook-signature.ts';

const mailStoriesMax = 30;
const webhookStoriesMax = 200;
const pushBodyLength = 200;
const webhookTimeoutMs = 10_000;
const webhookAnswerBytes = 64 * 1_024;

const NoticePayload = z.object({ noticeId: z.number() });
const WebhookPayload = z.object({ memberId: z.number(), noticeId: z.number().nullable() });
const PushPayload = NoticePayload.extend({ deviceId: z.number() });

export function noticeDeliverers(
  ctx: Context,
  sender: MessageSender,
): Record<'notice-mail' | 'webhook' | 'push', Deliverer> {
  return {
    'notice-mail': { deliver: (payload) => mailNotice(ctx, sender, NoticePayload.parse(payload).noticeId) },
    webhook: {
      deliver: (payload, eventKey) => postNotice(ctx, WebhookPayload.parse(payload), eventKey),
      givenUp: (payload) => endFailingWebhook(ctx, WebhookPayload.parse(payload).memberId),
    },
    push: { deliver: (payload) => pushNotice(ctx, PushPayload.parse(payload)) },
  };
}

async function mailNotice(ctx: Context, sender: MessageSender, noticeId: number): Promise<void> {
  const notice = await findNotice(ctx.db, noticeId);
  const reader = notice && (await findReader(ctx.db, notice.member_id));
  if (!notice || !reader?.email) return;
  const language = reader.language as Language;
  const stories = await storiesOf(ctx, notice, mailStoriesMax);
  const list = stories.map(({ title, url }) => `${title}\n${url}`).join('\n\n');
  const { subject, text } = messageText('notice', language, {
    title: notice.title,
    reason: notice.reason,
    content: list || [notice.source_name, notice.body, notice.url].filter(Boolean).join('\n'),
    place: placeOf(ctx, '/user/keyword'),
  });
  await sender.send({ to: reader.email, subject, text });
}

async function postNotice(
  ctx: Context,
  { memberId, noticeId }: z.infer<typeof WebhookPayload>,
  eventKey: string,
): Promise<void> {
  const webhook = await findWebhook(ctx.db, memberId);
  if (!webhook || webhook.is_on === 0) return;
  const notice = noticeId === null ? undefined : await findNotice(ctx.db, noticeId);
  if (noticeId !== null && !notice) return;
  const body = JSON.stringify(notice ? await noticeMessage(ctx, notice) : { type: 'test', createdAt: ctx.now() });
  const answer = await ctx.fetchResource({
    url: webhook.url,
    accept: '*/*',
    timeoutMs: webhookTimeoutMs,
    maxBytes: webhookAnswerBytes,
    post: {
      body: Buffer.from(body),
      headers: {
        'content-type': 'application/json',
        ...signatureHeaders(webhook.secret, messageId(eventKey), ctx.now(), body),
      },
    },
  });
  if (answer.ok) {
    await updateWebhook(ctx.db, memberId, { last_ok_at: ctx.now(), failing_since: null, last_error: '' });
    return;
  }
  await countWebhookFailure(ctx.db, memberId, ctx.now(), `${answer.error}: ${answer.detail}`.slice(0, 200));
  // These will not get better by waiting.
  if (answer.error === 'gone' || answer.error === 'blocked-address') return switchOff(ctx, webhook);
  throw new Error(`webhook: ${answer.error}: ${answer.detail}`);
}

/** A message was tried to the end and nothing else went through meanwhile. */
async function endFailingWebhook(ctx: Context, memberId: number): Promise<void> {
  const webhook = await findWebhook(ctx.db, memberId);
  if (webhook && webhook.failing_since !== null) await switchOff(ctx, webhook);
}

async function switchOff(ctx: Context, webhook: WebhookRow): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    if (!(await switchWebhookOff(ctx.db, webhook.member_id))) return;
    const reader = await findReader(ctx.db, webhook.member_id);
    const language = (reader?.language ?? 'en') as Language;
    const { subject, text } = messageText('webhookOff', language, { url: webhook.url });
    await createNotices(ctx, [
      {
        memberId: webhook.member_id,
        kind: 'system',
        title: subject,
        body: text,
        articleId: null,
        url: '/user/personal',
        subscriptionId: null,
        reason: '',
        sourceName: '',
        language: language.slice(0, 2),
        script: { 'zh-cn': 'Hans', 'zh-tw': 'Hant', en: 'Latn' }[language],
        highlights: { title: [], body: [] },
        eventKey: `webhook off ${ctx.now()}`,
      },
    ]);
  });
}

async function pushNotice(ctx: Context, { noticeId, deviceId }: z.infer<typeof PushPayload>): Promise<void> {
  const [notice, device] = await Promise.all([findNotice(ctx.db, noticeId), findPushDevice(ctx.db, deviceId)]);
  if (!notice || !device || device.member_id !== notice.member_id) return;
  const { id, title, body, language } = notice;
  const payload = { id, title, body: body.slice(0, pushBodyLength), language, url: screenOf(notice) };
  if ((await ctx.push.send(device, JSON.stringify(payload))) === 'gone')
    await deletePushDevice(ctx.db, { id: deviceId });
}

async function noticeMessage(ctx: Context, notice: NoticeRow) {
  const { id, kind, title, body, reason, language, url, subscription_id, article_id, source_name } = notice;
  const stories = await storiesOf(ctx, notice, webhookStoriesMax);
  return {
    type: 'notice',
    id,
    createdAt: notice.created_at,
    kind,
    title,
    body,
    url: url.startsWith('/') ? placeOf(ctx, url) : url,
    language,
    reason,
    sourceName: source_name,
    subscriptionId: subscription_id,
    articleId: article_id,
    ...(notice.story_count !== null && { storyCount: notice.story_count, stories }),
  };
}

/** The stories of a digest; none for a plain notice. */
async function storiesOf(ctx: Context, notice: NoticeRow, max: number) {
  if (notice.story_count === null) return [];
  const rows = await findDigestStories(ctx.db, notice.id, max, 0);
  const articles = await listedArticles(
    ctx,
    rows.map((row) => row.article_id),
  );
  return articles.map(({ id, title, url, source_title, language, published_at }) => ({
    articleId: id,
    title,
    url,
    sourceName: source_title,
    language,
    publishedAt: published_at,
  }));
}

/** The place in the dashboard that shows the notice. */
function screenOf(notice: NoticeRow): string {
  if (notice.article_id !== null) return `/#/news/${notice.article_id}`;
  return notice.url.startsWith('/') ? `/#${notice.url}` : '/#/user/notice';
}

function placeOf({ publicUrl }: Context, path: string): string {
  return `${publicUrl}/#${path}`;
}

/** Header-safe, and the same each time the message is sent. */
function messageId(eventKey: string): string {
  return `msg_${Buffer.from(eventKey).toString('base64url')}`;
}
