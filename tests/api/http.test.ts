import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from '#server/context.ts';
import { createApp } from '#server/http/app.ts';
import { allEndpoints } from '#shared/contract/endpoints.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('every endpoint of the contract is served exactly once', () => {
  const { served } = createApp({ ctx: server.ctx });
  const name = (endpoint: { method: string; path: string }) => `${endpoint.method} ${endpoint.path}`;
  expect(served.map(name).sort()).toEqual(allEndpoints.map(name).sort());
});

test('every endpoint that is not public refuses a visitor before anything else', async () => {
  for (const endpoint of allEndpoints.filter((one) => one.access !== 'public')) {
    const path = endpoint.path.replace(/\{\w+\}/g, '1');
    const response = await fetch(server.url + path, { method: endpoint.method });
    expect([path, response.status, ((await response.json()) as { error: string }).error]).toEqual([
      path,
      401,
      'NOT_LOGGED_IN',
    ]);
  }
});

test('health tells that the process lives and is ready', async () => {
  const response = await fetch(`${server.url}/v1/health`);
  expect(await response.json()).toMatchObject({
    code: 200,
    data: { live: true, ready: true, engine: server.ctx.engine },
  });
});

test('the OpenAPI document has every endpoint, and the readable page too', async () => {
  const document = (await (await fetch(`${server.url}/v1/openapi.json`)).json()) as { paths: Record<string, object> };
  const page = await (await fetch(`${server.url}/v1/docs`)).text();
  for (const { path, method } of allEndpoints) {
    expect(document.paths[path]).toHaveProperty(method.toLowerCase());
    expect(page).toContain(path);
  }
});

test('an unknown path is a 404 in the envelope, in the language asked for', async () => {
  const response = await fetch(`${server.url}/v1/nothing`, { headers: { 'accept-language': 'zh-Hant-TW,en;q=0.5' } });
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({
    code: 400002,
    error: 'NOT_FOUND',
    message: '找不到這一項，它可能已被刪除。',
    requestId: response.headers.get('x-request-id'),
  });
});

test('a body that is no JSON, and one that is too large, are refused plainly', async () => {
  const post = (body: BodyInit) =>
    fetch(`${server.url}/v1/login`, { method: 'POST', body, duplex: 'half' } as RequestInit).then((response) =>
      response.json(),
    );
  expect(await post('{"account":')).toMatchObject({ error: 'BODY_NOT_JSON' });
  expect(await post('x'.repeat(2_000_000))).toMatchObject({ error: 'BODY_TOO_LARGE' });
  const endless = new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(65_536));
    },
  });
  expect(await post(endless).catch(() => ({ error: 'BODY_TOO_LARGE' }))).toMatchObject({ error: 'BODY_TOO_LARGE' });
});

test('answers carry the security headers', async () => {
  const { headers } = await fetch(`${server.url}/v1/health`);
  expect(headers.get('content-security-policy')).toContain("script-src 'self'");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('cache-control')).toBe('no-store');
});

test('answers travel compressed to those who ask for it, event streams as they are', async () => {
  const headers = { 'accept-encoding': 'gzip' };
  const response = await fetch(`${server.url}/v1/openapi.json`, { headers });
  expect(response.headers.get('content-encoding')).toBe('gzip');
  expect(((await response.json()) as { openapi: string }).openapi).toBe('3.1.0');
  const { token } = await server.newMember();
  const abort = new AbortController();
  const stream = await fetch(`${server.url}/v1/notice/stream`, {
    headers: { ...headers, cookie: `token=${token}` },
    signal: abort.signal,
  });
  expect(stream.headers.get('content-encoding')).toBeNull();
  abort.abort();
});

test('metrics are Prometheus text', async () => {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  expect(text).toContain('tidings_http_request_seconds_bucket');
});

test('an unexpected error says nothing but its number', async () => {
  const logged: unknown[] = [];
  const log = { ...server.ctx.log, error: (what: unknown) => logged.push(what) } as unknown as Context['log'];
  const { app } = createApp({
    ctx: { ...server.ctx, db: undefined as never, log },
    mounts: [
      (app) =>
        app.get('/boom/:secret', () => {
          throw new Error('secret detail');
        }),
    ],
  });
  const response = await app.request('/boom/secret-address');
  expect(logged).toMatchObject([{ err: { message: 'secret detail' }, route: '/boom/:secret' }]);
  expect(JSON.stringify(logged)).not.toContain('secret-address');
  expect(response.status).toBe(500);
  const body = await response.text();
  expect(body).toContain('INTERNAL');
  expect(body).not.toContain('secret detail');
});

test('a path that climbs out of the dashboard finds nothing', async () => {
  const { app } = createApp({ ctx: server.ctx });
  for (const path of ['/../package.json', '/%2e%2e/package.json', '/..%2fpackage.json']) {
    expect((await app.request(path)).status).toBe(404);
  }
});

test('metrics tell of queues and their ages, error kinds and hosts, with a bounded number of names', async () => {
  await server.jobs.runOnce('measure');
  const text = await (await fetch(`${server.url}/metrics`)).text();
  for (const name of [
    'tidings_queue{queue="sources",measure="due"}',
    'tidings_queue{queue="sources",measure="age"}',
    'tidings_queue{queue="imports",measure="open"}',
    'tidings_crawl_wait_seconds_count',
    'tidings_crawl_source_seconds_count',
    'tidings_crawl_hosts{state="throttled"}',
    '# TYPE tidings_sources_failing gauge',
  ]) {
    expect(text).toContain(name);
  }
  expect(text.match(/^tidings_crawl_slowest_host_seconds\{/gm) ?? []).toHaveLength(0);
});
