/** Where notices go besides the inbox: e-mail, the member's webhook, browsers, and a feed to read elsewhere. */
import { z } from 'zod';
import { Email } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { Instant, Nothing } from './envelope.ts';

export const WebhookState = z.object({
  url: z.string(),
  /** Off: it failed for long and nothing is sent until it is saved again. */
  isOn: z.boolean(),
  lastOkAt: Instant.nullable(),
  failingSince: Instant.nullable(),
  lastError: z.string(),
});

/** Paths on this server; whoever has one can read the feed, so it is replaced when it got into the wrong hands. */
export const FeedAddress = z.object({ rss: z.string(), json: z.string() });

export const ChannelState = z.object({
  /** Empty: none. An address is kept only after a code sent to it was entered. */
  email: z.string(),
  webhook: WebhookState.nullable(),
  feed: FeedAddress.nullable(),
  push: z.object({
    /** VAPID key of the server, for the browser's push service. */
    publicKey: z.string(),
    deviceCount: z.number().int(),
  }),
});
export type ChannelState = z.infer<typeof ChannelState>;

export const getChannels = endpoint({
  name: 'getChannels',
  method: 'GET',
  path: '/v1/notice/channels',
  access: 'member',
  limit: 'read',
  summary: 'The member’s addresses for notices, and how they are doing.',
  data: ChannelState,
});

export const changeEmail = endpoint({
  name: 'changeEmail',
  method: 'POST',
  path: '/v1/change_email',
  access: 'member',
  limit: 'login',
  summary: 'Set the e-mail address, with a code that was sent to it (`/v1/toCode`, purpose `contact`).',
  body: z.object({ email: Email, code: z.string().min(4).max(12) }),
  data: Nothing,
  errors: ['CODE_WRONG', 'CONTACT_TAKEN'],
});

export const saveWebhook = endpoint({
  name: 'saveWebhook',
  method: 'POST',
  path: '/v1/notice/webhook/save',
  access: 'member',
  limit: 'write',
  summary: 'Set the address that notices are posted to and switch it on. The first time, the answer has the secret.',
  body: z.object({ url: z.string().trim().min(1).max(2_048) }),
  data: z.object({
    /** Shown this once; it signs every message (HMAC-SHA256, Standard Webhooks). */
    secret: z.string().optional(),
  }),
  errors: ['URL_INVALID'],
});

export const rotateWebhookSecret = endpoint({
  name: 'rotateWebhookSecret',
  method: 'POST',
  path: '/v1/notice/webhook/rotate',
  access: 'member',
  limit: 'write',
  summary: 'Make a new secret; the old one signs nothing more.',
  body: Nothing,
  data: z.object({ secret: z.string() }),
  errors: ['NOT_FOUND'],
});

export const testWebhook = endpoint({
  name: 'testWebhook',
  method: 'POST',
  path: '/v1/notice/webhook/test',
  access: 'member',
  limit: 'code',
  summary: 'Send a test message; how it went stands in `/v1/notice/channels` shortly after.',
  body: Nothing,
  data: Nothing,
  errors: ['NOT_FOUND'],
});

export const removeWebhook = endpoint({
  name: 'removeWebhook',
  method: 'POST',
  path: '/v1/notice/webhook/remove',
  access: 'member',
  limit: 'write',
  summary: 'Forget the webhook.',
  body: Nothing,
  data: Nothing,
});

export const renewFeed = endpoint({
  name: 'renewFeed',
  method: 'POST',
  path: '/v1/notice/feed/renew',
  access: 'member',
  limit: 'write',
  summary: 'Make a secret address for the feed of notices; an earlier one stops working.',
  body: Nothing,
  data: FeedAddress,
});

export const revokeFeed = endpoint({
  name: 'revokeFeed',
  method: 'POST',
  path: '/v1/notice/feed/revoke',
  access: 'member',
  limit: 'write',
  summary: 'Close the feed of notices.',
  body: Nothing,
  data: Nothing,
});

const PushEndpoint = z.url({ protocol: /^https?$/ }).max(2_048);
const PushKey = z
  .string()
  .regex(/^[\w-]+=*$/)
  .max(200);

export const addPushDevice = endpoint({
  name: 'addPushDevice',
  method: 'POST',
  path: '/v1/notice/push/add',
  access: 'member',
  limit: 'write',
  summary: 'Send notices to this browser: what its PushManager answered.',
  body: z.object({ endpoint: PushEndpoint, keys: z.object({ p256dh: PushKey, auth: PushKey }) }),
  data: Nothing,
  errors: ['URL_INVALID', 'PUSH_DEVICE_LIMIT'],
});

export const removePushDevice = endpoint({
  name: 'removePushDevice',
  method: 'POST',
  path: '/v1/notice/push/remove',
  access: 'member',
  limit: 'write',
  summary: 'Send nothing more to this browser.',
  body: z.object({ endpoint: PushEndpoint }),
  data: Nothing,
});
