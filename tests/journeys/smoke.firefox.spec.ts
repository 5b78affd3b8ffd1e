// The main story once more in the real Firefox: words from a page, a number on the button, read in the sidebar's page.
import { listKeywords } from '#shared/contract/keywords.ts';
import { listNews } from '#shared/contract/news.ts';
import { countNotices } from '#shared/contract/notices.ts';
import { firefoxExtensionDir } from '../support/browsers.ts';
import { type Firefox, startFirefox } from '../support/firefox.ts';
import { expect, test } from '../support/journey-test.ts';

const words = 'moonlit regatta';
const announcement = {
  title: words,
  paragraphs: [
    'The sailing club will hold its first race by night in the outer bay, lit by the full moon and by lamps on the buoys.',
    'Thirty boats have put their names down, among them two that were built in the club’s own shed last winter.',
  ],
};
const result = {
  title: 'A school crew wins the moonlit regatta',
  paragraphs: [
    'Four pupils of the harbour school came in first after two hours of light wind and a wrong turn at the last buoy.',
    'Their prize is a new mainsail. The club wants to repeat the race in the spring.',
  ],
};

test('in Firefox, words marked in a page become a number on the button that reading takes away', async ({ server }) => {
  test.setTimeout(180_000);
  const member = await server.newMember();
  const page = await server.publish('harbour-post', announcement);
  const newestTitles = async () =>
    (await member.api(listNews, { query: { language: 'en', limit: 10 } })).list.map(({ title }) => title);
  await expect.poll(newestTitles, { timeout: 40_000 }).toContain(announcement.title);

  const firefox = await startFirefox({ extensionId: 'tidings@tidings.example' });
  try {
    await firefox.installExtension(firefoxExtensionDir);
    await chooseServer(firefox, server.url);

    await firefox.goto(firefox.extensionUrl('popup.html'));
    await firefox.waitFor('return document.querySelector("[name=account]")');
    await firefox.fill('[name=account]', member.userName);
    await firefox.fill('[name=password]', member.password);
    await firefox.click('form [type=submit]');
    await firefox.waitFor('return document.querySelector("header").textContent.includes(arguments[0])', [
      member.userName,
    ]);
    await expect.poll(() => firefox.badgeText()).toBe('');

    await firefox.goto(page);
    await firefox.evaluate('getSelection().selectAllChildren(document.querySelector("h1"))');
    await firefox.chooseContextMenuItem('h1', `Subscribe to “${words}”`);
    await firefox.waitForInPopup(`return document.querySelector('#words')?.value === '"${words}"'`);
    await firefox.waitForInPopup('return document.body.innerText.includes("1 story in the last 7 days")');
    await firefox.evaluateInPopup('document.querySelector("#words").form.requestSubmit()');
    await firefox.waitForInPopup('return document.body.innerText.includes("Subscribed to")');
    await firefox.closeToolbarPopup();
    const { list } = await member.api(listKeywords, { query: {} });
    expect(list.map(({ keyword }) => keyword)).toEqual([`"${words}"`]);

    await firefox.goto(firefox.extensionUrl('sidepanel.html'));
    await firefox.waitFor('return document.body.innerText.includes("0 unread")');
    await server.publish('northmoor-ledger', result);
    await firefox.killBackground();
    await expect.poll(() => ringAlarm(firefox), { timeout: 40_000, intervals: [500] }).toBe('1');
    await firefox.waitFor('return document.body.innerText.includes("1 unread")');
    expect(await firefox.evaluate('return document.querySelector("[data-notice]").innerText')).toContain(result.title);
    await firefox.click('[data-notice]');
    await expect.poll(() => firefox.badgeText()).toBe('');
    await firefox.waitFor('return document.body.innerText.includes("0 unread")');
    expect((await member.api(countNotices, { query: {} })).unread).toBe(0);
  } finally {
    await firefox.quit();
  }
});

async function chooseServer(firefox: Firefox, serverUrl: string): Promise<void> {
  await firefox.goto(firefox.extensionUrl('options.html'));
  await firefox.waitFor('return document.querySelector("#server")');
  await firefox.fill('#server', serverUrl);
  await firefox.click('form:has(#server) [type=submit]');
  const isKept = 'return (await browser.storage.local.get("server")).server?.value === arguments[0]';
  await firefox.waitFor(isKept, [serverUrl]);
}

/** Brings the next look at the server forward to now; answers the badge. Runs in a page of the extension. */
async function ringAlarm(firefox: Firefox): Promise<string> {
  await firefox.evaluate('await browser.alarms.create("poll", { when: Date.now(), periodInMinutes: 5 })');
  return firefox.badgeText();
}
