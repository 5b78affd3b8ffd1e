// Finds the installed browsers and starts Chromium with the built extension, as the journeys need it.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type BrowserContext, chromium, type Page, type Worker } from '@playwright/test';

const root = path.resolve(import.meta.dirname, '../..');

export const chromeExtensionDir = path.join(root, '.output/chrome-mv3');
export const firefoxExtensionDir = path.join(root, '.output/firefox-mv3');

// Branded Chrome is no candidate: it ignores --load-extension.
const chromiumPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const firefoxPlaces = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'];

export function findChromium(): string | undefined {
  return firstExisting(process.env.CHROMIUM_PATH, chromiumPlaces);
}

export function findFirefox(): string | undefined {
  return firstExisting(process.env.FIREFOX_PATH, firefoxPlaces);
}

function firstExisting(asked: string | undefined, places: string[]): string | undefined {
  return (asked ? [asked] : places).find((place) => existsSync(place));
}

export interface ChromiumOptions {
  /** Where the profile lives; the same folder again continues with the stored state. */
  profileDir: string;
  extensionDir?: string;
  /** A language such as `zh-CN`; it sets the pages' and the extension's language. */
  locale?: string;
  /** Allows `attachSurface`. */
  withSurfaces?: boolean;
  width?: number;
  height?: number;
  /** Pixels of the screen per CSS pixel in the extension's surfaces, for pictures of them. */
  surfaceScale?: number;
}

export interface ExtensionBrowser {
  context: BrowserContext;
  extensionId: string;
  /** The background. After `killWorker`, evaluate in it only once an event or message has woken it. */
  worker: Worker;
  profileDir: string;
}

/** Headless Chromium with the extension loaded. Close `context` to end it. */
export async function startChromium(options: ChromiumOptions): Promise<ExtensionBrowser> {
  const {
    profileDir,
    extensionDir = chromeExtensionDir,
    locale = 'en-US',
    withSurfaces = false,
    width = 1280,
    height = 800,
    surfaceScale = 1,
  } = options;
  const executablePath = findChromium();
  if (!executablePath) throw new Error('Chromium is not installed. On Debian: apt-get install chromium chromium-l10n');
  const context = await chromium.launchPersistentContext(profileDir, {
    executablePath,
    headless: true,
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      `--disable-extensions-except=${extensionDir}`,
      `--load-extension=${extensionDir}`,
      '--disable-quic',
      // A screen with room for the popup; its size counts in pixels of the screen.
      `--screen-info={${1600 * surfaceScale}x${1200 * surfaceScale} devicePixelRatio=${surfaceScale}}`,
      ...(withSurfaces ? ['--remote-debugging-port=0'] : []),
    ],
    // `locale` alone reaches the pages only; the extension's own texts follow the environment.
    env: { ...process.env, LANGUAGE: locale.replace('-', '_') },
    locale,
    viewport: { width, height },
  });
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  return { context, extensionId: new URL(worker.url()).host, worker, profileDir };
}

/**
 * Ends the background worker as the browser does when it is idle; the next event or message wakes it afresh. Evaluating in
 * the dead worker instead may hang or end the browser.
 */
export async function killWorker({ context, extensionId }: ExtensionBrowser): Promise<void> {
  const browser = context.browser();
  if (!browser) throw new Error('The context has no browser to talk to');
  const session = await browser.newBrowserCDPSession();
  const { targetInfos } = await session.send('Target.getTargets');
  const target = targetInfos.find((info) => info.type === 'service_worker' && info.url.includes(extensionId));
  if (!target) throw new Error('The background worker is not running');
  await session.send('Target.closeTarget', { targetId: target.targetId });
  await session.detach();
}

/**
 * The real popup or side panel as a page: Playwright's own context does not list these surfaces, a second connection made
 * after their opening does.
 */
export async function attachSurface(browser: ExtensionBrowser, file: string): Promise<Page> {
  const port = readFileSync(path.join(browser.profileDir, 'DevToolsActivePort'), 'utf8').split('\n')[0];
  const url = `chrome-extension://${browser.extensionId}/${file}`;
  const deadline = Date.now() + 10_000;
  while (Date.now() < deadline) {
    const second = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    const pages = second.contexts().flatMap((context) => context.pages());
    const found = pages.find((candidate) => candidate.url().startsWith(url));
    if (found) {
      found.once('close', () => void second.close());
      return found;
    }
    await second.close();
  }
  throw new Error(`${file} did not open`);
}
