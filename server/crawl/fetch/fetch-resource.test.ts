import type { LookupAddress } from 'node:dns';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { createFetcher, type Fetcher, type FetcherOptions } from './fetch-resource.ts';

const cleanups: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function listen(server: Server | ReturnType<typeof createTcpServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function serve(handler: RequestListener): Promise<string> {
  const server = createServer(handler);
  const port = await listen(server);
  cleanups.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${port}`;
}

/** A server that speaks for itself on the bare socket. */
async function serveRaw(handler: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    handler(socket);
  });
  const port = await listen(server);
  cleanups.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${port}`;
}

function fetcherFor(origins: string[], options: Partial<FetcherOptions> = {}): Fetcher {
  const fetcher = createFetcher({ userAgent: 'TidingsTest/1.0', allowedOrigins: origins, ...options });
  cleanups.push(() => fetcher.close());
  return fetcher;
}

const answers =
  (...addresses: string[]) =>
  async (): Promise<LookupAddress[]> =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

describe('answers', () => {
  test('a body comes with its validators, final address and plain headers', async () => {
    const seen: Record<string, unknown>[] = [];
    const origin = await serve((request, response) => {
      seen.push(request.headers);
      response.setHeader('ETag', '"v1"');
      response.setHeader('Last-Modified', 'Thu, 01 Jan 2026 00:00:00 GMT');
      response.setHeader('Content-Type', 'application/rss+xml');
      response.end('<rss/>');
    });
    const outcome = await fetcherFor([origin]).fetchResource({ url: `${origin}/feed#top` });
    expect(outcome).toMatchObject({
      ok: true,
      status: 200,
      url: `${origin}/feed`,
      etag: '"v1"',
      lastModified: 'Thu, 01 Jan 2026 00:00:00 GMT',
      headers: { 'content-type': 'application/rss+xml' },
    });
    expect(outcome.ok && Buffer.from(outcome.body).toString()).toBe('<rss/>');
    expect(seen[0]).toMatchObject({ 'user-agent': 'TidingsTest/1.0' });
  });

  test('validators are sent and a 304 is a success without a body', async () => {
    const origin = await serve((request, response) => {
      response.statusCode =
        request.headers['if-none-match'] === '"v1"' && request.headers['if-modified-since'] === 'then' ? 304 : 500;
      response.end();
    });
    const outcome = await fetcherFor([origin]).fetchResource({ url: origin, etag: '"v1"', lastModified: 'then' });
    expect(outcome).toMatchObject({ ok: true, status: 304 });
    expect(outcome.ok && outcome.body.byteLength).toBe(0);
  });

  test.each([
    [404, 'http'],
    [410, 'gone'],
    [500, 'http'],
    [304, 'http'],
  ])('status %i is a failure of kind %s', async (status, error) => {
    const origin = await serve((_request, response) => {
      response.statusCode = status;
      response.end();
    });
    expect(await fetcherFor([origin]).fetchResource({ url: origin })).toMatchObject({ ok: false, error, status });
  });

  test('Retry-After of a 429 is handed on', async () => {
    const origin = await serve((_request, response) => {
      response.writeHead(429, { 'retry-after': '90' }).end();
    });
    expect(await fetcherFor([origin]).fetchResource({ url: origin })).toMatchObject({
      status: 429,
      retryAfterMs: 90_000,
    });
  });
});

describe('redirects', () => {
  async function chain(statuses: number[]): Promise<string> {
    return serve((request, response) => {
      const step = Number(request.url?.slice(1));
      const status = statuses[step];
      if (status) response.writeHead(status, { location: `/${step + 1}` }).end();
      else response.end(`end ${step}`);
    });
  }

  test('permanent ones all the way give the address to remember', async () => {
    const origin = await chain([301, 308]);
    expect(await fetcherFor([origin]).fetchResource({ url: `${origin}/0` })).toMatchObject({
      url: `${origin}/2`,
      permanentUrl: `${origin}/2`,
    });
  });

  test('one temporary hop keeps the old address', async () => {
    const origin = await chain([301, 302]);
    const outcome = await fetcherFor([origin]).fetchResource({ url: `${origin}/0` });
    expect(outcome).toMatchObject({ ok: true, url: `${origin}/2` });
    expect(outcome).not.toHaveProperty('permanentUrl');
  });

  test('five are followed, endless ones end', async () => {
    const five = await chain([302, 302, 302, 302, 302]);
    expect(await fetcherFor([five]).fetchResource({ url: `${five}/0` })).toMatchObject({ ok: true, url: `${five}/5` });
    const endless = await serve((_request, response) => response.writeHead(302, { location: '/again' }).end());
    expect(await fetcherFor([endless]).fetchResource({ url: endless })).toMatchObject({
      ok: false,
      error: 'too-many-redirects',
    });
  });

  test.each([
    ['http://127.0.0.1:1/', 'blocked-address'],
    ['http://0x7f000001/', 'blocked-address'],
    ['http://[::ffff:10.0.0.1]/', 'blocked-address'],
    ['http://169.254.169.254/latest/meta-data', 'blocked-address'],
    ['http://user@example.com/', 'bad-url'],
    ['file:///etc/passwd', 'bad-url'],
    ['javascript:alert(1)', 'bad-url'],
  ])('a redirect to %s is refused', async (location, error) => {
    const origin = await serve((_request, response) => response.writeHead(302, { location }).end());
    expect(await fetcherFor([origin]).fetchResource({ url: origin })).toMatchObject({ ok: false, error });
  });

  test('a redirect from the allowed origin to another loopback port never connects', async () => {
    let hits = 0;
    const inner = await serve((_request, response) => {
      hits += 1;
      response.end('secret');
    });
    const outer = await serve((_request, response) => response.writeHead(302, { location: inner }).end());
    expect(await fetcherFor([outer]).fetchResource({ url: outer })).toMatchObject({
      ok: false,
      error: 'blocked-address',
    });
    expect(hits).toBe(0);
  });
});

describe('name resolution', () => {
  test.each([
    ['one private address', ['127.0.0.1']],
    ['a private address among public ones', ['8.8.8.8', '10.0.0.1']],
    ['a mapped private address', ['::ffff:192.168.0.1']],
    ['no address', []],
  ])('a name with %s is refused', async (_what, addresses) => {
    const fetcher = fetcherFor([], { resolve: answers(...addresses) });
    expect(await fetcher.fetchResource({ url: 'http://rebind.example:8080/' })).toMatchObject({
      ok: false,
      error: 'blocked-address',
    });
  });

  test('the checked address is the connected one: a name that changes its answer reaches nothing private', async () => {
    let hits = 0;
    const origin = await serve((_request, response) => {
      hits += 1;
      response.end('secret');
    });
    // The system resolves this name to the server above; the fetcher must use the answer that it has checked.
    const url = origin.replace('127.0.0.1', 'localhost');
    let lookups = 0;
    const resolve = async (): Promise<LookupAddress[]> => {
      lookups += 1;
      return [{ address: lookups === 1 ? '198.41.0.4' : '127.0.0.1', family: 4 }];
    };
    const fetcher = fetcherFor([], { resolve, limits: { firstByteTimeoutMs: 300, timeoutMs: 600 } });
    const outcome = await fetcher.fetchResource({ url });
    expect(outcome.ok).toBe(false);
    expect(hits).toBe(0);
    expect(lookups).toBe(1);
    expect(await fetcher.fetchResource({ url })).toMatchObject({ ok: false, error: 'blocked-address' });
    expect(hits).toBe(0);
  });

  test('an unknown name is a DNS failure', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }));
    expect(await fetcherFor([], { resolve }).fetchResource({ url: 'http://nowhere.example/' })).toMatchObject({
      ok: false,
      error: 'dns',
    });
  });
});

describe('content coding', () => {
  const packers: [string, (bytes: Buffer) => Buffer][] = [
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
    ['gzip', (bytes) => bytes],
  ];
  test.each(packers)('%s is unpacked', async (coding, pack) => {
    const origin = await serve((_request, response) => {
      response.setHeader('content-encoding', coding);
      response.end(pack(Buffer.from('知闻 '.repeat(500))));
    });
    const outcome = await fetcherFor([origin]).fetchResource({ url: origin });
    expect(outcome.ok && Buffer.from(outcome.body).toString()).toBe('知闻 '.repeat(500));
  });

  test('a gzip file sent as such is unpacked too', async () => {
    const origin = await serve((_request, response) => response.end(gzipSync('<urlset/>')));
    const outcome = await fetcherFor([origin]).fetchResource({ url: origin });
    expect(outcome.ok && Buffer.from(outcome.body).toString()).toBe('<urlset/>');
  });

  const zeros = Buffer.alloc(30 * 1024 * 1024);
  const bombs: [string, string | undefined, Buffer][] = [
    ['gzip', 'gzip', gzipSync(zeros)],
    ['brotli', 'br', brotliCompressSync(zeros)],
    ['zstd', 'zstd', zstdCompressSync(zeros)],
    ['doubly packed', 'gzip, gzip', gzipSync(gzipSync(zeros))],
    ['undeclared gzip', undefined, gzipSync(zeros)],
  ];
  test.each(bombs)('a %s bomb stops at the limit', async (_what, coding, bomb) => {
    const origin = await serve((_request, response) => {
      if (coding) response.setHeader('content-encoding', coding);
      response.end(bomb);
    });
    expect(await fetcherFor([origin]).fetchResource({ url: origin })).toMatchObject({ ok: false, error: 'too-large' });
  });

  test.each([
    ['damaged', 'gzip', Buffer.concat([gzipSync('x'.repeat(1000)).subarray(0, 20), Buffer.from('rubbish')])],
    ['cut off', 'gzip', gzipSync('abcdefgh'.repeat(1000)).subarray(0, 30)],
    ['in an unknown coding', 'rot13', Buffer.from('uryyb')],
    ['packed three times', 'gzip, gzip, gzip', gzipSync(gzipSync(gzipSync('x')))],
  ])('a body that is %s is a bad encoding', async (_what, coding, body) => {
    const origin = await serve((_request, response) => {
      response.setHeader('content-encoding', coding);
      response.end(body);
    });
    expect(await fetcherFor([origin]).fetchResource({ url: origin })).toMatchObject({
      ok: false,
      error: 'bad-encoding',
    });
  });
});

describe('floods and slow senders', () => {
  test('an announced 50 MB body is not read', async () => {
    const origin = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': String(50 * 1024 * 1024) });
      response.write('x');
    });
    expect(await fetcherFor([origin]).fetchResource({ url: origin })).toMatchObject({ ok: false, error: 'too-large' });
  });

  test('an endless body stops at the limit and the socket is closed', async () => {
    let isClosed: () => void;
    const closed = new Promise<void>((resolve) => {
      isClosed = resolve;
    });
    const origin = await serve((_request, response) => {
      response.on('close', () => isClosed());
      const chunk = Buffer.alloc(64 * 1024, 'x');
      const pump = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', pump);
      pump();
    });
    const outcome = await fetcherFor([origin]).fetchResource({ url: origin, maxBytes: 1024 * 1024 });
    expect(outcome).toMatchObject({ ok: false, error: 'too-large' });
    await closed;
  });

  test('a sender that trickles its body runs out of time', async () => {
    const origin = await serveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n\r\n<rss>');
      const timer = setInterval(() => socket.write(' '), 20);
      socket.on('close', () => clearInterval(timer));
    });
    const outcome = await fetcherFor([origin]).fetchResource({ url: origin, timeoutMs: 250 });
    expect(outcome).toMatchObject({ ok: false, error: 'timeout' });
    expect(outcome.tookMs).toBeLessThan(2_000);
  });

  test('a sender that trickles its headers runs out of time', async () => {
    const origin = await serveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write('X-Slow: yes\r\n'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    expect(await fetcherFor([origin]).fetchResource({ url: origin, firstByteTimeoutMs: 200 })).toMatchObject({
      ok: false,
      error: 'timeout',
    });
  });

  test('a server that never answers runs out of time', async () => {
    const origin = await serveRaw(() => undefined);
    expect(await fetcherFor([origin]).fetchResource({ url: origin, firstByteTimeoutMs: 150 })).toMatchObject({
      ok: false,
      error: 'timeout',
    });
  });

  test('a flood of headers is refused', async () => {
    const origin = await serveRaw((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\n${'X-Flood: 0123456789\r\n'.repeat(10_000)}\r\n`);
    });
    expect(await fetcherFor([origin]).fetchResource({ url: origin })).toMatchObject({ ok: false, error: 'too-large' });
  });

  test('what is no HTTP is a failure, not an exception', async () => {
    const origin = await serveRaw((socket) => socket.write('SSH-2.0-OpenSSH\r\n'));
    expect(await fetcherFor([origin]).fetchResource({ url: origin })).toMatchObject({ ok: false, error: 'http' });
  });

  test('a closed port is a connect failure, and TLS on a plain port a TLS failure', async () => {
    const origin = await serve((_request, response) => response.end());
    const secure = origin.replace('http:', 'https:');
    expect(await fetcherFor([secure]).fetchResource({ url: secure })).toMatchObject({ ok: false, error: 'tls' });
    const closed = createServer();
    const port = await listen(closed);
    await new Promise((resolve) => closed.close(resolve));
    const gone = `http://127.0.0.1:${port}`;
    expect(await fetcherFor([gone]).fetchResource({ url: gone })).toMatchObject({ ok: false, error: 'connect' });
  });
});
