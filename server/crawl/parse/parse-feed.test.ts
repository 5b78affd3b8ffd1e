import { describe, expect, test } from 'vitest';
import { type ParsedFeed, type ParseFeedOptions, parseFeed } from './parse-feed.ts';

function read(text: string, options?: ParseFeedOptions): ParsedFeed {
  const result = parseFeed(text, options);
  if (!result.ok) throw new Error(`${result.error}: ${result.detail}`);
  return result.feed;
}

const rss = (items: string, channel = '<title>Daily Lamp</title>') =>
  `<?xml version="1.0"?><rss version="2.0"><channel>${channel}${items}</channel></rss>`;
const item = (fields: string) => rss(`<item>${fields}</item>`);
const atom = (entries: string, head = '<title>Daily Lamp</title>') =>
  `<feed xmlns="http://www.w3.org/2005/Atom">${head}${entries}</feed>`;
const entryOf = (text: string, options?: ParseFeedOptions) => read(text, options).entries[0];

describe('kinds', () => {
  test('RSS 2.0 with the usual modules', () => {
    const feed = read(
      `<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:d="http://purl.org/dc/elements/1.1/"
            xmlns:a="http://www.w3.org/2005/Atom" xmlns:sy="http://purl.org/rss/1.0/modules/syndication/" xmlns:media="http://search.yahoo.com/mrss/">
        <channel>
          <title>Daily Lamp</title><link>https://lamp.example/</link><description>All about &lt;b&gt;lamps&lt;/b&gt;</description>
          <language>en_GB</language><ttl>45</ttl><lastBuildDate>Tue, 05 Mar 2024 06:07:08 GMT</lastBuildDate>
          <a:link rel="self" href="https://lamp.example/feed"/><a:link rel="hub" href="https://hub.example/"/>
          <sy:updatePeriod>daily</sy:updatePeriod><sy:updateFrequency>4</sy:updateFrequency>
          <item>
            <title>New lamp</title><link>/new</link><guid isPermaLink="false">lamp-1</guid>
            <d:creator>Ada Wick</d:creator><category>Light</category><category>Oil</category>
            <pubDate>Mon, 04 Mar 2024 06:07:08 GMT</pubDate><a:updated>2024-03-05T00:00:00Z</a:updated>
            <description>Short</description><content:encoded><![CDATA[<p>Long <a href="more">more</a></p>]]></content:encoded>
            <enclosure url="/lamp.mp3" type="audio/mpeg" length="1234"/><media:thumbnail url="/lamp.jpg"/>
          </item>
        </channel></rss>`,
      { url: 'https://lamp.example/feed' },
    );
    expect(feed).toEqual({
      kind: 'rss',
      version: '2.0',
      title: 'Daily Lamp',
      link: 'https://lamp.example/',
      selfLink: 'https://lamp.example/feed',
      hub: 'https://hub.example/',
      topic: 'https://lamp.example/feed',
      description: 'All about lamps',
      language: 'en-GB',
      updated: Date.UTC(2024, 2, 5, 6, 7, 8),
      ttlMinutes: 45,
      updatePeriodMs: 6 * 3_600_000,
      entries: [
        {
          id: 'lamp-1',
          title: 'New lamp',
          link: 'https://lamp.example/new',
          author: 'Ada Wick',
          authors: [{ name: 'Ada Wick' }],
          published: Date.UTC(2024, 2, 4, 6, 7, 8),
          updated: Date.UTC(2024, 2, 5),
          summary: 'Short',
          content: '<p>Long <a href="https://lamp.example/more" rel="noopener nofollow">more</a></p>',
          enclosures: [{ url: 'https://lamp.example/lamp.mp3', type: 'audio/mpeg', lengthBytes: 1234 }],
          categories: ['Light', 'Oil'],
          image: 'https://lamp.example/lamp.jpg',
        },
      ],
    });
  });

  test('Atom 1.0', () => {
    const feed = read(
      `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de">
        <id>urn:lamp</id><title type="text">Lampe &amp; Licht</title><updated>2024-03-05T06:07:08Z</updated>
        <link href="https://lamp.example/"/><link rel="self" href="https://lamp.example/atom"/>
        <author><name>Ada Wick</name><email>ada@lamp.example</email></author>
        <entry>
          <id>urn:lamp:1</id><title type="html">Neu &lt;em&gt;da&lt;/em&gt;</title>
          <link rel="enclosure" href="https://lamp.example/a.ogg" type="audio/ogg" length="9"/>
          <link rel="alternate" type="application/json" href="https://lamp.example/1.json"/>
          <link rel="alternate" type="text/html" href="https://lamp.example/1"/>
          <published>2024-03-04T06:07:08Z</published><updated>2024-03-05T06:07:08Z</updated>
          <category term="licht" label="Licht"/>
          <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Ein <b>Satz</b> &amp; mehr</p></div></content>
        </entry>
      </feed>`,
    );
    expect(feed).toMatchObject({
      kind: 'atom',
      version: '1.0',
      id: 'urn:lamp',
      title: 'Lampe & Licht',
      language: 'de',
      author: 'Ada Wick',
    });
    expect(feed.entries[0]).toMatchObject({
      title: 'Neu da',
      link: 'https://lamp.example/1',
      authors: [{ name: 'Ada Wick', email: 'ada@lamp.example' }],
      content: '<p>Ein <b>Satz</b> &amp; mehr</p>',
      enclosures: [{ url: 'https://lamp.example/a.ogg', type: 'audio/ogg', lengthBytes: 9 }],
      categories: ['Licht'],
    });
  });

  test('RDF site summary, items beside the channel', () => {
    const feed = read(
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
        <channel rdf:about="https://lamp.example/rdf"><title>Lamp</title><link>https://lamp.example/</link><dc:language>ja</dc:language></channel>
        <item rdf:about="https://lamp.example/1"><title>灯り</title><link>https://lamp.example/1</link><dc:date>2024-03-05T06:07:08+09:00</dc:date></item>
      </rdf:RDF>`,
    );
    expect(feed).toMatchObject({ kind: 'rdf', version: '1.0', id: 'https://lamp.example/rdf', language: 'ja' });
    expect(feed.entries).toMatchObject([
      { id: 'https://lamp.example/1', title: '灯り', published: Date.UTC(2024, 2, 4, 21, 7, 8) },
    ]);
  });

  test('JSON Feed, also without its version', () => {
    const document = {
      title: 'Lamp <3',
      home_page_url: 'https://lamp.example/',
      items: [
        {
          id: 7,
          url: '/7',
          title: 'AT&T <b>',
          content_text: 'a < b\nc',
          date_published: '2024-03-05T06:07:08Z',
          authors: [{ name: 'Ada' }],
          tags: ['x'],
        },
      ],
    };
    const feed = read(`\ufeff${JSON.stringify(document)}`);
    expect(feed).toMatchObject({ kind: 'json', title: 'Lamp <3', link: 'https://lamp.example/' });
    expect(feed.entries[0]).toMatchObject({
      id: '7',
      title: 'AT&T <b>',
      link: 'https://lamp.example/7',
      content: 'a &lt; b<br />c',
      author: 'Ada',
      categories: ['x'],
    });
  });

  test('a feed without entries is a feed', () => {
    expect(read(rss('')).entries).toEqual([]);
    expect(read(atom('')).entries).toEqual([]);
    expect(read('{"version":"https://jsonfeed.org/version/1.1","title":"x","items":[]}').entries).toEqual([]);
  });
});

describe('what is no feed', () => {
  test.each([
    ['', 'empty'],
    [' \n\t', 'empty'],
    ['<!DOCTYPE html><html><head><title>Home</title></head><body></body></html>', 'html-instead'],
    ['<html lang="en"><body>Not found</body></html>', 'html-instead'],
    ['Service unavailable', 'not-a-feed'],
    ['<urlset><url><loc>https://a.example/</loc></url></urlset>', 'not-a-feed'],
    ['{"error":"no"}', 'not-a-feed'],
    ['[1,2,3]', 'not-a-feed'],
    ['{"version": ', 'not-a-feed'],
    ['< < <', 'broken-xml'],
    ['<', 'broken-xml'],
  ])('%j is %s', (text, error) => {
    expect(parseFeed(text)).toMatchObject({ ok: false, error });
  });
});

describe('damage that is repaired', () => {
  const cases: [string, string][] = [
    [
      'leading junk and a byte order mark',
      `\ufeff\n\n<br />\n<b>Warning</b>: mysql in x.php\n${item('<title>T</title>')}`,
    ],
    ['an undeclared entity', item('<title>T</title><description>a&nbsp;b &hellip;</description>')],
    ['a bare ampersand', item('<title>T</title><link>https://a.example/?x=1&y=2</link>')],
    ['control characters', item('<title>\u0000\u0008T\u001b</title>')],
    ['an undeclared namespace', item('<title>T</title><dc:creator>Ada</dc:creator><media:content url="x"/>')],
    ['a missing tail', '<rss version="2.0"><channel><title>x</title><item><title>T</title><link>https://a.example/'],
    ['an item that never ends', '<rss><channel><item><title>T</title><item><title>U</title></item></channel></rss>'],
    ['a title that never ends', '<rss><channel><item><title>T<link>https://a.example/1</link></item></channel></rss>'],
    ['wrongly nested markup', item('<title>T</title><description><b>bold <i>both</b> rest</description>')],
    ['a doubled XML declaration', `<?xml version="1.0"?><?xml version="1.0"?>${item('<title>T</title>')}`],
    [
      'an unknown namespace for RSS',
      '<rss xmlns="http://nobody.example/rss"><channel><item><title>T</title></item></channel></rss>',
    ],
    ['upper-case tags', '<RSS><CHANNEL><ITEM><TITLE>T</TITLE></ITEM></CHANNEL></RSS>'],
    ['items outside the channel', '<rss><channel><title>x</title></channel><item><title>T</title></item></rss>'],
    ['unquoted attributes', '<rss version=2.0><channel><item><title>T</title></item></channel></rss>'],
  ];
  test.each(cases)('%s', (_what, text) => {
    expect(entryOf(text)?.title).toBe('T');
  });

  test('unescaped HTML in a description is kept as markup', () => {
    expect(entryOf(item('<description><p>one<br>two</p><p>three</p></description>'))?.summary).toBe(
      '<p>one<br />two</p><p>three</p>',
    );
  });

  test('Windows characters that passed for ISO 8859-1 become what they were', () => {
    expect(entryOf(item('<title>don\u0092t \u0097 \u0093go\u0094</title>'))?.title).toBe('don’t — “go”');
  });

  test('entries before the break are saved', () => {
    const text = rss('<item><title>A</title></item><item><title>B</title></item>').slice(
      0,
      -'</title></item></channel></rss>'.length,
    );
    expect(read(text).entries.map((entry) => entry.title)).toEqual(['A', 'B']);
  });
});

describe('titles', () => {
  test.each([
    ['<title>fish &amp;amp; chips</title>', 'fish & chips'],
    ['<title>fish &amp;amp;amp; chips</title>', 'fish & chips'],
    ['<title><![CDATA[fish &amp; chips]]></title>', 'fish & chips'],
    ['<title>&lt;b&gt;Bold&lt;/b&gt; news</title>', 'Bold news'],
    ['<title><b>Bold</b> news</title>', 'Bold news'],
    ['<title>1 &lt; 2 and 3 &gt; 2</title>', '1 < 2 and 3 > 2'],
    ['<title>List&lt;String&gt; in Java</title>', 'List<String> in Java'],
    ['<title>\n  two\n  lines </title>', 'two lines'],
    ['<title>中文 &#26631;&#x9898;</title>', '中文 标题'],
    ['<title/>', ''],
  ])('%s', (field, title) => {
    expect(entryOf(item(`${field}<guid>1</guid>`))?.title).toBe(title);
  });

  test('an entry within an extension of another is a part of it, and an entry that was left open ends at the next', () => {
    const earlier = '<sx:conflicts><sx:conflict><item><title>Ferry waits</title></item></sx:conflict></sx:conflicts>';
    const titlesOf = (text: string) => {
      const result = parseFeed(text);
      return result.ok ? result.feed.entries.map((entry) => entry.title) : result;
    };
    expect(titlesOf(rss(`<item>${earlier}<title>Ferry sails</title></item>`))).toEqual(['Ferry sails']);
    expect(titlesOf(rss('<item><title>One</title><description>a<item><title>Two</title></item>'))).toEqual([
      'One',
      'Two',
    ]);
    const feed = (prefix: string) =>
      `<${prefix}feed xmlns${prefix && ':atom'}="http://www.w3.org/2005/Atom">${['One', 'Two'].map((title) => `<${prefix}entry><${prefix}title>${title}</${prefix}title><${prefix}summary>a`).join('')}`;
    expect(titlesOf(feed(''))).toEqual(['One', 'Two']);
    expect(titlesOf(feed('atom:'))).toEqual(['One', 'Two']);
  });

  test('the type of an Atom title is respected', () => {
    expect(entryOf(atom('<entry><title type="text">a &lt;tag&gt; here</title></entry>'))?.title).toBe('a <tag> here');
    expect(entryOf(atom('<entry><title type="html">a &amp;lt;tag&amp;gt; here</title></entry>'))?.title).toBe(
      'a <tag> here',
    );
    expect(
      entryOf(
        atom('<entry><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">a <i>b</i></div></title></entry>'),
      )?.title,
    ).toBe('a b');
  });
});

describe('rich text', () => {
  test('twice-escaped HTML is shown as HTML', () => {
    expect(entryOf(item('<description>&amp;lt;p&amp;gt;Hi&amp;lt;/p&amp;gt;</description>'))?.summary).toBe(
      '<p>Hi</p>',
    );
  });

  test('Base64 content is unpacked', () => {
    const packed = Buffer.from('<p>Grüße</p>').toString('base64');
    expect(entryOf(atom(`<entry><content type="application/octet-stream">${packed}</content></entry>`))?.content).toBe(
      '<p>Grüße</p>',
    );
  });

  test('relative links follow xml:base, then the document', () => {
    const content = '<content type="html">&lt;a href="x"&gt;x&lt;/a&gt;</content>';
    const inBase = atom(`<entry xml:base="https://b.example/dir/">${content}<link href="e"/></entry>`);
    expect(entryOf(inBase, { url: 'https://a.example/' })).toMatchObject({
      link: 'https://b.example/dir/e',
      content: '<a href="https://b.example/dir/x" rel="noopener nofollow">x</a>',
    });
    expect(entryOf(atom(`<entry>${content}</entry>`), { url: 'https://a.example/feeds/1' })?.content).toContain(
      'href="https://a.example/feeds/x"',
    );
    expect(entryOf(atom(`<entry>${content}</entry>`, '<link href="https://home.example/blog/"/>'))?.content).toContain(
      'https://home.example/blog/x',
    );
  });

  test('scripts never leave the parser', () => {
    const hostile =
      '&lt;p onclick="x()"&gt;a&lt;script&gt;alert(1)&lt;/script&gt;&lt;a href="javascript:x"&gt;b&lt;/a&gt;&lt;/p&gt;';
    expect(entryOf(item(`<description>${hostile}</description><link>javascript:alert(1)</link>`))).toMatchObject({
      summary: '<p>a<a>b</a></p>',
    });
    expect(entryOf(item('<title>T</title><link>javascript:alert(1)</link>'))).not.toHaveProperty('link');
  });
});

test('an address in the form of Atom wins over those written as text, of which the first counts', () => {
  const two = '<link>https://lamp.example/1</link><link>https://lamp.example/2</link>';
  expect(entryOf(item(two))?.link).toBe('https://lamp.example/1');
  expect(entryOf(item(`${two}<link href="https://lamp.example/3"/>`))?.link).toBe('https://lamp.example/3');
  expect(entryOf(item(`${two}<link rel="self" href="https://lamp.example/3"/>`))?.link).toBe('https://lamp.example/1');
});

test('the id of an Atom entry is absolute where it is a path, and its own name where it is not', () => {
  const at = (id: string) =>
    entryOf(atom(`<entry><id>${id}</id></entry>`), { url: 'https://lamp.example/feeds/all' })?.id;
  expect(at('/story/1')).toBe('https://lamp.example/story/1');
  expect(at('story-1')).toBe('story-1');
});

test('categories are gathered from all the vocabularies of an entry', () => {
  const subject = '<dc:subject xmlns:dc="http://purl.org/dc/elements/1.1/">Oil</dc:subject>';
  const keywords = '<i:keywords xmlns:i="http://www.itunes.com/dtds/podcast-1.0.dtd">wick, oil</i:keywords>';
  const atomCategory = '<a:category xmlns:a="http://www.w3.org/2005/Atom" term="Glass"/>';
  const fields = `<category>Light</category>${subject}${keywords}${atomCategory}<tags>old, new</tags>`;
  const found = entryOf(item(fields))?.categories;
  expect(found?.toSorted()).toEqual(['Glass', 'Light', 'Oil', 'new', 'old', 'wick']);
});

test('an e-mail address in the place of a name names nobody where somebody is named', () => {
  const channel =
    '<title>Lamp</title><managingEditor>info@lamp.example (info@lamp.example)</managingEditor>' +
    '<i:author xmlns:i="http://www.itunes.com/dtds/podcast-1.0.dtd">Ada Wick</i:author>';
  expect(read(rss('', channel)).author).toBe('Ada Wick');
});

test('a Chinese feed writes local time', () => {
  const feed = rss('<item><title>T</title><pubDate>2024-03-05 08:00:00</pubDate></item>', '<language>zh-cn</language>');
  expect(entryOf(feed)?.published).toBe(Date.UTC(2024, 2, 5));
});

test('headers give language and hub where the feed is silent', () => {
  const feed = read(item('<title>T</title>'), {
    headers: { 'content-language': 'fr', link: '<https://hub.example/>; rel="hub", <https://a.example/f>; rel=self' },
  });
  expect(feed).toMatchObject({ language: 'fr', hub: 'https://hub.example/', selfLink: 'https://a.example/f' });
});

const hubLinks = (self: string, hub: string) =>
  atom('', `<title>T</title><link rel="self" href="${self}"/><link rel="hub" href="${hub}"/>`);

test('a hub in the headers goes before one in the feed, and its topic with it', () => {
  const text = hubLinks('https://a.example/f', 'https://hub.example/');
  const headers = { link: '<https://other.example/>; rel=hub, <https://a.example/g>; rel=self' };
  expect(read(text)).toMatchObject({ hub: 'https://hub.example/', topic: 'https://a.example/f' });
  expect(read(text, { headers })).toMatchObject({ hub: 'https://other.example/', topic: 'https://a.example/g' });
});

test('of a JSON feed’s hubs the one that speaks WebSub is taken', () => {
  const hubs = [
    { type: 'rssCloud', url: 'https://cloud.example/' },
    { type: 'WebSub', url: 'https://hub.example/' },
  ];
  const head = { version: 'https://jsonfeed.org/version/1.1', title: 'T', feed_url: 'https://a.example/f', items: [] };
  expect(read(JSON.stringify({ ...head, hubs }))).toMatchObject({
    hub: 'https://hub.example/',
    topic: 'https://a.example/f',
  });
});

test('a topic stays as it is written, for the hub knows it like that; a relative one is made absolute', () => {
  const url = 'https://a.example/blog/feed';
  expect(read(hubLinks('HTTPS://A.example', '/hub'), { url })).toMatchObject({
    hub: 'https://a.example/hub',
    topic: 'HTTPS://A.example',
  });
  expect(read(hubLinks('feed', '/hub'), { url }).topic).toBe(url);
});

describe('attacks', () => {
  const timed = (text: string) => {
    const started = performance.now();
    const result = parseFeed(text);
    expect(performance.now() - started).toBeLessThan(3_000);
    return result;
  };

  test('external entities are not read and nested ones do not grow', () => {
    const external = `<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>${item('<title>&f;</title><guid>1</guid>')}`;
    expect(entryOf(external)?.title).not.toContain('root:');
    const levels = Array.from({ length: 20 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('');
    const bomb = `<!DOCTYPE x [<!ENTITY l0 "lol">${levels}]>${item(`<title>${'&l20;'.repeat(1_000)}</title>`)}`;
    expect(JSON.stringify(timed(bomb)).length).toBeLessThan(50_000);
  });

  test('a literal entity of the document type is expanded, within a budget', () => {
    expect(entryOf(`<!DOCTYPE x [<!ENTITY brand "Lamp &amp; Co">]>${item('<title>&brand;</title>')}`)?.title).toBe(
      'Lamp & Co',
    );
    const flood = `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(1_900)}">]>${item(`<description>${'&a;'.repeat(100_000)}</description>`)}`;
    expect(JSON.stringify(timed(flood)).length).toBeLessThan(300_000);
  });

  test.each([
    ['nesting', '<rss><channel>' + '<a>'.repeat(300_000)],
    ['nested markup in a description', item(`<description>${'<p>x</b></i><div>'.repeat(50_000)}</description>`)],
    ['unclosed items', `<rss><channel>${'<item><title>a'.repeat(50_000)}`],
    ['many items', rss('<item><title>a</title></item>'.repeat(50_000))],
    [
      'many namespaces',
      `<rss ${Array.from({ length: 20_000 }, (_, i) => `xmlns:n${i}="u"`).join(' ')}><channel><item xmlns:z="u"/></channel></rss>`,
    ],
    [
      'a long base',
      `<rss xml:base="https://a.example/${'a'.repeat(500_000)}"><channel>${'<item><link>x</link></item>'.repeat(5_000)}</channel></rss>`,
    ],
    ['angle brackets', '<'.repeat(500_000)],
    ['ampersands', item(`<title>${'&'.repeat(500_000)}</title>`)],
    ['a long author', item(`<author>a${'-'.repeat(500_000)}x@y.example z</author>`)],
    ['a long editor', rss('', `<managingEditor>${'?&lt;'.repeat(50_000)}</managingEditor>`)],
    ['deep JSON', `{"version":"https://jsonfeed.org/version/1","items":${'['.repeat(200_000)}`],
  ])('a flood of %s ends soon', (_what, text) => {
    const result = timed(text);
    if (result.ok) expect(result.feed.entries.length).toBeLessThanOrEqual(5_000);
  });

  test('more than 10 MB is refused', () => {
    expect(parseFeed('<rss>'.padEnd(11 * 1024 * 1024, ' x'))).toMatchObject({ ok: false, error: 'not-a-feed' });
  });
});
