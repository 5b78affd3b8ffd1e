// What a query may ask for beyond the words: the reader's own articles, the event an article belongs to, saved searches.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createClusterBook } from '#server/domains/articles/clusters.service.ts';
import * as collect from '#shared/contract/collect.ts';
import * as keywords from '#shared/contract/keywords.ts';
import * as notices from '#shared/contract/notices.ts';
import { startNewsStream } from '../support/news-stream.ts';
import { refusal } from '../support/refusal.ts';
import { openStoredNews } from '../support/stored-news.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

type Member = Awaited<ReturnType<TestServer['newMember']>>;

interface Problem {
  code: string;
  start: number;
  end: number;
  repair?: string;
}

async function problemOf(call: Promise<unknown>): Promise<Problem> {
  const { problems } = await refusal(call);
  return problems[0] as Problem;
}

describe('search', () => {
  let server: TestServer;
  let member: Member;
  let idOf: Map<string, number>;
  const hour = 3_600_000;
  const earthquake = [
    'Earthquake of magnitude 6.8 shakes Lisbon',
    'Lisbon shaken by strong earthquake, buildings damaged',
    'Magnitude 6.8 earthquake damages buildings in Lisbon',
  ];
  const [first = '', second = '', third = ''] = earthquake;
  const drill = 'Schools in Oslo hold an earthquake drill';

  beforeAll(async () => {
    server = await startTestServer();
    const stored = await openStoredNews(server.ctx, 3);
    const at = server.now();
    const reports = earthquake.map((title, n) => ({ source: n + 1, title, at: at - (10 - n) * hour }));
    await stored.store([...reports, { source: 1, title: drill, at: at - hour }], createClusterBook());
    member = await server.newMember();
    const { list } = await member.api(keywords.searchKeyword, { body: { keyword: 'earthquake' } });
    idOf = new Map(list.map(({ title, id }) => [title, id]));
    await member.api(collect.saveCollect, {
      body: { clientId: 'kept-with-note', articleId: idOf.get(second)!, note: 'read again' },
    });
    await member.api(collect.saveCollect, { body: { clientId: 'kept-only', articleId: idOf.get(drill)! } });
  });
  afterAll(() => server.stop());

  const titles = async (keyword: string, more: Record<string, unknown> = {}) => {
    const found = await member.api(keywords.searchKeyword, { body: { keyword, ...more } });
    expect(found.count).toBe(found.list.length);
    return found.list.map(({ title }) => title);
  };

  test.each<[string, () => string[]]>([
    ['is:saved', () => [drill, second]],
    ['has:note', () => [second]],
    ['earthquake -is:saved', () => [third, first]],
    ['lisbon OR is:saved', () => [drill, third, second, first]],
    ['strong OR has:note', () => [second]],
    ['is:first', () => [drill, first]],
    ['earthquake -is:first', () => [third, second]],
    ['sources:3..', () => [third, second, first]],
    ['sources:1', () => [drill]],
    ['-sources:2..', () => [drill]],
    ['(sources:3.. magnitude) OR drill', () => [drill, third, first]],
    ['earthquake NEAR/20 lisbon is:first', () => [first]],
    ['is:unread', () => []],
    ['earthquake sort:sources', () => [third, second, first, drill]],
  ])('%s', async (keyword, found) => expect(await titles(keyword)).toEqual(found()));

  test('conditions hold for relevance too', async () => {
    expect((await titles('earthquake lisbon sources:3..', { sort: 'relevance' })).sort()).toEqual(
      earthquake.toSorted(),
    );
    expect(await titles('earthquake has:note', { sort: 'relevance' })).toEqual([second]);
  });

  test('who is not signed in is told which part needs it, and how the query goes without', async () => {
    const visitor = server.client();
    const search = (keyword: string) => visitor(keywords.searchKeyword, { body: { keyword } });
    expect(await problemOf(search('earthquake is:unread'))).toMatchObject({
      code: 'sign-in-needed',
      start: 11,
      end: 20,
      repair: 'earthquake',
    });
    expect(await problemOf(search('search:"mine"'))).toMatchObject({ code: 'sign-in-needed' });
    expect((await search('is:first earthquake')).count).toBe(2);
  });

  test('a regular expression is for rules: a search is told where it stands and which words it could look for', async () => {
    const search = (keyword: string) => member.api(keywords.searchKeyword, { body: { keyword, strict: true } });
    expect(await problemOf(search('lisbon regex:/earthquakes?.{0,20}damag/'))).toMatchObject({
      code: 'only-in-rules',
      start: 7,
      end: 39,
      repair: 'lisbon earthquake',
    });
    expect(await problemOf(search('title:regex:/colou?r/'))).toMatchObject({ repair: 'title:(color OR colour)' });
    expect(await problemOf(search('regex:/a(b/'))).toMatchObject({ code: 'pattern-parenthesis', start: 8, end: 9 });
  });

  test('a saved search stands for its words and its scope', async () => {
    await member.api(keywords.subscribeKeyword, {
      body: { keyword: 'earthquake OR flood', name: 'Disasters', scope: { languages: ['en'], field: 'title' } },
    });
    await member.api(keywords.subscribeKeyword, { body: { keyword: 'search:disasters lisbon', name: 'Lisbon' } });
    expect(await titles('search:"LISBON" -strong')).toEqual([third, first]);
    expect(await titles('-search:Lisbon search:Disasters')).toEqual([drill]);
    expect(
      await problemOf(member.api(keywords.searchKeyword, { body: { keyword: 'oslo search:"no such"' } })),
    ).toMatchObject({ code: 'saved-search-unknown', start: 5, end: 21, repair: 'oslo' });
    const other = await server.newMember();
    expect(await problemOf(other.api(keywords.searchKeyword, { body: { keyword: 'search:Lisbon' } }))).toMatchObject({
      code: 'saved-search-unknown',
    });
  });
});

describe('rules', () => {
  let stream: Awaited<ReturnType<typeof startNewsStream>>;
  let member: Member;
  beforeAll(async () => {
    stream = await startNewsStream('Harbour Post', (allowedOrigins) => startTestServer({ allowedOrigins }));
  });
  beforeEach(async () => {
    member = await stream.server.newMember();
  });
  afterAll(() => stream.stop());

  const subscribe = async (name: string, keyword: string) =>
    (await member.api(keywords.subscribeKeyword, { body: { name, keyword } })).id;
  const told = async () => {
    await member.signIn();
    return (await member.api(notices.listNotices, { query: {} })).list.map(({ title }) => title);
  };

  test('a rule follows the saved search it names', async () => {
    const id = await subscribe('Ships', 'ferry');
    await subscribe('Ships in trouble', 'search:Ships sinks');
    await member.api(keywords.updateKeyword, { body: { id, paused: true } });
    await stream.publish('Ferry sinks', 'Tanker sinks');
    expect(await told()).toEqual(['Ferry sinks']);
    await member.api(keywords.updateKeyword, { body: { id, keyword: 'ferry OR trawler' } });
    await stream.publish('Trawler sinks');
    expect(await told()).toEqual(['Trawler sinks', 'Ferry sinks']);
  });

  test('what other rules search with is not renamed, deleted or bent into a ring under them', async () => {
    const inner = await subscribe('Inner', 'quarry');
    const outer = await subscribe('Outer', 'search:Inner pier');
    const change = (body: Record<string, unknown>) =>
      member.api(keywords.updateKeyword, { body: { id: inner, ...body } });
    expect(await refusal(change({ name: 'Other' }))).toMatchObject({ errorName: 'KEYWORD_IN_USE' });
    expect(await refusal(member.api(keywords.unsubscribeKeyword, { body: { id: inner } }))).toMatchObject({
      errorName: 'KEYWORD_IN_USE',
    });
    expect(await problemOf(change({ keyword: 'quarry OR search:Outer' }))).toMatchObject({
      code: 'saved-search-cycle',
      start: 10,
      end: 22,
    });
    await member.api(keywords.unsubscribeKeyword, { body: { id: outer } });
    await member.api(keywords.unsubscribeKeyword, { body: { id: inner } });
    expect(
      await problemOf(member.api(keywords.unsubscribeKeyword, { body: { id: outer, restore: true } })),
    ).toMatchObject({ code: 'saved-search-unknown' });
  });

  test('a rule with a regular expression is previewed, told with its marks, and looked up in the past', async () => {
    await stream.publish('Tide mill 3 reopens', 'Tidal mill closes', 'Tide table printed');
    const keyword = 'regex:/tid(e|al) mill( \\d)?/ -closes';
    const preview = await member.api(keywords.previewKeyword, { body: { keyword } });
    expect(preview).toMatchObject({ count: 1, countCapped: false, isCutShort: false });
    expect(preview.examples[0]).toMatchObject({ title: 'Tide mill 3 reopens', highlights: { title: [[0, 11]] } });
    const id = await subscribe('Mills', keyword);
    await stream.publish('Tidal mill 7 catches fire', 'Tidal mill closes again');
    await member.signIn();
    const { list } = await member.api(notices.listNotices, { query: {} });
    expect(list).toMatchObject([{ title: 'Tidal mill 7 catches fire', highlights: { title: [[0, 12]] } }]);
    const { found } = await member.api(keywords.backfillKeyword, { body: { id, days: 7, tell: false } });
    expect(found).toBe(1);
    const hits = await member.api(keywords.listKeywordHits, { query: { id } });
    expect(hits.list.map(({ title, highlights }) => [title, highlights.title])).toEqual(
      expect.arrayContaining([
        ['Tidal mill 7 catches fire', [[0, 12]]],
        ['Tide mill 3 reopens', [[0, 11]]],
      ]),
    );
  });

  test('a rule that takes the other names of a country tells of it in every script', async () => {
    const { otherNames } = await member.api(keywords.previewKeyword, { body: { keyword: '瑞士 -skiing' } });
    expect(otherNames!.words).toMatchObject([
      { text: '瑞士', names: expect.arrayContaining(['Switzerland', 'スイス']) },
    ]);
    await subscribe('Switzerland', otherNames!.keyword);
    const votes = ['Switzerland votes', 'スイスで国民投票', '瑞士舉行公投', 'Швейцария голосует'];
    await stream.publish(...votes, 'Skiing in Switzerland');
    expect((await told()).toSorted()).toEqual(votes.toSorted());
    const search = (keyword: string) => member.api(keywords.searchKeyword, { body: { keyword } });
    const found = await search(otherNames!.keyword);
    expect(found.list.map(({ title }) => title).toSorted()).toEqual(votes.toSorted());
    expect(found.otherNames).toBeUndefined();
    // More names than a query has room for.
    expect((await search('法国 OR 德国 OR 日本 OR 韩国 OR 印度 OR 瑞士')).otherNames).toBeUndefined();
  });

  test('two rules that differ only in the case of an escape are two', async () => {
    await subscribe('Digits', 'regex:/harbour \\d/');
    await subscribe('Others', 'regex:/harbour \\D/');
    expect(await refusal(subscribe('Again', 'regex：／harbour \\d／i'))).toMatchObject({ errorName: 'KEYWORD_EXISTS' });
  });

  test.each([
    ['river is:unread', 6],
    ['river sources:3..', 6],
    ['river sort:old', 6],
    ['is:first river', 0],
  ])('%s cannot be a rule', async (keyword, start) => {
    const problem = await problemOf(member.api(keywords.subscribeKeyword, { body: { keyword } }));
    expect(problem).toMatchObject({ code: 'not-in-rules', start, repair: 'river' });
  });
});
