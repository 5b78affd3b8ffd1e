// One inbox on two browsers and in the dashboard: whoever reads, all of them show the same number.
import { subscribeKeyword } from '#shared/contract/keywords.ts';
import {
  badgeText,
  expect,
  expectBadge,
  openDashboard,
  openPopup,
  openSurface,
  signIn,
  test,
} from '../support/journey-test.ts';

const titles = ['Brindlewick orchestra plays in the tram depot', 'Brindlewick moves its market to the river'];
const texts = [
  'The Brindlewick orchestra rehearsed among the parked trams on Thursday because the hall has no heating.',
  'Stallholders in Brindlewick will sell from barges while the old square gets new paving and forty lime trees.',
];

test('reading in one place changes the number in every other', async ({ server, openDevice }) => {
  test.setTimeout(150_000);
  const member = await server.newMember();
  await member.api(subscribeKeyword, { body: { keyword: 'Brindlewick' } });
  const home = await openDevice();
  const office = await openDevice();
  for (const device of [home, office]) await signIn(device.desk, member);
  const dashboard = await office.context.newPage();
  await openDashboard(dashboard, server, await server.sessionOf(member), '/user/notice');
  const bell = (unread: string) => dashboard.getByRole('banner').getByRole('link', { name: unread });
  await expect(bell('0 unread messages')).toBeVisible();

  for (const [at, title] of titles.entries()) {
    await server.publish('harbour-post', { title, paragraphs: [texts[at] ?? ''] });
    await expectBadge(home, String(at + 1));
  }
  await expectBadge(office, '2');
  await expect(bell('2 unread messages')).toBeVisible();

  await test.step('one is read in the popup at home', async () => {
    const popup = await openPopup(home, home.desk);
    await expect(popup.getByTestId('unread')).toHaveText('2 unread');
    const row = popup.getByRole('listitem').filter({ hasText: titles[0] });
    await row.getByRole('button', { name: 'Mark as read' }).click();
    await expect(popup.getByTestId('unread')).toHaveText('1 unread');
    await expect.poll(() => badgeText(home)).toBe('1');
    await expect(bell('1 unread message')).toBeVisible();
    await expect(dashboard.getByRole('button', { name: titles[0], exact: true })).toBeVisible();
    await expectBadge(office, '1');
  });

  await test.step('the other is read in the dashboard', async () => {
    await dashboard.bringToFront();
    await dashboard.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(bell('0 unread messages')).toBeVisible();
    await expectBadge(home, '');
    await expectBadge(office, '');
  });

  await test.step('and taking it back there brings the number back everywhere', async () => {
    await dashboard.getByRole('button', { name: 'Undo' }).click();
    await expect(bell('1 unread message')).toBeVisible();
    await expectBadge(office, '1');
    await expectBadge(home, '1');
    const panel = await openSurface(home, 'sidepanel.html');
    await expect(panel.getByTestId('unread')).toHaveText('1 unread');
    await panel.getByRole('button', { name: 'Mark all as read' }).click();
    await expect.poll(() => badgeText(home)).toBe('');
    await expect(bell('0 unread messages')).toBeVisible();
    await expectBadge(office, '');
  });
});
