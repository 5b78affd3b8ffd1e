/** A real server on a free port with its own database, a clock that tests turn, and the client we ship. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryPush } from '#server/adapters/push/memory-sender.ts';
import type { PushTarget } from '#server/adapters/push/port.ts';
import { readConfig } from '#server/config.ts';
import { type RunningServer, startServer } from '#server/start-server.ts';
import { createClient } from '#shared/api/create-client.ts';
import * as accounts from '#shared/contract/accounts.ts';
import { createDatabaseUrl } from './test-database.ts';

export type TestServer = Awaited<ReturnType<typeof startTestServer>>;

const password = 'correct-horse';

const generousLimits = Object.fromEntries(
  ['read', 'write', 'search', 'fetch', 'login', 'code'].map((name) => [name, { count: 10_000, windowMs: 60_000 }]),
) as NonNullable<Parameters<typeof startServer>[0]['rateLimits']>;

export async function startTestServer(
  options: {
    env?: Record<string, string>;
    rateLimits?: typeof generousLimits;
    startAt?: number;
    allowedOrigins?: string[];
  } = {},
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-test-'));
  let now = options.startAt ?? Date.UTC(2026, 10, 21, 8, 0, 0);
  const sent: { to: string; subject: string; text: string }[] = [];
  const pushed: { target: PushTarget; payload: string }[] = [];
  const config = readConfig(
    {
      NODE_ENV: 'test',
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: await createDatabaseUrl(),
      DEMO: 'off',
      ROLES: 'api',
      ADMIN_PASSWORD: 'admin-password',
      LOG_LEVEL: 'silent',
      ...options.env,
    },
    '0.0.0-test',
  );
  const server: RunningServer = await startServer({
    config,
    now: () => now,
    sender: { send: async (message) => void sent.push(message), close: async () => {} },
    push: createMemoryPush(pushed),
    rateLimits: options.rateLimits ?? generousLimits,
    allowedOrigins: options.allowedOrigins,
    isTest: true,
  });
  let sequence = 0;

  const clientFor = (token?: string, language = 'en') =>
    createClient({ baseUrl: server.url, token: () => token, language: () => language });

  return {
    ...server,
    sent,
    pushed,
    rateLimits: generousLimits,
    dataDir,
    now: () => now,
    advance(ms: number) {
      now += ms;
    },
    /** The client of somebody with this token; without one, of a visitor. */
    client: clientFor,
    /** A new member and the member's client. */
    async newMember(language = 'en') {
      const userName = `member${++sequence}`;
      const session = await clientFor()(accounts.register, {
        body: { userName, password, agree: true, timeZone: 'UTC', language: language as 'en' },
      });
      const account = { ...session, userName };
      const api = createClient({ baseUrl: server.url, token: () => account.token, language: () => language });
      return Object.assign(account, {
        api,
        /** Again, after the clock was turned past the token's life. */
        async signIn() {
          Object.assign(account, await clientFor()(accounts.login, { body: { account: userName, password } }));
        },
      });
    },
    async stop() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
