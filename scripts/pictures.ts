// `npm run pictures`: takes the README's pictures from the running product, in docs/pictures.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { subscribeKeyword } from '#shared/contract/keywords.ts';
import { countNotices } from '#shared/contract/notices.ts';
import { subscribeWebsite } from '#shared/contract/websites.ts';
import { attachSurface, chromeExtensionDir, startChromium } from '../tests/support/browsers.ts';
import { type JourneyServer, type Member, startJourneyServer } from '../tests/support/journey-server.ts';
import {
  chooseServer,
  copyExtension,
  type Device,
  openDashboard,
  openPopup,
  signIn,
} from '../tests/support/journey-test.ts';

const folder = path.resolve(import.meta.dirname, '../docs/pictures');
const searchQuery = '港口 (扩建 OR 岗位)';
const subscriptions = [
  { keyword: '灯塔 OR 渡轮', name: '灯塔与渡轮' },
  { keyword: '"芯片出口"', name: '芯片出口' },
  { keyword: '候鸟 湿地', name: '候鸟' },
  { keyword: 'lighthouse OR 灯台', name: '海外的灯塔' },
];
/** Invented, oldest first; the newest stands at the top of every list. */
const news: { slug: string; title: string; paragraphs: string[] }[] = [
  {
    slug: 'wanghuai-caijing',
    title: '望槐夜市摊位全部换上电子价签',
    paragraphs: [
      '望槐夜市三百多个摊位本周换上电子价签，顾客扫一扫就能看到当天进价。',
      '摊主说，讨价还价的少了，排队的多了。',
    ],
  },
  {
    slug: 'shiomi-shimbun',
    title: '岬の灯台、三年ぶりに光を取り戻す',
    paragraphs: [
      '老朽化で消えていた岬の灯台が金曜の夜、三年ぶりに点灯した。',
      '見学は来月から、一回八人まで受け付ける。',
    ],
  },
  {
    slug: 'wanghuai-caijing',
    title: '前十个月芯片出口创新高，订单排到明年夏天',
    paragraphs: [
      '海关数据显示，前十个月芯片出口额同比增长两成，传感器和车用芯片增速最快。',
      '多家工厂正在招聘夜班技术员。',
    ],
  },
  {
    slug: 'luze-shibao',
    title: '濕地迎來今冬首批候鳥，賞鳥步道延長開放',
    paragraphs: [
      '清晨的濕地飛來三百多隻候鳥，比去年早了六天。',
      '管理處說，賞鳥步道延長開放到晚上七點，請遊客不要餵食。',
    ],
  },
  {
    slug: 'harbour-post',
    title: 'Keepers open the old lighthouse to visitors on Sundays',
    paragraphs: [
      'The lighthouse at the outer bay will open its stairs to visitors on Sundays from the first week of spring.',
      'Tickets are sold at the ferry landing; the lamp room holds eight people at a time.',
    ],
  },
  {
    slug: 'haijia-ribao',
    title: '夜航渡輪加開兩班，末班延至晚間十點',
    paragraphs: [
      '渡輪公司宣布，週末夜航加開兩班，末班船延至晚間十點開出。',
      '北灣居民說，這下看完電影也趕得上回家的船。',
    ],
  },
  {
    slug: 'lanyu-wanbao',
    title: '北湾灯塔重新点亮，夜航渡轮恢复通行',
    paragraphs: [
      '停用三年的北湾灯塔周五晚重新点亮。港务部门说，新的灯室改用节能光源，晴夜里二十海里外也能看见。',
      '灯塔守护人许望潮说，修缮花了十四个月，旧的铜质透镜留在塔底展出。“孩子们终于能看到它转起来。”他说。',
      '随着灯塔恢复工作，北湾与外岛之间的夜航渡轮也将从下周起每晚往返三班，票价不变。',
    ],
  },
];

const workDir = mkdtempSync(path.join(tmpdir(), 'tidings-pictures-'));
mkdirSync(folder, { recursive: true });
const server = await startJourneyServer();
const extensionDir = copyExtension(chromeExtensionDir, server.url);
try {
  const member = await server.newMember('zh-cn');
  const page = await fillInbox(server, member);
  await takeDashboard(server, member);
  await takeSurfaces(server, member, page);
} finally {
  await server.dispose();
  for (const dir of [workDir, extensionDir]) rmSync(dir, { recursive: true, force: true });
}

/** Answers the page of the newest item. */
async function fillInbox({ url, publish }: JourneyServer, { api }: Member): Promise<string> {
  for (const body of subscriptions) await api(subscribeKeyword, { body });
  await api(subscribeWebsite, { body: { url: `${url}/demo/newsroom/s/wanghuai-caijing/` } });
  let page = '';
  for (const [index, { slug, ...item }] of news.entries()) {
    page = await publish(slug, item);
    // One after the other, so that they come in this order.
    while ((await api(countNotices, { query: {} })).unread <= index) await pause(200);
  }
  return page;
}

async function startDevice(surfaceScale: number): Promise<Device> {
  const profileDir = path.join(workDir, `profile-${surfaceScale}`);
  const browser = await startChromium({ profileDir, extensionDir, locale: 'zh-CN', withSurfaces: true, surfaceScale });
  return { ...browser, desk: browser.context.pages()[0] ?? (await browser.context.newPage()) };
}

async function takeDashboard({ url }: JourneyServer, { session }: Member): Promise<void> {
  const { context, desk } = await startDevice(1);
  await openDashboard(desk, server, session);
  await desk.goto(`${url}/#/search?q=${encodeURIComponent(searchQuery)}`);
  await desk.locator('article mark').first().waitFor();
  await take(desk, 'dashboard-search');
  await context.close();
}

async function takeSurfaces({ url }: JourneyServer, member: Member, articlePage: string): Promise<void> {
  const device = await startDevice(2);
  const { context, desk, extensionId } = device;
  await desk.goto(`chrome-extension://${extensionId}/options.html`);
  await chooseServer(device, url);
  const site = await context.newPage();
  await site.goto(articlePage);
  const signingIn = await openPopup(device, site);
  await signIn(signingIn, member);
  await signingIn
    .locator('[data-notice]')
    .nth(news.length - 1)
    .waitFor();
  await take(signingIn, 'popup');
  const opening = signingIn.getByRole('button', { name: '在侧边栏显示' }).click();
  // The popup may close under the click, before it is answered.
  opening.catch(() => undefined);
  const panel = await attachSurface(device, 'sidepanel.html');
  await panel
    .locator('[data-notice]')
    .nth(news.length - 1)
    .waitFor();
  await take(panel, 'side-panel');
  await context.close();
}

async function take(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled', caret: 'hide' });
}
