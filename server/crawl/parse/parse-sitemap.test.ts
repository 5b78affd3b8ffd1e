import { expect, test } from 'vitest';
import { parseSitemap } from './parse-sitemap.ts';

test('addresses, news, pictures and alternates are read', () => {
  const result = parseSitemap(
    `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:n="http://www.google.com/schemas/sitemap-news/0.9"
      xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:xhtml="http://www.w3.org/1999/xhtml">
      <url><loc> /story?a=1&amp;b=2 </loc><lastmod>2024-03-05</lastmod><changefreq>daily</changefreq><priority>0.8</priority>
        <n:news><n:publication><n:name>Lamp</n:name><n:language>en</n:language></n:publication>
          <n:publication_date>2024-03-05T06:07:08+08:00</n:publication_date><n:title>Oil &amp;amp; wick</n:title></n:news>
        <image:image><image:loc>https://a.example/i.jpg</image:loc></image:image>
        <xhtml:link rel="alternate" hreflang="de" href="/de"/></url>
      <url><loc>javascript:alert(1)</loc></url><url/></urlset>`,
    { url: 'https://a.example/sitemap.xml' },
  );
  expect(result).toEqual({
    ok: true,
    kind: 'urlset',
    entries: [
      {
        loc: 'https://a.example/story?a=1&b=2',
        lastModified: Date.UTC(2024, 2, 5),
        changeFrequency: 'daily',
        priority: 0.8,
        news: { name: 'Lamp', language: 'en', publishedAt: Date.UTC(2024, 2, 4, 22, 7, 8), title: 'Oil & wick' },
        images: ['https://a.example/i.jpg'],
        alternates: [{ hreflang: 'de', href: 'https://a.example/de' }],
      },
    ],
  });
});

test('an index lists its sitemaps', () => {
  const text = '<sitemapindex><sitemap><loc>https://a.example/1.xml</loc></sitemap></sitemapindex>';
  expect(parseSitemap(text)).toMatchObject({
    ok: true,
    kind: 'sitemapindex',
    entries: [{ loc: 'https://a.example/1.xml' }],
  });
});

test('a plain list of addresses is a sitemap', () => {
  expect(parseSitemap('\ufeffhttps://a.example/1\r\nnothing\nhttps://a.example/2')).toMatchObject({
    kind: 'text',
    entries: [{ loc: 'https://a.example/1' }, { loc: 'https://a.example/2' }],
  });
});

test.each([
  ['', 'invalid'],
  ['no addresses here', 'invalid'],
  ['<sitemapindex/>', 'invalid'],
  ['<rss><channel/></rss>', 'feed'],
  ['<html/>', 'other'],
])('%j is refused as %s', (text, error) => {
  expect(parseSitemap(text)).toMatchObject({ ok: false, error });
});

test('no more than 50,000 addresses are read', () => {
  const result = parseSitemap(`<urlset>${'<url><loc>https://a.example/</loc></url>'.repeat(50_100)}</urlset>`);
  expect(result.ok && result.entries.length).toBe(50_000);
});

test('an unescaped < at the end of a value does not cost the entry', () => {
  const parsed = parseSitemap(
    '<urlset><url><loc>https://a.example/1</loc><changefreq>daily<</changefreq><priority>0.9</priority></url></urlset>',
  );
  expect(parsed).toMatchObject({ ok: true, entries: [{ loc: 'https://a.example/1', priority: 0.9 }] });
});
