// Without a server what the member collects waits in the browser, says so, and is sent exactly once.

import type { Page } from '@playwright/test';
import { logout } from '#shared/contract/accounts.ts';
import { listCollect, saveCollect } from '#shared/contract/collect.ts';
import {
  badgeText,
  type Device,
  expect,
  openPopup,
  ringAlarm,
  signIn,
  storedItem,
  test,
} from '../support/journey-test.ts';

interface Entry {
  clientId: string;
  state: string;
}

const queue = (device: Device) => storedItem<Entry[]>(device, 'queue');
const mill = {
  title: 'The windmill of Arden Fell grinds again',
  paragraphs: [
    'After two winters of work the windmill of Arden Fell turned on Saturday, and the first flour went to the school.',
    'The miller, who learned the trade from films, says the stones were the easy part and the sails were not.',
  ],
};

test('what is collected without a server is shown as waiting and saved exactly once when it is back', async ({
  server,
  openDevice,
}) => {
  const device = await openDevice();
  const member = await server.newMember();
  await signIn(device.desk, member);
  const site = await device.context.newPage();
  const url = await server.publish('northmoor-ledger', mill);
  await site.goto(url);

  await server.stop();
  const popup = await openPopup(device, site);
  await collectPage(popup, 'read on the train');
  await expect(popup.getByText('Kept here for now')).toBeVisible();
  await expect(popup.getByText('It is sent by itself as soon as the server answers.')).toBeVisible();
  await expect(popup.getByText('1 waiting to be sent')).toBeVisible();
  await expect(popup.getByText('The server does not answer')).toBeVisible();
  const [entry] = (await queue(device)) ?? [];
  expect(entry).toMatchObject({ state: 'waiting' });

  await server.start();
  await openPopup(device, site);
  await expect.poll(() => queue(device)).toEqual([]);
  const kept = () => member.api(listCollect, { query: {} });
  expect((await kept()).list).toMatchObject([{ kind: 'page', url, note: 'read on the train' }]);

  const again = await member.api(saveCollect, { body: { clientId: entry?.clientId ?? '', url, title: mill.title } });
  expect(again.created).toBe(false);
  expect((await kept()).count).toBe(1);
});

test('the button says when the server has been away for long, and the number returns with it', async ({
  server,
  openDevice,
}) => {
  const device = await openDevice();
  await signIn(device.desk, await server.newMember());
  await expect.poll(() => badgeText(device)).toBe('');

  await server.stop();
  await awayFor(device, 20 * 60_000);
  await ringAlarm(device);
  await expect.poll(() => badgeText(device)).toBe('!');
  expect(await device.desk.evaluate(() => chrome.action.getTitle({}))).toContain('last checked');
  const grey = await device.desk.evaluate(() => chrome.action.getBadgeBackgroundColor({}));
  expect([...grey].slice(0, 3)).toEqual([107, 114, 128]);

  await server.start();
  await awayFor(device, 20 * 60_000);
  await ringAlarm(device);
  await expect.poll(() => badgeText(device)).toBe('');
});

test('what waits outlives a session that was ended meanwhile, and goes to nobody else', async ({
  server,
  openDevice,
}) => {
  const device = await openDevice();
  const [member, other] = [await server.newMember(), await server.newMember()];
  await signIn(device.desk, member);
  const site = await device.context.newPage();
  await site.goto(await server.publish('northmoor-ledger', mill));
  await server.stop();
  await collectPage(await openPopup(device, site));
  await expect.poll(async () => (await queue(device))?.length).toBe(1);

  await server.start();
  const session = await storedItem<{ token: string }>(device, 'session');
  await server.client(session?.token)(logout);
  const popup = await openPopup(device, site);
  await expect(popup.getByRole('alert')).toBeVisible();
  await expect.poll(() => badgeText(device)).toBe('?');
  expect(await queue(device)).toMatchObject([{ state: 'waiting' }]);

  await signIn(popup, other);
  await expect.poll(() => badgeText(device)).toBe('');
  await openPopup(device, site);
  expect(await queue(device)).toMatchObject([{ state: 'waiting' }]);
  expect((await other.api(listCollect, { query: {} })).count).toBe(0);

  await device.desk.getByRole('button', { name: 'Sign out' }).click();
  await signIn(device.desk, member);
  await expect.poll(() => queue(device)).toEqual([]);
  expect((await member.api(listCollect, { query: {} })).count).toBe(1);
});

async function collectPage(popup: Page, note = ''): Promise<void> {
  await popup.getByRole('tab', { name: 'Collect' }).click();
  await popup.getByLabel('Note').fill(note);
  await popup.getByRole('button', { name: 'Keep the page' }).click();
}

/** Dates what the extension knows of the server back, as if it had failed for so long. */
async function awayFor({ desk }: Device, ms: number): Promise<void> {
  await desk.evaluate(async (awayMs) => {
    const since = Date.now() - awayMs;
    const value = { failures: 3, lastOkAt: since, failingSince: since, nextAt: 0 };
    await chrome.storage.local.set({ poll: { v: 1, value } });
  }, ms);
}
