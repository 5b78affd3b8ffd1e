// The page with the home screen in it: in the caller's language, drawn seldom, checked by its tag, never in the way when it fails.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { HttpEnv } from '#server/http/http-app.ts';
import { pickLanguage } from '#server/http/language.ts';
import { serveFiles } from '#server/http/serve-files.ts';
import { serveFirstView } from '#server/http/serve-first-view.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let folder: string;
let app: Hono<HttpEnv>;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidings-first-view-'));
  mkdirSync(join(folder, 'dashboard'));
  writeFileSync(join(folder, 'dashboard/index.html'), 'as built');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** @param drawing the body of what draws, which is given `page`, `language` and `news` */
function serveDrawn(drawing: string): void {
  const module = `let times = 0; export async function drawFirstView({ page, language, news }) { times++; ${drawing} }`;
  writeFileSync(join(folder, 'first-view.js'), module);
  app = new Hono<HttpEnv>();
  app.use(async (c, next) => {
    c.set('language', pickLanguage(c.req.header('accept-language')));
    await next();
  });
  const dashboard = join(folder, 'dashboard');
  serveFirstView(app, server.ctx, { dashboard, firstView: folder });
  serveFiles(app, dashboard);
}

const get = (headers: Record<string, string> = {}) => app.request('/', { headers });
const textOf = async (language: string) => (await get({ 'accept-language': language })).text();

test.each([
  ['zh-TW,zh;q=0.9', 'zh-tw'],
  ['zh-Hans-HK', 'zh-cn'],
  ['en-GB', 'en'],
  ['fr', 'zh-cn'],
])(
  'who asks for %s gets the page in %s, and caches are told that it depends on the language',
  async (asked, language) => {
    serveDrawn("return [page, language].join(', ');");
    const response = await get({ 'accept-language': asked });
    expect(await response.text()).toBe(`as built, ${language}`);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(response.headers.get('vary')).toContain('Accept-Language');
  },
);

test('the news in it are those of the service', async () => {
  serveDrawn("return JSON.stringify(await news({ language: 'en', limit: 10 }));");
  expect(JSON.parse(await textOf('en'))).toEqual({ list: [], count: 0 });
});

test('however often it is asked for, it is drawn once in five seconds for each language', async () => {
  serveDrawn("return [language, times].join(' ');");
  await Promise.all([textOf('en'), textOf('en')]);
  server.advance(4_999);
  expect(await textOf('en')).toBe('en 1');
  expect(await textOf('zh')).toBe('zh-cn 2');
  server.advance(1);
  expect(await textOf('en')).toBe('en 3');
});

test('who has the same page already gets no body; another language is another page', async () => {
  serveDrawn('return language;');
  const etag = (await get({ 'accept-language': 'en' })).headers.get('etag') ?? '';
  const again = await get({ 'accept-language': 'en', 'if-none-match': `W/${etag}` });
  expect([again.status, await again.text()]).toEqual([304, '']);
  expect((await get({ 'accept-language': 'zh', 'if-none-match': etag })).status).toBe(200);
});

test.each(["throw new Error('broken');", 'return news({ language: "en", limit: 7 });'])(
  'where "%s" fails, the page comes as it was built, and the next time it is tried again',
  async (drawing) => {
    serveDrawn(`if (times === 1) { ${drawing} } return 'drawn';`);
    expect(await textOf('en')).toBe('as built');
    server.advance(5_000);
    expect(await textOf('en')).toBe('drawn');
  },
);

test('without a build of what draws, the page comes as it was built', async () => {
  serveDrawn('');
  rmSync(join(folder, 'first-view.js'));
  expect(await textOf('en')).toBe('as built');
});
