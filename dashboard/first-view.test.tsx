// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { NewsItem } from '#shared/contract/news.ts';
import { type Language, languages } from '#shared/i18n/languages.ts';
import { drawFirstView } from './first-view.tsx';

const page = readFileSync(new URL('index.html', import.meta.url), 'utf8');
const now = Date.UTC(2026, 10, 22, 8);

const item = (id: number, title: string): NewsItem => ({
  id,
  title,
  url: 'javascript:alert(1)',
  source: { id: 1, name: 'Harbour Post' },
  author: '',
  language: 'en',
  script: 'Latn',
  publishedAt: now - 60_000,
  snippet: `About ${title}`,
  image: '',
  sameTextCount: 1,
});

function draw(language: Language, list: NewsItem[]): Promise<string> {
  return drawFirstView({ page, language, now, news: async () => ({ list, count: list.length }) });
}

const firstNews = (html: string) => JSON.parse(/id="first-news">([^<]*)</.exec(html)?.[1] ?? '');

test('each language has its own words, title and description, though all are drawn at once', async () => {
  const drawn = await Promise.all(languages.map((language) => draw(language, [item(1, 'Tide mill turns')])));
  const said = drawn.map((html) => [
    /<html lang="([^"]*)"/.exec(html)?.[1],
    /<title>([^<]*)</.exec(html)?.[1],
    /<h1[^>]*>([^<]*)</.exec(html)?.[1],
    firstNews(html).language,
  ]);
  expect(said).toEqual([
    ['zh-CN', '首页 - 知闻', '跨语言追踪新闻', 'zh'],
    ['zh-TW', '首頁 - 知聞', '跨語言追蹤新聞', 'zh'],
    ['en', 'Home - Tidings', 'News across languages', 'en'],
  ]);
  for (const html of drawn) expect(html.match(/name="description"/g)).toHaveLength(1);
});

test('it asks for the newest of the reader’s own language, and hands them on with their time', async () => {
  const asked: unknown[] = [];
  const list = [item(7, 'Swifts counted')];
  const news = async (query: unknown) => {
    asked.push(query);
    return { list, count: 1 };
  };
  const html = await drawFirstView({ page, language: 'zh-tw', now, news });
  expect(asked).toEqual([{ language: 'zh', limit: 10 }]);
  expect(firstNews(html)).toEqual({ language: 'zh', at: now, newest: { list, count: 1 } });
  expect(html).toContain('href="/#/news/7"');
});

test.each(['</script><script>alert(1)</script>', '<!--<script>', '"><img src=x onerror=alert(1)>', "$& $' $` \u2028"])(
  'a headline like %s stays a headline',
  async (title) => {
    const html = await draw('en', [item(1, title)]);
    expect(html.match(/<script/g)).toHaveLength((page.match(/<script/g) ?? []).length + 1);
    expect(html).not.toContain('<img');
    expect(html.match(/<!--/g)).toHaveLength((page.match(/<!--/g) ?? []).length - 1);
    expect(html).not.toContain('href="javascript:');
    expect(firstNews(html).newest.list[0].title).toBe(title);
  },
);

test('before the first news it says that they are coming', async () => {
  expect(await draw('en', [])).toContain('The first stories are being fetched.');
});

test('when the news fail, so does the drawing, and the next one is not harmed', async () => {
  const news = () => Promise.reject(new Error('away'));
  await expect(drawFirstView({ page, language: 'en', now, news })).rejects.toThrow('away');
  expect(await draw('en', [])).toContain('<h1');
});
