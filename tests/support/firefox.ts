// Drives the installed Firefox through its own Marionette protocol: no driver program and no patched browser is needed.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFirefox } from './browsers.ts';

const startTimeoutMs = 30_000;
const popupTimeoutMs = 10_000;
const colon = 0x3a;

/** For the browser's window: `ask(body, timeoutMs)` runs the body in the open popup, which lives in the extension's process. */
const askPopup = `
  async function ask(body, timeoutMs) {
    const frame = document.querySelector('.webextension-popup-browser');
    if (!frame?.messageManager) return undefined;
    const name = 'tidings:' + Math.random();
    const source = '(() => { const window = content; const { document, location } = content; let value, error;'
      + 'try { value = (() => {' + body + '})(); } catch (problem) { error = String(problem); }'
      + 'sendAsyncMessage(' + JSON.stringify(name) + ', { value, error }); })()';
    const answer = new Promise((done) => {
      const timer = setTimeout(() => done({}), timeoutMs);
      frame.messageManager.addMessageListener(name, (message) => { clearTimeout(timer); done(message.data); });
    });
    frame.messageManager.loadFrameScript('data:application/javascript;charset=utf-8,' + encodeURIComponent(source), false);
    const { value, error } = await answer;
    if (error) throw new Error(error);
    return value;
  }`;

export interface FirefoxOptions {
  /** `browser_specific_settings.gecko.id` of the extension's manifest. */
  extensionId: string;
  /** As in Accept-Language, such as `zh-CN, en`. */
  languages?: string;
}

type ScriptArgument = string | number | boolean | null | ScriptArgument[] | { [key: string]: ScriptArgument };

export interface Firefox {
  /** The address of a file of the extension, such as `popup.html`. */
  extensionUrl(file: string): string;
  /** Installs an unpacked folder or a zip for this run. */
  installExtension(folderOrZip: string): Promise<void>;
  goto(url: string): Promise<void>;
  /** Runs the body of a function in the page; `arguments` holds `args`. A returned promise is awaited. */
  evaluate<Result>(body: string, args?: ScriptArgument[]): Promise<Result>;
  /** As `evaluate`, but in the browser's own window, where its toolbars and menus live. */
  evaluateInChrome<Result>(body: string, args?: ScriptArgument[]): Promise<Result>;
  /** Evaluates until the answer is truthy; fails after `timeoutMs`. */
  waitFor<Result>(body: string, args?: ScriptArgument[], timeoutMs?: number): Promise<Result>;
  click(selector: string): Promise<void>;
  /** Replaces what the field holds. */
  fill(selector: string, text: string): Promise<void>;
  /** Right-clicks the element, then chooses the extension's context-menu item with this label. */
  chooseContextMenuItem(selector: string, label: string): Promise<void>;
  /** Opens the real toolbar popup. */
  openToolbarPopup(): Promise<void>;
  closeToolbarPopup(): Promise<void>;
  /** Evaluates inside the open toolbar popup. */
  evaluateInPopup<Result>(body: string): Promise<Result>;
  /** Evaluates inside the toolbar popup, which may still be opening, until the answer is truthy. */
  waitForInPopup<Result>(body: string): Promise<Result>;
  badgeText(): Promise<string>;
  /** Ends the background page as the browser does when it is idle. */
  killBackground(): Promise<void>;
  /** PNG of the page. */
  screenshot(): Promise<Buffer>;
  quit(): Promise<void>;
}

const extensionHost = '11111111-2222-4333-8444-555555555555';

export async function startFirefox(options: FirefoxOptions): Promise<Firefox> {
  const executable = findFirefox();
  if (!executable) throw new Error('Firefox is not installed. On Debian: apt-get install firefox-esr');
  const profile = mkdtempSync(path.join(tmpdir(), 'tidings-firefox-'));
  writeFileSync(path.join(profile, 'user.js'), preferences(options));
  // System access lets the test open extension pages and the browser's own menus; it exists in this profile only.
  const flags = ['--headless', '--marionette', '--no-remote', '--remote-allow-system-access', '--profile', profile];
  const child = spawn(executable, [...flags, 'about:blank'], { stdio: 'ignore' });
  const killWithUs = () => void child.kill('SIGKILL');
  process.once('exit', killWithUs);
  const cleanUp = async () => {
    await ended(child);
    process.off('exit', killWithUs);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const wire = await connectWire(await marionettePort(profile, child));
    await wire.send('WebDriver:NewSession', { capabilities: { alwaysMatch: {} } });
    return describeBrowser(wire, options.extensionId, cleanUp);
  } catch (error) {
    killWithUs();
    await cleanUp();
    throw error;
  }
}

function describeBrowser(wire: Wire, extensionId: string, cleanUp: () => Promise<void>): Firefox {
  const evaluate = async <Result>(body: string, args: ScriptArgument[] = []): Promise<Result> => {
    const script = `const [resolve] = [arguments[arguments.length - 1]];
      (async (...args) => { const run = async function () { ${body} }; return run.apply(null, args); })(...[...arguments].slice(0, -1))
        .then((value) => resolve({ value }), (error) => resolve({ error: String(error) }));`;
    const answer = await wire.send('WebDriver:ExecuteAsyncScript', { script, args, newSandbox: false, sandbox: null });
    const { value, error } = (answer as { value: { value?: Result; error?: string } }).value;
    if (error !== undefined) throw new Error(`In Firefox: ${error}`);
    return value as Result;
  };
  const evaluateInChrome = async <Result>(body: string, args: ScriptArgument[] = []): Promise<Result> => {
    await wire.send('Marionette:SetContext', { value: 'chrome' });
    try {
      return await evaluate<Result>(body, args);
    } finally {
      await wire.send('Marionette:SetContext', { value: 'content' });
    }
  };
  const find = async (selector: string): Promise<Record<string, string>> => {
    const found = await wire.send('WebDriver:FindElement', { using: 'css selector', value: selector });
    return (found as { value: Record<string, string> }).value;
  };
  const extension = `const extension = WebExtensionPolicy.getByID(${JSON.stringify(extensionId)}).extension;`;
  const action = `${extension}
    const { ExtensionParent } = ChromeUtils.importESModule('resource://gre/modules/ExtensionParent.sys.mjs');
    const action = ExtensionParent.apiManager.global.browserActionFor(extension);`;
  // The popup's frame is replaced while it opens and drops what it was sent before: ask until it answers.
  const waitForInPopup = async <Result>(body: string): Promise<Result> => {
    const deadline = Date.now() + popupTimeoutMs;
    for (;;) {
      const value = await evaluateInChrome<Result>(`${askPopup} return ask(arguments[0], 250);`, [body]);
      if (value) return value;
      if (Date.now() > deadline) throw new Error(`Not true in the popup within ${popupTimeoutMs} ms: ${body}`);
    }
  };

  return {
    extensionUrl: (file) => `moz-extension://${extensionHost}/${file}`,
    async installExtension(folderOrZip) {
      await wire.send('Addon:Install', { path: path.resolve(folderOrZip), temporary: true });
    },
    async goto(url) {
      await wire.send('WebDriver:Navigate', { url });
    },
    evaluate,
    evaluateInChrome,
    async waitFor<Result>(body: string, args: ScriptArgument[] = [], timeoutMs = 10_000) {
      const deadline = Date.now() + timeoutMs;
      for (;;) {
        const value = await evaluate<Result>(body, args);
        if (value) return value;
        if (Date.now() > deadline) throw new Error(`Not true within ${timeoutMs} ms: ${body}`);
        await evaluate('await new Promise((done) => setTimeout(done, 50));');
      }
    },
    async click(selector) {
      await wire.send('WebDriver:ElementClick', { id: Object.values(await find(selector))[0] });
    },
    async fill(selector, text) {
      const id = Object.values(await find(selector))[0];
      await wire.send('WebDriver:ElementClear', { id });
      await wire.send('WebDriver:ElementSendKeys', { id, text });
    },
    async chooseContextMenuItem(selector, label) {
      const origin = await find(selector);
      const pointer = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' } };
      const steps = [
        { type: 'pointerMove', duration: 0, origin, x: 0, y: 0 },
        { type: 'pointerDown', button: 2 },
        { type: 'pointerUp', button: 2 },
      ];
      await wire.send('WebDriver:PerformActions', { actions: [{ ...pointer, actions: steps }] });
      await evaluateInChrome(
        `const menu = document.getElementById('contentAreaContextMenu');
         if (menu.state !== 'open') await new Promise((done) => menu.addEventListener('popupshown', done, { once: true }));
         const item = [...menu.querySelectorAll('menuitem')].find((one) => one.label === arguments[0]);
         if (!item) throw new Error('no menu item ' + arguments[0]);
         const parent = item.parentNode;
         if (parent !== menu && parent.state !== 'open') {
           const shown = new Promise((done) => parent.addEventListener('popupshown', done, { once: true }));
           parent.parentNode.openMenu(true);
           await shown;
         }
         parent.activateItem(item);`,
        [label],
      );
      await wire.send('WebDriver:ReleaseActions');
    },
    async openToolbarPopup() {
      await evaluateInChrome(`${action} await action.openPopup(window, false);`);
      await waitForInPopup('return document.readyState === "complete" && location.protocol === "moz-extension:"');
    },
    async closeToolbarPopup() {
      await evaluateInChrome(`document.querySelector('.webextension-popup-browser')?.closest('panel').hidePopup();`);
    },
    async evaluateInPopup<Result>(body: string) {
      return evaluateInChrome<Result>(`${askPopup} return ask(arguments[0], ${popupTimeoutMs});`, [body]);
    },
    waitForInPopup,
    async badgeText() {
      return evaluateInChrome<string>(
        `${action} return action.action.getContextData(gBrowser.selectedTab).badgeText ?? '';`,
      );
    },
    async killBackground() {
      const flags = '{ ignoreDevToolsAttached: true, disableResetIdleForTest: true }';
      await evaluateInChrome(`${extension} await extension.terminateBackground(${flags});`);
    },
    async screenshot() {
      const answer = await wire.send('WebDriver:TakeScreenshot', { full: false });
      return Buffer.from((answer as { value: string }).value, 'base64');
    },
    async quit() {
      // The answer may be lost with the browser; that it ends is what counts.
      await wire.send('Marionette:Quit', { flags: ['eForceQuit'] }).catch(() => undefined);
      wire.close();
      await cleanUp();
    },
  };
}

function preferences({ extensionId, languages = 'en-US, en' }: FirefoxOptions): string {
  const values: Record<string, string | number | boolean> = {
    'marionette.port': 0,
    'extensions.webextensions.uuids': JSON.stringify({ [extensionId]: extensionHost }),
    'intl.accept_languages': languages,
    // Quiet: no call to the outside on its own account.
    'services.settings.server': 'data:,x',
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
    'app.update.enabled': false,
    'browser.aboutwelcome.enabled': false,
    'extensions.getAddons.cache.enabled': false,
    'browser.safebrowsing.update.enabled': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'toolkit.telemetry.enabled': false,
  };
  return Object.entries(values)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('');
}

/** Firefox writes the port it chose into its profile once it listens. */
function marionettePort(profile: string, child: ChildProcess): Promise<number> {
  const file = path.join(profile, 'MarionetteActivePort');
  return new Promise((resolve, reject) => {
    const watcher = watch(profile);
    const timer = setTimeout(() => settle(new Error('Firefox did not start in time')), startTimeoutMs);
    const onClose = (code: number | null) => settle(new Error(`Firefox ended (${code}) before it was ready`));
    const settle = (result: number | Error) => {
      clearTimeout(timer);
      watcher.close();
      child.off('close', onClose);
      if (typeof result === 'number') resolve(result);
      else reject(result);
    };
    const look = () => {
      const port = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
      if (port > 0) settle(port);
    };
    watcher.on('change', look);
    child.once('close', onClose);
    child.once('error', settle);
    look();
  });
}

interface Wire {
  send(command: string, parameters?: object): Promise<unknown>;
  close(): void;
}

/** Messages are `<length>:<json>`; commands `[0, id, name, parameters]`, answers `[1, id, error, result]`. */
async function connectWire(port: number): Promise<Wire> {
  const socket = connect(port, '127.0.0.1');
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  const failAll = (reason: string) => {
    for (const { reject } of waiting.values()) reject(new Error(reason));
    waiting.clear();
  };
  const hello = new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    readMessages(socket, (message) => {
      if (!Array.isArray(message)) return resolve();
      const [, id, error, result] = message as [number, number, { message: string } | null, unknown];
      const call = waiting.get(id);
      waiting.delete(id);
      if (error) call?.reject(new Error(error.message));
      else call?.resolve(result);
    });
  });
  socket.on('close', () => failAll('Firefox closed the connection'));
  await hello;
  return {
    send(command, parameters = {}) {
      lastId += 1;
      const id = lastId;
      const text = JSON.stringify([0, id, command, parameters]);
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        socket.write(`${Buffer.byteLength(text)}:${text}`);
      });
    },
    close: () => socket.destroy(),
  };
}

function readMessages(socket: Socket, onMessage: (message: unknown) => void): void {
  let buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    buffer = Buffer.concat([buffer, chunk]);
    for (;;) {
      const separator = buffer.indexOf(colon);
      if (separator < 0) return;
      const start = separator + 1;
      const end = start + Number(buffer.toString('latin1', 0, separator));
      if (buffer.length < end) return;
      onMessage(JSON.parse(buffer.toString('utf8', start, end)));
      buffer = buffer.subarray(end);
    }
  });
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return Promise.resolve();
  return new Promise((resolve) => child.once('close', () => resolve()));
}
