import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as news from '#shared/contract/news.ts';
import * as notices from '#shared/contract/notices.ts';
import * as websites from '#shared/contract/websites.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { startTestSite, type TestSite } from '../support/test-site.ts';

const hour = 3_600_000;
const day = 24 * hour;

let site: TestSite;
let server: TestServer;
let member: Awaited<ReturnType<TestServer['newMember']>>;

beforeAll(async () => {
  server = await startTestServer({ allowedOrigins: [] });
});
afterAll(() => server.stop());

/** A followed site with four articles, read once. */
beforeEach(async () => {
  await server.stop();
  site = await startTestSite({ title: 'Harbour Gazette' });
  server = await startTestServer({ allowedOrigins: [site.origin] });
  for (const [i, title] of ['Ferry returns', 'Bridge opens', 'Snow in May', 'New mayor'].entries()) {
    const text = `${title}: the harbour board met number ${i} and said what there was to say about it.`;
    site.publish({ slug: `articles/${i}`, title, text, publishedAt: server.now() - (5 - i) * hour });
  }
  member = await server.newMember();
  await member.api(websites.subscribeWebsite, { body: { url: site.origin } });
  await server.jobs.runOnce('crawl');
  return () => site.stop();
});

/** Long enough to be the whole article, so that no pages are fetched, one a second. */
const whole = (title: string) => `${title} is what the harbour board spoke of this week. `.repeat(20);

const feedBody = () => {
  const items = ['Ferry returns', 'Bridge opens', 'Snow in May', 'A tower for the port'].map(
    (title, i) =>
      `<item><title>${title}</title><link>${site.origin}/articles/${i}</link><guid>n${i}</guid><description>${whole(title)}</description></item>`,
  );
  return `<rss version="2.0"><channel><title>Harbour Gazette</title><link>${site.origin}/</link>${items.join('')}</channel></rss>`;
};
const feedType = { 'content-type': 'application/rss+xml' };

async function health() {
  const { list } = await member.api(websites.listWebsites, { query: {} });
  return list[0]!.source;
}

/** Lets time pass in steps of an hour and reads what is due in each. */
async function pass(ms: number) {
  for (let passed = 0; passed < ms; passed += hour) {
    server.advance(hour);
    await server.jobs.runOnce('crawl');
  }
  await member.signIn();
}

const system = async () => (await member.api(notices.listNotices, { query: { kind: 'system' } })).list;

test('a permanent redirect is followed for good after a day, and the former address still leads to the source', async () => {
  site.serve('/new.xml', { headers: feedType, body: feedBody() });
  site.serve('/feed.xml', { status: 301, headers: { location: '/new.xml' } });
  const before = await health();
  await pass(12 * hour);
  expect((await health()).url).toBe(`${site.origin}/feed.xml`);
  await pass(30 * hour);
  expect(await health()).toMatchObject({
    id: before.id,
    url: `${site.origin}/new.xml`,
    health: { state: 'ok', movedFrom: `${site.origin}/feed.xml`, errorKind: null },
  });
  const follower = await server.newMember();
  const { source } = await follower.api(websites.subscribeWebsite, { body: { url: `${site.origin}/feed.xml` } });
  expect(source.id).toBe(before.id);
});

test('a temporary redirect moves nothing', async () => {
  site.serve('/new.xml', { headers: feedType, body: feedBody() });
  site.serve('/feed.xml', { status: 302, headers: { location: '/new.xml' } });
  await pass(3 * day);
  expect((await health()).url).toBe(`${site.origin}/feed.xml`);
});

test('a permanent redirect to somebody else’s feed is not believed', async () => {
  const other = feedBody()
    .replace(/Ferry returns|Bridge opens|Snow in May/g, 'Buy now')
    .replaceAll('guid>n', 'guid>z');
  site.serve('/parked.xml', (_, response) => {
    const body = other.replaceAll('guid>z', `guid>z${Math.round(server.now() / hour)}-`);
    response.writeHead(200, feedType).end(body);
  });
  site.serve('/feed.xml', { status: 301, headers: { location: '/parked.xml' } });
  await pass(2 * day);
  expect((await health()).url).toBe(`${site.origin}/feed.xml`);
});

test.each([
  ['gone', { status: 410 }],
  ['missing', { status: 404 }],
  ['a web page now', { body: '<html><body><h1>Welcome to our new site</h1></body></html>' }],
])('a feed that is %s is found again from the home page, with its articles', async (_what, answer) => {
  site.serve('/feed.xml', answer);
  site.serve('/moved/rss', { headers: feedType, body: feedBody() });
  site.serve('/', {
    body: '<html><head><link rel="alternate" type="application/rss+xml" href="/moved/rss"></head><body>hi</body></html>',
  });
  const before = await health();
  await pass(3 * day);
  expect(await health()).toMatchObject({ id: before.id, url: `${site.origin}/moved/rss`, health: { state: 'ok' } });
  const { list } = await member.api(news.listNews, { query: { source: before.id } });
  expect(list.map(({ title }) => title)).toEqual(expect.arrayContaining(['New mayor', 'A tower for the port']));
});

test('another feed of the same site is not mistaken for the lost one', async () => {
  site.serve('/feed.xml', { status: 410 });
  site.serve('/jobs.xml', {
    headers: feedType,
    body: '<rss version="2.0"><channel><title>Jobs</title><link>https://e.example/</link><item><title>Cook wanted</title><link>https://e.example/job/1</link></item></channel></rss>',
  });
  site.serve('/', {
    body: '<html><head><link rel="alternate" type="application/rss+xml" href="/jobs.xml"></head><body>hi</body></html>',
  });
  await pass(2 * day);
  expect((await health()).url).toBe(`${site.origin}/feed.xml`);
});

test('when the new address is a source already, the followers go over to it', async () => {
  site.serve('/moved/rss', { headers: feedType, body: feedBody() });
  const other = await server.newMember();
  const { source } = await other.api(websites.subscribeWebsite, {
    body: { url: `${site.origin}/moved/rss`, feedUrl: `${site.origin}/moved/rss` },
  });
  site.serve('/feed.xml', { status: 301, headers: { location: '/moved/rss' } });
  await pass(2 * day);
  expect((await health()).id).toBe(source.id);
});

test('its follower is told of a dead source once, within a day, in the follower’s language; it recovers by itself', async () => {
  const reader = await server.newMember('zh-cn');
  await reader.api(websites.subscribeWebsite, { body: { url: `${site.origin}/feed.xml` } });
  site.serve('/feed.xml', { status: 410 });
  site.serve('/', { body: '<html><body>nothing here</body></html>' });
  for (let passed = 0; passed < day; passed += hour) {
    await pass(hour);
    await server.jobs.runOnce('tell');
    if ((await system()).length > 0) expect(passed).toBeGreaterThan(6 * hour);
  }
  expect((await system()).map(({ title }) => title)).toEqual(['“Harbour Gazette” cannot be read any more']);
  await reader.signIn();
  const told = await reader.api(notices.listNotices, { query: { kind: 'system' } });
  expect(told.list[0]!.body).toContain('永久取消');

  await pass(20 * day);
  await server.jobs.runOnce('tell');
  expect(await system()).toHaveLength(1);
  expect((await health()).health).toMatchObject({ state: 'failing', errorKind: 'gone' });

  site.publish({ slug: 'articles/9', title: 'Back again', text: 'We are back.', publishedAt: server.now() });
  await pass(8 * day);
  expect((await health()).health).toMatchObject({ state: 'ok', errorKind: null });
});
