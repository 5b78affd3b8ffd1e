import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as keywords from '#shared/contract/keywords.ts';
import * as news from '#shared/contract/news.ts';
import * as notices from '#shared/contract/notices.ts';
import * as websites from '#shared/contract/websites.ts';
import { freePort } from '../support/free-port.ts';
import { fillerFor } from '../support/news-stream.ts';
import { type HubRequest, startTestHub } from '../support/test-hub.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { startTestSite, type TestSite } from '../support/test-site.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let site: TestSite;
let hub: Awaited<ReturnType<typeof startTestHub>>;
let server: TestServer;
let member: Awaited<ReturnType<TestServer['newMember']>>;
let topic: string;
let sequence: number;

beforeEach(async () => {
  sequence = 0;
  site = await startTestSite({ title: 'Harbour Gazette' });
  hub = await startTestHub();
  topic = `${site.origin}/feed.xml`;
  nameHub(hub.url);
});
afterEach(async () => {
  await server.stop();
  await site.stop();
  await hub.stop();
});

const nameHub = (url: string, self = topic) => {
  site.feedHeaders = { link: `<${url}>; rel="hub", <${self}>; rel="self"` };
};

function publish(title = 'Nothing much') {
  sequence += 1;
  site.publish({
    slug: `item-${sequence}`,
    title: `${title} ${sequence}`,
    text: fillerFor(sequence).repeat(10),
    publishedAt: server.now(),
  });
}

/** A server, reachable for hubs unless told otherwise, with one member who follows the site; its feed is read once. */
async function start(options: { env?: Record<string, string>; allowed?: string[] } = {}) {
  const port = await freePort();
  const env = options.env ?? { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` };
  server = await startTestServer({ env, allowedOrigins: options.allowed ?? [site.origin, hub.origin] });
  for (let age = 0; age < 4; age++) {
    publish('Old news');
    server.advance(hour);
  }
  member = await server.newMember();
  await member.api(websites.subscribeWebsite, { body: { url: topic } });
  await server.jobs.runOnce('crawl');
}

const crawl = () => server.jobs.runOnce('crawl');
const askHubs = () => server.jobs.runOnce('hubs');
const rows = () => server.ctx.db.selectFrom('hub_subscription').selectAll().orderBy('id').execute();
const feedReads = () => site.requests.filter(({ path }) => path === '/feed.xml').length;

/** What the hub was asked since the last look. */
async function asked(): Promise<HubRequest[]> {
  const before = hub.requests.length;
  await askHubs();
  return hub.requests.slice(before);
}

/** A server that the hub has promised to tell. */
async function startVerified(): Promise<HubRequest> {
  await start();
  const [request] = await asked();
  expect(await hub.verify(request!)).toBe(true);
  return request!;
}

async function health() {
  const { list } = await member.api(websites.listWebsites, { query: {} });
  return list[0]!.source.health;
}

/** Milliseconds to the next fetch. */
const nextFetchIn = async () => (await health()).nextFetchAt! - server.now();

async function titles() {
  const { list } = await member.api(news.listNews, { query: {} });
  return list.map(({ title }) => title);
}

/** What the metrics page says of one series. */
async function metric(series: string): Promise<number> {
  await server.jobs.runOnce('measure');
  const page = await (await fetch(`${server.url}/metrics`)).text();
  const line = page.split('\n').find((line) => line.startsWith(`${series} `));
  return line === undefined ? Number.NaN : Number(line.split(' ').at(-1));
}

describe('from the request to the reader', () => {
  test('what a hub tells of is fetched at once, stored once, and told to the member who waits for it', async () => {
    await start();
    await member.api(keywords.subscribeKeyword, { body: { keyword: 'lighthouse' } });
    const [request, ...others] = await asked();
    expect(others).toEqual([]);
    expect(request).toMatchObject({ mode: 'subscribe', topic, leaseSeconds: 10 * 86_400 });
    expect(request!.callback).toMatch(new RegExp(`^${server.url}/v1/source/hub/[\\w-]{32}$`));
    expect(request!.secret!.length).toBeGreaterThanOrEqual(32);
    expect(await hub.verify(request!)).toBe(true);

    server.advance(2 * minute);
    publish('The lighthouse is lit');
    expect(await hub.deliver(request!, '<rss>anything</rss>')).toBe(202);
    await crawl();
    expect((await titles()).filter((title) => title.includes('lighthouse'))).toHaveLength(1);
    const told = await member.api(notices.listNotices, { query: { kind: 'keyword' } });
    expect(told.list.map(({ title }) => title)).toEqual(['The lighthouse is lit 5']);

    server.advance(2 * minute);
    await hub.deliver(request!, '<rss>the same again</rss>');
    await crawl();
    expect((await titles()).filter((title) => title.includes('lighthouse'))).toHaveLength(1);
    expect(await metric('tidings_hub_deliveries_total{outcome="taken"}')).toBe(2);
    expect(await metric('tidings_hub_subscriptions{state="trusted"}')).toBe(1);
  });

  test('what stands in a delivery is never read', async () => {
    const request = await startVerified();
    server.advance(2 * minute);
    const body = `<rss version="2.0"><channel><title>T</title><item><title>Planted</title><link>${site.origin}/x</link></item></channel></rss>`;
    expect(await hub.deliver(request, body)).toBe(202);
    await crawl();
    expect(await titles()).not.toContain('Planted');
  });

  test('many deliveries in a minute are one fetch', async () => {
    const request = await startVerified();
    server.advance(2 * minute);
    const before = feedReads();
    for (let i = 0; i < 20; i++) {
      expect(await hub.deliver(request, `news ${i}`)).toBe(202);
      await crawl();
      server.advance(2_000);
    }
    expect(feedReads() - before).toBe(1);
    server.advance(minute);
    await crawl();
    expect(feedReads() - before).toBe(2);
  });
});

describe('what is not the hub’s is left alone', () => {
  test('a delivery with a wrong signature gets the same answer, and is ignored and counted', async () => {
    const request = await startVerified();
    server.advance(2 * minute);
    publish('Not told');
    const before = feedReads();
    expect(await hub.deliver(request, 'news', 'a wrong secret')).toBe(202);
    const unsigned = await fetch(request.callback, { method: 'POST', body: 'news' });
    expect([unsigned.status, await unsigned.text()]).toEqual([202, '']);
    await crawl();
    expect(feedReads()).toBe(before);
    expect(await metric('tidings_hub_deliveries_total{outcome="unsigned"}')).toBe(2);
  });

  test('only what was asked is verified: topic, mode, token and once', async () => {
    await start();
    const [request] = await asked();
    expect(await hub.verify(request!, { 'hub.topic': `${topic}?other` })).toBe(false);
    expect(await hub.verify(request!, { 'hub.mode': 'unsubscribe' })).toBe(false);
    expect(await hub.verify(request!, { 'hub.challenge': '' })).toBe(false);
    const elsewhere = request!.callback.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect(await hub.verify({ ...request!, callback: elsewhere })).toBe(false);
    expect((await rows())[0]!.state).toBe('asked');
    expect(await hub.verify(request!)).toBe(true);
    expect(await hub.verify(request!)).toBe(false);
    expect(await hub.verify(request!, { 'hub.mode': 'unsubscribe' })).toBe(false);
    expect((await rows())[0]!.state).toBe('verified');
  });

  test('nothing is verified that was not asked yet', async () => {
    await start();
    const [row] = await rows();
    const callback = `${server.url}/v1/source/hub/${row!.token}`;
    const request = { mode: 'subscribe', topic, callback, secret: null, leaseSeconds: 60 };
    expect(await hub.verify(request)).toBe(false);
    expect(await hub.deliver(request, 'news', row!.secret)).toBe(404);
  });

  test('an unknown address is not there, a body that is too large is refused', async () => {
    const request = await startVerified();
    for (const token of ['nobody', 'x'.repeat(32), '%00', 'x'.repeat(2_000)]) {
      const url = `${server.url}/v1/source/hub/${token}`;
      expect((await fetch(`${url}?hub.mode=subscribe&hub.challenge=x`)).status).toBe(404);
      expect((await fetch(url, { method: 'POST', body: 'news' })).status).toBe(404);
    }
    expect(await hub.deliver(request, 'x'.repeat(10 * 1024 * 1024 + 1))).toBe(413);
    expect(await metric('tidings_hub_deliveries_total{outcome="too-large"}')).toBe(1);
  });
});

describe('leases and refusals', () => {
  test('a lease is renewed before it ends, at the same address', async () => {
    const request = await startVerified();
    server.advance(7.9 * day);
    expect(await asked()).toEqual([]);
    server.advance(1.2 * day);
    expect(await asked()).toEqual([request]);
    expect(await hub.verify(request, { 'hub.lease_seconds': String(5 * 86_400) })).toBe(true);
    expect((await rows())[0]!.lease_ends_at).toBe(server.now() + 5 * day);
    expect(await asked()).toEqual([]);
  });

  test('a lease that is not renewed lapses, and the rhythm holds again', async () => {
    const request = await startVerified();
    server.advance(2 * minute);
    publish();
    await hub.deliver(request, 'news');
    await crawl();
    expect(await nextFetchIn()).toBeGreaterThanOrEqual(6 * hour);
    await server.ctx.db
      .updateTable('hub_subscription')
      .set({ lease_ends_at: server.now() + hour })
      .execute();
    server.advance(6 * hour);
    await crawl();
    expect(await nextFetchIn()).toBeLessThan(6 * hour);
    expect((await health()).tellsUntil).toBeNull();
    expect(await metric('tidings_hub_subscriptions{state="lapsed"}')).toBe(1);
  });

  test('a hub that fails is asked again, in gaps that grow', async () => {
    hub.answerWith(503);
    await start();
    const gaps: number[] = [];
    let since = 0;
    for (let passed = 0; passed < 6 * hour; passed += minute) {
      if ((await asked()).length > 0) {
        gaps.push(passed - since);
        since = passed;
      }
      server.advance(minute);
    }
    expect(gaps.map((gap) => gap / minute)).toEqual([0, 5, 10, 20, 40, 80, 160]);
    expect((await rows())[0]).toMatchObject({ state: 'asked', attempts: 7, last_error: 'http: status 503' });
    hub.answerWith(202);
    server.advance(6 * hour);
    const [request] = await asked();
    expect(await hub.verify(request!)).toBe(true);
    expect((await rows())[0]).toMatchObject({ state: 'verified', attempts: 0, last_error: '' });
  });

  test('a hub that refuses is left alone for a week', async () => {
    await start();
    const [request] = await asked();
    expect(await hub.deny(request!)).toBe(200);
    expect(await metric('tidings_hub_subscriptions{state="denied"}')).toBe(1);
    server.advance(6.9 * day);
    await crawl();
    expect(await asked()).toEqual([]);
    server.advance(0.2 * day);
    expect(await asked()).toEqual([request]);
  });
});

describe('how often a source is polled', () => {
  test('once its hub has told, every six hours; the member sees until when', async () => {
    const request = await startVerified();
    server.advance(2 * minute);
    publish();
    expect((await health()).tellsUntil).toBeNull();
    await hub.deliver(request, 'news');
    await crawl();
    expect(await nextFetchIn()).toBe(6 * hour);
    expect((await health()).tellsUntil).toBe((await rows())[0]!.lease_ends_at);
  });

  test('a hub that falls silent is not relied on until it tells again', async () => {
    const request = await startVerified();
    server.advance(2 * minute);
    publish();
    await hub.deliver(request, 'news');
    await crawl();

    publish('Silent');
    server.advance(6 * hour);
    await crawl();
    expect(await titles()).toContain('Silent 6');
    expect(await nextFetchIn()).toBeLessThan(6 * hour);
    expect(await health()).toMatchObject({ tellsUntil: null });

    server.advance(2 * minute);
    publish();
    await hub.deliver(request, 'news');
    await crawl();
    expect(await nextFetchIn()).toBe(6 * hour);
  });

  test('a hub that tells before the feed has it costs no six hours', async () => {
    const request = await startVerified();
    server.advance(2 * minute);
    await hub.deliver(request, 'news');
    await crawl();
    expect(await nextFetchIn()).toBeLessThan(6 * hour);
  });

  test('news told while the feed is being read is looked for a minute later', async () => {
    const request = await startVerified();
    server.advance(2 * minute);
    publish('First');
    const body = await (await fetch(topic)).text();
    const headers = { 'content-type': 'application/rss+xml', ...site.feedHeaders };
    site.serve('/feed.xml', async (_, response) => {
      server.advance(5_000);
      publish('Second');
      await hub.deliver(request, 'second');
      response.writeHead(200, headers).end(body);
    });
    await hub.deliver(request, 'first');
    await crawl();
    expect(await titles()).not.toContain('Second 6');
    server.advance(minute);
    await crawl();
    expect(await titles()).toContain('Second 6');
  });

  test('a source that asks to be left alone keeps its turn', async () => {
    const request = await startVerified();
    const body = await (await fetch(topic)).text();
    const headers = { 'content-type': 'application/rss+xml', ...site.feedHeaders };
    site.serve('/feed.xml', { status: 429, headers: { 'retry-after': '3600' } });
    server.advance(2 * minute);
    await hub.deliver(request, 'news');
    await crawl();
    site.serve('/feed.xml', { headers, body });
    const before = feedReads();
    server.advance(10 * minute);
    expect(await hub.deliver(request, 'news')).toBe(202);
    await crawl();
    expect(feedReads()).toBe(before);
  });
});

describe('who is asked', () => {
  test.each([
    ['hub', '?second', ''],
    ['topic', '', '?second'],
  ])(
    'a feed that names another %s: the new one is asked, the old one is told to stop',
    async (_what, moreOfHub, moreOfTopic) => {
      const request = await startVerified();
      const second = hub.url + moreOfHub;
      nameHub(second, topic + moreOfTopic);
      publish();
      server.advance(day);
      await crawl();
      const requests = await asked();
      expect(requests.map(({ mode }) => mode).sort()).toEqual(['subscribe', 'unsubscribe']);
      const leaving = requests.find(({ mode }) => mode === 'unsubscribe')!;
      const next = requests.find(({ mode }) => mode === 'subscribe')!;
      expect(leaving).toMatchObject({ callback: request.callback, topic });
      expect(next.callback).not.toBe(request.callback);
      expect(await hub.deliver(request, 'late news')).toBe(410);
      expect(await hub.verify(leaving)).toBe(true);
      expect(await hub.verify(next)).toBe(true);
      expect((await rows()).map(({ hub, state }) => [hub, state])).toEqual([[second, 'verified']]);
      expect(await hub.deliver(request, 'later news')).toBe(404);
    },
  );

  test('a feed that names none any more is taken at its word', async () => {
    await startVerified();
    site.feedHeaders = {};
    publish();
    server.advance(day);
    await crawl();
    expect((await asked()).map(({ mode }) => mode)).toEqual(['unsubscribe']);
  });

  test('the last follower gone, the hub is told to stop; a new one, and it is asked again', async () => {
    const request = await startVerified();
    const { list } = await member.api(websites.listWebsites, { query: {} });
    await member.api(websites.unsubscribeWebsite, { body: { id: list[0]!.id } });
    const [leaving] = await asked();
    expect(leaving).toMatchObject({ mode: 'unsubscribe', callback: request.callback, secret: null });
    await member.api(websites.unsubscribeWebsite, { body: { id: list[0]!.id, restore: true } });
    server.advance(hour);
    await crawl();
    expect((await asked()).map(({ mode }) => mode)).toEqual(['subscribe']);
    expect(await hub.verify(leaving!)).toBe(false);
    expect(await hub.verify({ ...leaving!, mode: 'subscribe', leaseSeconds: 86_400 })).toBe(true);
  });

  test('a source that is dead is no longer waited for, and asked for again when it lives', async () => {
    await startVerified();
    site.serve('/feed.xml', { status: 410 });
    site.serve('/', { body: '<html><body>nothing here</body></html>' });
    for (let passed = 0; passed < 2 * day; passed += hour) {
      server.advance(hour);
      await crawl();
    }
    const [leaving] = await asked();
    expect(leaving).toMatchObject({ mode: 'unsubscribe' });
    expect(await hub.verify(leaving!)).toBe(true);
    publish('Back again');
    server.advance(8 * day);
    await crawl();
    expect((await asked()).map(({ mode }) => mode)).toEqual(['subscribe']);
  });

  test('a hub that does not let go is left to its lease', async () => {
    await startVerified();
    site.feedHeaders = {};
    publish();
    server.advance(day);
    await crawl();
    for (let passed = 0; passed < day; passed += 10 * minute) {
      await askHubs();
      server.advance(10 * minute);
    }
    expect(hub.requests.filter(({ mode }) => mode === 'unsubscribe')).toHaveLength(5);
    expect(await rows()).toEqual([]);
  });

  test('without a public address no hub is asked', async () => {
    await start({ env: {} });
    expect(await asked()).toEqual([]);
    expect(await rows()).toEqual([]);
  });

  test('a hub on a private address is never called', async () => {
    await start({ allowed: [site.origin] });
    expect(await asked()).toEqual([]);
    expect((await rows())[0]).toMatchObject({ state: 'asked', attempts: 1 });
    expect((await rows())[0]!.last_error).toContain('blocked-address');
  });

  test('a hub’s server that is away is tried once for all that is due there', async () => {
    await start();
    await hub.stop();
    const [row] = await rows();
    const { id: _, ...values } = row!;
    for (const token of ['b', 'c']) {
      const more = { ...values, token: token.repeat(32), topic: `${topic}?${token}` };
      await server.ctx.db.insertInto('hub_subscription').values(more).execute();
    }
    await askHubs();
    expect((await rows()).map(({ attempts, last_error }) => [attempts, last_error === ''])).toEqual([
      [1, false],
      [1, true],
      [1, true],
    ]);
  });

  test('a hub that redirects is not followed', async () => {
    site.serve('/moved-hub', { status: 307, headers: { location: hub.url } });
    nameHub(`${site.origin}/moved-hub`);
    await start();
    expect(await asked()).toEqual([]);
    expect((await rows())[0]!.last_error).toContain('redirect');
  });
});
