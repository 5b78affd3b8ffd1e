// The browser ends the background worker whenever it likes. Wherever that happens, nothing is lost, doubled or shown wrong.
import { listCollect } from '#shared/contract/collect.ts';
import { listKeywords, subscribeKeyword } from '#shared/contract/keywords.ts';
import { listNotices } from '#shared/contract/notices.ts';
import { attachSurface, killWorker, startChromium } from '../support/browsers.ts';
import {
  badgeText,
  chooseMenuItem,
  expect,
  expectBadge,
  openPopup,
  ringAlarm,
  selectWords,
  signIn,
  storedItem,
  test,
} from '../support/journey-test.ts';

const ferryNews = {
  title: 'Quillmoor ferry takes its first bicycles',
  paragraphs: [
    'The Quillmoor ferry carried bicycles for the first time on Friday, and the deck was full by seven in the morning.',
    'The crew tied the last of them to the rail with fishing line and promised proper racks before the summer.',
  ],
};
const quarryNews = {
  title: 'Old Tessaly quarry becomes a swimming lake',
  paragraphs: [
    'The Tessaly quarry, silent since the last stone was cut, will open as a lake with two wooden jetties next spring.',
    'Divers have already found three carts and a steam crane on its floor, and they will stay where they are.',
  ],
};

test('a worker that was dead when the news came counts it once, by its next alarm', async ({ server, openDevice }) => {
  const device = await openDevice();
  const member = await server.newMember();
  await signIn(device.desk, member);
  await member.api(subscribeKeyword, { body: { keyword: 'Quillmoor' } });
  await expectBadge(device, '');

  await killWorker(device);
  await server.publish('harbour-post', ferryNews);
  await expectBadge(device, '1');
  await killWorker(device);
  expect(await badgeText(device)).toBe('1');
  await ringAlarm(device);
  const popup = await openPopup(device, device.desk);
  await expect(popup.getByTestId('unread')).toHaveText('1 unread');
  await expect(popup.getByRole('button', { name: ferryNews.title })).toHaveCount(1);
  expect((await member.api(listNotices, { query: {} })).list).toMatchObject([{ title: ferryNews.title }]);
});

test('words are still there when the worker dies between selecting and saving them', async ({ server, openDevice }) => {
  const device = await openDevice();
  const member = await server.newMember();
  await signIn(device.desk, member);
  const site = await device.context.newPage();
  await site.goto(await server.publish('northmoor-ledger', quarryNews));

  await selectWords(site, 'Tessaly quarry');
  await chooseMenuItem(device, site, 'selection-subscribe', { selectionText: 'Tessaly quarry' });
  const popup = await attachSurface(device, 'popup.html');
  await expect(popup.getByLabel('Tell me when this appears')).toHaveValue('"Tessaly quarry"');
  await killWorker(device);
  await popup.getByRole('button', { name: 'Subscribe', exact: true }).click();
  await expect(popup.getByText('Subscribed to "Tessaly quarry"')).toBeVisible();
  const { list } = await member.api(listKeywords, { query: {} });
  expect(list).toMatchObject([{ keyword: '"Tessaly quarry"' }]);
});

test('a page whose sending was cut off by the worker’s death is kept exactly once', async ({ server, openDevice }) => {
  const device = await openDevice();
  const member = await server.newMember();
  await signIn(device.desk, member);
  const site = await device.context.newPage();
  const url = await server.publish('northmoor-ledger', quarryNews);
  await site.goto(url);
  await expectBadge(device, '');

  // The server takes the request but does not answer before the worker is gone.
  server.freeze();
  await chooseMenuItem(device, site, 'page-collect');
  const attempts = async () =>
    (await storedItem<{ attempts: number }[]>(device, 'queue'))?.map((entry) => entry.attempts);
  await expect.poll(attempts).toEqual([1]);
  await killWorker(device);
  server.thaw();
  expect(await attempts()).toEqual([1]);

  await ringAlarm(device);
  await expect.poll(attempts).toEqual([]);
  const { list } = await member.api(listCollect, { query: {} });
  expect(list).toMatchObject([{ kind: 'page', url, title: expect.stringContaining(quarryNews.title) }]);
  expect(await badgeText(device)).toBe('');
});

test('a browser that was closed and opened again is still signed in and shows the true number', async ({
  server,
  openDevice,
  extensionDir,
}) => {
  const member = await server.newMember();
  await member.api(subscribeKeyword, { body: { keyword: 'Halvorsund' } });
  const before = await openDevice();
  await signIn(before.desk, member);
  await expectBadge(before, '');
  await before.context.close();

  const halvorsund = 'Halvorsund library lends out garden tools';
  const text =
    'Spades, shears and a cider press can be borrowed for a week, says the Halvorsund library, like any novel.';
  await server.publish('harbour-post', { title: halvorsund, paragraphs: [text] });
  const unread = async () => (await member.api(listNotices, { query: {} })).counts.unread;
  await expect.poll(unread, { timeout: 40_000 }).toBe(1);

  // No page of the extension is opened: it has to look by itself.
  const after = await startChromium({ profileDir: before.profileDir, extensionDir });
  await expect.poll(() => after.worker.evaluate(() => chrome.action.getBadgeText({}))).toBe('1');
  await after.context.close();
});
