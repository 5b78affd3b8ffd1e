/**
 * Builds one process from its configuration: database, ports, HTTP, jobs. The only place that knows all parts. What one
 * installation uses and another does not is loaded when it is wanted.
 */
import { mkdirSync } from 'node:fs';
import { type ServerType, serve } from '@hono/node-server';
import { createLogSender } from './adapters/mail/log-sender.ts';
import type { MessageSender } from './adapters/mail/port.ts';
import type { PushSender } from './adapters/push/port.ts';
import { createWebPushSender, newPushKeys } from './adapters/push/web-push-sender.ts';
import type { SearchIndex } from './adapters/search-index/port.ts';
import { createSqliteIndex } from './adapters/search-index/sqlite-fts5.ts';
import { createInProcessSignals } from './adapters/signals/in-process.ts';
import type { Signals } from './adapters/signals/port.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { createFetcher, type Fetcher } from './crawl/fetch/fetch-resource.ts';
import { createDocumentReader } from './crawl/prepare/document-reader.ts';
import type { Database } from './db/database.ts';
import { openDatabase } from './db/open-database.ts';
import type { Newsroom } from './demo/newsroom.ts';
import { ensureFirstAccounts } from './domains/accounts/accounts.service.ts';
import { articleReader } from './domains/articles/articles.service.ts';
import { pushKeysOf } from './domains/notices/channels.service.ts';
import { newsroomStartedAt, seedSources } from './domains/sources/seed-sources.ts';
import { createApp } from './http/app.ts';
import type { HttpApp } from './http/http-app.ts';
import { mountSite } from './http/mount-site.ts';
import type { RateLimits } from './http/rate-limit.ts';
import { type JobRunner, startJobs } from './jobs/run-jobs.ts';
import { createLog } from './log.ts';
import { createMetrics } from './metrics.ts';

const pushAnswerBytes = 64 * 1_024;
const newsroomPath = '/demo/newsroom';

export interface ServerOptions {
  config: Config;
  now?: () => number;
  sender?: MessageSender;
  push?: PushSender;
  rateLimits?: RateLimits;
  /** Origins the crawl may fetch although they are private: a test's own sites. */
  allowedOrigins?: string[];
  /** Tests run jobs by hand, through `jobs.runOnce`, and crawl their own sites only. */
  isTest?: boolean;
}

export interface RunningServer {
  url: string;
  ctx: Context;
  jobs: JobRunner;
  newsroom: Newsroom | undefined;
  adminPassword: string | undefined;
  /** Answers what is under way, finishes the jobs at hand, closes everything. */
  stop(): Promise<void>;
}

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { config } = options;
  const now = options.now ?? Date.now;
  const log = createLog(config.logLevel);
  mkdirSync(config.dataDir, { recursive: true });
  const database = await openDatabase(config);
  const signals = await openSignals(config, database);
  const sender = options.sender ?? (await openSender(config, log));
  const metrics = createMetrics();

  // Made once the own address is known: the demo newsroom lives there, the one private address the crawl may read.
  let fetcher: Fetcher | undefined;
  const fetchResource: Fetcher['fetchResource'] = (request) => fetcher!.fetchResource(request);
  const documents = createDocumentReader({ fetchResource });
  const ctx: Context = {
    config,
    db: database.kysely,
    engine: database.engine,
    publicUrl: config.publicUrl,
    now,
    log,
    searchIndex: await openSearchIndex(database, now),
    signals,
    push: options.push ?? (await openPush(config, database.kysely, fetchResource)),
    fetchResource,
    documents,
    afterCommit: (effect) => effect(),
  };

  const { adminPassword } = await ensureFirstAccounts(ctx);
  const demo = config.demo ? await openNewsroom(ctx) : undefined;
  const newsroom = demo?.newsroom;
  const { app, openStreams } = createApp({
    ctx,
    metrics,
    rateLimits: options.rateLimits,
    mounts: demo ? [demo.mount] : [],
  });
  const http = await listen(app.fetch, config);
  const port = (http.address() as { port: number }).port;
  const loopbackUrl = `http://127.0.0.1:${port}`;
  const url = config.publicUrl || `http://${config.host === '0.0.0.0' ? '127.0.0.1' : config.host}:${port}`;
  ctx.publicUrl = url;
  const ownOrigins = [...(options.allowedOrigins ?? []), ...(newsroom ? [loopbackUrl] : [])];
  const ownHosts = new Set(ownOrigins.map((origin) => new URL(origin).host));
  fetcher = createFetcher({
    userAgent: `Tidings/${config.version}${config.publicUrl && ` (+${config.publicUrl})`}`,
    allowedOrigins: ownOrigins,
  });
  await seedSources(ctx, {
    demoSources: newsroom?.sources(loopbackUrl + newsroomPath) ?? [],
    hasCatalogue: !options.isTest,
  });

  const jobs = await startJobs({
    ctx,
    sender,
    metrics,
    isOwnHost: (host) => ownHosts.has(host),
    isManual: options.isTest || !config.roles.includes('jobs'),
  });

  return {
    url,
    ctx,
    jobs,
    newsroom,
    adminPassword,
    async stop() {
      for (const end of openStreams) end();
      await closeHttp(http);
      await documents.close();
      await jobs.stop();
      await Promise.all([fetcher?.close(), signals.close(), sender.close()]);
      await database.close();
    },
  };
}

async function openSignals(config: Config, { engine }: Database): Promise<Signals> {
  if (engine === 'sqlite') return createInProcessSignals();
  const { createPostgresSignals } = await import('./adapters/signals/postgres-notify.ts');
  return createPostgresSignals(config.databaseUrl);
}

async function openSearchIndex({ engine }: Database, now: () => number): Promise<SearchIndex> {
  if (engine === 'sqlite') return createSqliteIndex(articleReader);
  const { createPostgresIndex } = await import('./adapters/search-index/postgres-tsvector.ts');
  return createPostgresIndex(articleReader, now);
}

async function openSender(config: Config, log: Context['log']): Promise<MessageSender> {
  if (!config.mailUrl) return createLogSender(log);
  const { createSmtpSender } = await import('./adapters/mail/smtp-sender.ts');
  return createSmtpSender(config.mailUrl, config.mailFrom);
}

/** Push messages go through the guarded fetcher: the address comes from a browser, so from anybody. */
async function openPush(config: Config, db: Context['db'], fetchResource: Fetcher['fetchResource']) {
  const keys = await pushKeysOf({ db }, newPushKeys);
  const mailAddress = /<([^>]+)>/.exec(config.mailFrom)?.[1] ?? config.mailFrom;
  return createWebPushSender({
    keys,
    contact: config.publicUrl.startsWith('https:') ? config.publicUrl : `mailto:${mailAddress}`,
    async post({ url, headers, body }) {
      const answer = await fetchResource({ url, accept: '*/*', maxBytes: pushAnswerBytes, post: { headers, body } });
      return answer.ok ? { ok: true } : { ok: false, status: answer.status, detail: answer.detail };
    },
  });
}

/** Loaded only where it is wanted: its texts are of no use to a real installation. */
async function openNewsroom(ctx: Context) {
  const { createNewsroom } = await import('./demo/newsroom.ts');
  const newsroom = createNewsroom({ startedAt: await newsroomStartedAt(ctx) });
  return { newsroom, mount: (app: HttpApp) => mountSite(app, newsroomPath, newsroom, ctx.now) };
}

function listen(fetch: Parameters<typeof serve>[0]['fetch'], config: Config): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, port: config.port, hostname: config.host }, () => resolve(server));
    server.once('error', reject);
  });
}

const drainMs = 5_000;

function closeHttp(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), drainMs);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    if ('closeIdleConnections' in server) server.closeIdleConnections();
  });
}
