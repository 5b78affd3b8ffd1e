import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { useSession } from '#dashboard/stores/session.ts';
import { login, setPasswordByMobile, toCode } from '#shared/contract/accounts.ts';
import { memberPermissions } from '#shared/contract/permissions.ts';
import { Refusal, requestsOf, serve } from '../../../tests/support/fake-server.ts';
import { location, openScreen } from '../../../tests/support/open-screen.tsx';

const address = 'reader@example.org';

beforeEach(() => {
  useSession.getState().end([]);
  serve(toCode, () => ({ expiresAt: Date.now() + 600_000, retryAt: Date.now() + 60_000 }));
  serve(setPasswordByMobile, () => ({}));
  serve(login, () => ({
    token: 'token',
    expiresAt: Date.now() + 86_400_000,
    uuid: 'uuid',
    user: { userId: 1, userName: 'reader', type: 'member' as const, access: [...memberPermissions] },
    uniqueAuth: [...memberPermissions],
  }));
});

async function fillIn({ repeated = 'a-new-password' } = {}) {
  const user = await openScreen('/forgot-password?redirect=/help');
  await user.type(await screen.findByLabelText('E-mail or mobile number'), ` ${address} `);
  await user.type(screen.getByLabelText('Code'), '123456');
  await user.type(screen.getByLabelText('New password'), 'a-new-password');
  await user.type(screen.getByLabelText('New password again'), repeated);
  return user;
}
const setPassword = () => screen.getByRole('button', { name: 'Set new password' });

test('the sign-in leads here and takes the wanted screen along', async () => {
  const user = await openScreen('/login?redirect=/help');
  await user.click(await screen.findByRole('link', { name: 'Forgot your password?' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Forgot password' })).toBeDefined();
  expect(location()).toBe('/forgot-password?redirect=%2Fhelp');
});

test('a code is sent to the address, without saying whether an account has it, and another only after a while', async () => {
  const user = await openScreen('/forgot-password');
  await user.type(await screen.findByLabelText('E-mail or mobile number'), address);
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  const again = await screen.findByRole('button', { name: /^Again in \d+ s$/ });
  expect(again.hasAttribute('disabled')).toBe(true);
  expect(await screen.findByText(`If an account uses ${address}, a code is on its way. It is valid for 10 minutes.`));
  expect(requestsOf(toCode)).toEqual([{ body: { to: address, purpose: 'password', language: 'en' } }]);
});

test('no code is asked for without a usable address', async () => {
  const user = await openScreen('/forgot-password');
  await user.type(await screen.findByLabelText('E-mail or mobile number'), 'reader');
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  expect(await screen.findByText('Enter a valid e-mail address or mobile number.')).toBeDefined();
  expect(requestsOf(toCode)).toEqual([]);
});

test('who asked for a code before a reload sees how long to wait for the next', async () => {
  serve(toCode, () => {
    throw new Refusal('RATE_LIMITED', 'Too many requests.', { args: { seconds: 42 } });
  });
  const user = await openScreen('/forgot-password');
  await user.type(await screen.findByLabelText('E-mail or mobile number'), address);
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  expect(await screen.findByRole('button', { name: /^Again in 4\d s$/ })).toBeDefined();
});

test('the new password is set with the code, and its owner is signed in and comes to the wanted screen', async () => {
  const user = await fillIn();
  await user.click(setPassword());
  await waitFor(() => expect(location()).toBe('/help'));
  expect(useSession.getState().signed?.token).toBe('token');
  expect(requestsOf(setPasswordByMobile)).toEqual([
    { body: { mobile: address, code: '123456', password: 'a-new-password' } },
  ]);
  expect(requestsOf(login)).toEqual([{ body: { account: address, password: 'a-new-password', client: 'dashboard' } }]);
});

test('who cannot be signed in at once comes to the sign-in, told that the password is set', async () => {
  serve(login, () => {
    throw new Refusal('RATE_LIMITED', 'Too many requests.');
  });
  const user = await fillIn();
  await user.click(setPassword());
  expect(await screen.findByText('Your new password is set. Sign in with it.')).toBeDefined();
  expect(location()).toBe('/login?redirect=%2Fhelp');
  expect(useSession.getState().signed).toBeUndefined();
});

test('a wrong code is said at its field, and nobody is signed in', async () => {
  serve(setPasswordByMobile, () => {
    throw new Refusal('CODE_WRONG', 'The code is wrong or has expired.');
  });
  const user = await fillIn();
  await user.click(setPassword());
  expect(await screen.findByText('The code is wrong or has expired.')).toBeDefined();
  expect(screen.getByLabelText('Code').getAttribute('aria-invalid')).toBe('true');
  expect(requestsOf(login)).toEqual([]);
});

test('a password typed differently the second time is not sent', async () => {
  const user = await fillIn({ repeated: 'a-new-pasword' });
  await user.click(setPassword());
  expect(await screen.findByText('The two are not the same.')).toBeDefined();
  expect(requestsOf(setPasswordByMobile)).toEqual([]);
});

test('who is signed in has no use for it', async () => {
  useSession.getState().begin({
    token: 'token',
    expiresAt: Date.now() + 86_400_000,
    uuid: 'uuid',
    user: { userId: 1, userName: 'reader', type: 'member', access: [] },
    uniqueAuth: [...memberPermissions],
  });
  await openScreen('/forgot-password?redirect=/help');
  await waitFor(() => expect(location()).toBe('/help'));
});
