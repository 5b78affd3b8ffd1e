import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useSession } from '#dashboard/stores/session.ts';
import { changePassword, getPersonInfo, logout, type PersonInfo, updateProfile } from '#shared/contract/accounts.ts';
import { getChannels } from '#shared/contract/channels.ts';
import { listNews } from '#shared/contract/news.ts';
import { Refusal, requestsOf, serve } from '../../../../../tests/support/fake-server.ts';
import { openScreen } from '../../../../../tests/support/open-screen.tsx';

const dayMs = 86_400_000;

function servePerson(more: Partial<PersonInfo> = {}) {
  const person: PersonInfo = {
    userId: 1,
    userName: 'reader',
    type: 'member',
    real_name: '',
    nickname: 'Rea',
    image: '',
    email: 'reader@example.org',
    mobile: '',
    language: 'en',
    timeZone: 'Asia/Shanghai',
    quietHours: null,
    memberInfo: { is_vip: false, vip_expire_time: null },
    access: [],
    uniqueAuth: [],
    createdAt: Date.now(),
    ...more,
  };
  serve(getPersonInfo, () => person);
  serve(updateProfile, ({ body }) => Object.assign(person, body));
  serve(getChannels, () => ({ email: '', webhook: null, feed: null, push: { publicKey: '', deviceCount: 0 } }));
}

test('a changed name and language are saved, and the screen speaks the new language', async () => {
  servePerson();
  const user = await openScreen('/user/personal');
  await user.clear(await screen.findByLabelText('Nickname'));
  await user.type(screen.getByLabelText('Nickname'), 'Lin');
  const language = screen.getByLabelText('Language', { selector: 'main select' });
  await user.selectOptions(language, 'zh-tw');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('已儲存')).toBeDefined();
  expect(await screen.findByRole('heading', { name: '基本資料' })).toBeDefined();
  expect(requestsOf(updateProfile)).toEqual([
    { body: { nickname: 'Lin', real_name: '', language: 'zh-tw', timeZone: 'Asia/Shanghai', quietHours: null } },
  ]);
});

test('quiet hours are switched on with their bounds', async () => {
  servePerson();
  const user = await openScreen('/user/personal');
  await user.click(await screen.findByRole('switch', { name: 'Quiet hours' }));
  await user.selectOptions(screen.getByLabelText('Quiet from'), '23:30');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(requestsOf(updateProfile)).toHaveLength(1));
  expect(requestsOf(updateProfile)[0]).toMatchObject({ body: { quietHours: { from: 23 * 60 + 30, to: 7 * 60 } } });
});

test('a password typed differently the second time is not sent', async () => {
  servePerson();
  const user = await openScreen('/user/personal');
  await user.type(await screen.findByLabelText('Current password'), 'old-password');
  await user.type(screen.getByLabelText('New password'), 'new-password');
  await user.type(screen.getByLabelText('New password again'), 'new-pasword');
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  expect(await screen.findByText('The two are not the same.')).toBeDefined();
  expect(requestsOf(changePassword)).toEqual([]);
});

test('a wrong current password is said at its field', async () => {
  servePerson();
  serve(changePassword, () => {
    throw new Refusal('PASSWORD_WRONG', 'The current password is wrong.');
  });
  const user = await openScreen('/user/personal');
  await user.type(await screen.findByLabelText('Current password'), 'not-it');
  await user.type(screen.getByLabelText('New password'), 'new-password');
  await user.type(screen.getByLabelText('New password again'), 'new-password');
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  expect(await screen.findByText('The current password is wrong.')).toBeDefined();
  expect(screen.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true');
});

test('the fields are empty again once the password is changed', async () => {
  servePerson();
  serve(changePassword, () => ({}));
  const user = await openScreen('/user/personal');
  await user.type(await screen.findByLabelText('Current password'), 'old-password');
  await user.type(screen.getByLabelText('New password'), 'new-password');
  await user.type(screen.getByLabelText('New password again'), 'new-password');
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  await waitFor(() => expect((screen.getByLabelText('New password') as HTMLInputElement).value).toBe(''));
  expect(requestsOf(changePassword)).toEqual([{ body: { oldPassword: 'old-password', newPassword: 'new-password' } }]);
});

test.each([
  [{ is_vip: true, vip_expire_time: Date.now() + 30 * dayMs }, /^until /],
  [{ is_vip: true, vip_expire_time: Date.now() - dayMs }, /^VIP ended on /],
  [{ is_vip: false, vip_expire_time: Date.now() + dayMs }, /^Standard$/],
])('membership %j reads %s', async (memberInfo, text) => {
  servePerson({ memberInfo });
  await openScreen('/user/personal');
  expect(await screen.findByText(text)).toBeDefined();
});

test('signing out ends the session even when the server cannot be told', async () => {
  servePerson();
  serve(listNews, () => ({ list: [], count: 0 }));
  serve(logout, () => {
    throw new Refusal('INTERNAL', 'Something went wrong.');
  });
  const user = await openScreen('/user/personal');
  await user.click(await screen.findByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(useSession.getState().signed).toBeUndefined());
});
