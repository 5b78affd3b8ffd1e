// What the browser itself shows of the extension: its question for another server, address bar, shortcuts, desktop notices.
import { listCollect } from '#shared/contract/collect.ts';
import { subscribeKeyword } from '#shared/contract/keywords.ts';
import { listNotices, readNotices } from '#shared/contract/notices.ts';
import { attachSurface } from '../support/browsers.ts';
import {
  badgeText,
  type Device,
  dispatchEvent,
  expect,
  expectBadge,
  frontTab,
  grantServer,
  selectWords,
  signIn,
  storedItem,
  test,
} from '../support/journey-test.ts';

const kilnNews = {
  title: 'Fernholt kiln is fired for the first time in a decade',
  paragraphs: [
    'The Fernholt kiln was fired on Sunday with two tons of beech, and the village brought chairs and soup to watch.',
    'The potters will open it on Thursday, when the bricks are cool enough to touch with a bare hand.',
  ],
};

test('another server is used once its address is allowed and checked', async ({ server, openDevice }) => {
  const device = await openDevice();
  const { desk } = device;
  const member = await server.newMember();
  const other = server.url.replace('127.0.0.1', 'localhost');
  const save = desk.getByRole('button', { name: 'Check and save' });
  expect(await storedItem(device, 'server')).toBe(server.url);

  await test.step('allowed, it is checked and becomes the server', async () => {
    await grantServer(device, other);
    await desk.bringToFront();
    await desk.reload();
    await desk.getByRole('textbox', { name: 'Address' }).fill(other);
    await expect(async () => {
      await save.click();
      await expect(desk.getByText('Checked and saved.')).toBeVisible({ timeout: 2000 });
    }).toPass();
    expect(await storedItem(device, 'server')).toBe(other);
  });

  await test.step('and the member signs in there', async () => {
    await expect(desk.getByText(`${new URL(other).host} ·`)).toBeVisible();
    await signIn(desk, member);
    await expect.poll(() => badgeText(device)).toBe('');
    expect(await storedItem(device, 'session')).toMatchObject({ server: other });
  });
});

test('words typed after the keyword in the address bar are looked for in the dashboard', async ({
  server,
  openDevice,
}) => {
  const device = await openDevice();
  const entered = (words: string, disposition: string) =>
    dispatchEvent(device, 'omnibox.onInputEntered', words, disposition);

  await device.desk.bringToFront();
  const opened = device.context.waitForEvent('page');
  await entered(' harbour ', 'newForegroundTab');
  const page = await opened;
  await expect(page).toHaveURL(`${server.url}/#/search?q=harbour`);
  await expect(page.getByRole('searchbox').first()).toHaveValue('harbour');
  await expect(page.locator('article mark').first()).toBeVisible();

  await page.bringToFront();
  await entered('2026', 'currentTab');
  await expect(page.getByRole('searchbox').first()).toHaveValue('2026');
});

test('each shortcut has its keys, which the browser does not use itself, and does its work', async ({
  server,
  openDevice,
}) => {
  const device = await openDevice();
  const member = await server.newMember();
  await signIn(device.desk, member);
  const commands = await device.desk.evaluate(() => chrome.commands.getAll());
  const own = commands.filter(({ name }) => !name?.startsWith('_'));
  expect(own.map(({ name }) => name).sort()).toEqual(['collect-page', 'open-side-panel', 'subscribe-selection']);
  for (const { name, shortcut } of own) expect(shortcut, name).toMatch(/^Alt\+Shift\+[A-Z]$/);

  const site = await device.context.newPage();
  const url = await server.publish('northmoor-ledger', kilnNews);
  await site.goto(url);
  await press(device, 'collect-page');
  const kept = async () => (await member.api(listCollect, { query: {} })).list;
  await expect.poll(kept).toMatchObject([{ kind: 'page', url }]);

  await selectWords(site, 'Fernholt kiln');
  await press(device, 'subscribe-selection');
  const popup = await attachSurface(device, 'popup.html');
  await expect(popup.getByLabel('Tell me when this appears')).toHaveValue('"Fernholt kiln"');
});

test('new messages are told on the desktop when that is switched on, and a click opens and reads the story', async ({
  server,
  openDevice,
}) => {
  const device = await openDevice();
  const member = await server.newMember();
  await signIn(device.desk, member);
  const shown = () => device.desk.evaluate(async () => Object.keys(await chrome.notifications.getAll()));
  await member.api(subscribeKeyword, { body: { keyword: 'Fernholt' } });
  await expectBadge(device, '');

  await test.step('switched off, only the number tells', async () => {
    await server.publish('harbour-post', kilnNews);
    await expectBadge(device, '1');
    expect(await shown()).toEqual([]);
    await member.api(readNotices, { body: { all: true, before: Number.MAX_SAFE_INTEGER } });
    await expectBadge(device, '');
  });

  await device.desk.bringToFront();
  await device.desk.getByRole('switch', { name: 'Desktop notifications' }).click();
  const seeds = {
    title: 'Library of Fernholt lends seeds along with novels',
    paragraphs: ['Readers take tomatoes, beans and sunflowers home in April and bring back twice as many in October.'],
  };
  await server.publish('harbour-post', seeds);
  await expectBadge(device, '1');
  const [notice] = (await member.api(listNotices, { query: {} })).list;
  expect(notice?.title).toBe(seeds.title);
  await expect.poll(shown).toEqual([`notice-${notice?.id}`]);

  const opened = device.context.waitForEvent('page');
  await dispatchEvent(device, 'notifications.onClicked', `notice-${notice?.id}`);
  const page = await opened;
  await expect(page).toHaveURL(`${server.url}/#/news/${notice?.articleId}`);
  await expect(page.getByRole('heading', { level: 1, name: seeds.title })).toBeVisible();
  await expect.poll(shown).toEqual([]);
  await expectBadge(device, '');
});

/** The browser's own keys are out of a headless test's reach; this is what they send. */
async function press(device: Device, command: string): Promise<void> {
  await dispatchEvent(device, 'commands.onCommand', command, await frontTab(device));
}
