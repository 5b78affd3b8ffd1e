import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as accounts from '#shared/contract/accounts.ts';
import { refusal } from '../support/refusal.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const password = 'correct-horse';

describe('registration', () => {
  test('makes an account that is signed in and can sign in again', async () => {
    const visitor = server.client();
    const session = await visitor(accounts.register, { body: { userName: '知闻读者', password, agree: true } });
    expect(session.user).toMatchObject({ userName: '知闻读者', type: 'member' });
    expect(session.uniqueAuth).toContain('user-keyword-index');
    expect(session.uniqueAuth).not.toContain('admin-system');
    const again = await visitor(accounts.login, { body: { account: '知闻读者', password } });
    expect(again.token).not.toBe(session.token);
    const person = await server.client(again.token)(accounts.getPersonInfo);
    expect(person).toMatchObject({ userName: '知闻读者', memberInfo: { is_vip: false, vip_expire_time: null } });
  });

  test('refuses a name that differs only in case or width', async () => {
    const visitor = server.client();
    await visitor(accounts.register, { body: { userName: 'Ada', password, agree: true } });
    expect(
      await refusal(visitor(accounts.register, { body: { userName: 'ＡＤＡ', password, agree: true } })),
    ).toMatchObject({
      errorName: 'USER_NAME_TAKEN',
      status: 409,
    });
  });

  test('refuses without agreement, and a short password, naming the field', async () => {
    const body = { userName: 'x1', password: 'short', agree: false } as never;
    const error = await refusal(server.client()(accounts.register, { body }));
    expect(error.errorName).toBe('INVALID_INPUT');
    expect(error.issues.map((issue) => issue.path).sort()).toEqual(['agree', 'password']);
  });

  test('an e-mail address is taken on only with the code sent to it', async () => {
    const visitor = server.client(undefined, 'zh-CN');
    const email = 'reader@example.com';
    const body = { userName: 'mailed', password, email, agree: true as const };
    expect((await refusal(visitor(accounts.register, { body }))).errorName).toBe('CODE_REQUIRED');
    await visitor(accounts.toCode, { body: { to: email, purpose: 'register' } });
    await server.jobs.runOnce('deliver');
    const message = server.sent.find((one) => one.to === email)!;
    expect(message.subject).toBe('知闻验证码');
    const code = /\d{6}/.exec(message.text)![0];
    const wrong = code === '000000' ? '000001' : '000000';
    expect((await refusal(visitor(accounts.register, { body: { ...body, code: wrong } }))).errorName).toBe(
      'CODE_WRONG',
    );
    const session = await visitor(accounts.register, { body: { ...body, code } });
    expect((await server.client(session.token)(accounts.getPersonInfo)).email).toBe(email);
    expect(
      (await refusal(visitor(accounts.register, { body: { ...body, userName: 'mailed2', code } }))).errorName,
    ).toBe('CODE_WRONG');
  });

  test('a code dies after five wrong guesses', async () => {
    const visitor = server.client();
    const email = 'guess@example.com';
    await visitor(accounts.toCode, { body: { to: email, purpose: 'register' } });
    await server.jobs.runOnce('deliver');
    const code = /\d{6}/.exec(server.sent.find((one) => one.to === email)!.text)![0];
    const wrong = code === '111111' ? '222222' : '111111';
    const body = { userName: 'guesser', password, email, agree: true as const };
    for (let guess = 0; guess < 5; guess++) {
      expect((await refusal(visitor(accounts.register, { body: { ...body, code: wrong } }))).errorName).toBe(
        'CODE_WRONG',
      );
    }
    expect((await refusal(visitor(accounts.register, { body: { ...body, code } }))).errorName).toBe('CODE_WRONG');
  });

  test('a second code within a minute has to wait', async () => {
    const visitor = server.client();
    const body = { to: 'again@example.com', purpose: 'register' as const };
    await visitor(accounts.toCode, { body });
    expect(await refusal(visitor(accounts.toCode, { body }))).toMatchObject({ errorName: 'RATE_LIMITED', status: 429 });
  });
});

describe('signing in', () => {
  test('a wrong password and an unknown account are told in the same words', async () => {
    const member = await server.newMember();
    const wrong = await refusal(
      server.client()(accounts.login, { body: { account: member.userName, password: 'nope nope' } }),
    );
    const unknown = await refusal(
      server.client()(accounts.login, { body: { account: 'nobody', password: 'nope nope' } }),
    );
    expect(wrong).toMatchObject({ errorName: 'LOGIN_FAILED', status: 401 });
    expect(unknown.message).toBe(wrong.message);
  });

  test('is locked after five failures, and the lock passes', async () => {
    const member = await server.newMember();
    const attempt = (given: string) =>
      server.client(undefined, 'zh-TW')(accounts.login, { body: { account: member.userName, password: given } });
    for (let failure = 0; failure < 5; failure++) await refusal(attempt('wrong'));
    const locked = await refusal(attempt(password));
    expect(locked.errorName).toBe('LOGIN_LOCKED');
    expect(locked.message).toBe('登入失敗次數過多，請 30 秒後再試。');
    server.advance(31_000);
    expect((await attempt(password)).user.userName).toBe(member.userName);
  });

  test('too many attempts from one address are slowed whatever the account', async () => {
    const strict = await startTestServer({
      rateLimits: { ...server.rateLimits, login: { count: 3, windowMs: 60_000 } },
    });
    try {
      for (let attempt = 0; attempt < 3; attempt++) {
        await refusal(strict.client()(accounts.login, { body: { account: `a${attempt}`, password: 'x' } }));
      }
      const slowed = await refusal(strict.client()(accounts.login, { body: { account: 'a9', password: 'x' } }));
      expect(slowed).toMatchObject({ errorName: 'RATE_LIMITED', status: 429 });
      expect(slowed.retryAfterSeconds).toBeGreaterThan(0);
    } finally {
      await strict.stop();
    }
  });
});

describe('a token', () => {
  test('is needed, and one that was never given out is invalid', async () => {
    expect(await refusal(server.client()(accounts.getPersonInfo))).toMatchObject({
      errorName: 'NOT_LOGGED_IN',
      status: 401,
    });
    expect((await refusal(server.client('A'.repeat(43))(accounts.getPersonInfo))).errorName).toBe('TOKEN_INVALID');
    expect((await refusal(server.client('short')(accounts.getPersonInfo))).errorName).toBe('TOKEN_INVALID');
  });

  test('expires a day after its last use and slides while used', async () => {
    const { api } = await server.newMember();
    server.advance(20 * 3_600_000);
    await api(accounts.getPersonInfo);
    server.advance(20 * 3_600_000);
    await api(accounts.getPersonInfo);
    server.advance(25 * 3_600_000);
    expect(await refusal(api(accounts.getPersonInfo))).toMatchObject({
      errorName: 'TOKEN_EXPIRED',
      message: 'Token has expired',
    });
  });

  test('ends with logging out', async () => {
    const { api } = await server.newMember();
    await api(accounts.logout);
    expect((await refusal(api(accounts.getPersonInfo))).errorName).toBe('TOKEN_INVALID');
  });

  test('of other devices ends when the password changes, this one stays', async () => {
    const { api, userName } = await server.newMember();
    const other = await server.client()(accounts.login, { body: { account: userName, password } });
    expect(
      (await refusal(api(accounts.changePassword, { body: { oldPassword: 'bad guess', newPassword: 'new-password' } })))
        .errorName,
    ).toBe('PASSWORD_WRONG');
    await api(accounts.changePassword, { body: { oldPassword: password, newPassword: 'new-password' } });
    await api(accounts.getPersonInfo);
    expect((await refusal(server.client(other.token)(accounts.getPersonInfo))).errorName).toBe('TOKEN_INVALID');
  });

  test('in a cookie is enough to read, never to change', async () => {
    const { token } = await server.newMember();
    const headers = { cookie: `token=${token}`, 'content-type': 'application/json' };
    expect((await fetch(`${server.url}/v1/get_person_info`, { headers })).status).toBe(200);
    const change = await fetch(`${server.url}/v1/logout`, { method: 'POST', headers, body: '{}' });
    expect(change.status).toBe(403);
    expect(await change.json()).toMatchObject({ error: 'CROSS_SITE' });
  });

  test('is stored only as a hash', async () => {
    const { token } = await server.newMember();
    const rows = await server.ctx.db.selectFrom('session').select('token_hash').execute();
    expect(rows.some((row) => row.token_hash.includes(token))).toBe(false);
  });
});

test('a forgotten password is set anew with a code sent to the account’s address', async () => {
  const visitor = server.client();
  const email = 'forgot@example.com';
  await visitor(accounts.toCode, { body: { to: email, purpose: 'register' } });
  await server.jobs.runOnce('deliver');
  const codeFor = (purpose: string) =>
    /\d{6}/.exec(server.sent.findLast((one) => one.to === email && purpose)!.text)![0];
  await visitor(accounts.register, {
    body: { userName: 'forgetful', password, email, code: codeFor('register'), agree: true },
  });
  server.advance(61_000);
  await visitor(accounts.toCode, { body: { to: email, purpose: 'password' } });
  await server.jobs.runOnce('deliver');
  await visitor(accounts.setPasswordByMobile, {
    body: { mobile: email, code: codeFor('password'), password: 'brand-new-one' },
  });
  expect((await refusal(visitor(accounts.login, { body: { account: email, password } }))).errorName).toBe(
    'LOGIN_FAILED',
  );
  expect((await visitor(accounts.login, { body: { account: email, password: 'brand-new-one' } })).user.userName).toBe(
    'forgetful',
  );
});
