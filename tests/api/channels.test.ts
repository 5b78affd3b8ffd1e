import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as accounts from '#shared/contract/accounts.ts';
import * as channels from '#shared/contract/channels.ts';
import * as keywords from '#shared/contract/keywords.ts';
import * as notices from '#shared/contract/notices.ts';
import { startNewsStream } from '../support/news-stream.ts';
import { refusal } from '../support/refusal.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { startTestSite, type TestSite } from '../support/test-site.ts';

const hour = 3_600_000;

let stream: Awaited<ReturnType<typeof startNewsStream>>;
let server: TestServer;
let receiver: TestSite;
let sequence = 0;
beforeAll(async () => {
  receiver = await startTestSite();
  stream = await startNewsStream('Harbour Post', (origins) =>
    startTestServer({ allowedOrigins: [...origins, receiver.origin] }),
  );
  server = stream.server;
});
afterAll(async () => {
  await stream.stop();
  await receiver.stop();
});

type Channel = keywords.KeywordSubscription['channels'][number];
const deliver = () => server.jobs.runOnce('deliver');

async function newRule(chosen: Channel[]) {
  const word = `signal${++sequence}`;
  const member = await server.newMember();
  const { id } = await member.api(keywords.subscribeKeyword, { body: { keyword: word, name: word, channels: chosen } });
  return {
    word,
    id,
    member,
    publish: (...items: string[]) => stream.publish(...items.map((item) => `${item} ${word}`)),
  };
}

/** A web hook of the receiving site that keeps what is posted to it. */
function openHook(path: string, answers: () => number = () => 204) {
  const got: { headers: Record<string, string>; body: string }[] = [];
  receiver.serve(path, (request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      got.push({ headers: request.headers as Record<string, string>, body });
      const status = answers();
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
    });
  });
  return { url: `${receiver.origin}${path}`, got };
}

describe('e-mail', () => {
  async function confirm(member: Awaited<ReturnType<TestServer['newMember']>>, email: string) {
    await member.api(accounts.toCode, { body: { to: email, purpose: 'contact' } });
    await deliver();
    const code = /\d{6}/.exec(server.sent.at(-1)!.text)![0];
    await member.api(channels.changeEmail, { body: { email, code } });
  }

  test('goes to the confirmed address, once, in the words of the member, with a way to change it', async () => {
    const one = await newRule(['email']);
    const email = `${one.word}@example.com`;
    await confirm(one.member, email);
    expect(await one.member.api(channels.getChannels)).toMatchObject({ email });
    const before = server.sent.length;
    await one.publish('Alpha');
    await deliver();
    await deliver();
    const mails = server.sent.slice(before);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ to: email, subject: `Alpha ${one.word}` });
    expect(mails[0]!.text).toContain(`${server.url}/#/user/keyword`);
    expect(mails[0]!.text).toContain(`${stream.site.origin}/item-`);
  });

  test('a wrong code confirms nothing, and an address of somebody else is refused', async () => {
    const one = await newRule(['email']);
    const body = { email: `${one.word}@example.com`, code: '000000' };
    expect((await refusal(one.member.api(channels.changeEmail, { body }))).errorName).toBe('CODE_WRONG');
    expect(await one.member.api(channels.getChannels)).toMatchObject({ email: '' });
    await confirm(one.member, body.email);
    const other = await newRule(['email']);
    server.advance(2 * 60_000);
    expect((await refusal(confirm(other.member, body.email))).errorName).toBe('CONTACT_TAKEN');
  });

  test('a digest lists its stories with their addresses', async () => {
    const one = await newRule(['email']);
    await confirm(one.member, `${one.word}@example.com`);
    await one.member.api(keywords.updateKeyword, { body: { id: one.id, rhythm: 'hourly' } });
    await one.publish('Alpha', 'Beta');
    server.advance(2 * hour);
    await server.jobs.runOnce('digest');
    await deliver();
    const mail = server.sent.at(-1)!;
    expect(mail.subject).toBe(`“${one.word}”: 2 new stories`);
    for (const title of ['Alpha', 'Beta']) expect(mail.text).toMatch(new RegExp(`${title} ${one.word}\nhttp`));
  });
});

describe('a webhook', () => {
  test('gets the notice signed with the secret that was shown once', async () => {
    const hook = openHook('/hook/signed');
    const one = await newRule(['webhook']);
    const { secret } = await one.member.api(channels.saveWebhook, { body: { url: hook.url } });
    expect(await one.member.api(channels.saveWebhook, { body: { url: hook.url } })).toEqual({});
    await one.publish('Alpha');
    await deliver();
    const [{ headers, body }] = hook.got as [(typeof hook.got)[0]];
    expect(JSON.parse(body)).toMatchObject({ type: 'notice', title: `Alpha ${one.word}`, reason: one.word });
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const key = Buffer.from(secret!.replace('whsec_', ''), 'base64');
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
    expect(Number(headers['webhook-timestamp'])).toBe(Math.floor(server.now() / 1_000));

    await one.member.signIn();
    const fresh = await one.member.api(channels.rotateWebhookSecret, { body: {} });
    expect(fresh.secret).not.toBe(secret);
    expect(JSON.stringify(await one.member.api(channels.getChannels))).not.toContain(fresh.secret.slice(6));
  });

  test('is tried again after longer and longer waits under the same id, and then it went once', async () => {
    let isDown = true;
    const hook = openHook('/hook/shaky', () => (isDown ? 503 : 200));
    const one = await newRule(['webhook']);
    await one.member.api(channels.saveWebhook, { body: { url: hook.url } });
    await one.publish('Alpha');
    await deliver();
    await deliver();
    expect(hook.got).toHaveLength(1);
    server.advance(61_000);
    await deliver();
    server.advance(61_000);
    await deliver();
    expect(hook.got).toHaveLength(2);
    isDown = false;
    server.advance(61_000);
    await deliver();
    server.advance(24 * hour);
    await deliver();
    expect(hook.got).toHaveLength(3);
    expect(new Set(hook.got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    await one.member.signIn();
    expect((await one.member.api(channels.getChannels)).webhook).toMatchObject({
      isOn: true,
      failingSince: null,
      lastError: '',
    });
  });

  test('that fails to the end is switched off, the member is told once, and saving it again switches it on', async () => {
    const hook = openHook('/hook/dead', () => 500);
    const one = await newRule(['webhook']);
    await one.member.api(channels.saveWebhook, { body: { url: hook.url } });
    await one.publish('Alpha', 'Beta');
    for (let tries = 0; tries < 12; tries++) {
      await deliver();
      server.advance(6 * hour);
    }
    expect(hook.got).toHaveLength(16);
    await one.member.signIn();
    const { list } = await one.member.api(notices.listNotices, { query: { kind: 'system' } });
    expect(list.map((notice) => notice.title)).toEqual(['Your webhook was switched off']);
    expect((await one.member.api(channels.getChannels)).webhook).toMatchObject({ isOn: false });
    await one.publish('Gamma');
    await deliver();
    expect(hook.got).toHaveLength(16);
    await one.member.signIn();
    await one.member.api(channels.saveWebhook, { body: { url: hook.url } });
    await one.member.api(channels.testWebhook, { body: {} });
    await deliver();
    expect(JSON.parse(hook.got.at(-1)!.body)).toMatchObject({ type: 'test' });
  });

  test.each(['http://169.254.169.254/latest', 'http://127.0.0.1:1/x', 'http://[::1]:9999/'])(
    'that leads into a private network is never called: %s',
    async (url) => {
      const one = await newRule(['webhook']);
      await one.member.api(channels.saveWebhook, { body: { url } });
      await one.member.api(channels.testWebhook, { body: {} });
      await deliver();
      const { webhook } = await one.member.api(channels.getChannels);
      expect(webhook).toMatchObject({ isOn: false, lastError: expect.stringContaining('blocked-address') });
    },
  );

  test('is not followed when it redirects', async () => {
    const hook = openHook('/hook/moved', () => 302);
    const elsewhere = openHook('/elsewhere');
    const one = await newRule(['webhook']);
    await one.member.api(channels.saveWebhook, { body: { url: hook.url } });
    await one.member.api(channels.testWebhook, { body: {} });
    await deliver();
    expect(hook.got).toHaveLength(1);
    expect(elsewhere.got).toEqual([]);
  });

  test('with another scheme or a password in it is refused', async () => {
    const member = await server.newMember();
    for (const url of ['ftp://example.org/', 'javascript:alert(1)', 'https://a:b@example.org/', 'hello']) {
      expect((await refusal(member.api(channels.saveWebhook, { body: { url } }))).errorName).toBe('URL_INVALID');
    }
    expect((await refusal(member.api(channels.testWebhook, { body: {} }))).errorName).toBe('NOT_FOUND');
  });
});

describe('the feed', () => {
  const read = (path: string, headers = {}) => fetch(server.url + path, { headers });

  test('has what the chosen rules found, as RSS and JSON Feed, until its address is revoked', async () => {
    const one = await newRule(['feed']);
    await one.member.api(keywords.subscribeKeyword, { body: { keyword: `${one.word}x`, channels: ['in-app'] } });
    const { rss, json } = await one.member.api(channels.renewFeed, { body: {} });
    await one.publish('Alpha & "co"');
    await stream.publish(`Hidden ${one.word}x`);
    const answer = await read(rss);
    expect(answer.headers.get('content-type')).toContain('application/rss+xml');
    const xml = await answer.text();
    expect(xml).toContain(`<title>Alpha &#38; &#34;co&#34; ${one.word}</title>`);
    expect(xml).not.toContain('Hidden');
    const feed = (await (await read(json)).json()) as { version: string; items: { title: string }[] };
    expect(feed.version).toBe('https://jsonfeed.org/version/1.1');
    expect(feed.items.map((item) => item.title)).toEqual([`Alpha & "co" ${one.word}`]);

    const etag = answer.headers.get('etag')!;
    expect((await read(rss, { 'if-none-match': etag })).status).toBe(304);
    await one.publish('Beta');
    expect((await read(rss, { 'if-none-match': etag })).status).toBe(200);

    await one.member.signIn();
    const fresh = await one.member.api(channels.renewFeed, { body: {} });
    expect((await read(rss)).status).toBe(404);
    expect((await read(fresh.rss)).status).toBe(200);
    await one.member.api(channels.revokeFeed, { body: {} });
    expect((await read(fresh.rss)).status).toBe(404);
    expect((await one.member.api(channels.getChannels)).feed).toBeNull();
  });

  test.each(['x.xml', '../../etc/passwd', `${'a'.repeat(32)}.xml`, `${'a'.repeat(32)}.txt`])(
    'is nowhere else: %s',
    async (file) => {
      expect((await read(`/v1/notice/feed/${encodeURIComponent(file)}`)).status).toBe(404);
    },
  );
});

describe('push', () => {
  const device = (name: string) => ({
    endpoint: `https://push.example/${name}`,
    keys: { p256dh: 'p256dh-key', auth: 'auth-key' },
  });

  test('reaches each browser once, with the place to open, and forgets one that has left', async () => {
    const one = await newRule(['push']);
    for (const name of [`${one.word}/a`, `${one.word}/b`, `${one.word}/gone`]) {
      await one.member.api(channels.addPushDevice, { body: device(name) });
    }
    await one.member.api(channels.addPushDevice, { body: device(`${one.word}/a`) });
    expect((await one.member.api(channels.getChannels)).push.deviceCount).toBe(3);
    const before = server.pushed.length;
    await one.publish('Alpha');
    await deliver();
    await deliver();
    const pushed = server.pushed.slice(before);
    expect(pushed.map(({ target }) => target.endpoint).toSorted()).toEqual(
      ['a', 'b'].map((name) => `https://push.example/${one.word}/${name}`),
    );
    expect(JSON.parse(pushed[0]!.payload)).toMatchObject({
      title: `Alpha ${one.word}`,
      url: expect.stringMatching(/^\/#\/news\/\d+$/),
    });
    await one.member.signIn();
    expect((await one.member.api(channels.getChannels)).push.deviceCount).toBe(2);
    await one.member.api(channels.removePushDevice, { body: { endpoint: device(`${one.word}/a`).endpoint } });
    expect((await one.member.api(channels.getChannels)).push.deviceCount).toBe(1);
  });

  test('a browser on which somebody else signs in gets only the notices of that member', async () => {
    const [first, second] = [await newRule(['push']), await newRule(['push'])];
    const body = device(first.word);
    await first.member.api(channels.addPushDevice, { body });
    await second.member.api(channels.addPushDevice, { body });
    expect((await first.member.api(channels.getChannels)).push.deviceCount).toBe(0);
    const before = server.pushed.length;
    await first.publish('Alpha');
    await second.publish('Beta');
    await deliver();
    expect(server.pushed.slice(before).map(({ payload }) => JSON.parse(payload).title)).toEqual([
      `Beta ${second.word}`,
    ]);
  });

  test('more browsers than anybody has are refused', async () => {
    const member = await server.newMember();
    for (let n = 0; n < 20; n++) await member.api(channels.addPushDevice, { body: device(`many/${n}`) });
    const call = member.api(channels.addPushDevice, { body: device('many/more') });
    expect((await refusal(call)).errorName).toBe('PUSH_DEVICE_LIMIT');
  });
});

test('a second rule for the same story adds its channels and makes no second notice', async () => {
  const one = await newRule(['in-app']);
  await one.member.api(keywords.subscribeKeyword, { body: { keyword: `title:${one.word}`, channels: ['push'] } });
  await one.member.api(channels.addPushDevice, {
    body: { endpoint: `https://push.example/${one.word}`, keys: { p256dh: 'p', auth: 'a' } },
  });
  const before = server.pushed.length;
  await one.publish('Alpha');
  await deliver();
  expect(server.pushed.length - before).toBe(1);
  await one.member.signIn();
  expect((await one.member.api(notices.listNotices, { query: {} })).count).toBe(1);
});

test('a notice is kept off the desktop until one of its rules wants it there', async () => {
  const one = await newRule(['in-app']);
  const onDesktop = async () =>
    (await one.member.api(notices.listNotices, { query: {} })).list.map((row) => row.onDesktop);
  await one.publish('Alpha');
  expect(await onDesktop()).toEqual([false]);
  await one.member.api(keywords.subscribeKeyword, { body: { keyword: `title:${one.word}`, channels: ['desktop'] } });
  await one.publish('Beta');
  await one.member.signIn();
  expect(await onDesktop()).toEqual([true, false]);
});
