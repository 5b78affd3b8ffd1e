import { parseFeed } from 'feedsmith';
import iconv from 'iconv-lite';
import { parseHTML } from 'linkedom';
import { describe, expect, test } from 'vitest';
import { subjects } from './language-texts.ts';
import { createNewsroom, type ListedSource, type NewsroomResponse } from './newsroom.ts';
import { newsroomSources } from './newsroom-sources.ts';
import { minuteMs, planMinute } from './schedule.ts';
import { seededRandom } from './seeded-random.ts';
import { composeStory, languageTexts, makeFacts } from './stories.ts';

const startedAt = Date.UTC(2026, 10, 21, 10, 0, 30);
const mountUrl = 'http://127.0.0.1:8787/demo/newsroom';
const newsroom = createNewsroom({ startedAt });
const listed = newsroom.sources(mountUrl);

function get(
  url: string,
  now: number,
  headers: Record<string, string> = {},
  room = newsroom,
): NewsroomResponse | undefined {
  return room.handle({ method: 'GET', path: url.slice(mountUrl.length), headers, mountUrl }, now);
}

function textOf(response: NewsroomResponse | undefined): string {
  expect(response?.status).toBe(200);
  const charset = /charset=([\w-]+)/.exec(response!.headers['content-type']!)![1]!;
  return iconv.decode(Buffer.from(response!.body), charset);
}

interface Entry {
  title: string;
  link: string;
  at: number;
}

/** Reads a source the way its kind asks for, with other people's parsers. */
function entriesOf(source: ListedSource, now: number, room = newsroom): Entry[] {
  const text = textOf(get(source.sourceUrl, now, {}, room));
  if (source.type === 'list') {
    const { document } = parseHTML(text);
    return [...document.querySelectorAll('.story')].map((story) => ({
      title: story.querySelector('h3 a')!.textContent!,
      link: story.querySelector('h3 a')!.getAttribute('href')!,
      at: Date.parse(story.querySelector('time')!.getAttribute('datetime')!),
    }));
  }
  if (source.type === 'sitemap') {
    const { document } = parseHTML(text);
    const value = (parent: Element, name: string): string => parent.getElementsByTagName(name)[0]!.textContent!;
    return [...document.getElementsByTagName('url')].map((url) => ({
      title: value(url, 'news:title'),
      link: value(url, 'loc'),
      at: Date.parse(value(url, 'news:publication_date')),
    }));
  }
  const parsed = parseFeed(text);
  expect(parsed.format).toBe(source.type);
  if (parsed.format === 'rss') {
    return parsed.feed.items!.map((item) => ({
      title: item.title!,
      link: item.link!,
      at: Date.parse(String(item.pubDate)),
    }));
  }
  if (parsed.format === 'atom') {
    return parsed.feed.entries!.map((entry) => ({
      title: String(typeof entry.title === 'string' ? entry.title : entry.title?.value),
      link: entry.links![0]!.href!,
      at: Date.parse(String(entry.published)),
    }));
  }
  if (parsed.format === 'rdf') {
    return parsed.feed.items!.map((item) => ({
      title: item.title!,
      link: item.link!,
      at: Date.parse(String(item.dc?.dates?.[0])),
    }));
  }
  return parsed.feed.items!.map((item) => ({
    title: item.title!,
    link: item.url!,
    at: Date.parse(String(item.date_published)),
  }));
}

describe('sources', () => {
  test('every kind and every language is there, with a GBK, a Big5, a sitemap-only and a list-only site', () => {
    expect(listed.length).toBeGreaterThanOrEqual(12);
    expect(new Set(listed.map(({ type }) => type))).toEqual(new Set(['rss', 'atom', 'rdf', 'json', 'sitemap', 'list']));
    expect(new Set(listed.map(({ language }) => language))).toEqual(new Set(Object.keys(languageTexts)));
    for (const language of ['zh-cn', 'zh-tw', 'en']) {
      expect(listed.filter((source) => source.language === language)).not.toHaveLength(1);
    }
    expect(newsroomSources.filter(({ encoding }) => encoding !== 'utf-8').map(({ encoding }) => encoding)).toEqual([
      'gb2312',
      'big5',
    ]);
  });

  test.each(listed)(
    '$slug is well formed, newest first, and has about 25 items of three days at the start',
    (source) => {
      const entries = entriesOf(source, startedAt);
      expect(entries.length).toBeGreaterThanOrEqual(22);
      expect(entries.length).toBeLessThanOrEqual(40);
      expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).toSorted((a, b) => b - a));
      expect(new Set(entries.map(({ link }) => link)).size).toBe(entries.length);
      for (const { title, at } of entries) {
        expect(title).not.toMatch(/[{}\ufffd]|&#/);
        expect(at).toBeLessThanOrEqual(startedAt);
        expect(at).toBeGreaterThan(startedAt - 72 * 60 * minuteMs);
      }
    },
  );

  test.each(listed)('$slug names its feed or sitemap on the home page, and its links lead somewhere', (source) => {
    const { document } = parseHTML(textOf(get(source.homeUrl, startedAt)));
    expect(document.documentElement.getAttribute('lang')).toBe(source.language);
    const alternate = document.querySelector('link[rel=alternate]')?.getAttribute('href');
    expect(alternate).toBe(source.expected === 'feed' ? source.sourceUrl : undefined);
    const robots = textOf(get(`${source.homeUrl}robots.txt`, startedAt));
    expect(robots.includes(`Sitemap: ${source.sourceUrl}`)).toBe(source.expected === 'sitemap');
    for (const anchor of document.querySelectorAll('a[href]')) {
      expect(get(anchor.getAttribute('href')!, startedAt)?.status).toBe(200);
    }
  });

  test.each(listed)('$slug serves each article as a page that says it is invented', (source) => {
    const language = languageTexts[source.language as keyof typeof languageTexts];
    for (const { title, link } of entriesOf(source, startedAt).slice(0, 5)) {
      const { document } = parseHTML(textOf(get(link, startedAt)));
      expect(document.querySelector('h1')?.textContent).toBe(title);
      expect(document.querySelector('.notice')?.textContent).toBe(language.labels.demoNotice);
      expect(document.querySelectorAll('article p, .article-content p').length).toBeGreaterThanOrEqual(4);
      expect(JSON.parse(document.querySelector('script[type="application/ld+json"]')!.textContent!).headline).toBe(
        title,
      );
    }
  });

  test('the GBK and Big5 bytes are not UTF-8 and hold every character', () => {
    for (const { slug } of newsroomSources.filter(({ encoding }) => encoding !== 'utf-8')) {
      const source = listed.find((candidate) => candidate.slug === slug)!;
      const response = get(source.sourceUrl, startedAt)!;
      expect(() => new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(response.body))).toThrow();
      expect(textOf(response)).toContain(source.name);
    }
  });

  test('a character that the encoding lacks arrives as a reference', () => {
    const room = createNewsroom({ startedAt });
    room.publish('luze-shibao', { title: '港邊🦀日記', paragraphs: ['第一段。'] }, startedAt);
    const source = listed.find(({ slug }) => slug === 'luze-shibao')!;
    expect(entriesOf(source, startedAt, room)[0]?.title).toBe('港邊🦀日記');
  });

  test('what does not exist is not answered, and only reading is allowed', () => {
    for (const path of [
      '/s/nobody/',
      '/s/harbour-post/nothing',
      '/s/harbour-post/2026/11/21/1-0.html',
      '/x',
      '/s/diario-alboral/rss.xml',
    ]) {
      expect(get(mountUrl + path, startedAt)).toBeUndefined();
    }
    const request = { method: 'POST', path: '/s/harbour-post/feed.xml', headers: {}, mountUrl };
    expect(newsroom.handle(request, startedAt)?.status).toBe(405);
  });
});

describe('conditional requests', () => {
  const source = listed.find(({ slug }) => slug === 'harbour-post')!;

  test('the same validators bring 304 until something new is published', () => {
    const room = createNewsroom({ startedAt });
    const { etag, 'last-modified': modified } = get(source.sourceUrl, startedAt, {}, room)!.headers;
    const ask = (now: number, headers: Record<string, string>) => get(source.sourceUrl, now, headers, room)?.status;
    expect(ask(startedAt, { 'if-none-match': etag! })).toBe(304);
    expect(ask(startedAt, { 'if-none-match': `"other", W/${etag}` })).toBe(304);
    expect(ask(startedAt, { 'if-modified-since': modified! })).toBe(304);
    expect(ask(startedAt, { 'if-none-match': '"other"', 'if-modified-since': modified! })).toBe(200);
    expect(ask(startedAt, { 'if-modified-since': 'nonsense' })).toBe(200);
    room.publish('harbour-post', { title: 'New', paragraphs: ['New.'] }, startedAt + 1000);
    expect(ask(startedAt + 1000, { 'if-none-match': etag! })).toBe(200);
    expect(ask(startedAt + 1000, { 'if-modified-since': modified! })).toBe(200);
  });
});

describe('schedule', () => {
  const linksAt = (now: number, room = newsroom): Set<string> =>
    new Set(listed.flatMap((source) => entriesOf(source, now, room).map(({ link }) => link)));

  test('it is a function of the start and the time', () => {
    const now = startedAt + 25 * minuteMs;
    const again = createNewsroom({ startedAt });
    for (const { sourceUrl } of listed) {
      expect(textOf(get(sourceUrl, now, {}, again))).toBe(textOf(get(sourceUrl, now)));
    }
  });

  test('every minute brings something', () => {
    let before = linksAt(startedAt);
    for (let minute = 1; minute <= 12; minute++) {
      const after = linksAt(startedAt + minute * minuteMs);
      expect([...after].some((link) => !before.has(link))).toBe(true);
      before = after;
    }
  });

  test('every source publishes at least once in twice as many minutes as there are sources', () => {
    const first = Math.floor(startedAt / minuteMs);
    const items = Array.from({ length: newsroomSources.length * 2 }, (_, i) => planMinute(first + i)).flat();
    expect(new Set(items.map(({ slug }) => slug)).size).toBe(newsroomSources.length);
  });

  test('every ten minutes six or more sources in several languages report one event with the same facts', () => {
    const first = Math.ceil(startedAt / minuteMs / 10) * 10;
    for (let burst = 0; burst < 20; burst++) {
      const items = Array.from({ length: 10 }, (_, i) => planMinute(first + burst * 10 + i)).flat();
      const groups = Map.groupBy(items, ({ subject, facts }) => JSON.stringify([subject, facts]));
      const largest = [...groups.values()].toSorted((a, b) => b.length - a.length)[0]!;
      const languages = largest.map(({ slug }) => newsroomSources.find((source) => source.slug === slug)!.language);
      expect(new Set(largest.map(({ slug }) => slug)).size).toBeGreaterThanOrEqual(6);
      expect(new Set(languages).size).toBeGreaterThanOrEqual(3);
      expect(Math.max(...largest.map(({ at }) => at)) - Math.min(...largest.map(({ at }) => at))).toBeLessThan(
        6 * minuteMs,
      );
    }
  });

  test('wire copy is nearly the same text in two sources of one language; other stories are not', () => {
    const first = Math.floor(startedAt / minuteMs);
    const items = Array.from({ length: 600 }, (_, i) => planMinute(first + i)).flat();
    const told = items.map((item) => {
      const { language } = newsroomSources.find(({ slug }) => slug === item.slug)!;
      return { item, language, text: composeStory(languageTexts[language], item).paragraphs.join('\n') };
    });
    const wires = [
      ...Map.groupBy(
        told.filter(({ item }) => item.wire),
        ({ item }) => item.variantSeed,
      ).values(),
    ];
    expect(wires.length).toBeGreaterThan(20);
    for (const pair of wires) {
      expect(pair).toHaveLength(2);
      expect(pair[0]!.language).toBe(pair[1]!.language);
      expect(pair[0]!.item.slug).not.toBe(pair[1]!.item.slug);
      expect(pair[0]!.text).not.toBe(pair[1]!.text);
      expect(overlap(pair[0]!.text, pair[1]!.text)).toBeGreaterThan(0.8);
    }
    const own = told.filter(({ item, language }) => !item.wire && language === 'zh-cn' && item.subject === 'harbour');
    expect(own.length).toBeGreaterThan(3);
    for (const [i, left] of own.entries()) {
      for (const right of own.slice(i + 1)) {
        // Of one event the same facts come again; the same sentences may tell them.
        if (JSON.stringify(left.item.facts) !== JSON.stringify(right.item.facts))
          expect(overlap(left.text, right.text)).toBeLessThan(0.8);
      }
    }
  });

  test('an address given out before a restart still answers', () => {
    const now = startedAt + 30 * minuteMs;
    const link = entriesOf(listed[0]!, now)[0]!.link;
    const restarted = createNewsroom({ startedAt: startedAt + 24 * 60 * minuteMs });
    expect(get(link, startedAt + 25 * 60 * minuteMs, {}, restarted)?.status).toBe(200);
    expect(get(link, startedAt - 60 * minuteMs, {}, restarted)).toBeUndefined();
  });
});

/** Jaccard's index of the runs of four characters. */
function overlap(left: string, right: string): number {
  const runs = (text: string): Set<string> =>
    new Set(Array.from({ length: text.length - 3 }, (_, i) => text.slice(i, i + 4)));
  const a = runs(left);
  const b = runs(right);
  return a.intersection(b).size / a.union(b).size;
}

describe('texts', () => {
  test.each(Object.entries(languageTexts))('%s fills every template of every subject', (_, texts) => {
    for (const subject of subjects) {
      const { headlines, leads, body } = texts.stories[subject];
      expect([headlines.length, leads.length, body.length]).toEqual([3, 2, 5]);
      for (let i = 0; i < 40; i++) {
        const facts = makeFacts(seededRandom(`${subject} ${i}`), i % 2 === 0 ? 'shared' : 'local', startedAt);
        const wire = ([undefined, 'origin', 'copy'] as const)[i % 3];
        const story = composeStory(texts, { subject, facts, variantSeed: String(i), wire });
        expect(story.paragraphs.length).toBeGreaterThanOrEqual(4);
        expect(story.paragraphs.length).toBeLessThanOrEqual(5);
        expect([story.title, ...story.paragraphs].join('\n')).not.toMatch(/[{}]|undefined|NaN|\s\n|^\s/);
      }
    }
  });

  test('shared names are aligned over the languages', () => {
    const lengths = Object.values(languageTexts).map(({ names }) =>
      Object.values(names.shared).map((list) => list.length),
    );
    for (const other of lengths) expect(other).toEqual(lengths[0]);
  });

  test('Korean names end in a vowel, as their particles need', () => {
    const lastHasNoFinal = (name: string): boolean => (name.charCodeAt(name.length - 1) - 0xac00) % 28 === 0;
    for (const pool of Object.values(languageTexts.ko.names)) {
      for (const list of [pool.cities, pool.women, pool.men, pool.companies]) {
        expect(list.filter((name) => !lastHasNoFinal(name))).toEqual([]);
      }
    }
  });

  test('Chinese texts keep to their script', () => {
    expect(JSON.stringify(languageTexts['zh-cn'])).not.toMatch(/[這個們來說會學國際經濟電車體灣臺]/u);
    expect(JSON.stringify(languageTexts['zh-tw'])).not.toMatch(/[这个们来说会学国际经济电车体湾]/u);
  });
});

test('a published item shows up in every kind of feed, in the sitemap and in the list page, and has its page', () => {
  const room = createNewsroom({ startedAt });
  const now = startedAt + 90_000;
  for (const source of listed) {
    const { url } = room.publish(
      source.slug,
      { title: `Test <1> & ${source.slug}`, paragraphs: ['One & two.', 'Three.'] },
      now,
    );
    expect(entriesOf(source, now, room)[0]).toEqual({
      title: `Test <1> & ${source.slug}`,
      link: mountUrl + url,
      at: Math.floor(now / 1000) * 1000,
    });
    expect(textOf(get(mountUrl + url, now, {}, room))).toContain('<p>One &amp; two.</p>');
    expect(get(mountUrl + url, now - 1, {}, room)).toBeUndefined();
  }
  expect(() => room.publish('nobody', { title: 'x', paragraphs: [] }, now)).toThrow(RangeError);
});

test('links are absolute and lead to where it was asked, and the headers name the encoding', () => {
  const otherMount = 'http://localhost:1234/demo/newsroom';
  const request = { method: 'GET', path: '/s/wanghuai-caijing/rss/news.xml', headers: {}, mountUrl: otherMount };
  const response = newsroom.handle(request, startedAt)!;
  expect(response.headers['content-type']).toBe('application/rss+xml; charset=gb2312');
  expect(textOf(response)).toContain(`<link>${otherMount}/s/wanghuai-caijing/</link>`);
  const head = newsroom.handle({ ...request, method: 'HEAD' }, startedAt)!;
  expect([head.status, head.body, head.headers]).toEqual([200, '', response.headers]);
});
