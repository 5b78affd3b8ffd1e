import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as websites from '#shared/contract/websites.ts';
import { refusal } from '../support/refusal.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { startTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let server: TestServer;
beforeAll(async () => {
  site = await startTestSite({ title: 'Hostile' });
  server = await startTestServer({ allowedOrigins: [site.origin] });
});
afterAll(async () => {
  await server.stop();
  await site.stop();
});

const feedType = { 'content-type': 'application/rss+xml' };

/** What a member is told who points the server at this path. */
async function told(path: string, language = 'zh-cn') {
  const { api } = await server.newMember(language);
  return refusal(api(websites.discoverWebsite, { body: { url: site.origin + path } }));
}

test('a 50 MB body is stopped and said so', async () => {
  site.serve('/large', (_, response) => {
    response.writeHead(200, feedType);
    const chunk = Buffer.alloc(1_000_000, 'x');
    const send = () => {
      for (let sent = 0; sent < 50; sent++) if (!response.write(chunk)) return void response.once('drain', send);
      response.end();
    };
    send();
  });
  const error = await told('/large');
  expect(error).toMatchObject({ errorName: 'SITE_UNREACHABLE', args: { reason: 'too-large' } });
  expect(error.message).toContain('内容过大');
});

test('a zip bomb is stopped by its unpacked size', async () => {
  const bomb = gzipSync(Buffer.alloc(200_000_000));
  site.serve('/bomb', { headers: { ...feedType, 'content-encoding': 'gzip' }, body: bomb });
  expect((await told('/bomb')).args).toMatchObject({ reason: 'too-large' });
});

test('an endless redirect ends', async () => {
  site.serve('/loop', { status: 302, headers: { location: '/loop?again' } });
  const error = await told('/loop', 'zh-tw');
  expect(error.args).toMatchObject({ reason: 'too-many-redirects' });
  expect(error.message).toContain('轉址次數過多');
});

test('a redirect into a private network is refused', async () => {
  site.serve('/inward', { status: 302, headers: { location: 'http://192.168.1.1/admin' } });
  expect((await told('/inward')).errorName).toBe('URL_BLOCKED');
});

test('a page with nothing to follow says so', async () => {
  site.serve('/plain', { body: '<html><body><p>Only this.</p></body></html>' });
  site.serve('/', { body: '<html><body>Nothing.</body></html>' });
  expect((await told('/plain', 'en')).errorName).toBe('NO_SOURCE_FOUND');
});

test('a broken feed gives the entries that can be saved', async () => {
  site.serve('/broken.xml', {
    headers: feedType,
    body: '<rss version="2.0"><channel><title>Half</title><link>https://e.example/</link><item><title>One & only</title><link>https://e.example/1</link></item><item><title>Two',
  });
  const { api } = await server.newMember();
  const { feeds } = await api(websites.discoverWebsite, { body: { url: `${site.origin}/broken.xml` } });
  expect(feeds[0]!.lastTitles).toContain('One & only');
});

test('a feed whose header lies about its charset is read right', async () => {
  const text =
    '<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>港口新闻</title><link>https://e.example/</link><item><title>补贴政策发布</title><link>https://e.example/1</link></item></channel></rss>';
  site.serve('/lying.xml', { headers: { 'content-type': 'application/rss+xml; charset=iso-8859-1' }, body: text });
  const { api } = await server.newMember();
  const { feeds } = await api(websites.discoverWebsite, { body: { url: `${site.origin}/lying.xml` } });
  expect(feeds[0]).toMatchObject({ title: '港口新闻', lastTitles: ['补贴政策发布'] });
});

test('a dead host is named as such', async () => {
  const { api } = await server.newMember();
  const error = await refusal(api(websites.discoverWebsite, { body: { url: 'https://no-such-host.invalid/' } }));
  expect(error).toMatchObject({ errorName: 'SITE_UNREACHABLE', args: { reason: 'dns' } });
});
