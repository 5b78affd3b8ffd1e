import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '#shared/contract/accounts.ts';
import { setupI18n } from '#shared/i18n/setup.ts';
import { sessionLifeMs } from '#shared/rules/session.ts';
import { judgeVisit, safeRedirect } from './guard.ts';
import { router } from './router.ts';
import { preferenceKeys } from './stores/preferences.ts';
import { useSession } from './stores/session.ts';

describe('judgeVisit', () => {
  const visit = { path: '/user/notice', isSignedIn: true, held: ['user-notice-index'] };

  test('a screen that asks nothing is open to everybody', () => {
    expect(judgeVisit({ ...visit, requirements: [undefined], isSignedIn: false, held: [] })).toBe('pass');
  });

  test('a screen for members sends visitors to sign in', () => {
    expect(judgeVisit({ ...visit, requirements: [true], isSignedIn: false })).toBe('login');
  });

  test('a screen that only asks for signing in does not look at permissions', () => {
    expect(judgeVisit({ ...visit, requirements: [true], held: [] })).toBe('pass');
  });

  test('one held permission of those listed is enough, none is forbidden', () => {
    expect(judgeVisit({ ...visit, requirements: [true, ['admin-system', 'user-notice-index']] })).toBe('pass');
    expect(judgeVisit({ ...visit, requirements: [true, ['admin-system']] })).toBe('forbidden');
  });

  test('a session without any permission signs in again', () => {
    expect(judgeVisit({ ...visit, requirements: [['user-notice-index']], held: [] })).toBe('login');
  });

  test('paths the specification excepts are not judged', () => {
    expect(judgeVisit({ ...visit, path: '/mobile_upload', requirements: [true], isSignedIn: false })).toBe('pass');
    expect(judgeVisit({ ...visit, path: '/aboutus', requirements: [true], isSignedIn: false })).toBe('pass');
  });
});

describe('safeRedirect', () => {
  test('a path of ours is followed', () => {
    expect(safeRedirect('/user/notice?unread=true')).toBe('/user/notice?unread=true');
  });

  test.each([undefined, '', 'https://evil.example', '//evil.example', '/\\evil.example', '/login?redirect=/x', 5])(
    '%s leads home',
    (wanted) => expect(safeRedirect(wanted)).toBe('/home'),
  );
});

describe('the router', () => {
  beforeAll(async () => {
    await setupI18n({ stored: 'en', wanted: [] });
  });
  afterEach(() => {
    useSession.getState().end(preferenceKeys);
  });

  const session = (uniqueAuth: string[]): Session => ({
    token: 'a-token-of-this-test',
    expiresAt: Date.now() + sessionLifeMs,
    uuid: 'u',
    user: { userId: 1, userName: 'reader', type: 'member', access: uniqueAuth },
    uniqueAuth,
  });

  /** Where a visit of the path ends. */
  async function open(path: string) {
    router.history.push(path);
    await router.load();
    return { ...router.state.location, routeId: router.state.matches.at(-1)?.routeId };
  }

  test('a visitor who wants his messages is asked to sign in and keeps his way', async () => {
    localStorage.setItem('left-over', '1');
    localStorage.setItem('tidings.theme', 'dark');
    const { pathname, search } = await open('/user/notice?unread=true');
    expect(pathname).toBe('/login');
    expect(search).toEqual({ redirect: '/user/notice?unread=true' });
    expect(localStorage.getItem('left-over')).toBe(null);
    expect(localStorage.getItem('tidings.theme')).toBe('dark');
  });

  test('a member with the permission gets there', async () => {
    useSession.getState().begin(session(['user-notice-index']));
    expect(await open('/user/notice')).toMatchObject({ pathname: '/user/notice', routeId: '/_member/user/notice/' });
  });

  test('a member without the permission sees 403', async () => {
    useSession.getState().begin(session(['user-collect-index']));
    expect((await open('/user/notice')).pathname).toBe('/403');
  });

  test('a session with no permissions is cleared, cookies included', async () => {
    useSession.getState().begin(session([]));
    expect(document.cookie).toContain('token=a-token-of-this-test');
    expect((await open('/user/notice')).pathname).toBe('/login');
    expect(document.cookie).not.toContain('a-token-of-this-test');
    expect(useSession.getState().signed).toBe(undefined);
  });

  test('an unknown path is answered with 404', async () => {
    expect(await open('/no/such/page')).toMatchObject({ routeId: '/_public/$', pathname: '/no/such/page' });
  });
});
