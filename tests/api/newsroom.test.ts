import { afterAll, beforeAll, expect, test } from 'vitest';
import * as accounts from '#shared/contract/accounts.ts';
import * as keywords from '#shared/contract/keywords.ts';
import * as news from '#shared/contract/news.ts';
import * as notices from '#shared/contract/notices.ts';
import * as websites from '#shared/contract/websites.ts';
import { refusal } from '../support/refusal.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let mountUrl: string;
beforeAll(async () => {
  server = await startTestServer({ env: { DEMO: 'on' } });
  mountUrl = `${server.url}/demo/newsroom`;
  await server.jobs.runOnce('crawl');
}, 120_000);
afterAll(() => server.stop());

const minute = 60_000;
const sources = () => server.newsroom!.sources(mountUrl);

test('every demo source is taken in, whatever its form and encoding', async () => {
  for (const source of sources()) {
    const result = await server.client()(keywords.searchKeyword, { body: { keyword: `site:127.0.0.1`, limit: 50 } });
    const facet = result.facets.sources.find((one) => one.label === source.name);
    expect([source.name, source.type, (facet?.count ?? 0) >= 10]).toEqual([source.name, source.type, true]);
  }
});

test('ten languages are told apart, and Chinese by its script', async () => {
  const { facets } = await server.client()(keywords.searchKeyword, { body: { keyword: '' } });
  expect(facets.languages.map((facet) => facet.value).sort()).toEqual([
    'ar',
    'de',
    'en',
    'es',
    'fr',
    'ja',
    'ko',
    'ru',
    'zh',
  ]);
  expect(facets.scripts.map((facet) => facet.value)).toEqual(expect.arrayContaining(['Hans', 'Hant']));
});

test('a simplified query finds traditional text and back', async () => {
  const scripts = async (keyword: string) => {
    const { facets } = await server.client()(keywords.searchKeyword, { body: { keyword } });
    return facets.scripts
      .map((facet) => facet.value)
      .filter((value) => value.startsWith('Han'))
      .sort();
  };
  expect(await scripts('列车')).toEqual(['Hans', 'Hant']);
  expect(await scripts('列車')).toEqual(['Hans', 'Hant']);
});

test('an item opens with its clean article and the way to the original', async () => {
  const { list } = await server.client()(news.listNews, { query: { language: 'ja' } });
  const item = await server.client()(news.getNews, { params: { id: list[0]!.id } });
  expect(item.text.length).toBeGreaterThan(80);
  expect(item.html).not.toMatch(/<(script|nav|footer)/);
  expect((await fetch(item.url)).status).toBe(200);
});

test('each site is offered by what it has: feed, news sitemap or list page', async () => {
  const { api } = await server.newMember();
  for (const source of sources()) {
    const { feeds } = await api(websites.discoverWebsite, { body: { url: source.homeUrl } });
    expect([source.slug, feeds[0]!.type]).toEqual([source.slug, source.type]);
    expect(feeds[0]!.lastTitles.length).toBeGreaterThan(0);
  }
});

test('what is published in the newsroom reaches a member who waits for it', async () => {
  const member = await server.newMember();
  await member.api(keywords.subscribeKeyword, { body: { keyword: '灯塔 维修' } });
  const source = sources().find((one) => one.language.toLowerCase() === 'zh-tw')!;
  server.advance(minute);
  server.newsroom!.publish(
    source.slug,
    {
      title: '外海燈塔展開維修',
      paragraphs: ['航務單位表示，外海燈塔的維修工程自下週展開，期間改用臨時燈號。', '漁會提醒船隻留意。'],
    },
    server.now(),
  );
  server.advance(minute);
  await server.ctx.db.updateTable('source').set({ next_fetch_at: server.now() }).execute();
  await server.jobs.runOnce('crawl');
  const { list } = await member.api(notices.listNotices, { query: {} });
  expect(list.map((notice) => [notice.title, notice.script])).toEqual([['外海燈塔展開維修', 'Hant']]);
});

test('the demo member signs in from this computer only, and not at all once the demo is off', async () => {
  const body = { account: 'demo', password: 'tidings-demo' };
  expect((await server.client()(accounts.login, { body })).user.userName).toBe('demo');
  const plain = await startTestServer();
  try {
    expect((await refusal(plain.client()(accounts.login, { body }))).errorName).toBe('LOGIN_FAILED');
  } finally {
    await plain.stop();
  }
});
