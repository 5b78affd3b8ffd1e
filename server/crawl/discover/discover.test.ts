import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { createFetcher } from '../fetch/fetch-resource.ts';
import { type DiscoverInput, discoverSources } from './discover.ts';

const now = Date.parse('2026-11-02T12:00:00Z');
const open: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

type Answers = Record<string, string | Buffer>;

/** A site on a port of its own; `{origin}` in an answer becomes its address. Counts the requests for each path. */
async function serve(answers: Answers) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    asked.push(path);
    const answer = answers[path];
    if (answer === undefined) return void response.writeHead(404).end('no such page');
    const isText = typeof answer === 'string';
    response.writeHead(200, {
      'content-type': isText && answer.startsWith('<?xml') ? 'text/xml' : 'text/html; charset=utf-8',
    });
    response.end(isText ? answer.replaceAll('{origin}', origin()) : answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fetcher = createFetcher({ userAgent: 'tidings-test', allowedOrigins: [origin()] });
  open.push(async () => {
    await fetcher.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const discover = (path = '/', more: Partial<DiscoverInput> = {}) =>
    discoverSources({ url: origin() + path, fetch: fetcher.fetchResource, now, ...more });
  return { origin: origin(), asked, discover };
}

const item = (n: number, body = '') =>
  `<item><title>Story ${n}</title><link>{origin}/s/${n}</link><guid>${n}</guid><pubDate>${new Date(now - n * 3_600_000).toUTCString()}</pubDate>${body}</item>`;
const rss = (title: string, items: string) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>${title}</title><link>{origin}/</link><language>en</language>${items}</channel></rss>`;
const atom = (title: string, from: number, to: number) =>
  `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>${title}</title><id>{origin}/</id><updated>2026-11-02T00:00:00Z</updated>${Array.from(
    { length: to - from },
    (_, i) =>
      `<entry><title>Story ${from + i}</title><id>{origin}/s/${from + i}</id><link href="{origin}/s/${from + i}"/><updated>2026-11-02T00:00:00Z</updated><content type="html">${'The ferry left late. '.repeat(60)}</content></entry>`,
  ).join('')}</feed>`;
const items = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => item(from + i)).join('');
const link = (href: string, title = '', type = 'rss') =>
  `<link rel="alternate" type="application/${type}+xml" href="${href}" title="${title}">`;

describe('discoverSources', () => {
  it('takes the address itself if it is a feed, whatever its content type', async () => {
    const site = await serve({ '/f': rss('Harbour', items(0, 5)).replace('<?xml version="1.0"?>', '') });
    const { feeds, problems } = await site.discover('/f');
    expect(feeds).toEqual([
      {
        url: `${site.origin}/f`,
        kind: 'feed',
        type: 'rss',
        title: 'Harbour',
        language: 'en',
        itemCount: 5,
        itemsPerDay: 24,
        newestAt: now,
        fullText: false,
        lastTitles: ['Story 0', 'Story 1', 'Story 2'],
      },
    ]);
    expect(problems).toEqual([]);
  });

  it('offers announced feeds that parse, names those that do not, and guesses no further', async () => {
    const site = await serve({
      '/': `<html><head>${link('/rss')}${link('/gone')}${link('/page')}</head><body></body></html>`,
      '/rss': rss('Harbour', items(0, 5)),
      '/page': '<html><body>not a feed</body></html>',
    });
    const { feeds, problems } = await site.discover();
    expect(feeds.map((feed) => feed.url)).toEqual([`${site.origin}/rss`]);
    expect(problems.map(({ url, error }) => [url.slice(site.origin.length), error])).toEqual([
      ['/gone', expect.any(String)],
      ['/page', expect.any(String)],
    ]);
    expect(site.asked.sort()).toEqual(['/', '/gone', '/page', '/rss']);
  });

  it('drops comment feeds beside a main feed and keeps the twin with whole texts', async () => {
    const site = await serve({
      '/': `<html><head>${link('/rss')}${link('/atom', '', 'atom')}${link('/comments/feed', 'Comments')}${link('/sport')}</head></html>`,
      '/rss': rss('Harbour', items(0, 10)),
      '/atom': atom('Harbour', 0, 10),
      '/comments/feed': rss('Comments on Harbour', items(50, 55)),
      '/sport': rss('Harbour sport', items(20, 30)),
    });
    const { feeds } = await site.discover();
    expect(feeds.map(({ url, fullText }) => [url.slice(site.origin.length), fullText])).toEqual([
      ['/atom', true],
      ['/sport', false],
    ]);
  });

  it('makes at most eight fetches for feeds', async () => {
    const head = Array.from({ length: 20 }, (_, n) => link(`/f${n}`)).join('');
    const site = await serve({ '/': `<html><head>${head}</head></html>` });
    await site.discover();
    expect(site.asked.filter((path) => /^\/f\d/.test(path))).toHaveLength(8);
  });

  it('tries usual addresses only where robots.txt lets it', async () => {
    const site = await serve({ '/': '<html><body>Hello</body></html>', '/feed': rss('Hidden', items(0, 3)) });
    expect((await site.discover()).feeds[0]?.title).toBe('Hidden');
    expect((await site.discover('/', { isAllowed: () => false })).feeds).toEqual([]);
  });

  it('uses what the browser saw, without fetching the page', async () => {
    const site = await serve({ '/live.xml': rss('Live', items(0, 3)) });
    const { feeds } = await site.discover('/app', {
      html: '<html></html>',
      candidates: [{ url: `${site.origin}/live.xml` }],
    });
    expect(feeds[0]?.title).toBe('Live');
    expect(site.asked).toEqual(['/live.xml']);
  });

  it('finds a packed news sitemap through robots.txt and an index', async () => {
    const entry = (n: number) =>
      `<url><loc>http://x.example/${n}</loc><news:news><news:publication><news:name>Bay News</news:name><news:language>en</news:language></news:publication><news:publication_date>2026-11-02T0${n}:00:00Z</news:publication_date><news:title>Bay story ${n}</news:title></news:news></url>`;
    const urlset = `<?xml version="1.0"?><urlset xmlns:news="n">${[1, 2, 3, 4].map(entry).join('')}</urlset>`;
    const site = await serve({
      '/': '<html><body>Hello</body></html>',
      '/robots.txt': 'User-agent: *\nSitemap: {origin}/maps.xml\n',
      '/maps.xml':
        '<?xml version="1.0"?><sitemapindex><sitemap><loc>{origin}/old.xml</loc></sitemap><sitemap><loc>{origin}/news.xml.gz</loc></sitemap></sitemapindex>',
      '/news.xml.gz': gzipSync(urlset),
    });
    const { feeds } = await site.discover();
    expect(feeds).toHaveLength(1);
    expect(feeds[0]).toMatchObject({
      kind: 'sitemap',
      title: 'Bay News',
      language: 'en',
      itemCount: 4,
      newestAt: Date.parse('2026-11-02T04:00:00Z'),
    });
    expect(feeds[0]?.lastTitles[0]).toBe('Bay story 4');
  });

  it('offers the list on the page where there is nothing else', async () => {
    const rows = Array.from(
      { length: 12 },
      (_, n) =>
        `<li><a href="/a/2026110${n % 9}${n}.html">港口渡轮今早恢复通航第${n}次通报</a><span>11-0${(n % 2) + 1}</span></li>`,
    );
    const site = await serve({
      '/': `<html lang="zh"><head><title>港报</title></head><body><ul class="list">${rows.join('')}</ul></body></html>`,
    });
    const { feeds } = await site.discover('/', { timeZone: 'Asia/Shanghai' });
    expect(feeds[0]).toMatchObject({ kind: 'list', type: 'list', title: '港报', language: 'zh', itemCount: 12 });
    expect(feeds[0]?.selector).toContain('a');
  });

  it('reports a site that does not answer and an address that is none', async () => {
    const site = await serve({});
    expect(await site.discover()).toMatchObject({ feeds: [] });
    expect((await site.discover()).problems[0]?.url).toBe(`${site.origin}/`);
    expect((await site.discover('', { url: 'ftp://x.example/' })).problems).toEqual([
      { url: 'ftp://x.example/', error: 'bad-url' },
    ]);
  });
});
