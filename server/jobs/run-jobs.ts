/** Runs the periodic work of a process: each job on its own rhythm, never twice at once, stopped in order. */
import { setTimeout as setTimeoutAsync } from 'node:timers/promises';
import type { MessageSender } from '../adapters/mail/port.ts';
import type { Context } from '../context.ts';
import { createHostGate, type HostGate } from '../crawl/fetch/host-gate.ts';
import { createRobotsGate } from '../crawl/fetch/robots-gate.ts';
import { forgetOldSessions } from '../domains/accounts/accounts.service.ts';
import { forgetOldHistory, makeHotspots } from '../domains/analysis/hotspots.service.ts';
import { createClusterBook, forgetOldTerms } from '../domains/articles/clusters.service.ts';
import { reindexArticles, reindexFigures } from '../domains/articles/reindex.service.ts';
import { forgetOldBands } from '../domains/articles/same-texts.service.ts';
import { noticeDeliverers } from '../domains/notices/deliveries.service.ts';
import { repairInboxes } from '../domains/notices/inbox.service.ts';
import { deliverDue, forgetOldEffects, messageDeliverer, outboxFigures } from '../domains/outbox/outbox.service.ts';
import { askDueHubs, hubFigures } from '../domains/sources/hub-subscriptions.service.ts';
import { failingByKind, forgetOldFetches, sourceFigures } from '../domains/sources/sources.service.ts';
import { tellDueDigests } from '../domains/subscriptions/digests.service.ts';
import { tellOfDeadSources } from '../domains/subscriptions/source-moves.service.ts';
import { createRuleBook } from '../domains/subscriptions/story-notices.service.ts';
import { forgetOldImports, importFigures, runImports } from '../domains/subscriptions/website-imports.service.ts';
import type { Metrics } from '../metrics.ts';
import { createBoilerplate, createCrawler } from './crawl.job.ts';
import { createStoreQueue } from './store-queue.ts';

export type JobName =
  | 'crawl'
  | 'digest'
  | 'deliver'
  | 'hotspots'
  | 'hubs'
  | 'import'
  | 'reindex'
  | 'tell'
  | 'tidy'
  | 'measure';

export interface JobRunner {
  /** Runs one job now and waits for it; for tests and tools. */
  runOnce(job: JobName): Promise<void>;
  stop(): Promise<void>;
}

interface Job {
  everyMs: number;
  run(): Promise<void>;
}

export async function startJobs(options: {
  ctx: Context;
  sender: MessageSender;
  metrics: Metrics;
  isOwnHost(host: string): boolean;
  /** No rhythm: jobs run only through `runOnce`. */
  isManual: boolean;
}): Promise<JobRunner> {
  const { ctx, sender, metrics } = options;
  const gate = createHostGate({ now: ctx.now });
  const robots = createRobotsGate({ fetchResource: ctx.fetchResource, agent: 'Tidings', now: ctx.now });
  const rules = createRuleBook({
    onSkip(ruleIds) {
      metrics.rulesSkipped.inc(ruleIds.length);
      ctx.log.warn({ ruleIds }, 'rules were not asked about an article: its regular expressions took too long');
    },
  });
  const clusters = createClusterBook();
  const stopping = new AbortController();

  const pause = (ms: number) => setTimeoutAsync(ms, undefined, { signal: stopping.signal }).catch(() => {});

  const crawler = createCrawler({
    ctx,
    gate,
    robots,
    boilerplate: createBoilerplate(ctx),
    storeQueue: createStoreQueue({ ctx, rules, clusters, pause }),
    metrics,
    pause,
    isOwnHost: options.isOwnHost,
  });

  const message = messageDeliverer(sender);
  const deliverers = { mail: message, sms: message, ...noticeDeliverers(ctx, sender) };

  const jobs: Record<JobName, Job> = {
    crawl: {
      everyMs: 1_000,
      run: () => crawler.startDue(),
    },
    digest: {
      everyMs: 15_000,
      async run() {
        await tellDueDigests(ctx);
      },
    },
    deliver: {
      everyMs: 2_000,
      async run() {
        await deliverDue(ctx, deliverers);
      },
    },
    hotspots: {
      everyMs: 60_000,
      run: () => makeHotspots(ctx, clusters),
    },
    hubs: {
      everyMs: 15_000,
      run: () => askDueHubs(ctx),
    },
    measure: {
      everyMs: 15_000,
      async run() {
        await measure(ctx, metrics);
        measureHosts(gate, metrics);
      },
    },
    import: {
      everyMs: 1_000,
      async run() {
        await runImports(ctx);
      },
    },
    reindex: {
      everyMs: 3_600_000,
      run: () => reindexArticles(ctx, { pause, signal: stopping.signal }),
    },
    tell: {
      everyMs: 3_600_000,
      async run() {
        await tellOfDeadSources(ctx);
      },
    },
    tidy: {
      everyMs: 3_600_000,
      async run() {
        await forgetOldSessions(ctx);
        await forgetOldBands(ctx);
        await forgetOldTerms(ctx);
        await forgetOldHistory(ctx);
        await forgetOldFetches(ctx);
        await forgetOldEffects(ctx);
        await forgetOldImports(ctx);
        await repairInboxes(ctx);
      },
    },
  };

  const running = new Map<JobName, Promise<void>>();
  const timers = new Map<JobName, NodeJS.Timeout>();

  /** A run under way is joined, not doubled. */
  function run(name: JobName): Promise<void> {
    const current = running.get(name);
    if (current) return current;
    const started = jobs[name]
      .run()
      .catch((error) => ctx.log.error({ err: error, job: name }, 'a job failed'))
      .finally(() => running.delete(name));
    running.set(name, started);
    return started;
  }

  function schedule(name: JobName, delayMs: number) {
    if (stopping.signal.aborted) return;
    timers.set(
      name,
      setTimeout(async () => {
        await run(name);
        schedule(name, jobs[name].everyMs);
      }, delayMs),
    );
  }

  const wake = ctx.signals.subscribe('source-due', () => {
    if (!options.isManual) void run('crawl');
  });
  if (!options.isManual) for (const name of Object.keys(jobs) as JobName[]) schedule(name, 0);

  return {
    async runOnce(job) {
      await (job === 'crawl' ? crawler.crawlDue() : run(job));
    },
    async stop() {
      stopping.abort();
      wake();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running.values());
      await crawler.idle();
    },
  };
}

const slowHostMs = 5_000;
/** A label for each host would let a list of a thousand sites fill the operator's memory. */
const hostsNamed = 10;

function measureHosts(gate: HostGate, { hosts, slowestHosts }: Metrics): void {
  const stats = gate.stats();
  hosts.set({ state: 'all' }, stats.length);
  hosts.set({ state: 'busy' }, stats.filter(({ inFlight }) => inFlight > 0).length);
  hosts.set({ state: 'throttled' }, stats.filter(({ isThrottled }) => isThrottled).length);
  hosts.set({ state: 'slow' }, stats.filter(({ meanTookMs }) => meanTookMs >= slowHostMs).length);
  slowestHosts.reset();
  for (const { host, meanTookMs } of stats.toSorted((a, b) => b.meanTookMs - a.meanTookMs).slice(0, hostsNamed)) {
    slowestHosts.set({ host }, meanTookMs / 1000);
  }
}

async function measure(ctx: Context, metrics: Metrics): Promise<void> {
  metrics.failingSources.reset();
  for (const { kind, count } of await failingByKind(ctx)) metrics.failingSources.set({ kind }, count);
  for (const [state, count] of Object.entries(await hubFigures(ctx))) metrics.hubSubscriptions.set({ state }, count);
  const figures = {
    ...(await sourceFigures(ctx)),
    ...(await importFigures(ctx)),
    ...(await outboxFigures(ctx)),
    ...(await reindexFigures(ctx)),
  };
  for (const [name, value] of Object.entries(figures)) {
    const [queue, measure] = name.split(' ') as [string, string];
    metrics.gauges.set({ queue, measure }, value);
  }
}
