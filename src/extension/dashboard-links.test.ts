// @vitest-environment node
import { expect, test } from 'vitest';
import { noticeLink, searchLink } from './dashboard-links.ts';

const server = 'https://news.example.org';

test.each([
  [{ articleId: 12, url: 'https://other.example/a' }, `${server}/#/news/12`],
  [{ articleId: null, url: 'https://other.example/a' }, 'https://other.example/a'],
  [{ articleId: null, url: '/user/keyword' }, `${server}/#/user/keyword`],
  [{ articleId: null, url: '#/user/keyword' }, `${server}/#/user/keyword`],
  [{ articleId: null, url: '' }, `${server}/#/user/notice`],
  [{ articleId: null, url: 'javascript:alert(1)' }, `${server}/#/user/notice`],
  [{ articleId: null, url: '//evil.example' }, `${server}/#/user/notice`],
])('the notice %j leads to %s', (notice, link) => {
  expect(noticeLink(server, notice)).toBe(link);
});

test('a number to look for stays a text for the dashboard', () => {
  expect(searchLink(server, '2026')).toBe(`${server}/#/search?q=%222026%22`);
  expect(searchLink(server, '潮汐 & "x"')).toBe(`${server}/#/search?q=${encodeURIComponent('潮汐 & "x"')}`);
});
