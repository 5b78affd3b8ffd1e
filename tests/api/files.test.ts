// How the built files of the dashboard travel: in the smallest form the caller takes, never an old one, never from outside.
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HttpEnv } from '#server/http/http-app.ts';
import { serveFiles } from '#server/http/serve-files.ts';

const script = `export const tide = '${'high and low '.repeat(200)}';`;
const path = '/assets/tide-1a2b3c.js';

let folder: string;
let app: Hono<HttpEnv>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidings-files-'));
  const root = join(folder, 'dashboard');
  mkdirSync(join(root, 'assets'), { recursive: true });
  write('index.html', '<!doctype html>', 1);
  write(path, script, 1);
  write(`${path}.br`, brotliCompressSync(script), 2);
  write(`${path}.gz`, gzipSync(script), 2);
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  app = new Hono<HttpEnv>();
  serveFiles(app, root);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** @param changedAt epoch seconds */
function write(name: string, content: string | Buffer, changedAt: number): void {
  const file = join(folder, 'dashboard', name);
  writeFileSync(file, content);
  utimesSync(file, changedAt, changedAt);
}

async function get(acceptEncoding?: string, headers: Record<string, string> = {}) {
  const response = await app.request(path, {
    headers: { ...headers, ...(acceptEncoding && { 'accept-encoding': acceptEncoding }) },
  });
  const body = Buffer.from(await response.arrayBuffer());
  return {
    status: response.status,
    headers: response.headers,
    encoding: response.headers.get('content-encoding'),
    body,
  };
}

test('a browser gets the smallest form it takes, with its length, type and the word that it depends on the encoding', async () => {
  const { headers, body } = await get('gzip, deflate, br, zstd');
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-encoding': 'br',
    'content-length': String(body.length),
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
  });
  expect(brotliDecompressSync(body).toString()).toBe(script);
});

test.each([
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['GZIP', 'gzip'],
])('who sends "%s" gets %s', async (accepted, encoding) => {
  const answer = await get(accepted);
  expect(answer.encoding).toBe(encoding);
  expect(gunzipSync(answer.body).toString()).toBe(script);
});

test.each([undefined, 'identity', 'zstd, sdch', 'br;q=0', '*;q=0', 'brotli', ';;,,q='])(
  'who sends "%s" gets the file as it is',
  async (accepted) => {
    const answer = await get(accepted);
    expect(answer.encoding).toBe(null);
    expect(answer.headers.get('vary')).toBe('Accept-Encoding');
    expect(answer.headers.get('content-length')).toBe(String(script.length));
    expect(answer.body.toString()).toBe(script);
  },
);

test('each form has a tag of its own, and who brings it back gets no body', async () => {
  const tags = await Promise.all(['br', 'gzip', undefined].map(async (form) => (await get(form)).headers.get('etag')));
  expect(new Set(tags).size).toBe(3);
  const again = await get('br', { 'if-none-match': `"other", ${tags[0]}` });
  expect([again.status, again.body.length, again.headers.get('vary')]).toEqual([304, 0, 'Accept-Encoding']);
  expect((await get('gzip', { 'if-none-match': `${tags[0]}` })).status).toBe(200);
});

test('a compressed form older than its file is not served', async () => {
  write(path, `${script} // mended`, 3);
  const answer = await get('br, gzip');
  expect(answer.encoding).toBe(null);
  expect(answer.body.toString()).toContain('mended');
});

test('a file without compressed forms is served as it is', async () => {
  rmSync(join(folder, 'dashboard', `${path}.br`));
  expect((await get('br')).body.toString()).toBe(script);
});

test.each([
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/assets/../../secret.txt',
  '/assets',
  '/%zz',
  '/%00',
])('%s finds nothing', async (climbing) => {
  const response = await app.request(climbing, { headers: { 'accept-encoding': 'br' } });
  expect(response.status).toBe(404);
  expect(await response.text()).not.toContain('secret.');
});
