// Every screen of the dashboard: in its languages, light and dark, on a phone, for assistive technology; and no way ends nowhere.
import { gzipSync } from 'node:zlib';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { saveCollect } from '#shared/contract/collect.ts';
import { subscribeKeyword } from '#shared/contract/keywords.ts';
import { listNews } from '#shared/contract/news.ts';
import { countNotices } from '#shared/contract/notices.ts';
import { subscribeWebsite } from '#shared/contract/websites.ts';
import { type Language, languages, languageTags } from '#shared/i18n/languages.ts';
import { findChromium } from '../support/browsers.ts';
import type { JourneyServer, Member } from '../support/journey-server.ts';
import { expect, openDashboard, test } from '../support/journey-test.ts';

test.use({
  launchOptions: { executablePath: findChromium(), chromiumSandbox: process.getuid?.() !== 0 },
  viewport: { width: 1280, height: 800 },
});

// Nearly two hundred looks at a screen in one test.
test.describe.configure({ timeout: 240_000 });

/** F11 of the design: bytes of script, compressed with gzip. */
const firstViewMax = 170_000;
const memberRoutes = ['/user/notice', '/user/keyword', '/user/website', '/user/collect', '/user/personal'];
const tideNews = {
  title: 'Tide mill at the north quay turns again',
  paragraphs: [
    'The tide mill at the north quay turned on Friday for the first time in forty years, and ground a sack of barley.',
    'The carpenters who rebuilt the wheel will show visitors around on the first weekend of every month.',
  ],
};
const ledgerNews = {
  title: 'Northmoor counts its swifts',
  paragraphs: ['Sixty-one pairs of swifts nest under the roofs of Northmoor this summer, nine more than a year ago.'],
};

let member: Member;
let articleId: number;

test.beforeAll(async ({ server }) => {
  member = await server.newMember();
  const { api } = member;
  await api(subscribeKeyword, { body: { keyword: '"tide mill"', name: 'Mill' } });
  await api(subscribeWebsite, { body: { url: `${server.url}/demo/newsroom/s/northmoor-ledger/` } });
  const { list } = await api(listNews, { query: { language: 'en', limit: 10 } });
  articleId = list[0]?.id ?? 0;
  const kept = { clientId: 'kept-by-the-journey', articleId, note: 'for later', tags: ['harbour'], folder: 'Coast' };
  await api(saveCollect, { body: kept });
  await server.publish('harbour-post', tideNews);
  await server.publish('northmoor-ledger', ledgerNews);
  // Unread messages of both kinds, so that no screen depends on what the newsroom says meanwhile.
  const told = async () => Object.keys((await api(countNotices, { query: {} })).byKind).toSorted();
  await expect.poll(told, { timeout: 40_000 }).toEqual(['keyword', 'website']);
});

for (const language of languages) {
  test(`every screen opens in ${language}, light and dark, without an error, and fits a phone`, async ({
    page,
    server,
  }) => {
    const problems = watchProblems(page);
    await preferLanguage(page, language);
    await everyScreen(page, server, async (route) => {
      await expect(page.locator('html'), route).toHaveAttribute('lang', languageTags[language]);
      await inEachLook(page, [1280, 360], async (look) =>
        expect(await overflow(page), `${route} ${look}`).toBeLessThanOrEqual(0),
      );
    });
    expect(problems).toEqual([]);
  });
}

test('no screen has a fault that axe knows, light or dark', async ({ page, server }) => {
  await preferLanguage(page, 'en');
  await everyScreen(page, server, async (route) => {
    await inEachLook(page, [1280], async (look) => {
      expect.soft(await faultsOf(new AxeBuilder({ page })), `${route} ${look}`).toEqual([]);
    });
  });
});

// Latin and Chinese letters fill their lines differently.
for (const language of ['zh-cn', 'en'] as const) {
  test(`nothing that can be pressed is too small for a finger in ${language}`, async ({ page, server }) => {
    await preferLanguage(page, language);
    await everyScreen(page, server, async (route) => {
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 800 });
        const targets = new AxeBuilder({ page }).withRules(['target-size']);
        expect.soft(await faultsOf(targets), `${route} ${width}`).toEqual([]);
      }
    });
  });
}

async function faultsOf(axe: AxeBuilder) {
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => ({ id, html, any })));
}

test('who is not signed in comes to the sign-in, and from there to the wanted screen', async ({ page, server }) => {
  await preferLanguage(page, 'en');
  for (const route of memberRoutes) {
    await page.goto(`${server.url}/#${route}`);
    await expect(page).toHaveURL(`${server.url}/#/login?redirect=${encodeURIComponent(route)}`);
  }
  await page.goto(`${server.url}/#/user/collect?folder=Coast`);
  await page.getByLabel('User name').fill(member.userName);
  await page.getByLabel('Password').fill(member.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(`${server.url}/#/user/collect?folder=Coast`);
  await expect(page.getByRole('heading', { level: 1, name: 'Collection' })).toBeVisible();
  await expect(page.getByText('for later')).toBeVisible();
});

test('every link inside the dashboard leads to a screen', async ({ page, server }) => {
  await preferLanguage(page, 'en');
  const found = new Map<string, string>();
  await everyScreen(page, server, async () => {
    for (const href of await sameOriginLinks(page)) found.set(kindOfLink(href), href);
  });
  expect(found.size).toBeGreaterThan(10);
  for (const href of found.values()) {
    const { pathname, hash } = new URL(href);
    if (pathname !== '/' || hash === '') {
      expect((await page.request.get(href)).ok(), href).toBe(true);
      continue;
    }
    await page.goto(href);
    await expect(page.getByRole('heading', { level: 1 }).first(), href).toBeVisible();
    await expect(page.getByText('404', { exact: true }), href).toHaveCount(0);
  }
});

test('the first view of the home page loads no more script than it may', async ({ page, server }) => {
  await preferLanguage(page, 'zh-cn');
  const loaded: Promise<number>[] = [];
  page.on('response', (response) => {
    const isScript = new URL(response.url()).pathname.endsWith('.js');
    if (isScript) loaded.push(response.body().then((body) => gzipSync(body).length));
  });
  await page.goto(server.url);
  await expect(page.locator('article').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  const sizes = await Promise.all(loaded);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(100_000);
  expect(total).toBeLessThanOrEqual(firstViewMax);
});

/** Everything a visitor sees, then what a member sees. */
async function everyScreen(page: Page, server: JourneyServer, look: (route: string) => Promise<void>): Promise<void> {
  const forAll = [
    '/home',
    '/news',
    `/news/${articleId}`,
    '/search',
    '/search?q=harbour',
    '/senior',
    '/senior?q=harbour',
    '/help',
    '/updatelog',
  ];
  const forVisitors = ['/login', '/register', '/forgot-password', '/403', '/500', '/no/such/screen'];
  for (const route of [...forAll, ...forVisitors]) await openScreen(page, server, route).then(() => look(route));
  await openDashboard(page, server, member.session);
  for (const route of [...forAll, ...memberRoutes]) await openScreen(page, server, route).then(() => look(route));
}

/** Answers once the screen stands and nothing in it is still on its way. */
async function openScreen(page: Page, server: JourneyServer, route: string): Promise<void> {
  // A change of the hash alone would leave the screen before standing for a moment.
  await page.goto(`${server.url}/icon.svg`);
  await page.goto(`${server.url}/#${route}`);
  await expect(page).toHaveURL(`${server.url}/#${route}`);
  await expect(page.getByRole('heading', { level: 1 }).first(), route).toBeVisible();
  await expect(page.locator('[role=status][aria-label]'), route).toHaveCount(0);
}

async function inEachLook(page: Page, widths: number[], check: (look: string) => Promise<void>): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      // Colours change over a moment.
      await expect.poll(() => page.evaluate(() => document.getAnimations().length), { intervals: [50] }).toBe(0);
      await check(`${width} ${colorScheme}`);
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

function preferLanguage(page: Page, language: Language): Promise<unknown> {
  return page.addInitScript((chosen) => localStorage.setItem('tidings.language', chosen), language);
}

/** What the screens complained about; it grows. */
function watchProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    // Signing in passes by a bare picture, for which the browser looks for a favicon.
    const isScreen = new URL(page.url()).pathname === '/';
    if (isScreen && message.type() === 'error') problems.push(`${message.location().url}: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
  return problems;
}

function sameOriginLinks(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('a')].map(({ href }) => href).filter((href) => href.startsWith(location.origin)),
  );
}

/** Links that differ only in a number or in their query lead to the same screen. */
function kindOfLink(href: string): string {
  return href.replace(/\?.*$/, '').replace(/\d+$/, ':id');
}
