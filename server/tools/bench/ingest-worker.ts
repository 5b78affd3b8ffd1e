// Part of F4, in its own process: node ingest-worker.ts ARTICLES RULES CORPUS_SIZE
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as setTimeoutAsync } from 'node:timers/promises';
import { Scope } from '#shared/contract/keywords.ts';
import { type Context, inTransaction } from '../../context.ts';
import { createHostGate } from '../../crawl/fetch/host-gate.ts';
import { openDatabase } from '../../db/open-database.ts';
import { insertMember } from '../../domains/accounts/accounts.queries.ts';
import { createClusterBook } from '../../domains/articles/clusters.service.ts';
import { addSources, getSource, type SourceRow } from '../../domains/sources/sources.service.ts';
import { insertKeywords } from '../../domains/subscriptions/keywords.queries.ts';
import { createRuleBook } from '../../domains/subscriptions/story-notices.service.ts';
import { type CrawlParts, crawlSource, createBoilerplate } from '../../jobs/crawl.job.ts';
import { createStoreQueue } from '../../jobs/store-queue.ts';
import { createMetrics } from '../../metrics.ts';
import { createProgressBar } from '../progress-bar.ts';
import { createBenchContext } from './bench-context.ts';
import { type CorpusArticle, corpusArticle, corpusEnd, corpusSources } from './corpus.ts';
import { describeCorpusSource } from './load-corpus.ts';
import { rounded } from './measure.ts';
import { makeRuleTexts } from './rule-set.ts';

export interface IngestResult {
  articles: number;
  perSecond: number;
  perCpuSecond: number;
  noticesPerArticle: number;
}

/** Rare words, so that the figure is of ingest and not of thousands of notices an article. */
const shareMax = 0.0001;
const rulesPerMember = 250;
const itemsPerFeed = 20;
/** As many sources at once as the crawl takes. */
const sourcesAtOnce = 12;
const warmShare = 0.2;

interface FetchedFeed {
  sourceId: number;
  body: Uint8Array;
  items: number;
}

async function measure(timedArticles: number, ruleCount: number, corpusSize: number): Promise<IngestResult> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-ingest-'));
  const database = await openDatabase({ databaseUrl: '', dataDir });
  const now = () => corpusEnd;
  const answers = new Map<string, Uint8Array>();
  const ctx = createBenchContext(database, now, async ({ url }) => {
    const body = answers.get(url);
    // The feeds bring whole articles; those that are short enough to be taken for teasers have no page beside them.
    if (!body) return { ok: false, error: 'http', detail: '', status: 404, url, tookMs: 1 };
    return { ok: true, status: 200, url, headers: { 'content-type': 'application/rss+xml' }, body, tookMs: 1 };
  });
  await addSources(ctx, corpusSources.map(describeCorpusSource));
  await addRules(ctx, makeRuleTexts(ruleCount, corpusSize, shareMax));
  const metrics = createMetrics();
  const rules = createRuleBook();
  const parts: CrawlParts = {
    ctx,
    metrics,
    gate: createHostGate({ now }),
    robots: { isAllowed: async () => true },
    boilerplate: createBoilerplate(ctx),
    storeQueue: createStoreQueue({ ctx, rules, clusters: createClusterBook(), pause: setTimeoutAsync }),
    isOwnHost: () => true,
    pause: async () => {},
  };
  await rules.refresh(ctx);

  const feeds = makeFeeds(Math.round(timedArticles * (1 + warmShare)), corpusSize);
  const warmFeeds = Math.round(feeds.length * (warmShare / (1 + warmShare)));
  await ingest(parts, answers, feeds.slice(0, warmFeeds));

  const before = { cpu: process.cpuUsage(), at: performance.now(), ...(await counted(parts)) };
  const bar = createProgressBar('ingest');
  await ingest(parts, answers, feeds.slice(warmFeeds), bar.show);
  bar.end();
  const seconds = (performance.now() - before.at) / 1_000;
  const { user, system } = process.cpuUsage(before.cpu);
  const after = await counted(parts);
  const articles = after.articles - before.articles;
  await ctx.documents.close();
  await database.close();
  rmSync(dataDir, { recursive: true });
  return {
    articles,
    perSecond: Math.round(articles / seconds),
    perCpuSecond: Math.round(articles / ((user + system) / 1e6)),
    noticesPerArticle: rounded((after.notices - before.notices) / articles),
  };
}

async function counted({ metrics }: CrawlParts): Promise<{ articles: number; notices: number }> {
  const sum = async (metric: { get(): Promise<{ values: { value: number }[] }> }) =>
    (await metric.get()).values.reduce((total, { value }) => total + value, 0);
  return { articles: await sum(metrics.articles), notices: await sum(metrics.noticesMade) };
}

async function ingest(
  parts: CrawlParts,
  answers: Map<string, Uint8Array>,
  feeds: readonly FetchedFeed[],
  onProgress: (done: number, total: number) => void = () => {},
): Promise<void> {
  // A source is one task at a time, as its lease sees to in the crawl.
  const bySource = [...Map.groupBy(feeds, (feed) => feed.sourceId).values()];
  let done = 0;
  const takers = Array.from({ length: sourcesAtOnce }, async () => {
    for (let own = bySource.shift(); own; own = bySource.shift()) {
      for (const feed of own) {
        const source: SourceRow = await getSource(parts.ctx, feed.sourceId);
        answers.set(source.url, feed.body);
        await crawlSource(parts, source);
        onProgress(++done, feeds.length);
      }
    }
  });
  await Promise.all(takers);
}

/** RSS as sites write it, whole articles in it, by source and in order of time. */
function makeFeeds(articleCount: number, corpusSize: number): FetchedFeed[] {
  const first = corpusSize - articleCount;
  const articles = Array.from({ length: articleCount }, (_, n) => corpusArticle(first + n, corpusSize));
  const feeds: FetchedFeed[] = [];
  for (const own of Map.groupBy(articles, (article) => article.source.id).values()) {
    for (let start = 0; start < own.length; start += itemsPerFeed) {
      const items = own.slice(start, start + itemsPerFeed);
      feeds.push({ sourceId: items[0]!.source.id, body: Buffer.from(rss(items)), items: items.length });
    }
  }
  return feeds;
}

function rss(articles: readonly CorpusArticle[]): string {
  const { host, language } = articles[0]!.source;
  const items = articles.map(
    ({ title, paragraphs, url, publishedAt }) => `<item><title>${title}</title><link>${url}</link>
      <guid isPermaLink="true">${url}</guid><pubDate>${new Date(publishedAt).toUTCString()}</pubDate>
      <category>news</category><description><![CDATA[<div class="entry">${paragraphs
        .map((paragraph) => `<p>${paragraph}</p>`)
        .join('\n')}<p><a href="${url}?ref=feed">${host}</a></p></div>]]></description></item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>${host}</title>
    <link>https://${host}/</link><description>${host}</description><language>${language}</language>
    ${items.join('\n')}</channel></rss>`;
}

async function addRules(ctx: Context, texts: readonly string[]): Promise<void> {
  const at = corpusEnd - 86_400_000;
  const bar = createProgressBar('adding rules');
  await inTransaction(ctx, async ({ db }) => {
    let memberId = 0;
    for (const [n, keyword] of texts.entries()) {
      if (n % rulesPerMember === 0) {
        const userName = `member${n}`;
        const member = await insertMember(db, {
          ...{ user_name: userName, user_name_key: userName, password_hash: '', email: null, email_key: null },
          ...{ mobile: null, type: 'member', real_name: '', nickname: userName, image: '', language: 'en' },
          ...{ time_zone: 'UTC', is_vip: 0, vip_expire_at: null, is_demo: 0, created_at: at },
        });
        memberId = member.id;
      }
      await insertKeywords(db, [
        {
          ...{
            member_id: memberId,
            name: keyword,
            keyword,
            keyword_key: keyword,
            scope: JSON.stringify(Scope.parse({})),
          },
          ...{ rhythm: 'at-once', channels: '["in-app"]', rule_revision: n + 1, created_at: at, updated_at: at },
        },
      ]);
      bar.show(n + 1, texts.length);
    }
  });
  bar.end();
}

const [timedArticles, ruleCount, corpusSize] = process.argv.slice(2).map(Number);
process.stdout.write(JSON.stringify(await measure(timedArticles!, ruleCount!, corpusSize!)));
