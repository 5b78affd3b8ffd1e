/** What every journey starts from: one server for all of them, and browsers with the built extension that may reach it. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import type { Session } from '#shared/contract/accounts.ts';
import { attachSurface, chromeExtensionDir, type ExtensionBrowser, startChromium } from './browsers.ts';
import { type JourneyServer, type Member, startJourneyServer } from './journey-server.ts';

export { expect };

/** A browser of a member, with a page of the extension that shows the browser's own state without waking the background. */
export interface Device extends ExtensionBrowser {
  desk: Page;
}

interface DeviceOptions {
  locale?: string;
  width?: number;
  height?: number;
}

interface Tools {
  /** A new profile; its extension uses the journeys' server. */
  openDevice(options?: DeviceOptions): Promise<Device>;
}

export const test = base.extend<Tools, { server: JourneyServer; extensionDir: string }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads what a fixture needs from this pattern
    async ({}, use) => {
      const server = await startJourneyServer();
      await use(server);
      await server.dispose();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  extensionDir: [
    async ({ server }, use) => {
      const dir = copyExtension(chromeExtensionDir, server.url);
      await use(dir);
      rmSync(dir, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  openDevice: async ({ server, extensionDir }, use, info) => {
    const devices: Device[] = [];
    await use(async (options = {}) => {
      const profileDir = info.outputPath(`profile-${devices.length}`);
      const browser = await startChromium({ ...options, profileDir, extensionDir, withSurfaces: true });
      const desk = browser.context.pages()[0] ?? (await browser.context.newPage());
      await desk.goto(`chrome-extension://${browser.extensionId}/options.html`);
      const device = { ...browser, desk };
      devices.push(device);
      await chooseServer(device, server.url);
      return device;
    });
    for (const { context } of devices) await context.close();
  },
});

/**
 * The built extension, allowed to reach this server. A person answers the browser's question about that; headless, nobody
 * can.
 */
export function copyExtension(built: string, serverUrl: string): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'tidings-extension-'));
  cpSync(built, dir, { recursive: true });
  const file = path.join(dir, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { host_permissions: string[] };
  manifest.host_permissions.push(`${serverUrl}/*`);
  writeFileSync(file, JSON.stringify(manifest));
  return dir;
}

export async function chooseServer({ desk }: Device, serverUrl: string): Promise<void> {
  const section = desk.getByRole('region').filter({ has: desk.locator('#server') });
  await section.locator('#server').fill(serverUrl);
  await section.getByRole('button').first().click();
  await expect
    .poll(() => desk.evaluate(() => chrome.storage.local.get('server')))
    .toMatchObject({
      server: { value: serverUrl },
    });
}

/** Fills in the form of the popup, the side panel or the options. */
export async function signIn(surface: Page, { userName, password }: Member): Promise<void> {
  await surface.locator('[name=account]').fill(userName);
  await surface.locator('[name=password]').fill(password);
  await surface.locator('[name=password]').press('Enter');
  await expect(surface.locator('[name=account]')).toHaveCount(0);
}

/** A page of the extension in a tab of its own. */
export async function openSurface({ context, extensionId }: Device, file: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`chrome-extension://${extensionId}/${file}`);
  return page;
}

/** The number on the toolbar button. */
export function badgeText({ desk }: Device): Promise<string> {
  return desk.evaluate(() => chrome.action.getBadgeText({}));
}

export function storedItem<Value>({ desk }: Device, key: string): Promise<Value | undefined> {
  return desk.evaluate(async (name) => {
    const stored = await chrome.storage.local.get(name);
    return (stored[name] as { value: Value } | undefined)?.value;
  }, key);
}

/** Brings the next look at the server forward to now; a background that sleeps is woken by it. */
export async function ringAlarm({ desk }: Device): Promise<void> {
  await desk.evaluate(async () => {
    const alarm = await chrome.alarms.get('poll');
    await chrome.alarms.create('poll', { when: Date.now(), periodInMinutes: alarm?.periodInMinutes ?? 5 });
  });
}

/** Rings until the badge is as expected: what was published has to be crawled first. */
export async function expectBadge(device: Device, text: string): Promise<void> {
  await expect
    .poll(
      async () => {
        await ringAlarm(device);
        return badgeText(device);
      },
      { timeout: 40_000, intervals: [500] },
    )
    .toBe(text);
}

/** Signs a dashboard page in without the form, as `dashboard/stores/session.ts` does. */
export async function openDashboard(page: Page, server: JourneyServer, session: Session, route = '/home') {
  const { token, expiresAt, uuid, user, uniqueAuth } = session;
  const cookies = { token, expires_time: String(expiresAt), uuid };
  await page.context().addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: server.url })));
  await page.goto(`${server.url}/icon.svg`);
  await page.evaluate((who) => localStorage.setItem('tidings.session', who), JSON.stringify({ user, uniqueAuth }));
  await page.goto(`${server.url}/#${route}`);
}

/** Marks the words in the page, as dragging over them would. */
export async function selectWords(page: Page, words: string): Promise<void> {
  await page.bringToFront();
  await page.evaluate((wanted) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const start = walker.currentNode.textContent?.indexOf(wanted) ?? -1;
      if (start < 0) continue;
      const range = new Range();
      range.setStart(walker.currentNode, start);
      range.setEnd(walker.currentNode, start + wanted.length);
      getSelection()?.removeAllRanges();
      getSelection()?.addRange(range);
      return;
    }
    throw new Error(`The page does not say ${wanted}`);
  }, words);
}

/**
 * Chooses an item of the extension's context menu. The native menu is out of a headless test's reach, so the browser's event
 * is sent to the background, which must not have been killed before.
 */
export async function chooseMenuItem(
  device: Device,
  page: Page,
  menuItemId: string,
  info: { selectionText?: string; linkUrl?: string } = {},
): Promise<void> {
  await leavePopup(device, page);
  const tab = await frontTab(device);
  const clicked = { menuItemId, pageUrl: tab?.url, editable: false, ...info };
  await dispatchEvent(device, 'contextMenus.onClicked', clicked, tab);
}

/** The tab that the browser hands to listeners. */
export function frontTab({ worker }: Device): Promise<chrome.tabs.Tab | undefined> {
  return worker.evaluate(async () => (await chrome.tabs.query({ active: true, lastFocusedWindow: true }))[0]);
}

/** Sends the background an event of the browser, such as `omnibox.onInputEntered`, which no test can cause. */
export function dispatchEvent({ worker }: Device, event: string, ...values: unknown[]): Promise<void> {
  return worker.evaluate(
    ([path, sent]) => {
      const found = path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], chrome);
      (found as { dispatch(...values: unknown[]): void }).dispatch(...sent);
    },
    [event, values] as const,
  );
}

/**
 * Allows a server's address in the browser's list of extensions, where people can do so as well: the browser's own question
 * cannot be answered without a screen.
 */
export async function grantServer({ context, extensionId }: Device, serverUrl: string): Promise<void> {
  const page = await context.newPage();
  await page.goto('chrome://extensions');
  await page.evaluate(
    ([id, pattern]) => {
      type Manager = { addHostPermission(id: string, pattern: string): Promise<void> };
      return (chrome as unknown as { developerPrivate: Manager }).developerPrivate.addHostPermission(id, pattern);
    },
    [extensionId, `${serverUrl}/*`] as const,
  );
  await page.close();
}

/** Clicks the toolbar button with `page` in front; answers the popup. */
export async function openPopup(device: Device, page: Page): Promise<Page> {
  await leavePopup(device, page);
  // The browser refuses for a moment after the popup before was closed.
  await expect(() => device.desk.evaluate(() => chrome.action.openPopup())).toPass();
  return attachSurface(device, 'popup.html');
}

/** Goes to the page. Without a screen that does not close an open popup, as it does for people. */
async function leavePopup({ desk }: Device, page: Page): Promise<void> {
  await page.bringToFront();
  await expect
    .poll(() =>
      desk.evaluate(() => {
        const views = chrome.extension.getViews({ type: 'popup' });
        for (const view of views) view.close();
        return views.length;
      }),
    )
    .toBe(0);
}
