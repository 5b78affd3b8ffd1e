import { gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { answerJson } from './answer-json.ts';

async function answerOf(value: unknown, accepted: string) {
  const app = new Hono().get('/', (c) => answerJson(c, value, 201));
  const response = await app.request('/', { headers: { 'accept-encoding': accepted } });
  const { status, headers } = response;
  expect([status, headers.get('content-type')]).toEqual([201, 'application/json']);
  return { headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

const list = Array.from({ length: 300 }, (_, n) => `第${n}号港口`);

test('a short answer goes out as it is, with its length', async () => {
  const { headers, bytes } = await answerOf({ name: '港' }, 'gzip');
  expect(bytes.toString()).toBe('{"name":"港"}');
  expect([headers.get('content-length'), headers.get('content-encoding')]).toEqual(['14', null]);
});

test.each(['gzip', 'br, GZIP;q=0.5', 'deflate, gzip'])('a longer one is compressed for “%s”', async (accepted) => {
  const { headers, bytes } = await answerOf(list, accepted);
  expect(JSON.parse(gunzipSync(bytes).toString())).toEqual(list);
  expect(headers.get('content-encoding')).toBe('gzip');
  expect(headers.get('content-length')).toBe(String(bytes.length));
  expect(headers.get('vary')).toBe('Accept-Encoding');
});

test.each(['', 'identity', 'gzip;q=0', 'gzip; q=0.0, br'])('it is not for “%s”', async (accepted) => {
  const { headers, bytes } = await answerOf(list, accepted);
  expect(JSON.parse(bytes.toString())).toEqual(list);
  expect(headers.get('content-encoding')).toBeNull();
  expect(headers.get('vary')).toBe('Accept-Encoding');
});

test('a very long one is left to what compresses beside the event loop', async () => {
  const value = Array.from({ length: 10_000 }, () => list[0]);
  const { headers, bytes } = await answerOf(value, 'gzip');
  expect(JSON.parse(bytes.toString())).toEqual(value);
  expect([headers.get('content-length'), headers.get('content-encoding')]).toEqual([null, null]);
});
