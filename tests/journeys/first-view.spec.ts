// What a reader sees before the scripts have come: the home screen where it is wanted, never where another one is to stand.
import type { Page } from '@playwright/test';
import { findChromium } from '../support/browsers.ts';
import { expect, openDashboard, test } from '../support/journey-test.ts';

test.use({
  launchOptions: { executablePath: findChromium(), chromiumSandbox: process.getuid?.() !== 0 },
  viewport: { width: 360, height: 740 },
});

const homes = [
  { locale: 'zh-CN', headline: '跨语言追踪新闻' },
  { locale: 'zh-TW', headline: '跨語言追蹤新聞' },
  { locale: 'en-GB', headline: 'News across languages' },
];

for (const { locale, headline } of homes) {
  test.describe(`a browser in ${locale}`, () => {
    test.use({ locale });

    test('reads the home screen before any script, which then stays in its place and is not asked for again', async ({
      page,
      server,
    }) => {
      await watchShifts(page);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      const release = await holdScripts(page);
      await page.goto(server.url, { waitUntil: 'commit' });
      await expect(page.getByRole('heading', { level: 1, name: headline })).toBeVisible();
      const newest = page.locator('article h3').first();
      await expect(newest).toBeVisible();
      const before = { text: await newest.textContent(), place: await newest.boundingBox() };
      release();
      await expect(page.locator('.first-view')).toHaveCount(0);
      expect({ text: await newest.textContent(), place: await newest.boundingBox() }).toEqual(before);
      expect(await shiftsOf(page)).toBeLessThan(0.02);
      const own = locale.slice(0, 2);
      expect(asked.filter((url) => url.includes(`/v1/news/list?language=${own}`))).toEqual([]);
    });
  });
}

test.describe('in English', () => {
  test.use({ locale: 'en' });

  for (const route of ['/search', '/login', '/user/notice', '/news?language=en']) {
    test(`who comes for ${route} sees the head of the page, never the home screen`, async ({ page, server }) => {
      const release = await holdScripts(page);
      await page.goto(`${server.url}/#${route}`, { waitUntil: 'commit' });
      await expect(page.locator('.brand-mark')).toBeVisible();
      await expect(page.locator('h1, article, nav, form, footer').filter({ visible: true })).toHaveCount(0);
      release();
      await expect(page.locator('.first-view')).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    });
  }

  test('who chose another language than the browser’s sees no word of the wrong one', async ({ page, server }) => {
    await page.addInitScript(() => localStorage.setItem('tidings.language', 'zh-tw'));
    const release = await holdScripts(page);
    await page.goto(server.url, { waitUntil: 'commit' });
    await expect(page.locator('.brand-mark')).toBeVisible();
    await expect(page.getByText('News across languages')).toBeHidden();
    release();
    await expect(page.getByRole('heading', { level: 1, name: '跨語言追蹤新聞' })).toBeVisible();
  });

  test('who chose dark sees dark from the first paint', async ({ page, server }) => {
    await page.addInitScript(() => localStorage.setItem('tidings.theme', 'dark'));
    await page.emulateMedia({ colorScheme: 'light' });
    await holdScripts(page);
    await page.goto(server.url, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
  });

  test('a member is not asked to sign in, not even for a moment', async ({ page, server }) => {
    const member = await server.newMember();
    await openDashboard(page, server, member.session);
    const release = await holdScripts(page);
    await page.reload({ waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('.first-view')).toHaveCount(1);
    await expect(page.getByRole('link', { name: 'Sign in' })).toHaveCount(0);
    release();
    await expect(page.getByRole('button', { name: 'Account' })).toBeVisible();
  });

  test('what is typed before the scripts have come is not lost', async ({ page, server }) => {
    const release = await holdScripts(page);
    await page.goto(server.url, { waitUntil: 'commit' });
    await page.getByRole('searchbox').pressSequentially('tide');
    release();
    await expect(page.locator('.first-view')).toHaveCount(0);
    await page.keyboard.type(' mill');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#\/search\?q=tide(\+|%20)mill/);
  });

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false });

    test('the headlines can be read all the same', async ({ page, server }) => {
      await page.goto(server.url);
      await expect(page.locator('article h3').first()).toBeVisible();
      await expect(page.locator('noscript p')).toBeVisible();
    });
  });
});

/** Keeps the dashboard's scripts back until what it answers is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', (route) => promise.then(() => route.continue()).catch(() => undefined));
  return resolve;
}

function watchShifts(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    Object.assign(globalThis, { shifts: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) Object.assign(globalThis, { shifts: globalThis.shifts + entry.value });
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

function shiftsOf(page: Page): Promise<number> {
  return page.evaluate(() => globalThis.shifts);
}

declare global {
  /** How far things jumped in the page, as browsers count it. */
  var shifts: number;
  interface PerformanceEntry {
    /** Of a layout shift. */
    value: number;
  }
}
