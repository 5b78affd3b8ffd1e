import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as collect from '#shared/contract/collect.ts';
import * as keywords from '#shared/contract/keywords.ts';
import * as news from '#shared/contract/news.ts';
import * as notices from '#shared/contract/notices.ts';
import * as websites from '#shared/contract/websites.ts';
import { fillerFor } from '../support/news-stream.ts';
import { refusal } from '../support/refusal.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { startTestSite, type TestSite } from '../support/test-site.ts';

const minute = 60_000;
const hour = 60 * minute;

let site: TestSite;
let twin: TestSite;
let server: TestServer;
let sequence = 0;

beforeAll(async () => {
  site = await startTestSite({ title: 'Harbour Post' });
  twin = await startTestSite({ title: 'Island Courier' });
  server = await startTestServer({ allowedOrigins: [site.origin, twin.origin] });
  for (const one of [site, twin]) {
    one.publish({
      slug: 'first',
      title: 'Opening day',
      text: `The paper opens. ${fillerFor(++sequence)}`,
      publishedAt: server.now(),
    });
  }
});
afterAll(async () => {
  await server.stop();
  await Promise.all([site.stop(), twin.stop()]);
});

const filler =
  'The hall was full until late in the evening, and those who could not find a seat listened from the stairs while the clerks counted the papers twice.';

/** A new item on a site, and the crawl that takes it in. */
async function publish(on: TestSite, title: string, text: string, more = fillerFor(sequence + 1)) {
  put(on, title, text, more);
  await crawl();
}

function put(on: TestSite, title: string, text: string, more = fillerFor(sequence + 1)) {
  on.publish({ slug: `item-${++sequence}`, title, text: `${text} ${more}`, publishedAt: server.now() });
}

/** Two hours later every site is asked, however often it would be by its rhythm. */
async function crawl() {
  server.advance(2 * hour);
  await readAll();
}

async function readAll() {
  await server.ctx.db.updateTable('source').set({ next_fetch_at: server.now() }).execute();
  await server.jobs.runOnce('crawl');
}

/** A member who follows the site, so that it is crawled. */
async function newFollower(on: TestSite = site) {
  const member = await server.newMember();
  const { id } = await member.api(websites.subscribeWebsite, { body: { url: `${on.origin}/` } });
  return { ...member, websiteId: id };
}

const inbox = (member: { api: TestServer['client'] extends (...a: never[]) => infer A ? A : never }) =>
  member.api(notices.listNotices, { query: {} });

describe('from a word to a notice', () => {
  test('a new item that matches makes one notice, with the words marked, and every number agrees', async () => {
    await newFollower();
    const member = await server.newMember();
    const { id } = await member.api(keywords.subscribeKeyword, {
      body: { keyword: 'lighthouse "new lamp"', name: 'Lamp' },
    });
    await publish(site, 'The lighthouse shines again', 'A new lamp was lit on Friday by the keeper of the lighthouse.');

    const { list, counts, count } = await inbox(member);
    expect(count).toBe(1);
    expect(list[0]).toMatchObject({
      kind: 'keyword',
      title: 'The lighthouse shines again',
      reason: 'Lamp',
      subscriptionId: id,
      sourceName: 'Harbour Post',
      readAt: null,
    });
    const [start, end] = list[0]!.highlights.title[0]!;
    expect(list[0]!.title.slice(start, end)).toBe('lighthouse');
    expect(counts).toMatchObject({ unread: 1, byKind: { keyword: 1 } });
    expect(await member.api(notices.countNotices, { query: {} })).toEqual(counts);

    const { list: rules } = await member.api(keywords.listKeywords, { query: {} });
    expect(rules[0]).toMatchObject({ hitCount: 1, unreadCount: 1 });
    const hits = await member.api(keywords.listKeywordHits, { query: { id } });
    expect(hits.list.map((hit) => hit.title)).toEqual(['The lighthouse shines again']);
  });

  test('crawling again, and a restart between, bring no second notice', async () => {
    await newFollower();
    const member = await server.newMember();
    await member.api(keywords.subscribeKeyword, { body: { keyword: 'telescope' } });
    await publish(site, 'A telescope for the school', 'The telescope came by ship.');
    await crawl();
    await crawl();
    expect((await inbox(member)).count).toBe(1);
  });

  test('a story that two publishers carry makes one notice', async () => {
    await newFollower();
    await newFollower(twin);
    const member = await server.newMember();
    await member.api(keywords.subscribeKeyword, { body: { keyword: 'ferry' } });
    const text =
      'The night ferry between the two islands will run again from the first of May after the ministry and the crew agreed on new rest times and on a second engine watch. Tickets go on sale on Monday at the pier and on board.';
    await publish(site, 'Night ferry returns', text, '');
    await publish(twin, 'Night ferry returns to the islands', text.replace('Tickets go', 'Tickets will go'), '');
    const { list } = await inbox(member);
    expect(list.map((notice) => notice.title)).toEqual(['Night ferry returns']);
    const article = await member.api(news.getNews, { params: { id: list[0]!.articleId! } });
    expect(article.sameText.map((same) => same.source.name)).toEqual(['Island Courier']);
  });

  test('what other publishers report within minutes is told together, two minutes later', async () => {
    await newFollower();
    await newFollower(twin);
    const member = await server.newMember();
    await member.api(keywords.subscribeKeyword, { body: { keyword: 'viaduct' } });
    const titles = async () => (await inbox(member)).list.map((notice) => notice.title);
    await publish(site, 'The viaduct is closed', 'Cracks were seen under the viaduct.');
    server.advance(minute);
    put(twin, 'No trains to the south', 'Since noon no train has crossed the viaduct.');
    put(twin, 'Buses instead', 'Travellers are taken around the viaduct by road.');
    await readAll();
    expect(await titles()).toEqual(['The viaduct is closed']);
    const [rule] = (await member.api(keywords.listKeywords, { query: {} })).list;
    expect(rule).toMatchObject({ hitCount: 3, nextDigestAt: server.now() + 2 * minute });

    server.advance(2 * minute);
    await server.jobs.runOnce('digest');
    const [digest] = (await inbox(member)).list;
    expect(digest).toMatchObject({ storyCount: 2, subscriptionId: rule!.id });
    const { list } = await member.api(keywords.readDigest, { query: { id: digest!.id } });
    expect(list.map((story) => story.title).toSorted()).toEqual(['Buses instead', 'No trains to the south']);
    expect(await titles()).toHaveLength(2);
  });

  test('one member gets one notice a story, however many rules and websites lead to it', async () => {
    const member = await newFollower();
    await member.api(keywords.subscribeKeyword, { body: { keyword: 'orchestra' } });
    await member.api(keywords.subscribeKeyword, { body: { keyword: 'title:orchestra' } });
    await publish(site, 'Orchestra on tour', 'The orchestra leaves for the north.');
    expect((await inbox(member)).list.filter((notice) => notice.title === 'Orchestra on tour')).toHaveLength(1);
  });

  test('a paused rule is silent and a deleted one too, until taken back', async () => {
    await newFollower();
    const member = await server.newMember();
    const { id } = await member.api(keywords.subscribeKeyword, { body: { keyword: 'glacier' } });
    await member.api(keywords.updateKeyword, { body: { id, paused: true } });
    await publish(site, 'Glacier one', 'The first glacier report.');
    await member.api(keywords.updateKeyword, { body: { id, paused: false } });
    await publish(site, 'Glacier two', 'The second glacier paper is out now.');
    await member.api(keywords.unsubscribeKeyword, { body: { id } });
    await publish(site, 'Glacier three', 'A third text about a glacier in the south.');
    await member.api(keywords.unsubscribeKeyword, { body: { id, restore: true } });
    await publish(site, 'Glacier four', 'Quite another glacier makes a noise.');
    expect((await inbox(member)).list.map((notice) => notice.title)).toEqual(['Glacier four', 'Glacier two']);
  });

  test('what a website had before it was first read is no news to its first follower', async () => {
    const old = await startTestSite({ title: 'Old Site' });
    try {
      const own = await startTestServer({ allowedOrigins: [old.origin] });
      old.publish({ slug: 'a', title: 'Before', text: filler, publishedAt: own.now() - minute });
      const member = await own.newMember();
      await member.api(websites.subscribeWebsite, { body: { url: old.origin } });
      await own.jobs.runOnce('crawl');
      expect((await inbox(member)).count).toBe(0);
      old.publish({ slug: 'b', title: 'After', text: `Other words. ${filler}`, publishedAt: own.now() });
      own.advance(2 * hour);
      await own.jobs.runOnce('crawl');
      expect((await inbox(member)).list.map((notice) => [notice.kind, notice.title])).toEqual([['website', 'After']]);
      await own.stop();
    } finally {
      await old.stop();
    }
  });

  test('a scope keeps a rule to its languages and to titles', async () => {
    await newFollower();
    const member = await server.newMember();
    const scope = { languages: ['zh'], sources: [], ownWebsitesOnly: false, field: 'any' as const };
    await member.api(keywords.subscribeKeyword, { body: { keyword: 'comet', scope } });
    await member.api(keywords.subscribeKeyword, {
      body: { keyword: 'comet', scope: { ...scope, languages: [], field: 'title' } },
    });
    await publish(site, 'Night sky', 'A comet will be seen from the hills.');
    expect((await inbox(member)).count).toBe(0);
    await publish(site, 'Comet over town', 'It was seen for an hour by many people on the bridge.');
    expect((await inbox(member)).count).toBe(1);
  });
});

describe('the inbox', () => {
  async function memberWithThree() {
    await newFollower();
    const member = await server.newMember();
    const word = `signal${++sequence}`;
    await member.api(keywords.subscribeKeyword, { body: { keyword: word } });
    for (const part of ['alpha', 'beta', 'gamma']) {
      await publish(site, `${word} ${part}`, `About ${part} ${part} ${sequence}: ${[...part].join(' ')}.`);
    }
    return member;
  }

  test('marks one and all as read, takes it back, and leaves what came later unread', async () => {
    const member = await memberWithThree();
    const { list, counts } = await inbox(member);
    expect(counts.unread).toBe(3);
    const one = await member.api(notices.readNotices, { body: { ids: [list[1]!.id] } });
    expect(one).toMatchObject({ changed: 1, counts: { unread: 2 } });
    const all = await member.api(notices.readNotices, { body: { all: true, before: list[1]!.id } });
    expect(all).toMatchObject({ changed: 1, counts: { unread: 1 } });
    const undone = await member.api(notices.readNotices, { body: { undo: all.undo! } });
    expect(undone).toMatchObject({ changed: 1, counts: { unread: 2 } });
    expect(undone.counts.revision).toBeGreaterThan(counts.revision);
    expect((await member.api(notices.readNotices, { body: { ids: [list[1]!.id], unread: true } })).counts.unread).toBe(
      3,
    );
  });

  test('reading twice counts once', async () => {
    const member = await memberWithThree();
    const { list } = await inbox(member);
    const ids = [list[0]!.id];
    await Promise.all([1, 2, 3].map(() => member.api(notices.readNotices, { body: { ids } })));
    expect((await inbox(member)).counts.unread).toBe(2);
  });

  test('removes with a way back, and filters by kind, unread and rule', async () => {
    const member = await memberWithThree();
    const { list } = await inbox(member);
    const ids = [list[0]!.id];
    expect((await member.api(notices.removeNotices, { body: { ids } })).counts.unread).toBe(2);
    expect((await inbox(member)).count).toBe(2);
    expect((await member.api(notices.removeNotices, { body: { ids, restore: true } })).counts.unread).toBe(3);
    await member.api(notices.readNotices, { body: { ids } });
    const count = async (query: object) => (await member.api(notices.listNotices, { query })).count;
    expect(await count({ unread: true })).toBe(2);
    expect(await count({ kind: 'website' })).toBe(0);
    expect(await count({ subscription: list[0]!.subscriptionId! })).toBe(3);
    expect(await count({ after: list[1]!.id })).toBe(1);
  });

  test('pages by cursor without gap or repeat', async () => {
    const member = await memberWithThree();
    const first = await member.api(notices.listNotices, { query: { limit: 10 } });
    expect(first.nextCursor).toBeUndefined();
    const all = first.list.map((notice) => notice.id);
    expect(all).toEqual(all.toSorted((a, b) => b - a));
  });

  test('answers 304 while nothing changed, by revision and by ETag', async () => {
    const member = await memberWithThree();
    const counts = await member.api(notices.countNotices, { query: {} });
    expect((await refusal(member.api(notices.countNotices, { query: { since: counts.revision } }))).errorName).toBe(
      'NOT_MODIFIED',
    );
    const headers = { authorization: `Bearer ${member.token}`, 'if-none-match': `"${counts.revision}"` };
    expect((await fetch(`${server.url}/v1/notice/counts`, { headers })).status).toBe(304);
    const { list } = await inbox(member);
    await member.api(notices.readNotices, { body: { ids: [list[0]!.id] } });
    const fresh = await member.api(notices.countNotices, { query: { since: counts.revision } });
    expect(fresh.unread).toBe(2);
  });

  test('tells an open stream about every change', async () => {
    const member = await memberWithThree();
    const abort = new AbortController();
    const response = await fetch(`${server.url}/v1/notice/stream`, {
      headers: { cookie: `token=${member.token}` },
      signal: abort.signal,
    });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    const nextUnread = async () => {
      for (let text = ''; ; ) {
        text += (await reader.read()).value ?? '';
        const data = /event: counts\ndata: (.+)\n\n/.exec(text)?.[1];
        if (data) return (JSON.parse(data) as { unread: number }).unread;
      }
    };
    expect(await nextUnread()).toBe(3);
    const { list } = await inbox(member);
    await member.api(notices.readNotices, { body: { ids: [list[0]!.id] } });
    expect(await nextUnread()).toBe(2);
    abort.abort();
  });

  test('a number that is off is repaired by the regular check', async () => {
    const member = await memberWithThree();
    await server.ctx.db.updateTable('inbox').set({ unread: 7 }).where('member_id', '=', member.user.userId).execute();
    await server.jobs.runOnce('tidy');
    expect((await inbox(member)).counts).toMatchObject({ unread: 3, byKind: { keyword: 3 } });
  });

  test('of one member is closed to another', async () => {
    const member = await memberWithThree();
    const stranger = await server.newMember();
    const { list } = await inbox(member);
    const ids = [list[0]!.id];
    expect((await stranger.api(notices.readNotices, { body: { ids } })).changed).toBe(0);
    await stranger.api(notices.removeNotices, { body: { ids } });
    expect((await inbox(member)).counts.unread).toBe(3);
    expect((await inbox(stranger)).count).toBe(0);
  });
});

describe('keyword subscriptions', () => {
  test('a query that cannot be read is refused with position and repair, in the caller’s language', async () => {
    const { api } = await server.newMember('zh-cn');
    const error = await refusal(api(keywords.subscribeKeyword, { body: { keyword: 'lang:zh' } }));
    expect(error).toMatchObject({ errorName: 'QUERY_INVALID', status: 400 });
    expect(error.problems[0]).toMatchObject({ code: 'too-broad' });
    const unbalanced = await refusal(
      server.client()(keywords.searchKeyword, { body: { keyword: 'a "b', strict: true } }),
    );
    expect(unbalanced.problems[0]).toMatchObject({ code: 'unbalanced-quote', start: 2 });
    expect((await refusal(api(keywords.subscribeKeyword, { body: { keyword: 'x'.repeat(5_000) } }))).errorName).toBe(
      'INVALID_INPUT',
    );
  });

  test('a query of signs only is told apart from one without words', async () => {
    const { api } = await server.newMember();
    expect((await refusal(api(keywords.subscribeKeyword, { body: { keyword: '!!!' } }))).errorName).toMatch(/^QUERY_/);
    expect((await refusal(api(keywords.previewKeyword, { body: { keyword: '""' } }))).errorName).toMatch(/^QUERY_/);
  });

  test('the same words in another spelling are the same subscription', async () => {
    const { api } = await server.newMember();
    await api(keywords.subscribeKeyword, { body: { keyword: '新能源 (补贴 OR 汽车)' } });
    const twinError = await refusal(api(keywords.subscribeKeyword, { body: { keyword: '新能源（补贴 或 汽车）' } }));
    expect(twinError).toMatchObject({ errorName: 'KEYWORD_EXISTS', status: 409 });
  });

  test('of another member cannot be seen, changed or deleted', async () => {
    const owner = await server.newMember();
    const stranger = await server.newMember();
    const { id } = await owner.api(keywords.subscribeKeyword, { body: { keyword: 'private matter' } });
    expect((await stranger.api(keywords.listKeywords, { query: {} })).count).toBe(0);
    for (const call of [
      () => stranger.api(keywords.updateKeyword, { body: { id, paused: true } }),
      () => stranger.api(keywords.unsubscribeKeyword, { body: { id } }),
      () => stranger.api(keywords.listKeywordHits, { query: { id } }),
    ]) {
      expect(await refusal(call())).toMatchObject({ errorName: 'NOT_FOUND', status: 404 });
    }
  });

  test('a preview counts the stories of the last seven days with examples', async () => {
    await newFollower();
    await publish(site, 'Quince harvest', 'The quince harvest was good this year.');
    const { api } = await server.newMember();
    const preview = await api(keywords.previewKeyword, { body: { keyword: 'quince' } });
    expect(preview).toMatchObject({ count: 1, countCapped: false });
    expect(preview.perDay).toHaveLength(7);
    expect(preview.perDay.reduce((sum, day) => sum + day.count, 0)).toBe(1);
    expect(preview.examples[0]!.title).toBe('Quince harvest');
  });
});

describe('search', () => {
  test('finds with marks, facets and count, for a visitor too', async () => {
    await newFollower();
    await publish(site, 'Beekeepers meet', 'Forty beekeepers met in the old mill.');
    const result = await server.client()(keywords.searchKeyword, { body: { keyword: 'beekeeper' } });
    expect(result).toMatchObject({ count: 1, countCapped: false });
    expect(result.list[0]!.highlights.title).toEqual([[0, 10]]);
    expect(result.facets.languages).toEqual([{ value: 'en', count: 1 }]);
    expect(result.facets.sources[0]).toMatchObject({ label: 'Harbour Post', count: 1 });
    const none = await server.client()(keywords.searchKeyword, {
      body: { keyword: 'beekeeper', filters: { languages: ['zh'] } },
    });
    expect(none.count).toBe(0);
  });

  test('an empty query lists the newest', async () => {
    const result = await server.client()(keywords.searchKeyword, { body: { keyword: '' } });
    expect(result.list.length).toBeGreaterThan(0);
    const times = result.list.map((hit) => hit.publishedAt);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  test('a query of stop words only is answered like any other', async () => {
    const result = await server.client()(keywords.searchKeyword, { body: { keyword: 'the and of', strict: true } });
    expect(result.warnings).toEqual([]);
    expect(result.count).toBeGreaterThanOrEqual(0);
    const { api } = await server.newMember();
    expect((await api(keywords.previewKeyword, { body: { keyword: 'the' } })).count).toBeGreaterThan(0);
  });

  test('pages end at a hundred with a plain word', async () => {
    const error = await refusal(
      server.client(undefined, 'zh-CN')(keywords.searchKeyword, { body: { keyword: 'a', page: 101 } }),
    );
    expect(error).toMatchObject({ errorName: 'PAGE_TOO_DEEP', message: '翻页到此为止，请缩小查询范围。' });
  });
});

describe('website subscriptions', () => {
  test('a page’s feed is found, parsed and offered with what it brings', async () => {
    const { api } = await server.newMember();
    const { feeds } = await api(websites.discoverWebsite, { body: { url: site.origin } });
    expect(feeds[0]).toMatchObject({
      url: `${site.origin}/feed.xml`,
      type: 'rss',
      title: 'Harbour Post',
      subscribed: false,
    });
    expect(feeds[0]!.lastTitles).toHaveLength(3);
    await api(websites.subscribeWebsite, { body: { url: site.origin, feedUrl: feeds[0]!.url } });
    expect((await api(websites.discoverWebsite, { body: { url: site.origin } })).feeds[0]!.subscribed).toBe(true);
    expect((await refusal(api(websites.subscribeWebsite, { body: { url: site.origin } }))).errorName).toBe(
      'WEBSITE_EXISTS',
    );
  });

  test('two members share one source', async () => {
    const [first, second] = [await newFollower(), await newFollower()];
    const sourceOf = async (member: typeof first) =>
      (await member.api(websites.listWebsites, { query: {} })).list[0]!.source.id;
    expect(await sourceOf(first)).toBe(await sourceOf(second));
  });

  test('unsubscribing stops the notices and can be taken back', async () => {
    const member = await newFollower();
    await member.api(websites.unsubscribeWebsite, { body: { id: member.websiteId } });
    expect((await member.api(websites.listWebsites, { query: {} })).count).toBe(0);
    await newFollower();
    await publish(site, 'While away', 'Nobody told them about it.');
    expect((await inbox(member)).count).toBe(0);
    await member.api(websites.unsubscribeWebsite, { body: { id: member.websiteId, restore: true } });
    await publish(site, 'Back again', 'Now they hear of it once more.');
    expect((await inbox(member)).list.map((notice) => notice.title)).toEqual(['Back again']);
  });

  test.each([
    ['not an address', 'URL_INVALID'],
    ['ftp://example.com/', 'URL_INVALID'],
    ['http://10.0.0.1/', 'URL_BLOCKED'],
    ['http://169.254.169.254/latest/meta-data', 'URL_BLOCKED'],
    ['http://[::1]:9/', 'URL_BLOCKED'],
    ['http://0x7f.1/', 'URL_BLOCKED'],
    ['http://nobody.invalid/', 'SITE_UNREACHABLE'],
  ])('%s is refused as %s', async (url, name) => {
    const { api } = await server.newMember();
    const error = await refusal(api(websites.discoverWebsite, { body: { url } }));
    expect(error.errorName).toBe(name);
    expect(error.message).not.toBe('');
  });

  test('a failing source keeps its error in words and its history, and recovers', async () => {
    const member = await newFollower(twin);
    twin.serve('/feed.xml', { status: 500, body: 'oops' });
    await crawl();
    const health = async () => (await member.api(websites.listWebsites, { query: {} })).list[0]!.source.health;
    expect(await health()).toMatchObject({ state: 'waiting', errorKind: 'http', errorCount: 1 });
    const { list } = await member.api(websites.listFetches, { query: { id: member.websiteId } });
    expect(list[0]).toMatchObject({ status: 500, errorKind: 'http' });
    twin.serve('/feed.xml', { headers: { 'content-type': 'text/html' }, body: '<html><body>moved</body></html>' });
    server.advance(24 * hour);
    await crawl();
    await member.signIn();
    expect((await health()).errorKind).toBe('html-instead');
    twin.publish({ slug: 'again', title: 'Again', text: filler, publishedAt: server.now() });
    server.advance(48 * hour);
    await crawl();
    await member.signIn();
    expect(await health()).toMatchObject({ state: 'ok', errorKind: null, errorCount: 0 });
  });

  test('a feed that did not change is asked for with validators and read once', async () => {
    const quiet = await startTestSite({ title: 'Quiet' });
    const own = await startTestServer({ allowedOrigins: [quiet.origin] });
    try {
      quiet.publish({ slug: 'x', title: 'Only one', text: filler, publishedAt: own.now() });
      const feed = await (await fetch(`${quiet.origin}/feed.xml`)).text();
      quiet.serve('/feed.xml', (request, response) => {
        if (request.headers['if-none-match'] === '"v1"') return void response.writeHead(304).end();
        response.writeHead(200, { 'content-type': 'application/rss+xml', etag: '"v1"' }).end(feed);
      });
      const member = await own.newMember();
      const { id } = await member.api(websites.subscribeWebsite, { body: { url: quiet.origin } });
      for (let turn = 0; turn < 3; turn++) {
        await own.jobs.runOnce('crawl');
        own.advance(26 * hour);
      }
      await member.signIn();
      const { list } = await member.api(websites.listFetches, { query: { id } });
      expect(list.map((fetch) => fetch.status)).toEqual([304, 304, 200]);
    } finally {
      await own.stop();
      await quiet.stop();
    }
  });
});

describe('collecting', () => {
  const page = (title: string) =>
    `<html lang="en"><head><title>${title} - Site</title></head><body><nav><a href="/">Home</a></nav><article><h1>${title}</h1>
     <p>${filler} ${filler}</p><p>${filler}</p><script>alert(1)</script></article></body></html>`;

  test('a page sent on a gesture becomes clean text, exactly once for its clientId', async () => {
    const { api } = await server.newMember();
    const body = {
      clientId: 'client-0001',
      url: 'https://example.com/a?utm_source=x',
      html: page('The Mill'),
      note: 'read later',
      tags: ['mill'],
      folder: 'Towns',
    };
    const saves = await Promise.all([1, 2, 3].map(() => api(collect.saveCollect, { body })));
    expect(saves.filter((save) => save.created)).toHaveLength(1);
    expect(new Set(saves.map((save) => save.item.id)).size).toBe(1);
    const { list, folders, tags } = await api(collect.listCollect, { query: {} });
    expect(list).toHaveLength(1);
    expect(list[0]).toMatchObject({ kind: 'page', title: 'The Mill', language: 'en', folder: 'Towns' });
    expect(folders).toEqual([{ name: 'Towns', count: 1 }]);
    expect(tags).toEqual([{ name: 'mill', count: 1 }]);
    const item = await api(collect.getCollect, { params: { id: list[0]!.id } });
    expect(item.html).not.toContain('script');
    expect(item.text).toContain('listened from the stairs');
    expect(item.text).not.toContain('Home');
  });

  test('is searched in either Chinese script and filtered by folder, tag and address', async () => {
    const { api } = await server.newMember();
    await api(collect.saveCollect, {
      body: {
        clientId: 'client-0001',
        url: 'https://example.com/1',
        title: '新能源汽車補貼政策',
        tags: ['50%'],
        folder: '政策',
      },
    });
    await api(collect.saveCollect, {
      body: {
        clientId: 'client-0002',
        url: 'https://example.com/2',
        title: 'Comet',
        selection: 'a comet over town',
        note: 'look up',
      },
    });
    const titles = async (query: object) => (await api(collect.listCollect, { query })).list.map((item) => item.title);
    expect(await titles({ text: '补贴' })).toEqual(['新能源汽車補貼政策']);
    expect(await titles({ text: 'LOOK' })).toEqual(['Comet']);
    expect(await titles({ text: '%' })).toEqual(['新能源汽車補貼政策']);
    expect(await titles({ tag: '50%' })).toEqual(['新能源汽車補貼政策']);
    expect(await titles({ folder: '政策' })).toEqual(['新能源汽車補貼政策']);
    expect(await titles({ url: 'http://www.example.com/2?utm_medium=y' })).toEqual(['Comet']);
  });

  test('is changed, removed and restored by its owner only', async () => {
    const owner = await server.newMember();
    const stranger = await server.newMember();
    const { item } = await owner.api(collect.saveCollect, {
      body: { clientId: 'client-0001', url: 'https://example.com/1' },
    });
    expect(item.kind).toBe('link');
    const changed = await owner.api(collect.updateCollect, {
      body: { id: item.id, note: 'mine', tags: ['a', 'a', 'b'] },
    });
    expect(changed).toMatchObject({ note: 'mine', tags: ['a', 'b'] });
    expect((await refusal(stranger.api(collect.updateCollect, { body: { id: item.id, note: 'x' } }))).errorName).toBe(
      'NOT_FOUND',
    );
    expect((await refusal(stranger.api(collect.getCollect, { params: { id: item.id } }))).errorName).toBe('NOT_FOUND');
    await stranger.api(collect.removeCollect, { body: { ids: [item.id] } });
    expect((await owner.api(collect.listCollect, { query: {} })).count).toBe(1);
    await owner.api(collect.removeCollect, { body: { ids: [item.id] } });
    expect((await owner.api(collect.listCollect, { query: {} })).count).toBe(0);
    await owner.api(collect.removeCollect, { body: { ids: [item.id], restore: true } });
    expect((await owner.api(collect.listCollect, { query: {} })).count).toBe(1);
  });

  test('without anything to keep is refused', async () => {
    const { api } = await server.newMember();
    expect((await refusal(api(collect.saveCollect, { body: { clientId: 'client-0001' } }))).errorName).toBe(
      'COLLECT_EMPTY',
    );
    expect(
      (await refusal(api(collect.saveCollect, { body: { clientId: 'client-0002', url: 'javascript:alert(1)' } })))
        .errorName,
    ).toBe('URL_INVALID');
  });

  test('is exported in four formats that cannot be turned against the reader', async () => {
    const { api } = await server.newMember();
    await api(collect.saveCollect, {
      body: { clientId: 'client-0001', url: 'https://example.com/1', title: '=cmd|"x"', note: '<b>note</b>' },
    });
    const content = async (format: 'json' | 'csv' | 'markdown' | 'html') =>
      (await api(collect.exportCollect, { query: { format } })).content;
    expect(JSON.parse(await content('json'))).toHaveLength(1);
    expect(await content('csv')).toContain(`"'=cmd|""x"""`);
    expect(await content('html')).not.toContain('<b>note');
    expect(await content('markdown')).toContain('https://example.com/1');
  });
});
