import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseOpml } from '#server/crawl/parse/parse-opml.ts';
import * as imports from '#shared/contract/website-imports.ts';
import * as websites from '#shared/contract/websites.ts';
import { websiteCountMax } from '#shared/rules/limits.ts';
import { refusal } from '../support/refusal.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const outline = (name: string, url = `https://${name}.example/feed`) =>
  `<outline text="${name}" type="rss" xmlUrl="${url}" htmlUrl="https://${name}.example/"/>`;
const opml = (body: string) => `<opml version="2.0"><head><title>t</title></head><body>${body}</body></opml>`;
const content = (text: string | Uint8Array) => Buffer.from(text).toString('base64');

type Member = Awaited<ReturnType<TestServer['newMember']>>;
const send = (member: Member, text: string | Uint8Array) =>
  member.api(imports.importWebsites, { body: { fileName: 'list.opml', content: content(text) } });
const report = async (member: Member, id: number) =>
  (await member.api(imports.listImportLines, { query: { id, limit: 50 } })).list;

test('each line is reported: added, there before, twice in the file, refused with the reason', async () => {
  const member = await server.newMember();
  const first = await send(member, opml(outline('known')));
  await server.jobs.runOnce('import');
  expect(first).toMatchObject({ total: 1, counts: { waiting: 1 }, finishedAt: null });

  const list = opml(
    [
      `<outline text="新闻"><outline text="本地">${outline('harbour')}</outline></outline>`,
      outline('known', 'https://known.example/feed#top'),
      outline('again', 'https://harbour.example/feed'),
      outline('inside', 'http://192.168.1.1/feed'),
      outline('metadata', 'http://[::ffff:169.254.169.254]/feed'),
      outline('user', 'https://user:secret@site.example/feed'),
      outline('script', 'javascript:alert(1)'),
    ].join(''),
  );
  const { id } = await send(member, list);
  await server.jobs.runOnce('import');
  expect(
    (await report(member, id)).map(({ title, result, reason, folder }) => [title, result, reason, folder]),
  ).toEqual([
    ['harbour', 'added', null, ['新闻', '本地']],
    ['known', 'already', null, []],
    ['again', 'duplicate', null, []],
    ['inside', 'refused', 'URL_BLOCKED', []],
    ['metadata', 'refused', 'URL_BLOCKED', []],
    ['user', 'refused', 'URL_INVALID', []],
    ['script', 'refused', 'URL_INVALID', []],
  ]);
  const { import: done } = await member.api(imports.getWebsiteImport, { query: {} });
  expect(done).toMatchObject({ id, total: 7, finishedAt: server.now(), counts: { added: 1, refused: 4, waiting: 0 } });
  const refused = await member.api(imports.listImportLines, { query: { id, result: 'refused' } });
  expect(refused.count).toBe(4);
  const { list: own } = await member.api(websites.listWebsites, { query: {} });
  expect(own.map(({ title }) => title).sort()).toEqual(['harbour', 'known']);
});

test('5,000 lines are queued within five seconds, and what an account cannot hold is refused as such', async () => {
  const member = await server.newMember();
  const list = opml(Array.from({ length: 5_000 }, (_, i) => outline(`site${i}`)).join(''));
  const startedAt = performance.now();
  const { id } = await send(member, list);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  await server.jobs.runOnce('import');
  const { import: done } = await member.api(imports.getWebsiteImport, { query: { id } });
  expect(done!.counts).toMatchObject({ added: websiteCountMax, refused: 5_000 - websiteCountMax, waiting: 0 });
  const { list: lines } = await member.api(imports.listImportLines, { query: { id, result: 'refused' } });
  expect(lines[0]).toMatchObject({ line: websiteCountMax + 1, reason: 'WEBSITE_LIMIT' });
}, 180_000);

test('folders and names come out as they went in, and a list in an old encoding is read right', async () => {
  const member = await server.newMember();
  const gbk = Buffer.concat([
    Buffer.from('<?xml version="1.0" encoding="GBK"?><opml version="1.0"><body><outline text="'),
    Buffer.from([0xd0, 0xc2, 0xce, 0xc5]),
    Buffer.from(`">${outline('gbk')}</outline></body></opml>`),
  ]);
  await send(member, gbk);
  await server.jobs.runOnce('import');
  const file = await member.api(imports.exportWebsites, {});
  expect(file).toMatchObject({ fileName: 'tidings-websites.opml' });
  const read = parseOpml(file.content);
  expect(read.ok && read.feeds).toMatchObject([{ title: 'gbk', xmlUrl: 'https://gbk.example/feed', path: ['新闻'] }]);
});

test('what is no list is refused in the member’s language, and one import runs at a time', async () => {
  const member = await server.newMember('zh-tw');
  const unreadable = await refusal(send(member, 'hello'));
  expect(unreadable).toMatchObject({ errorName: 'LIST_UNREADABLE' });
  expect(unreadable.message).toContain('訂閱清單');
  expect(await refusal(send(member, opml('<outline text="empty"/>')))).toMatchObject({ errorName: 'LIST_EMPTY' });
  await send(member, opml(outline('first')));
  expect(await refusal(send(member, opml(outline('second'))))).toMatchObject({ errorName: 'IMPORT_RUNNING' });
  await server.jobs.runOnce('import');
});

test('entities that grow without end cost nothing', async () => {
  const member = await server.newMember();
  const bomb = `<!DOCTYPE o [<!ENTITY a "ha">${Array.from({ length: 30 }, (_, i) => `<!ENTITY a${i} "${`&a${i - 1};`.repeat(10)}">`).join('')}]>${opml(outline('&a29;', 'https://bomb.example/feed'))}`;
  const { id } = await send(member, bomb);
  await server.jobs.runOnce('import');
  expect((await report(member, id))[0]!.title.length).toBeLessThan(300);
});

test('nobody sees another’s import, and a visitor none', async () => {
  const member = await server.newMember();
  const { id } = await send(member, opml(outline('private')));
  await server.jobs.runOnce('import');
  const other = await server.newMember();
  expect(await refusal(other.api(imports.getWebsiteImport, { query: { id } }))).toMatchObject({
    errorName: 'NOT_FOUND',
  });
  expect(await refusal(other.api(imports.listImportLines, { query: { id } }))).toMatchObject({
    errorName: 'NOT_FOUND',
  });
  expect(await other.api(imports.getWebsiteImport, { query: {} })).toEqual({ import: null });
  const visitor = server.client();
  expect(await refusal(visitor(imports.exportWebsites, {}))).toMatchObject({ errorName: 'NOT_LOGGED_IN' });
});
