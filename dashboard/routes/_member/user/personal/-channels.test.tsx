import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { getPersonInfo, toCode } from '#shared/contract/accounts.ts';
import {
  type ChannelState,
  changeEmail,
  getChannels,
  renewFeed,
  revokeFeed,
  rotateWebhookSecret,
  saveWebhook,
} from '#shared/contract/channels.ts';
import { Refusal, requestsOf, serve } from '../../../../../tests/support/fake-server.ts';
import { openScreen } from '../../../../../tests/support/open-screen.tsx';

let state: ChannelState;

beforeEach(() => {
  state = { email: '', webhook: null, feed: null, push: { publicKey: 'key', deviceCount: 0 } };
  serve(getChannels, () => state);
  serve(getPersonInfo, () => ({
    userId: 1,
    userName: 'reader',
    type: 'member' as const,
    real_name: '',
    nickname: 'reader',
    image: '',
    email: state.email,
    mobile: '',
    language: 'en' as const,
    timeZone: 'UTC',
    quietHours: null,
    memberInfo: { is_vip: false, vip_expire_time: null },
    access: [],
    uniqueAuth: [],
    createdAt: Date.now(),
  }));
});

test.each([
  ['123456', 'confirmed'],
  ['000000', 'The code is wrong.'],
])('an e-mail address counts once the code sent to it is entered: %s', async (code, answer) => {
  serve(toCode, () => ({ expiresAt: Date.now() + 600_000, retryAt: Date.now() + 60_000 }));
  serve(changeEmail, ({ body }) => {
    if (body.code !== '123456') throw new Refusal('CODE_WRONG', 'The code is wrong.');
    state = { ...state, email: body.email };
    return {};
  });
  const user = await openScreen('/user/personal');
  await user.click(await screen.findByRole('button', { name: 'Add an address' }));
  await user.type(screen.getByLabelText('E-mail address'), 'reader@example.com');
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  await user.type(await screen.findByLabelText('Code from the mail'), code);
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText(answer)).toBeDefined();
});

test('the secret of a webhook is shown when it is made and when it is replaced, and at no other time', async () => {
  const saved = { url: 'https://example.org/hook', isOn: true, lastOkAt: null, failingSince: null, lastError: '' };
  serve(saveWebhook, () => {
    state = { ...state, webhook: saved };
    return { secret: 'whsec_first' };
  });
  serve(rotateWebhookSecret, () => ({ secret: 'whsec_second' }));
  const user = await openScreen('/user/personal');
  await user.type(await screen.findByLabelText('Address'), saved.url);
  await user.click(
    screen.getAllByRole('button', { name: 'Save' }).find((button) => !(button as HTMLButtonElement).disabled)!,
  );
  expect(await screen.findByText('whsec_first')).toBeDefined();
  await user.click(await screen.findByRole('button', { name: 'New secret' }));
  await user.click((await screen.findAllByRole('button', { name: 'New secret' })).at(-1)!);
  expect(await screen.findByText('whsec_second')).toBeDefined();
  expect(screen.queryByText('whsec_first')).toBeNull();
});

test('a webhook that was switched off says why and can be switched on again', async () => {
  const webhook = {
    url: 'https://example.org/hook',
    isOn: false,
    lastOkAt: null,
    failingSince: 1,
    lastError: 'http: 500',
  };
  state = { ...state, webhook };
  serve(saveWebhook, () => {
    state = { ...state, webhook: { ...webhook, isOn: true, failingSince: null, lastError: '' } };
    return {};
  });
  const user = await openScreen('/user/personal');
  expect(await screen.findByText('Switched off, because it kept failing: http: 500')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Switch on again' }));
  expect(await screen.findByText('Nothing sent yet')).toBeDefined();
  expect(requestsOf(saveWebhook)).toEqual([{ body: { url: webhook.url } }]);
});

test('the address of the feed is made, copied and closed', async () => {
  const feed = { rss: '/v1/notice/feed/s.xml', json: '/v1/notice/feed/s.json' };
  serve(renewFeed, () => {
    state = { ...state, feed };
    return feed;
  });
  serve(revokeFeed, () => {
    state = { ...state, feed: null };
    return {};
  });
  const user = await openScreen('/user/personal');
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await user.click(await screen.findByRole('button', { name: 'Create an address' }));
  await user.click(await screen.findByRole('button', { name: 'Copy RSS address' }));
  await waitFor(() => expect(write).toHaveBeenCalledWith(new URL(feed.rss, window.location.origin).href));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(await screen.findByRole('button', { name: 'Create an address' })).toBeDefined();
});

test('a browser that cannot take push messages says so', async () => {
  await openScreen('/user/personal');
  expect(await screen.findByText(/This browser cannot do it/)).toBeDefined();
  expect(screen.getByRole('switch', { name: /In this browser/ })).toHaveProperty('disabled', true);
});
