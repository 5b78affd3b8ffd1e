import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { isSignedBody } from './hub-signature.ts';

const secret = 'between hub and us';
const pieces = ['<rss>', '新闻', '</rss>'];
const sign = (method: string, key = secret) =>
  `${method}=${createHmac(method, key).update(pieces.join('')).digest('hex')}`;

async function* body() {
  for (const piece of pieces) yield Buffer.from(piece);
}

test.each(['sha1', 'sha256', 'sha384', 'sha512'])('%s is understood', async (method) => {
  expect(await isSignedBody(body(), sign(method), secret)).toBe(true);
  expect(await isSignedBody(body(), sign(method, 'another secret'), secret)).toBe(false);
});

test('of several signatures the strongest decides', async () => {
  expect(await isSignedBody(body(), `${sign('sha1')}, ${sign('sha512')}`, secret)).toBe(true);
  expect(await isSignedBody(body(), `${sign('sha1')}, ${sign('sha512', 'another secret')}`, secret)).toBe(false);
});

test.each([undefined, '', 'sha256', 'sha256=', 'sha256=zz', 'md5=00', `${sign('sha256').slice(0, -2)}`, 'sha256=00'])(
  'a signature of the form %j is none',
  async (header) => {
    expect(await isSignedBody(body(), header, secret)).toBe(false);
  },
);
