import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractArticle } from './extract-article.ts';
import { blockText, bodyOf, parsePage } from './page-document.ts';
import { textWeight } from './text-weight.ts';

const url = 'https://www.harbour.example/news/2026/11/01/ferry.html';
const now = Date.parse('2026-11-02T12:00:00Z');
const extract = (html: string, from = url) => extractArticle(html, from, { now });

const EN = [
  'The ferry to the outer islands sailed again on Sunday morning, two days after the storm, and the first passengers were glad of it.',
  'Harbour master Ines Vale said that the pier had been checked twice, and that divers found no damage below the water line.',
  'Traders on the market square had feared a longer break, because fish from the islands makes up half of what they sell in November.',
  'The next storm is expected on Thursday, when the town will decide at noon whether the evening boats can leave.',
];
const ZH = [
  '本报讯，经过两天停航，往返外岛的渡轮周日清晨恢复通航，首班船载客一百二十人，旅客纷纷表示松了一口气。',
  '港务局负责人林海表示，码头已经过两次检查，潜水员在水线以下没有发现损伤，可以放心靠泊。',
  '集市商户此前担心停航时间更长，因为十一月份他们出售的鱼货有一半来自外岛，价格已经上涨两成。',
  '气象部门预计周四将有新的大风天气，镇政府届时于中午决定晚间班次是否开行，请旅客留意通知。',
];
const menu = ['Home', 'News', 'Sport', 'Weather', 'Contact'].map((name) => `<a href="/${name}">${name}</a>`).join(' ');
const zhMenu = ['首页', '新闻', '体育', '天气', '联系我们'].map((name) => `<a href="/x">${name}</a>`).join('');

const enPage = (
  head = '',
  tail = '',
) => `<!doctype html><html lang="en-GB"><head><title>Ferry sails again | Harbour Post</title>
  <meta property="og:site_name" content="Harbour Post"><meta property="og:image" content="/img/ferry.jpg">
  <link rel="canonical" href="https://www.harbour.example/news/2026/11/01/ferry.html">${head}</head>
  <body><nav>${menu}</nav><article><h1>Ferry sails again</h1><p class="byline">By Mei Tan and Olu Ade</p>
  ${EN.map((text) => `<p>${text}</p>`).join('')}
  <div class="share-bar"><p>Share this story with your friends, today, on every network there is.</p></div>
  <img data-src="/img/pier.jpg" src="data:image/gif;base64,R0lGOD" alt="The pier">
  <script>alert(1)</script><p onclick="evil()">Read it <a href="/more?utm_source=x" onclick="x()">in full</a>, if you like, from the town office in the square.</p>
  </article>${tail}<footer>© 2026 Harbour Post, all rights reserved, and more, and more.</footer></body></html>`;

/** No `p`, no `article`: only `div` and `br`, as many Chinese sites have it. */
const zhPage = `<html><head><meta charset="gbk"><title>外岛渡轮恢复通航_港口新闻_港报网</title></head><body>
  <div class="top">${zhMenu}</div><div class="wrap"><div class="bt">外岛渡轮恢复通航</div>
  <div class="info">2026年11月1日 08:30 来源：港报　作者：陈梅</div>
  <div class="TRS_Editor">${ZH.map((text) => `　　${text}<br><br>`).join('')}</div>
  <div class="tj">${['渔价上涨两成引发关注', '台风过后码头清理完毕', '灯塔修缮工程今日竣工'].map((t) => `<div><a href="/a/1">${t}</a></div>`).join('')}</div></div>
  <div class="bottom">${zhMenu}<br>版权所有 港报网 未经许可不得转载</div></body></html>`;

describe('extractArticle', () => {
  it('takes title, authors, date, site, picture and text of an English page', () => {
    const article = extract(enPage('<meta property="article:published_time" content="2026-11-01T08:30:00+01:00">'));
    expect(article).toMatchObject({
      title: 'Ferry sails again',
      authors: ['Mei Tan', 'Olu Ade'],
      published: Date.parse('2026-11-01T07:30:00Z'),
      language: 'en-GB',
      siteName: 'Harbour Post',
      image: 'https://www.harbour.example/img/ferry.jpg',
      canonical: url,
    });
    for (const paragraph of EN) expect(article.text).toContain(paragraph);
    expect(article.text).not.toMatch(/Share this|all rights|Weather|Ferry sails again/);
  });

  it('gives safe markup with absolute links and pictures that load', () => {
    const { html } = extract(enPage());
    expect(html).not.toMatch(/<script|onclick|evil/);
    expect(html).toContain('src="https://www.harbour.example/img/pier.jpg"');
    expect(html).toContain('href="https://www.harbour.example/more');
  });

  it('takes the text of a Chinese page made of div and br, and no menu', () => {
    const article = extract(zhPage, 'https://www.gangbao.example/c/4.html');
    expect(article.title).toBe('外岛渡轮恢复通航');
    expect(article.published).toBe(Date.parse('2026-11-01T08:30:00Z'));
    for (const paragraph of ZH) expect(article.text).toContain(paragraph);
    expect(article.text).not.toMatch(/首页|联系我们|渔价上涨|版权所有/);
  });

  it('takes a Chinese text of sixty characters', () => {
    const short = ZH[0]!.slice(0, 40) + ZH[1]!.slice(0, 24);
    const article = extract(
      `<html><body><div>${zhMenu}</div><div><div>${short}</div></div><div>${zhMenu}</div></body></html>`,
    );
    expect(article.text).toBe(short);
  });

  it('keeps an article in a page that calls its column a sidebar', () => {
    const article = extract(
      `<html><body><div class="sidebar-1">${EN.map((text) => `<p>${text}</p>`).join('')}</div><div>${menu}</div></body></html>`,
    );
    for (const paragraph of EN) expect(article.text).toContain(paragraph);
  });

  it('lets JSON-LD say what the article is', () => {
    const data = {
      '@context': 'https://schema.org',
      '@type': 'NewsArticle',
      headline: 'Ferry sails again',
      datePublished: '2026-10-31T23:00:00Z',
      author: [{ '@type': 'Person', name: 'Ana Reyes' }],
      articleBody: EN.join('\n'),
    };
    const script = `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
    const stray =
      '<p>Our weekend offer: two tickets for one, only this week, only in the shop at the pier, ask for it.</p>';
    const shown = extract(enPage(script).replace('</article>', `${stray}</article>`));
    expect(shown).toMatchObject({ authors: ['Ana Reyes'], published: Date.parse('2026-10-31T23:00:00Z') });
    expect(shown.text).not.toContain('weekend offer');
    const hidden = extract(`<html><head>${script}</head><body><p>Loading, please wait.</p></body></html>`);
    expect(hidden.by).toBe('json-ld');
    expect(hidden.text.split('\n')).toEqual(EN);
  });

  it('mends JSON-LD that is not quite JSON', () => {
    const script =
      '<script type="application/ld+json">/*<![CDATA[*/ {"@type":"Article","headline":"Ferry\nsails again","datePublished":"2026-10-30",} /*]]>*/</script>';
    expect(extract(enPage(script)).published).toBe(Date.parse('2026-10-30T00:00:00Z'));
  });

  it.each([
    ['Ferry sails again - Harbour Post', ''],
    ['Harbour Post | Ferry sails again', ''],
    ['Ferry sails again – Local news – Harbour Post', '<h1>Ferry sails again</h1>'],
    ['Ferry sails again', '<h1>Harbour Post</h1>'],
  ])('reads the title %s without the name of the site', (title, body) => {
    const html = `<html><head><title>${title}</title><meta property="og:site_name" content="Harbour Post"></head><body>${body}<p>${EN[0]}</p></body></html>`;
    expect(extract(html).title).toBe('Ferry sails again');
  });

  it.each([
    ['<time datetime="2026-10-20T10:00:00Z">yesterday</time>', 'https://h.example/a', '2026-10-20T10:00'],
    ['', 'https://h.example/2026/10/21/a.html', '2026-10-21T00:00'],
    ['<div class="post-date">22. Oktober 2026, 18:05 Uhr</div>', 'https://h.example/a', '2026-10-22T18:05'],
    ['<p>発行日：令和8年10月23日</p>', 'https://h.example/a', '2026-10-23T00:00'],
    [
      '<time datetime="2026-10-25T10:00:00Z">Publié le 24 octobre 2026</time>',
      'https://h.example/a',
      '2026-10-24T00:00',
    ],
    [
      '<p>26.10.2026 - Der Hafen ist wieder offen, und die ersten Boote fahren.</p>',
      'https://h.example/2026/10/a2',
      '2026-10-26T00:00',
    ],
    ['<span class="time">3小时前</span>', 'https://h.example/a', '2026-11-02T09:00'],
  ])('finds the date in %s at %s', (markup, from, expected) => {
    const published = extract(
      `<html><body><article>${markup}${EN.map((t) => `<p>${t}</p>`).join('')}</article></body></html>`,
      from,
    ).published;
    expect(published && new Date(published).toISOString().slice(0, 16)).toBe(expected);
  });

  it('believes the date beneath the headline before one of a list above it, and no date of a change', () => {
    const list = '<div class="news-time">5 Oct 2026</div>';
    const under = '<ul><li>Updated 9 Oct 2026</li><li>7 Oct 2026 18:29</li></ul>';
    const html = `<html><head><title>Ferry sails again</title></head><body>${list}<h1>Ferry sails again</h1>${under}<p>${EN[0]}</p></body></html>`;
    expect(extract(html, 'https://h.example/a').published).toBe(Date.UTC(2026, 9, 7, 18, 29));
  });

  it('does not believe dates in the future or those of the footer', () => {
    expect(
      extract(`<html><body><time datetime="2031-01-01">x</time><p>${EN[0]}</p></body></html>`, 'https://h.example/a')
        .published,
    ).toBeUndefined();
    expect(
      extract(
        `<html><body><p>${EN[0]}</p><footer><time datetime="2020-01-01">x</time></footer></body></html>`,
        'https://h.example/a',
      ).published,
    ).toBeUndefined();
  });

  it('does not take a blog for the headline of its entry, nor a logo', () => {
    const body = `<h1>Diary of a beekeeper</h1><p>${EN[0]}</p>`;
    const title =
      'Diary of a beekeeper - What the long drought did to the hives, and to the flowers, of the whole valley';
    expect(extract(`<html><head><title>${title}</title></head><body>${body}</body></html>`).title).toMatch(/^What the/);
    const logo = '<h1><a href="/">Ferry Post of the outer harbour</a></h1>';
    const head = '<title>Ferry sails again from the outer harbour</title>';
    expect(extract(`<html><head>${head}</head><body>${logo}<p>${EN[0]}</p></body></html>`).title).toBe(
      'Ferry sails again from the outer harbour',
    );
  });

  const titled = (head: string, body: string, at = url) =>
    extract(`<html><head>${head}</head><body>${body}<p>${EN[0]}</p></body></html>`, at).title;
  const named = (site: string) => `<meta property="og:site_name" content="${site}">`;
  const told = (og: string, twitter: string, headline: string) =>
    `<meta property="og:title" content="${og}"><meta name="twitter:title" content="${twitter}">
    <script type="application/ld+json">{"@type":"NewsArticle","headline":"${headline}"}</script>`;

  it.each([
    ['<title>Ferry sails again [Harbour Handbook]</title>', '<h1>Ferry sails again</h1>'],
    ['<title>Ferry sails again : islands</title>', '<a class="post-title" href="/a/4">Ferry sails again</a>'],
    ['<title>(7) Ferry sails again</title>', ''],
    [`${named('Pier (once Jetty)')}<title>(2) Mei Tan on Pier: "Ferry sails again" / Pier</title>`, ''],
    [`${named('Harbour Post')}<title>Harbour Post</title>`, '<h1>Ferry sails again</h1>'],
    [
      '<meta property="og:title" content="Ferry"><title>Ferry</title>',
      '<h1>The ferry that sailed</h1>',
      'The ferry that sailed',
    ],
    [
      '<title>Calm seas, ferry sails again, says harbour</title>',
      '<h1>Letters from the readers of the coast</h1>',
      'Calm seas, ferry sails again, says harbour',
    ],
  ])('tells the headline of %s with %s', (head, body, expected = 'Ferry sails again') => {
    expect(titled(head, body)).toBe(expected);
  });

  it('takes the heading that is an announced title whole before a longer one that is a part of the title', () => {
    const head =
      '<meta property="og:title" content="Ferry sails again"><title>Ferry sails again - The long winter of the islands</title>';
    const body = '<h2>The long winter of the islands</h2><h1>Ferry sails again</h1>';
    expect(titled(head, body)).toBe('Ferry sails again');
  });

  it('believes three equal announcements before the heading, and the heading before two', () => {
    const body = '<h1>Outer islands: the ferry sails again</h1>';
    expect(titled(told('Ferry sails again', 'Ferry sails again', 'Ferry sails again'), body)).toBe('Ferry sails again');
    expect(titled(told('Ferry sails again', 'Ferry sails again', 'Outer islands: the ferry sails again'), body)).toBe(
      'Outer islands: the ferry sails again',
    );
  });

  it('decodes a headline that JSON-LD has as markup', () => {
    const head =
      '<script type="application/ld+json">{"@type":"NewsArticle","headline":"Fish &amp;amp; boats: ferry&#8217;s first trip"}</script>';
    expect(titled(head, '')).toBe('Fish & boats: ferry’s first trip');
  });

  const paragraphs = EN.map((text) => `<p>${text}</p>`).join('');

  it('leaves out what stands before and behind the text, and keeps the standfirst', () => {
    const { text } = extract(
      `<html><head><title>Ferry sails again</title><meta name="author" content="Mei Tan"><meta property="og:site_name" content="Harbour Post"></head><body><article>
      <h1>Ferry sails again</h1><p>Two days after the storm, the outer islands have their boat back, and their fish.</p>
      <p>Mei Tan, Harbour Post</p><p>Updated 1 November 2026, 8:30 am</p>${paragraphs}
      <p>Get the latest in your inbox: subscribe to our letters.</p>
      <h3>You may also like</h3><p><a href="/a/1">Fish prices rise</a></p><p><a href="/a/2">Lighthouse repaired</a></p>
      </article></body></html>`,
    );
    expect(text.split('\n')).toEqual([
      'Two days after the storm, the outer islands have their boat back, and their fish.',
      ...EN,
    ]);
  });

  it('leaves out links to other articles between the paragraphs', () => {
    const link = '<blockquote><b>SEE ALSO: </b><a href="/a/9">Fish prices rise for the third month</a></blockquote>';
    const body = EN.map((line) => `<p>${line}</p>`).join(link);
    expect(extract(`<html><body><article>${body}</article></body></html>`).text.split('\n')).toEqual(EN);
  });

  it('keeps the words that introduce a listing', () => {
    const listing = (name: string) =>
      `<div class="highlight"><pre>const ${name} = harbours.filter((one) => one.isOpen, 12, "ferry"); send(${name});</pre></div>`;
    const { text } = extract(
      `<html><body><article><h3>Harbours</h3><p>Here is the list of open harbours:</p>${listing('open')}</article></body></html>`,
    );
    expect(text).toMatch(/^Here is the list of open harbours:\nconst open = /);
  });

  it('keeps captions with their pictures and out of the running text', () => {
    const { html, text } = extract(
      `<html><body><article><p>${EN[0]}</p><div class="photo"><img src="/pier.jpg"><div class="photo-caption">The pier on Sunday, seen from the boat.</div></div>
      ${EN.slice(1)
        .map((line) => `<p>${line}</p>`)
        .join('')}</article></body></html>`,
    );
    expect(text.split('\n')).toEqual(EN);
    expect(html).toContain('<figcaption>The pier on Sunday, seen from the boat.</figcaption>');
  });

  it('takes the article with the headline, not those printed after it', () => {
    const other = (n: number) =>
      `<article class="post"><p>Story ${n}, which is about something else, goes on for a while, and has a second half.</p></article>`;
    const { text } = extract(
      `<html><head><title>Ferry sails again</title></head><body><article class="post"><h1>Ferry sails again</h1>${paragraphs}</article>
      ${[1, 2, 3].map(other).join('')}</body></html>`,
    );
    expect(text.split('\n')).toEqual(EN);
  });

  it('keeps the entries of a live report', () => {
    const entries = EN.map((line, i) => `<article><h3>${i + 8}:00</h3><p>${line}</p></article>`).join('');
    const { text } = extract(
      `<html><head><title>Storm live</title></head><body><article><h1>Storm live</h1>${entries}</article></body></html>`,
    );
    for (const line of EN) expect(text).toContain(line);
  });

  it('gives an empty article for a page without one', () => {
    for (const html of ['', '<html></html>', '<body>', 'plain', '<html><body><nav>x</nav></body></html>'])
      expect(extract(html).title).toBe('');
    expect(extract('').by).toBe('none');
  });

  it('never throws and ends in time on hostile pages', () => {
    const started = performance.now();
    for (const piece of [
      '<div>',
      '<p>word, word. ',
      '<table><tr><td>',
      '<a href="/1">link</a>',
      '<br>',
      '<span class="a b">',
      '<span class="byline">(((((((((((((((((((((((((((((((((((((((((((((',
      '&#x0;',
      '<script type="application/ld+json">[',
    ]) {
      extract(piece.repeat(Math.ceil(2_500_000 / piece.length)));
    }
    fc.assert(
      fc.property(
        fc.string({ maxLength: 300 }),
        (noise) => void extract(`<html><body>${noise}<p>${EN[0]}</p>${noise}`),
      ),
      { numRuns: 50 },
    );
    expect(performance.now() - started).toBeLessThan(60_000);
  }, 90_000);
});

describe('parsePage', () => {
  it('limits the depth and keeps the text', () => {
    const body = bodyOf(parsePage(`<html><body>${'<div>'.repeat(3000)}deep${'</div>'.repeat(3000)}</body></html>`));
    let depth = 0;
    for (let at = body?.firstElementChild; at; at = at.firstElementChild) depth++;
    expect(depth).toBeLessThan(260);
    expect(body && blockText(body)).toBe('deep');
  });
});

describe('textWeight', () => {
  it('sets a Han character against three letters', () => {
    expect(textWeight('渡轮 ok 1!')).toBe(9);
    expect(textWeight(' \n.,，。')).toBe(0);
  });
});
