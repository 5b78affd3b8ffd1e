import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** 192 random bits in the form of Standard Webhooks. */
export function newWebhookSecret(): string {
  return prefix + randomBytes(24).toString('base64');
}

/**
 * Headers that let a receiver check sender, time and integrity: HMAC-SHA256 over id, seconds and body (Standard Webhooks 1.0).
 * The id stays the same when a message is sent again.
 */
export function signatureHeaders(secret: string, id: string, at: number, body: string): Record<string, string> {
  const seconds = String(Math.floor(at / 1_000));
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` };
}
