import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { announcedFeeds, feedCandidates } from './feed-candidates.ts';
import { knownShapes } from './known-shapes.ts';
import { readSitemap, sitemapLines } from './read-sitemap.ts';

const page = (head: string, body = '') => `<!doctype html><html><head>${head}</head><body>${body}</body></html>`;
const url = 'https://harbour.example/news/today.html';
const urls = (html: string) => announcedFeeds(html, url).map((feed) => feed.url);

describe('announcedFeeds', () => {
  it('lists links of feed types in document order, once each, comment feeds among them', () => {
    const html = page(`
      <link rel="alternate" type="application/rss+xml" href="/rss" title="Harbour &amp; Bay">
      <link rel="alternate" type="application/atom+xml" href="atom.xml">
      <link rel="ALTERNATE" type="application/feed+json; charset=utf-8" href="//cdn.harbour.example/feed.json">
      <link rel="alternate" type="application/rss+xml" href="/rss">
      <link rel="alternate" type="application/rss+xml" href="/comments/feed" title="Comments">`);
    expect(announcedFeeds(html, url)[0]).toEqual({
      url: 'https://harbour.example/rss',
      type: 'application/rss+xml',
      title: 'Harbour & Bay',
    });
    expect(urls(html)).toEqual([
      'https://harbour.example/rss',
      'https://harbour.example/news/atom.xml',
      'https://cdn.harbour.example/feed.json',
      'https://harbour.example/comments/feed',
    ]);
  });

  it('resolves against the base element, wherever it stands', () => {
    expect(urls(page('<link rel="feed" href="all.xml"><base href="/main/">'))).toEqual([
      'https://harbour.example/main/all.xml',
    ]);
  });

  it('passes over other alternates, style sheets, comments and scripts', () => {
    const html = page(`
      <link rel="alternate" hreflang="de" href="/de/">
      <link rel="alternate" type="application/json" href="/wp-json/wp/v2/pages/4">
      <link rel="alternate stylesheet" type="application/rss+xml" href="/style">
      <link rel="stylesheet" type="text/css" href="/a.css">
      <!-- <link rel="alternate" type="application/rss+xml" href="/old"> -->
      <script>document.write('<link rel="alternate" type="application/rss+xml" href="/js">')</script>
      <link rel="alternate" type="application/rss+xml" href="javascript:alert(1)">
      <link rel="alternate" type="application/rss+xml">`);
    expect(urls(html)).toEqual([]);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (html, base) => void announcedFeeds(`<link rel=feed href=${html}>`, base)),
    );
    expect(urls('<a>'.repeat(200_000))).toEqual([]);
  });
});

describe('feedCandidates', () => {
  const kinds = (html: string, from = url) =>
    feedCandidates(html, from).map(({ why, url: target }) => `${why} ${target}`);

  it('puts what is announced before anchors and anchors before guesses', () => {
    const html = page(
      '<link rel="alternate" type="application/rss+xml" href="/rss">',
      '<a href="/services/feed.xml">Subscribe by RSS</a><a href="/about">About us</a>',
    );
    const found = kinds(html);
    expect(found.slice(0, 2)).toEqual([
      'link https://harbour.example/rss',
      'anchor https://harbour.example/services/feed.xml',
    ]);
    expect(found).toContain('well-known https://harbour.example/feed');
    expect(found.some((line) => line.includes('/about'))).toBe(false);
  });

  it('finds anchors by their words in several languages', () => {
    expect(kinds(page('', '<a href="/r/all">订阅</a>'))[0]).toBe('anchor https://harbour.example/r/all');
    expect(kinds(page('', '<a href="/rss/all">订阅本站</a>'))[0]).toBe('anchor https://harbour.example/rss/all');
    expect(kinds(page('', '<a href="/blog/atom.xml">フィード</a>'))[0]).toBe(
      'anchor https://harbour.example/blog/atom.xml',
    );
  });

  it('puts comment feeds last of their kind and leaves out what is no feed', () => {
    const html = page(
      '<link rel="alternate" type="application/rss+xml" href="/comments/feed"><link rel="alternate" type="application/rss+xml" href="/feed">',
      '<a href="/feed.css">feed</a><a href="/sitemap.xml">XML</a>',
    );
    const found = kinds(html);
    expect(found.slice(0, 2)).toEqual([
      'link https://harbour.example/feed',
      'link https://harbour.example/comments/feed',
    ]);
    expect(found.join()).not.toMatch(/feed\.css|sitemap/);
  });

  it('gives nothing for an address that is none', () => expect(feedCandidates('<p>', 'nowhere')).toEqual([]));
});

describe('knownShapes', () => {
  it.each([
    [
      'https://www.youtube.com/channel/UCabcdefghijklmnop',
      '',
      'https://www.youtube.com/feeds/videos.xml?channel_id=UCabcdefghijklmnop',
    ],
    [
      'https://www.youtube.com/@harbour',
      '{"externalId":"UCabcdefghijklmnop"}',
      'https://www.youtube.com/feeds/videos.xml?channel_id=UCabcdefghijklmnop',
    ],
    [
      'https://www.youtube.com/playlist?list=PLharbour1',
      '',
      'https://www.youtube.com/feeds/videos.xml?playlist_id=PLharbour1',
    ],
    ['https://old.reddit.com/r/harbours/', '', 'https://www.reddit.com/r/harbours/.rss'],
    ['https://github.com/mei/tide', '', 'https://github.com/mei/tide/releases.atom'],
    ['https://medium.com/@mei/a-story', '', 'https://medium.com/feed/@mei'],
    ['https://mei.substack.com/p/tides', '', 'https://mei.substack.com/feed'],
    ['https://mei.blogspot.com/2026/', '', 'https://mei.blogspot.com/feeds/posts/default'],
    ['https://mei.tumblr.com/', '', 'https://mei.tumblr.com/rss'],
    ['https://social.example/@mei', '<div id="mastodon"></div>', 'https://social.example/@mei.rss'],
    [
      'https://blog.example/category/sea/',
      '<meta name="generator" content="WordPress 6.9">',
      'https://blog.example/category/sea/feed/',
    ],
  ])('%s is known to have its feed at a certain place', (from, html, feed) =>
    expect(knownShapes(from, html)[0]?.url).toBe(feed),
  );

  it('knows nothing about other sites', () => expect(knownShapes(url, page(''))).toEqual([]));
});

describe('readSitemap', () => {
  it('reads news entries with their title and date', () => {
    const xml = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:n="http://www.google.com/schemas/sitemap-news/0.9">
      <url><loc> https://harbour.example/a?x=1&amp;y=2 </loc><lastmod>2026-11-02</lastmod>
      <n:news><n:publication><n:name>Harbour</n:name><n:language>en</n:language></n:publication>
      <n:publication_date>2026-11-02T08:00:00Z</n:publication_date><n:title><![CDATA[Ferry & tide]]></n:title></n:news></url></urlset>`;
    expect(readSitemap(xml)).toEqual({
      kind: 'urlset',
      entries: [
        {
          loc: 'https://harbour.example/a?x=1&y=2',
          lastmod: '2026-11-02',
          news: { name: 'Harbour', language: 'en', publication_date: '2026-11-02T08:00:00Z', title: 'Ferry & tide' },
        },
      ],
    });
  });

  it('tells indexes, lists of addresses, feeds and rubbish apart', () => {
    expect(readSitemap('<sitemapindex><sitemap><loc>https://a.example/1.xml</loc></sitemap></sitemapindex>').kind).toBe(
      'sitemapindex',
    );
    expect(readSitemap('https://a.example/1\nhttps://a.example/2\n').entries).toHaveLength(2);
    expect(readSitemap('<rss><channel/></rss>').kind).toBe('feed');
    expect(readSitemap('<html></html>').kind).toBe('other');
    expect(readSitemap('hello').kind).toBe('invalid');
  });

  it('finds the Sitemap lines of robots.txt in any case', () => {
    expect(
      sitemapLines('User-agent: *\r\nDisallow: /\r\nSITEMAP: https://a.example/n.xml\n sitemap:/relative'),
    ).toEqual(['https://a.example/n.xml']);
  });
});
