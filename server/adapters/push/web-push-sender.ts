import webPush from 'web-push';
import type { PostBytes, PushSender } from './port.ts';

export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/** Seconds a push service keeps a message for a browser that is not there. */
const keepSeconds = 12 * 3_600;
const goneStatuses = [404, 410];

export function newPushKeys(): PushKeys {
  return webPush.generateVAPIDKeys();
}

/** Web Push (RFC 8030) with encrypted payload (RFC 8291) and VAPID (RFC 8292). `contact` is a https: or mailto: address. */
export function createWebPushSender(options: { keys: PushKeys; contact: string; post: PostBytes }): PushSender {
  const { keys, contact, post } = options;
  return {
    publicKey: keys.publicKey,
    async send({ endpoint, p256dh, auth }, payload) {
      const details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
        vapidDetails: { subject: contact, ...keys },
        TTL: keepSeconds,
        contentEncoding: 'aes128gcm',
      });
      const headers = Object.entries(details.headers).map(
        ([name, value]) => [name.toLowerCase(), String(value)] as const,
      );
      const answer = await post({
        url: details.endpoint,
        // The length is the transport's own affair.
        headers: Object.fromEntries(headers.filter(([name]) => name !== 'content-length')),
        body: details.body as Buffer,
      });
      if (answer.ok) return 'sent';
      if (answer.status !== undefined && goneStatuses.includes(answer.status)) return 'gone';
      throw new Error(`push service: ${answer.detail ?? answer.status}`);
    },
  };
}
