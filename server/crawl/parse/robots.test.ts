import { expect, test } from 'vitest';
import { checkRobots, listSitemaps } from './robots.ts';

const TEXT = `\ufeff# comment
User-agent: *
Disallow: /private # not here
Crawl-delay: 2

User-agent: Other
User-agent: TidingsBot
Disallow: /
Allow: /news/
Allow: /index.html
Sitemap: /map.xml

user agent: slipbot
Dissallow /slips
Sitemap: https://cdn.example/news.xml
Sitemap: javascript:alert(1)
`;

test.each([
  ['TidingsBot/1.0', '/x', false],
  ['tidingsbot', '/news/today', true],
  ['TidingsBot', '/', true],
  ['Other', '/private', false],
  ['Nobody', '/private/1', false],
  ['Nobody', '/public', true],
  ['SlipBot', '/slips/1', false],
  ['SlipBot', '/private', true],
])('%s at %s: %s', (agent, path, isAllowed) => {
  expect(checkRobots(TEXT, agent, `https://a.example${path}`).isAllowed).toBe(isAllowed);
});

test('an empty or meaningless file allows everything', () => {
  expect(checkRobots('', 'x', 'https://a.example/')).toEqual({ isAllowed: true, sitemaps: [] });
  expect(checkRobots('<html>404</html>', 'x', 'https://a.example/').isAllowed).toBe(true);
});

test('the delay is that of the group', () => {
  expect(checkRobots(TEXT, 'Nobody', 'https://a.example/').crawlDelayMs).toBe(2_000);
  expect(checkRobots(TEXT, 'TidingsBot', 'https://a.example/')).not.toHaveProperty('crawlDelayMs');
});

test('sitemaps are listed wherever they stand, absolute and fetchable', () => {
  expect(listSitemaps(TEXT, 'https://a.example/robots.txt')).toEqual([
    'https://a.example/map.xml',
    'https://cdn.example/news.xml',
  ]);
});

test('a file made to be slow is answered soon', () => {
  const started = performance.now();
  checkRobots(
    `User-agent: *\n${'Disallow: /*a*a*a*a*a*a*a*a*b\n'.repeat(5_000)}`,
    'x',
    `https://a.example/${'a'.repeat(2_000)}`,
  );
  expect(performance.now() - started).toBeLessThan(3_000);
});
