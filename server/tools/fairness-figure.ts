/** Whether hostile hosts slow down the others: 50 healthy sources read alone, and then beside 10 hostile ones. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { readConfig } from '../config.ts';
import { addSources, describeSource, getSource, sourceAt } from '../domains/sources/sources.service.ts';
import { startServer } from '../start-server.ts';

const USAGE = `Measures how much hostile hosts slow the crawl of healthy ones.

usage: node server/tools/fairness-figure.ts [--healthy N] [--hostile N]

Prints {healthy, hostile, alone: {medianMs, p90Ms}, beside: {…}, ratio}: how long after its start the crawl had read each
healthy source, alone and beside hosts that trickle, keep silent, never end, send bombs or redirect for ever; and the ratio
of the medians.

--json  one JSON object a line, which is what this always prints
`;

const { values } = parseArgs({
  options: {
    healthy: { type: 'string', default: '50' },
    hostile: { type: 'string', default: '10' },
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});
const warmingSources = 20;
const readEveryMs = 20;
const crawlEveryMs = 1_000;
const endAfterMs = 120_000;

const feedHeaders = { 'content-type': 'application/rss+xml' };
const rss = (name: string) =>
  `<rss version="2.0"><channel><title>${name}</title><link>https://${name}.example/</link>${Array.from(
    { length: 10 },
    (_, i) =>
      `<item><title>${name} item ${i}</title><guid>${name}-${i}</guid><description>${`The ${name} news number ${i}. `.repeat(40)}</description></item>`,
  ).join('')}</channel></rss>`;

const bomb = gzipSync(Buffer.alloc(100_000_000));
const hostility: RequestListener[] = [
  (_, response) => {
    response.writeHead(200, feedHeaders);
    const timer = setInterval(() => response.write('<'), 500);
    response.on('close', () => clearInterval(timer));
  },
  () => undefined,
  (_, response) => {
    response.writeHead(200, feedHeaders);
    const chunk = Buffer.alloc(64_000, '<item>');
    const send = () => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once('drain', send);
    };
    send();
  },
  (_, response) => void response.writeHead(200, { ...feedHeaders, 'content-encoding': 'gzip' }).end(bomb),
  (request, response) => void response.writeHead(302, { location: `${request.url}x` }).end(),
];

if (values.help) process.stdout.write(USAGE);
else await measure(Number(values.healthy), Number(values.hostile));

async function measure(healthy: number, hostile: number): Promise<void> {
  // The first crawl of a process also pays for what is loaded and compiled once.
  await readAll(warmingSources, 0);
  const alone = await readAll(healthy, 0);
  const beside = await readAll(healthy, hostile);
  const ratio = Math.round((beside.medianMs / alone.medianMs) * 100) / 100;
  process.stdout.write(`${JSON.stringify({ healthy, hostile, alone, beside, ratio })}\n`);
}

async function readAll(healthy: number, hostile: number): Promise<{ medianMs: number; p90Ms: number }> {
  const sites = await Promise.all([
    ...Array.from({ length: hostile }, (_, i) => openSite(hostility[i % hostility.length]!)),
    ...Array.from({ length: healthy }, (_, i) =>
      openSite((_, response) => void response.writeHead(200, feedHeaders).end(rss(`site${i}`))),
    ),
  ]);
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-fairness-'));
  const config = readConfig(
    { NODE_ENV: 'test', PORT: '0', DATA_DIR: dataDir, DEMO: 'off', ROLES: 'api', LOG_LEVEL: 'silent' },
    'fairness',
  );
  const server = await startServer({
    config,
    allowedOrigins: sites.map(({ origin }) => origin),
    sender: { send: async () => {}, close: async () => {} },
    isTest: true,
  });
  const { ctx, jobs } = server;
  // The hostile ones are due first.
  const now = ctx.now();
  await addSources(
    ctx,
    sites.map(({ origin }, i) =>
      describeSource({
        kind: 'feed',
        type: 'rss',
        url: `${origin}/feed`,
        homeUrl: `${origin}/`,
        title: `source ${i}`,
        language: 'en',
        country: '',
        category: 'general',
        origin: 'catalogue',
        selector: null,
        now: now - sites.length + i,
      }),
    ),
  );
  const waiting = new Set<number>();
  for (const { origin } of sites.slice(hostile)) waiting.add((await sourceAt(ctx, `${origin}/feed`))!.id);
  const startedAt = performance.now();
  const delays: number[] = [];
  let crawledAt = -crawlEveryMs;
  while (waiting.size > 0 && performance.now() - startedAt < endAfterMs) {
    if (performance.now() - startedAt - crawledAt >= crawlEveryMs) {
      crawledAt = performance.now() - startedAt;
      void jobs.runOnce('crawl');
    }
    for (const id of waiting) {
      if ((await getSource(ctx, id)).last_ok_at === null) continue;
      waiting.delete(id);
      delays.push(performance.now() - startedAt);
    }
    await wait(readEveryMs);
  }
  for (const _ of waiting) delays.push(endAfterMs);
  for (const { server } of sites) server.closeAllConnections();
  await server.stop();
  for (const { server } of sites) server.close();
  rmSync(dataDir, { recursive: true, force: true });
  return { medianMs: percentile(delays, 0.5), p90Ms: percentile(delays, 0.9) };
}

async function openSite(listener: RequestListener): Promise<{ origin: string; server: Server }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}
