import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tellDueDigests } from '#server/domains/subscriptions/digests.service.ts';
import * as accounts from '#shared/contract/accounts.ts';
import * as keywords from '#shared/contract/keywords.ts';
import * as notices from '#shared/contract/notices.ts';
import { startNewsStream } from '../support/news-stream.ts';
import { refusal } from '../support/refusal.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

const hour = 3_600_000;
const day = 24 * hour;

let stream: Awaited<ReturnType<typeof startNewsStream>>;
let server: TestServer;
let sequence = 0;
beforeAll(async () => {
  stream = await startNewsStream('Harbour Post', (allowedOrigins) => startTestServer({ allowedOrigins }));
  server = stream.server;
});
afterAll(() => stream.stop());

type Member = Awaited<ReturnType<TestServer['newMember']>>;
type Rule = Partial<Parameters<Member['api']>[1]> & Record<string, unknown>;

/** A word of its own for each test, a member and the member's rule for it. */
async function newRule(more: Rule = {}, profile: Record<string, unknown> = {}) {
  const word = `word${++sequence}`;
  const member = await server.newMember();
  await member.api(accounts.updateProfile, { body: profile });
  const { id } = await member.api(keywords.subscribeKeyword, {
    body: { keyword: word, name: `Rule ${word}`, ...more },
  });
  return {
    word,
    id,
    member,
    publish: (...items: string[]) => stream.publish(...items.map((item) => `${item} ${word}`)),
    async inbox() {
      await member.signIn();
      return (await member.api(notices.listNotices, { query: { limit: 50 } })).list;
    },
    async rule() {
      await member.signIn();
      return (await member.api(keywords.listKeywords, { query: {} })).list[0]!;
    },
  };
}

const runDigests = () => server.jobs.runOnce('digest');

/** The next full day of the server's clock, in UTC. */
const nextMidnight = () => Math.floor(server.now() / day + 1) * day;

describe('rhythm', () => {
  test('a daily rule tells once, at its local time, one digest with the list of all that was found', async () => {
    stream.turnTo(nextMidnight());
    const one = await newRule({ rhythm: 'daily', tellAt: 9 * 60 }, { timeZone: 'Asia/Shanghai' });
    await one.publish('Alpha', 'Beta', 'Gamma');
    await runDigests();
    expect(await one.inbox()).toEqual([]);
    // 9:00 in Shanghai is 1:00 UTC, and two hours are gone.
    const at = nextMidnight() + hour;
    expect(await one.rule()).toMatchObject({ hitCount: 3, nextDigestAt: at });

    stream.turnTo(at - 1);
    await runDigests();
    expect(await one.inbox()).toEqual([]);
    stream.turnTo(at);
    await runDigests();
    await runDigests();
    const [digest, ...others] = await one.inbox();
    expect(others).toEqual([]);
    expect(digest).toMatchObject({
      kind: 'keyword',
      title: `“Rule ${one.word}”: 3 new stories`,
      storyCount: 3,
      subscriptionId: one.id,
      url: `/user/notice?digest=${digest!.id}`,
    });
    expect(await one.rule()).toMatchObject({ nextDigestAt: null });

    const read = await one.member.api(keywords.readDigest, { query: { id: digest!.id } });
    expect(read).toMatchObject({ count: 3, title: digest!.title, subscriptionId: one.id });
    expect(read.list.map((hit) => hit.title).toSorted()).toEqual(
      ['Alpha', 'Beta', 'Gamma'].map((item) => `${item} ${one.word}`),
    );
    expect(read.list[0]!.highlights.title).toHaveLength(1);
    const stranger = await server.newMember();
    expect((await refusal(stranger.api(keywords.readDigest, { query: { id: digest!.id } }))).errorName).toBe(
      'NOT_FOUND',
    );
  });

  test('processes that tell at the same time tell each story once', async () => {
    const rules = await Promise.all(Array.from({ length: 4 }, () => newRule({ rhythm: 'hourly' })));
    for (const rule of rules) await rule.publish('Alpha', 'Beta');
    server.advance(2 * hour);
    await Promise.all([1, 2, 3, 4].map(() => tellDueDigests(server.ctx)));
    for (const rule of rules) {
      expect((await rule.inbox()).map((notice) => notice.storyCount)).toEqual([2]);
    }
  });

  test('a digest of one story is a plain notice that opens the article', async () => {
    const one = await newRule({ rhythm: 'hourly' });
    await one.publish('Lonely');
    server.advance(2 * hour);
    await runDigests();
    const [notice] = await one.inbox();
    expect(notice).toMatchObject({ title: `Lonely ${one.word}` });
    expect(notice!.articleId).not.toBeNull();
    expect(notice!.storyCount).toBeUndefined();
  });

  test('a weekly rule waits for its weekday', async () => {
    const one = await newRule({ rhythm: 'weekly', tellAt: 0, tellOn: 1 });
    await one.publish('Alpha');
    const { nextDigestAt } = await one.rule();
    expect(new Date(nextDigestAt!).getUTCDay()).toBe(1);
    expect(nextDigestAt! - server.now()).toBeLessThanOrEqual(7 * day);
  });

  test('what is over the number of a day is told as one digest at the next local time and none is lost', async () => {
    stream.turnTo(nextMidnight() + 10 * hour);
    const one = await newRule({ dayMax: 2, tellAt: 8 * 60 });
    await one.publish('Alpha', 'Beta', 'Gamma', 'Delta');
    await one.publish('Epsilon');
    expect(await one.inbox()).toHaveLength(2);
    const { nextDigestAt, hitCount } = await one.rule();
    expect(hitCount).toBe(5);
    expect(nextDigestAt).toBe(nextMidnight() + 8 * hour);
    stream.turnTo(nextDigestAt!);
    await runDigests();
    expect((await one.inbox()).map((notice) => notice.storyCount)).toEqual([3, undefined, undefined]);
    await one.publish('Zeta');
    expect(await one.inbox()).toHaveLength(4);
  });

  test('quiet hours hold everything back until they end, in the time zone of the member', async () => {
    stream.turnTo(nextMidnight() + 3 * hour);
    const quietHours = { from: 0, to: 7 * 60 };
    const one = await newRule({}, { timeZone: 'UTC', quietHours });
    await one.publish('Alpha', 'Beta');
    expect(await one.inbox()).toEqual([]);
    expect((await one.rule()).nextDigestAt).toBe(nextMidnight() - day + 7 * hour);
    // In another zone it is later already; what waits follows the member's new clock.
    await one.member.api(accounts.updateProfile, { body: { quietHours: { from: 0, to: 9 * 60 } } });
    expect((await one.rule()).nextDigestAt).toBe(nextMidnight() - day + 9 * hour);
    stream.turnTo(nextMidnight() - day + 9 * hour);
    await runDigests();
    expect((await one.inbox()).map((notice) => notice.storyCount)).toEqual([2]);
    await one.publish('Gamma');
    expect(await one.inbox()).toHaveLength(2);
  });

  test('a changed rhythm takes what waits along', async () => {
    const one = await newRule({ rhythm: 'weekly' });
    await one.publish('Alpha', 'Beta');
    await one.member.api(keywords.updateKeyword, { body: { id: one.id, rhythm: 'hourly' } });
    expect((await one.rule()).nextDigestAt! - server.now()).toBeLessThanOrEqual(hour);
  });
});

describe('silence', () => {
  test('what a snoozed rule finds goes into its history without a notice', async () => {
    const one = await newRule();
    await one.member.api(keywords.updateKeyword, { body: { id: one.id, snoozeUntil: server.now() + 3 * hour } });
    await one.publish('Alpha');
    expect(await one.inbox()).toEqual([]);
    const found = await one.member.api(keywords.listKeywordHits, { query: { id: one.id } });
    expect(found.list.map((hit) => hit.title)).toEqual([`Alpha ${one.word}`]);
    server.advance(2 * hour);
    await one.publish('Beta');
    expect((await one.inbox()).map((notice) => notice.title)).toEqual([`Beta ${one.word}`]);
  });

  test('a rule finds nothing from the moment it ends', async () => {
    const one = await newRule({ expiresAt: server.now() + 3 * hour });
    await one.publish('Alpha');
    server.advance(2 * hour);
    await one.publish('Beta');
    expect((await one.inbox()).map((notice) => notice.title)).toEqual([`Alpha ${one.word}`]);
    expect((await one.rule()).hitCount).toBe(1);
  });

  test('a paused rule keeps what waits and tells it when it goes on', async () => {
    const one = await newRule({ rhythm: 'hourly' });
    await one.publish('Alpha', 'Beta');
    await one.member.api(keywords.updateKeyword, { body: { id: one.id, paused: true } });
    server.advance(3 * hour);
    await runDigests();
    expect(await one.inbox()).toEqual([]);
    await one.member.api(keywords.updateKeyword, { body: { id: one.id, paused: false } });
    server.advance(2 * hour);
    await runDigests();
    expect((await one.inbox()).map((notice) => notice.storyCount)).toEqual([2]);
  });
});

test('rhythm and times that do not exist are refused', async () => {
  const member = await server.newMember();
  for (const wrong of [{ rhythm: 'monthly' }, { tellAt: 1_440 }, { tellOn: 8 }, { dayMax: 0 }]) {
    const call = member.api(keywords.subscribeKeyword, { body: { keyword: 'x', ...wrong } as never });
    expect((await refusal(call)).errorName).toBe('INVALID_INPUT');
  }
});

describe('backfill', () => {
  test('fills the history silently, with the words marked, and counts once', async () => {
    const word = `early${++sequence}`;
    await stream.publish(`Alpha ${word}`, `Beta ${word}`);
    const member = await server.newMember();
    server.advance(3 * day);
    await member.signIn();
    const { id } = await member.api(keywords.subscribeKeyword, { body: { keyword: word } });
    expect(await member.api(keywords.backfillKeyword, { body: { id, days: 1 } })).toMatchObject({ found: 0 });
    const body = { id, days: 7 };
    expect(await member.api(keywords.backfillKeyword, { body })).toEqual({ found: 2, isCapped: false });
    expect(await member.api(keywords.backfillKeyword, { body })).toEqual({ found: 0, isCapped: false });
    const found = await member.api(keywords.listKeywordHits, { query: { id } });
    expect(found.count).toBe(2);
    expect(found.list[0]!.highlights.title).toHaveLength(1);
    expect((await member.api(notices.listNotices, { query: {} })).count).toBe(0);
    const stranger = await server.newMember();
    expect((await refusal(stranger.api(keywords.backfillKeyword, { body }))).errorName).toBe('NOT_FOUND');
  });

  test('tells what it found as one digest when asked to', async () => {
    const word = `early${++sequence}`;
    await stream.publish(`Alpha ${word}`, `Beta ${word}`, `Gamma ${word}`);
    const member = await server.newMember();
    const { id } = await member.api(keywords.subscribeKeyword, { body: { keyword: word } });
    await member.api(keywords.backfillKeyword, { body: { id, days: 7, tell: true } });
    const { list } = await member.api(notices.listNotices, { query: {} });
    expect(list.map((notice) => notice.storyCount)).toEqual([3]);
  });
});

describe('import', () => {
  test('reports every line: added, the same as a rule or an earlier line, and wrong with the place', async () => {
    const member = await server.newMember();
    await member.api(keywords.subscribeKeyword, { body: { keyword: 'harbour ferry', name: 'Boats' } });
    const text = 'rain\n\nHarbour   ferry\nstorm OR\nRAIN\n-football\n台风 OR 颱風\n';
    const { added, lines } = await member.api(keywords.importKeywords, { body: { text, rhythm: 'daily' } });
    expect(lines.map(({ line, status, of, ofLine }) => [line, status, of ?? ofLine])).toEqual([
      [1, 'added', undefined],
      [3, 'duplicate', 'Boats'],
      [4, 'added', undefined],
      [5, 'duplicate', 'rain'],
      [6, 'invalid', undefined],
      [7, 'added', undefined],
    ]);
    expect(lines[3]).toMatchObject({ ofLine: 1 });
    expect(lines[4]!.problems).toMatchObject([{ code: expect.any(String) }]);
    expect(added).toBe(3);
    const rules = await member.api(keywords.listKeywords, { query: {} });
    expect(rules.count).toBe(4);
    expect(rules.list[0]).toMatchObject({ keyword: '台风 OR 颱風', rhythm: 'daily' });
  });

  test('CSV brings names, with commas, quotation marks and line breaks inside cells', async () => {
    const member = await server.newMember();
    const text = '\ufeffkeyword,name\r\n"rain, storm",Weather\r\n"""night ferry""","The ""night"" boat"\r\nsnow,\r\n';
    const { lines } = await member.api(keywords.importKeywords, { body: { text, format: 'csv' } });
    expect(lines.map(({ line, status }) => [line, status])).toEqual([
      [2, 'added'],
      [3, 'added'],
      [4, 'added'],
    ]);
    const { list } = await member.api(keywords.listKeywords, { query: {} });
    expect(list.map(({ keyword, name }) => [keyword, name])).toEqual([
      ['snow', 'snow'],
      ['"night ferry"', 'The "night" boat'],
      ['rain, storm', 'Weather'],
    ]);
  });

  test('imported rules find what comes next, up to 5,000 of them, and more are refused whole', async () => {
    const member = await server.newMember();
    const words = Array.from({ length: 4_990 }, (_, at) => `bulk${at}x`);
    const { added } = await member.api(keywords.importKeywords, { body: { text: words.join('\n') } });
    expect(added).toBe(4_990);
    await stream.publish('Something about bulk4321x');
    await member.signIn();
    expect((await member.api(notices.listNotices, { query: {} })).list.map((notice) => notice.reason)).toEqual([
      'bulk4321x',
    ]);
    const more = Array.from({ length: 20 }, (_, at) => `more${at}`).join('\n');
    const over = await member.api(keywords.importKeywords, { body: { text: more } });
    expect(over.added).toBe(10);
    expect(over.lines.filter((line) => line.status === 'limit')).toHaveLength(10);
    const call = member.api(keywords.importKeywords, { body: { text: 'a\n'.repeat(5_001) } });
    expect((await refusal(call)).errorName).toBe('IMPORT_TOO_LONG');
  });
});
