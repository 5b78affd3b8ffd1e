/** The real server program on a free port with its own data folder; it can be stopped and started again like any server. */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Api, createClient } from '#shared/api/create-client.ts';
import { login, register, type Session } from '#shared/contract/accounts.ts';
import { listNews } from '#shared/contract/news.ts';
import { freePort } from './free-port.ts';
import type { ProcessMessage, PublishRequest } from './journey-process.ts';

const program = path.join(import.meta.dirname, 'journey-process.ts');
const newsroomLanguages = ['zh', 'en', 'ja', 'ko', 'es', 'fr', 'de', 'ru', 'ar'];
const takenInTimeoutMs = 60_000;

export interface Member {
  userName: string;
  password: string;
  session: Session;
  api: Api;
}

export interface JourneyServer {
  url: string;
  /** Publishes an item in the demo newsroom; answers the address of its page. */
  publish(slug: string, item: PublishRequest['item']): Promise<string>;
  newMember(language?: 'zh-cn' | 'zh-tw' | 'en'): Promise<Member>;
  demoMember(): Promise<Member>;
  /** Another session of a member, as every browser has its own. */
  sessionOf(member: Pick<Member, 'userName' | 'password'>): Promise<Session>;
  /** The client of whoever has this token; without one, of a visitor. */
  client(token?: string): Api;
  /** Answers what is under way and ends; the address and the data stay. */
  stop(): Promise<void>;
  /** Starts it again after `stop`. */
  start(): Promise<void>;
  /** From now on it takes requests and does not answer, until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Stops it for good and deletes its data. */
  dispose(): Promise<void>;
}

/** Ready once the crawl has taken in every language of the newsroom. */
export async function startJourneyServer(): Promise<JourneyServer> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tidings-journey-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let lastId = 0;
  let memberCount = 0;
  const waiting = new Map<number, { resolve: (path: string) => void; reject: (error: Error) => void }>();

  const onMessage = (message: ProcessMessage) => {
    if (message.kind === 'ready') return;
    const call = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.kind === 'published') call?.resolve(message.path);
    else call?.reject(new Error(message.error));
  };

  const clientOf = (token?: string, language = 'en') =>
    createClient({ baseUrl: url, token: () => token, language: () => language });

  const server: JourneyServer = {
    url,
    async publish(slug, item) {
      lastId += 1;
      const id = lastId;
      const answer = new Promise<string>((resolve, reject) => waiting.set(id, { resolve, reject }));
      child?.send({ id, slug, item } satisfies PublishRequest);
      return url + (await answer);
    },
    async newMember(language = 'en') {
      memberCount += 1;
      const userName = `reader${memberCount}`;
      const password = 'correct-horse';
      const body = { userName, password, agree: true as const, timeZone: 'UTC', language };
      const session = await clientOf()(register, { body });
      return { userName, password, session, api: clientOf(session.token, language) };
    },
    async demoMember() {
      const demo = { userName: 'demo', password: 'tidings-demo' };
      const session = await server.sessionOf(demo);
      return { ...demo, session, api: clientOf(session.token) };
    },
    sessionOf: ({ userName, password }) => clientOf()(login, { body: { account: userName, password } }),
    client: clientOf,
    async start() {
      child = fork(program, [], {
        execArgv: [],
        env: {
          ...process.env,
          NODE_OPTIONS: '',
          NODE_ENV: 'test',
          PORT: String(port),
          HOST: '127.0.0.1',
          DATA_DIR: dataDir,
          DATABASE_URL: '',
          PUBLIC_URL: '',
          ROLES: 'api,jobs',
          DEMO: 'on',
          ADMIN_PASSWORD: 'admin-password',
          LOG_LEVEL: 'error',
        },
      });
      child.on('message', onMessage);
      await isReady(child);
    },
    async stop() {
      if (!child || child.exitCode !== null) return;
      const ended = new Promise<void>((resolve) => child?.once('exit', () => resolve()));
      child.kill('SIGTERM');
      await ended;
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    async dispose() {
      server.thaw();
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  await server.start();
  await newsroomTakenIn(clientOf());
  return server;
}

function isReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) => reject(new Error(`The server ended (${code}) before it was ready`)));
  });
}

async function newsroomTakenIn(api: Api): Promise<void> {
  const deadline = Date.now() + takenInTimeoutMs;
  for (const language of newsroomLanguages) {
    for (;;) {
      const { list } = await api(listNews, { query: { language, limit: 10 } });
      if (list.length > 0) break;
      if (Date.now() > deadline) throw new Error(`Nothing in ${language} was taken in within ${takenInTimeoutMs} ms`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
