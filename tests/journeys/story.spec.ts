// The whole story: from words in a page to an unread number on the button, and back to nothing unread.
import type { Page } from '@playwright/test';
import { listCollect } from '#shared/contract/collect.ts';
import { searchKeyword } from '#shared/contract/keywords.ts';
import { countNotices } from '#shared/contract/notices.ts';
import { attachSurface } from '../support/browsers.ts';
import type { Member } from '../support/journey-server.ts';
import {
  badgeText,
  chooseMenuItem,
  expect,
  expectBadge,
  openPopup,
  selectWords,
  signIn,
  test,
} from '../support/journey-test.ts';

const lampArticle = {
  title: '北湾灯塔重新点亮，夜航渡轮恢复通行',
  paragraphs: [
    '停用三年的北湾灯塔周五晚重新点亮。港务部门说，新的灯室改用节能光源，晴夜里二十海里外也能看见。',
    '灯塔守护人许望潮说，修缮花了十四个月，旧的铜质透镜留在塔底展出。“孩子们终于能看到它转起来。”他说。',
    '随着灯塔恢复工作，北湾与外岛之间的夜航渡轮也将从下周起每晚往返三班，票价不变。',
  ],
};
const lampNews = {
  title: '北灣燈塔迎來首批夜航旅客',
  paragraphs: [
    '北灣燈塔恢復點燈後的第一個週末，夜航渡輪載來了四百多名旅客，碼頭的小吃攤一直營業到深夜。',
    '渡輪公司表示，旅客多半是為了在甲板上看燈光掃過海面，下個月將視天候再加開兩個班次。',
    '當地居民希望遊客帶走垃圾，並把岸邊的欄杆留給釣魚的老人家。',
  ],
};

test('words selected in a page become a subscription, a notice, a number on the button, and are read', async ({
  server,
  openDevice,
}) => {
  test.setTimeout(180_000);
  const device = await openDevice();
  const { context } = device;
  const dashboard = await context.newPage();
  const goto = async (route: string) => {
    // A tab behind others is drawn once a second.
    await dashboard.bringToFront();
    await dashboard.goto(`${server.url}/#${route}`);
  };
  const heading = (name: string) => dashboard.getByRole('heading', { level: 1, name });
  const member: Member = await server.newMember();
  const lampPage = await server.publish('lanyu-wanbao', lampArticle);

  await test.step('a visitor finds the news', async () => {
    await goto('/home');
    await expect(dashboard.getByRole('article').first()).toBeVisible();
    await dashboard.getByRole('link', { name: 'News', exact: true }).click();
    await expect(heading('News')).toBeVisible();
    await expect(dashboard.getByRole('article').first()).toBeVisible();
  });

  await test.step('a search in simplified Chinese finds traditional text, and back', async () => {
    await goto('/search');
    const hit = dashboard.getByRole('article').filter({ hasText: lampArticle.title });
    const countLamps = async () => (await member.api(searchKeyword, { body: { keyword: '"重新点亮"' } })).count;
    await expect.poll(countLamps, { timeout: 40_000 }).toBe(1);
    for (const query of [
      '灯塔',
      '北灣燈塔',
      '"重新点亮"',
      '灯塔 -足球',
      '(渡轮 OR 足球) 灯塔 lang:zh',
      'site:127.0.0.1 燈塔',
    ]) {
      await search(dashboard, query);
      await expect(hit, query).toBeVisible();
      await expect(hit.locator('mark').first(), query).toBeVisible();
    }
  });

  await test.step('an item opens as a clean article with a link to the original', async () => {
    await dashboard.getByRole('link', { name: lampArticle.title }).click();
    await expect(heading(lampArticle.title)).toBeVisible();
    await expect(dashboard.getByText('旧的铜质透镜留在塔底展出')).toBeVisible();
    await expect(dashboard.getByRole('link', { name: 'Original' })).toHaveAttribute('href', lampPage);
  });

  const site = await context.newPage();
  await test.step('a member signs in from the popup', async () => {
    await expect.poll(() => badgeText(device)).toBe('?');
    await site.goto(lampPage);
    const popup = await openPopup(device, site);
    await signIn(popup, member);
    await expect(popup.getByText(member.userName)).toBeVisible();
    await expect.poll(() => badgeText(device)).toBe('');
  });

  await test.step('selected words become a subscription, after a look at the last seven days', async () => {
    await selectWords(site, '北湾灯塔');
    await chooseMenuItem(device, site, 'selection-subscribe', { selectionText: '北湾灯塔' });
    const popup = await attachSurface(device, 'popup.html');
    await expect(popup.getByLabel('Tell me when this appears')).toHaveValue('北湾灯塔');
    await expect(popup.getByText('1 story in the last 7 days')).toBeVisible();
    await expect(popup.getByText(lampArticle.title)).toBeVisible();
    await popup.getByRole('button', { name: 'Subscribe', exact: true }).click();
    await expect(popup.getByText('Subscribed to 北湾灯塔')).toBeVisible();
  });

  await test.step('the page is collected with a note', async () => {
    const popup = await openPopup(device, site);
    await popup.getByRole('tab', { name: 'Collect' }).click();
    await popup.getByLabel('Keep only the marked passage').uncheck();
    await popup.getByLabel('Note').fill('for the harbour walk');
    await popup.getByLabel('Tags').fill('港口, walk');
    await popup.getByLabel('Folder').fill('Coast');
    await popup.getByRole('button', { name: 'Keep the page' }).click();
    await expect(popup.getByText('Saved to your collection')).toBeVisible();
    const { list } = await member.api(listCollect, { query: {} });
    const title = expect.stringContaining(lampArticle.title);
    expect(list).toMatchObject([{ kind: 'page', title, note: 'for the harbour walk', folder: 'Coast' }]);
  });

  await test.step('a new item that matches shows on the button, and everywhere the same number', async () => {
    await server.publish('haijia-ribao', lampNews);
    await expectBadge(device, '1');
    await goto(`/login?redirect=${encodeURIComponent('/user/notice')}`);
    await dashboard.getByLabel('User name').fill(member.userName);
    await dashboard.getByLabel('Password').fill(member.password);
    await dashboard.getByRole('button', { name: 'Sign in' }).click();
    await expect(heading('Messages')).toBeVisible();
    await expect(dashboard.getByRole('link', { name: '1 unread message' })).toBeVisible();
    await expect(dashboard.getByRole('button', { name: `Unread ${lampNews.title}` })).toBeVisible();
    const popup = await openPopup(device, site);
    await expect(popup.getByTestId('unread')).toHaveText('1 unread');
    // The popup closes under the click; the panel that opens is the proof that it came.
    popup
      .getByRole('button', { name: 'Show beside the page' })
      .click()
      .catch(() => undefined);
  });

  await test.step('it is read in the side panel, and the number is gone everywhere', async () => {
    const panel = await attachSurface(device, 'sidepanel.html');
    await expect(panel.getByTestId('unread')).toHaveText('1 unread');
    const opened = context.waitForEvent('page');
    await panel.getByRole('button', { name: lampNews.title }).click();
    const tab = await opened;
    await expect(tab.getByRole('heading', { level: 1, name: lampNews.title })).toBeVisible();
    await tab.close();
    await expect.poll(() => badgeText(device)).toBe('');
    await expect(panel.getByTestId('unread')).toHaveText('0 unread');
    expect((await member.api(countNotices, { query: {} })).unread).toBe(0);
    await expect(dashboard.getByRole('link', { name: '0 unread messages' })).toBeVisible();
    await expect(dashboard.getByRole('button', { name: lampNews.title, exact: true })).toBeVisible();
  });

  await test.step('one click subscribes to the website, with its last titles and its rate', async () => {
    await site.evaluate(() => getSelection()?.removeAllRanges());
    const popup = await openPopup(device, site);
    await popup.getByRole('button', { name: 'Subscribe to this site' }).click();
    const offer = popup.getByRole('listitem').filter({ has: popup.getByRole('heading', { name: '澜屿晚报' }) });
    await expect(offer.getByText('Subscribed')).toBeVisible();
    await expect(offer.getByText('Chinese')).toBeVisible();
    await expect(offer.getByText(/\d a day/)).toBeVisible();
    await expect(offer.getByRole('listitem')).toHaveCount(3);
    await expect(offer.getByText(lampArticle.title)).toBeVisible();
  });

  await test.step('in the dashboard the subscription is paused, edited, deleted and brought back', async () => {
    await goto('/user/keyword');
    const row = dashboard.getByRole('row').filter({ hasText: '北湾灯塔' });
    const paused = row.getByRole('switch', { name: '“北湾灯塔” is on' });
    await paused.click();
    await expect(paused).not.toBeChecked();
    await row.getByRole('button', { name: 'Actions for “北湾灯塔”' }).click();
    await dashboard.getByRole('menuitem', { name: 'Edit' }).click();
    await dashboard.getByLabel('Name (optional)').fill('Lighthouse');
    await dashboard.getByRole('button', { name: 'Save' }).click();
    const named = dashboard.getByRole('button', { name: 'Lighthouse', exact: true });
    await expect(named).toBeVisible();
    await named.click();
    await expect(dashboard.getByRole('dialog').getByText(lampNews.title)).toBeVisible();
    await dashboard.keyboard.press('Escape');
    await dashboard.getByRole('button', { name: 'Actions for “Lighthouse”' }).click();
    await dashboard.getByRole('menuitem', { name: 'Delete' }).click();
    await dashboard.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(named).toHaveCount(0);
    await dashboard.getByRole('button', { name: 'Undo' }).click();
    await expect(named).toBeVisible();
  });

  await test.step('the website tells how it is doing', async () => {
    await goto('/user/website');
    const row = dashboard.getByRole('row').filter({ hasText: '澜屿晚报' });
    await expect(row.getByRole('cell', { name: 'Fine', exact: true })).toBeVisible();
    await row.getByRole('button', { name: '澜屿晚报', exact: true }).click();
    const sheet = dashboard.getByRole('dialog');
    await expect(sheet.getByText('It is read regularly; you are told of new articles.')).toBeVisible();
    await expect(sheet.getByText('Last reads')).toBeVisible();
  });

  await test.step('the collection is searched and exported', async () => {
    await goto('/user/collect');
    const kept = dashboard.getByRole('article').filter({ hasText: lampArticle.title });
    await expect(kept).toContainText('for the harbour walk');
    const box = dashboard.getByRole('textbox', { name: 'Search the collection' });
    await box.fill('no such words');
    await box.press('Enter');
    await expect(kept).toHaveCount(0);
    await box.fill('守护人');
    await box.press('Enter');
    await expect(kept).toBeVisible();
    await dashboard.getByRole('button', { name: 'Export' }).click();
    const [download, answer] = await Promise.all([
      dashboard.waitForEvent('download'),
      dashboard.waitForResponse((response) => response.url().includes('/v1/collect/export')),
      dashboard.getByRole('menuitem', { name: 'Everything (JSON)' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.json$/);
    // Not the file itself: the connection that shows the popup makes the browser keep it elsewhere.
    expect(await answer.text()).toContain(lampArticle.title);
  });
});

/** Answers once the server has answered this query. */
async function search(page: Page, keyword: string): Promise<void> {
  const answered = page.waitForResponse(
    (response) =>
      response.url().endsWith('/v1/keyword/search') && response.request().postDataJSON().keyword === keyword,
  );
  const box = page.getByRole('searchbox', { name: 'Query' });
  await box.fill('');
  await box.fill(keyword);
  await box.press('Enter');
  await answered;
}
