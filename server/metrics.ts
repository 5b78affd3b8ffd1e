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
  const gauges = new Gauge({
    name: 'tidings_queue',
    help: 'Work waiting: sources due, sources failing, outbox messages due; and the age of the oldest in seconds',
    labelNames: ['queue', 'measure'],
    registers: [registry],
  });
  return {
    registry,
    fetches,
    articles,
    noticesMade,
    gauges,
    observe(endpoint: string, tookMs: number) {
      requestSeconds.observe({ endpoint }, tookMs / 1000);
    },
    countFailure(error: string) {
      failures.inc({ error });
    },
  };
}
