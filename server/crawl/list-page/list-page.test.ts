import { describe, expect, it } from 'vitest';
import { detectLists } from './detect-list.ts';
import { listHealth, readList } from './read-list.ts';

const url = 'https://gangbao.example/news/';
const now = Date.parse('2026-11-02T05:00:00Z');
const options = { now, timeZone: 'Asia/Shanghai', language: 'zh' };

const TITLES = [
  '渡轮今早恢复通航',
  '港务局公布新航线',
  '台风后码头清理完毕',
  '渔船安全检查启动',
  '灯塔修缮工程竣工',
  '海鲜市场搬迁方案公布',
  '潮汐发电站并网发电',
  '新码头下月开工建设',
];
const row = (title: string, n: number, cls = 'item') =>
  `<li class="${cls}"><a class="pic" href="/news/20261101/c${1000 + n}.html"><img src="p${n}.jpg"></a><h3><a href="/news/20261101/c${1000 + n}.html">${title}</a></h3><span class="date">11-0${1 + (n % 2)} 09:0${n}</span></li>`;
const menu = ['首页', '新闻', '航运', '天气', '渔业', '视频', '专题报道栏目']
  .map((name, n) => `<li><a href="/c${n}/">${name}</a></li>`)
  .join('');
const page = (rows: string, list = 'news-list') =>
  `<html lang="zh"><body><nav><ul>${menu}</ul></nav><div id="main"><ul class="${list}">${rows}</ul></div><footer><ul>${menu}</ul></footer></body></html>`;

describe('detectLists', () => {
  it('finds the list of articles, with dates, and not the menu', () => {
    const lists = detectLists(page(TITLES.map((title, n) => row(title, n)).join('')), url, options);
    expect(lists).toHaveLength(1);
    expect(lists[0]?.items).toHaveLength(TITLES.length);
    expect(lists[0]?.items[0]).toEqual({
      title: TITLES[0],
      link: 'https://gangbao.example/news/20261101/c1000.html',
      published: Date.parse('2026-11-01T09:00:00+08:00'),
    });
  });

  it('takes the whole title where the text was cut off', () => {
    const rows = TITLES.map(
      (title, n) =>
        `<p class="row"><a href="/a/${10_000 + n}.html" title="${title}，全文在此">${title.slice(0, 6)}...</a></p>`,
    ).join('');
    expect(detectLists(page(rows), url, options)[0]?.items[0]?.title).toBe(`${TITLES[0]}，全文在此`);
  });

  it('offers nothing for menus, short pages and links to elsewhere', () => {
    expect(detectLists(page(''), url, options)).toEqual([]);
    expect(detectLists('', url, options)).toEqual([]);
    const away = TITLES.map(
      (title, n) => `<p><a href="https://other${n}.example/20261101/1.html">${title}</a></p>`,
    ).join('');
    expect(detectLists(page(away), url, options)).toEqual([]);
  });

  it('survives a page of a hundred thousand links and a very deep one', () => {
    const started = performance.now();
    detectLists('<a href="/1">x</a>'.repeat(100_000), url, options);
    detectLists('<div>'.repeat(100_000), url, options);
    expect(performance.now() - started).toBeLessThan(20_000);
  }, 30_000);
});

describe('readList', () => {
  const before = page(TITLES.map((title, n) => row(title, n)).join(''));
  const saved = detectLists(before, url, options)[0] ?? { selector: '', signature: '' };

  it('reads the same list from the next version of the page', () => {
    const after = page([row('夜航班次增加', 9), ...TITLES.map((title, n) => row(title, n))].join(''));
    const reading = readList(after, url, saved, options);
    expect(reading.foundBy).toBe('selector');
    expect(reading.items.map((item) => item.title)).toEqual(['夜航班次增加', ...TITLES]);
  });

  it('finds the list again by its signature when the classes have changed', () => {
    const after = page(TITLES.map((title, n) => row(title, n, 'entry')).join(''), 'stream');
    const reading = readList(after, url, saved, options);
    expect(reading.foundBy).toBe('signature');
    expect(reading.items).toHaveLength(TITLES.length);
    expect(readList(after, url, reading.list, options).foundBy).toBe('selector');
  });

  it('finds nothing on another page, and nothing with a selector that is none', () => {
    expect(readList('<p>moved</p>', url, saved, options)).toEqual({ items: [], foundBy: 'nothing', list: saved });
    expect(readList('<p>moved</p>', url, { selector: '>>{', signature: '' }, options).items).toEqual([]);
  });
});

describe('listHealth', () => {
  const items = (from: number, published: number) =>
    Array.from({ length: 8 }, (_, n) => ({ title: `t${from + n}`, link: `https://a.example/${from + n}`, published }));

  it('is a changed layout when a list is empty twice', () => {
    const once = listHealth({ items: items(0, now), emptyReads: 0 }, []);
    expect(once.verdict).toBe('empty');
    expect(listHealth(once.state, []).verdict).toBe('layout-changed');
    expect(listHealth(once.state, items(0, now)).verdict).toBe('ok');
  });

  it('is a changed layout when all items are new but their dates are not', () => {
    const state = { items: items(0, now), emptyReads: 0 };
    expect(listHealth(state, items(100, now)).verdict).toBe('layout-changed');
    expect(listHealth(state, items(100, now + 1000)).verdict).toBe('ok');
    expect(listHealth(state, items(2, now)).verdict).toBe('ok');
  });
});
