import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;
export type HttpMetrics = Pick<Metrics, 'observe'>;

/** Prometheus metrics of this process. Gauges over the database are filled when they are asked for. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requestSeconds = new Histogram({
    name: 'tidings_http_request_seconds',
    help: 'Time to answer, by endpoint',
    labelNames: ['endpoint'],
    buckets: [0.001, 0.005, 0.015, 0.05, 0.15, 0.5, 1.5, 5],
    registers: [registry],
  });
  const failures = new Counter({
    name: 'tidings_http_failures_total',
    help: 'Answers with an error, by name',
    labelNames: ['error'],
    registers: [registry],
  });
  const fetches = new Counter({
    name: 'tidings_crawl_fetches_total',
    help: 'Fetches of sources, by outcome (ok, unchanged, or the error kind)',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const waitSeconds = new Histogram({
    name: 'tidings_crawl_wait_seconds',
    help: 'From when a source was due to the start of its fetch: the wait for a free place and for its host',
    buckets: [1, 5, 15, 60, 300, 900, 3600, 14_400],
    registers: [registry],
  });
  const sourceSeconds = new Histogram({
    name: 'tidings_crawl_source_seconds',
    help: 'Time one source took, its pages included',
    buckets: [0.1, 0.5, 1, 5, 15, 60],
    registers: [registry],
  });
  const hosts = new Gauge({
    name: 'tidings_crawl_hosts',
    help: 'Hosts known to the crawl, by state: fetched from now, slowed down after a 429, slow to answer; all of them',
    labelNames: ['state'],
    registers: [registry],
  });
  const slowestHosts = new Gauge({
    name: 'tidings_crawl_slowest_host_seconds',
    help: 'Mean time of a source on the ten slowest hosts',
    labelNames: ['host'],
    registers: [registry],
  });
  const failingSources = new Gauge({
    name: 'tidings_sources_failing',
    help: 'Sources whose last fetch failed, by error kind',
    labelNames: ['kind'],
    registers: [registry],
  });
  const articles = new Counter({
    name: 'tidings_crawl_articles_total',
    help: 'Articles taken in',
    registers: [registry],
  });
  const noticesMade = new Counter({
    name: 'tidings_notices_total',
    help: 'Notices made, by kind',
    labelNames: ['kind'],
    registers: [registry],
  });
  const rulesSkipped = new Counter({
    name: 'tidings_rules_skipped_total',
    help: 'Rules not asked about an article because its regular expressions took too long',
    registers: [registry],
  });
  const hubSubscriptions = new Gauge({
    name: 'tidings_hub_subscriptions',
    help: 'Hubs asked to tell of a source’s news (WebSub), by state: asked, verified, trusted (it tells), lapsed, denied, leaving',
    labelNames: ['state'],
    registers: [registry],
  });
  const hubDeliveries = new Counter({
    name: 'tidings_hub_deliveries_total',
    help: 'Deliveries of hubs, by outcome: taken, unsigned, too-large, left, unknown',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const gauges = new Gauge({
    name: 'tidings_queue',
    help: 'Work waiting: sources due, sources failing, imports open, outbox messages due, articles to be indexed anew; and the age of the oldest in seconds',
    labelNames: ['queue', 'measure'],
    registers: [registry],
  });
  return {
    registry,
    fetches,
    waitSeconds,
    sourceSeconds,
    hosts,
    slowestHosts,
    failingSources,
    articles,
    noticesMade,
    rulesSkipped,
    hubSubscriptions,
    hubDeliveries,
    gauges,
    observe(endpoint: string, tookMs: number) {
      requestSeconds.observe({ endpoint }, tookMs / 1000);
    },
    countFailure(error: string) {
      failures.inc({ error });
    },
  };
}
