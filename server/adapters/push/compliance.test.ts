import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMemoryPush } from './memory-sender.ts';
import type { PushSender, PushTarget } from './port.ts';
import { createWebPushSender, newPushKeys } from './web-push-sender.ts';

/** A browser's side of a subscription. */
const browser = createECDH('prime256v1');
browser.generateKeys();
const auth = randomBytes(16);

/** RFC 8188 with the keys of RFC 8291: what a browser does with a message. */
function decrypt(body: Buffer): string {
  const salt = body.subarray(0, 16);
  const senderKey = body.subarray(21, 21 + body.readUInt8(20));
  const sealed = body.subarray(21 + senderKey.length);
  const shared = browser.computeSecret(senderKey);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), senderKey]);
  const ikm = Buffer.from(hkdfSync('sha256', shared, auth, info, 32));
  const key = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: nonce\0', 12));
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // Padding: a 2 behind the text, then zeros.
  return plain.subarray(0, plain.lastIndexOf(2)).toString();
}

const received: { headers: Record<string, unknown>; payload: string }[] = [];
const remembered: { target: PushTarget; payload: string }[] = [];
const keys = newPushKeys();
let service: Server;
let origin: string;
const senders: Record<string, PushSender> = {};

beforeAll(async () => {
  service = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.url === '/gone') return void response.writeHead(410).end();
    if (request.url === '/down') return void response.writeHead(503).end();
    received.push({ headers: request.headers, payload: decrypt(Buffer.concat(chunks)) });
    response.writeHead(201).end();
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  senders['web-push'] = createWebPushSender({
    keys,
    contact: 'mailto:operator@example.org',
    post: async ({ url, headers, body }) => {
      const answer = await fetch(url, { method: 'POST', headers, body: Buffer.from(body) });
      return { ok: answer.ok, status: answer.status };
    },
  });
  senders['memory'] = createMemoryPush(remembered);
});
afterAll(() => new Promise((resolve) => service.close(resolve)));

const target = (path: string): PushTarget => ({
  endpoint: `${origin}${path}`,
  p256dh: browser.getPublicKey().toString('base64url'),
  auth: auth.toString('base64url'),
});

describe.each([
  ['web-push', received],
  ['memory', remembered],
] as const)('the %s sender', (name, delivered) => {
  test('delivers the payload as it was given, in any script', async () => {
    expect(await senders[name]!.send(target('/one'), '{"title":"海港 Harbour"}')).toBe('sent');
    expect(delivered.at(-1)!.payload).toBe('{"title":"海港 Harbour"}');
  });

  test('says when a browser has left, and throws when the service is down', async () => {
    expect(await senders[name]!.send(target('/gone'), '{}')).toBe('gone');
    await expect(senders[name]!.send(target('/down'), '{}')).rejects.toThrow(/503/);
  });
});

test('the push service can check who sends, for how long and to whom', async () => {
  await senders['web-push']!.send(target('/one'), '{}');
  const { authorization, ttl } = received.at(-1)!.headers as { authorization: string; ttl: string };
  expect(Number(ttl)).toBeGreaterThan(0);
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
  expect(key).toBe(keys.publicKey);
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const signed = Buffer.from(`${head}.${claims}`);
  expect(
    verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url')),
  ).toBe(true);
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    aud: origin,
    sub: 'mailto:operator@example.org',
  });
});
