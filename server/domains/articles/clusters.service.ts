/** Same-event clusters: kept in memory for the window, stored with the articles, followed across processes by revision. */
import type { Context } from '../../context.ts';
import {
  type ClusterSettings,
  clusterSettings,
  createEventClusters,
  type EventArticle,
} from '../../crawl/cluster/event-clusters.ts';
import {
  countReports,
  deleteTermsBefore,
  findMergedAfter,
  findPlacedAfter,
  findSuccessor,
  insertTerms,
  moveReports,
  nextClusterRevision,
  redirectClusters,
  upsertClusters,
} from './clusters.queries.ts';

const rowsAtOnce = 2_000;
const forgetEveryMs = 10 * 60_000;

/** The clusters of the window in memory. */
export interface ClusterBook {
  /** Brings memory up to date with the database; everything, after a restart. */
  refresh(ctx: Context): Promise<void>;
  /** Inside the storing transaction, before the articles are inserted. */
  place(ctx: Context, articles: readonly EventArticle[]): Promise<PlacedArticles>;
  /** Everything in the window, with the cluster it is in. */
  articles(): (EventArticle & { clusterId: number })[];
  /** After a transaction that failed: what it placed is not there, so memory is read again. */
  reset(): void;
}

export interface PlacedArticles {
  /** By article; those older than the window have none. */
  clusterOf: ReadonlyMap<number, number>;
  /** Clusters that ended, by the one they became part of. */
  merged: ReadonlyMap<number, number[]>;
  revision: number;
  articles: readonly EventArticle[];
}

export function createClusterBook(settings: ClusterSettings = clusterSettings): ClusterBook {
  let clusters = createEventClusters(settings);
  let known = { revision: 0, articleId: 0 };
  let forgotAt = 0;

  async function refresh(ctx: Context): Promise<void> {
    const since = ctx.now() - settings.windowMs;
    const from = known.revision;
    for (;;) {
      const rows = await findPlacedAfter(ctx.db, known, since, rowsAtOnce);
      for (const row of rows) {
        if (row.cluster_id !== null) clusters.restore(toEventArticle(row), row.cluster_id);
      }
      const last = rows.at(-1);
      if (last) known = { revision: last.revision, articleId: last.article_id };
      if (rows.length < rowsAtOnce) break;
    }
    for (const row of await findMergedAfter(ctx.db, from)) {
      clusters.join(row.id, row.merged_into!);
      if (row.revision > known.revision) known = { revision: row.revision, articleId: Number.MAX_SAFE_INTEGER };
    }
  }

  return {
    refresh,
    async place(ctx, articles) {
      const now = ctx.now();
      const revision = await nextClusterRevision(ctx.db);
      await refresh(ctx);
      if (now - forgotAt >= forgetEveryMs) {
        clusters.forget(now);
        forgotAt = now;
      }
      const recent = articles.filter(({ at }) => at >= now - settings.windowMs);
      const clusterOf = new Map<number, number>();
      const merged = new Map<number, number[]>();
      for (const article of recent) {
        const { clusterId, joined } = clusters.add(article);
        clusterOf.set(article.id, clusterId);
        for (const [id, at] of clusterOf) if (joined.includes(at)) clusterOf.set(id, clusterId);
        if (joined.length === 0) continue;
        const earlier = joined.flatMap((id) => merged.get(id) ?? []);
        for (const id of joined) merged.delete(id);
        merged.set(clusterId, [...(merged.get(clusterId) ?? []), ...joined, ...earlier]);
      }
      known = { revision, articleId: Number.MAX_SAFE_INTEGER };
      return { clusterOf, merged, revision, articles: recent };
    },
    articles: () => [...clusters.articles()],
    reset() {
      clusters = createEventClusters(settings);
      known = { revision: 0, articleId: 0 };
    },
  };
}

function toEventArticle(row: {
  article_id: number;
  source_id: number;
  language: string;
  published_at: number;
  terms: string;
}): EventArticle {
  return {
    id: row.article_id,
    sourceId: row.source_id,
    language: row.language,
    at: row.published_at,
    terms: new Map(Object.entries(JSON.parse(row.terms) as Record<string, number>)),
  };
}

export interface ClusterSize {
  id: number;
  reports: number;
  sources: number;
}

/** Inside the storing transaction, once the articles are inserted. Answers the sizes of the clusters that changed. */
export async function recordPlaced(ctx: Context, placed: PlacedArticles): Promise<Map<number, ClusterSize>> {
  const { clusterOf, merged, revision } = placed;
  await insertTerms(
    ctx.db,
    placed.articles.map((article) => ({
      article_id: article.id,
      source_id: article.sourceId,
      language: article.language,
      published_at: article.at,
      terms: JSON.stringify(Object.fromEntries(article.terms)),
      revision,
    })),
  );
  for (const [into, from] of merged) {
    await moveReports(ctx.db, from, into);
    await redirectClusters(ctx.db, from, into, revision);
  }
  // An article alone in a cluster of its own has nothing to count.
  const grown = [...new Set([...clusterOf].filter(([article, cluster]) => article !== cluster).map(([, id]) => id))];
  const counted = await countReports(ctx.db, [...new Set([...grown, ...merged.keys()])]);
  await upsertClusters(
    ctx.db,
    counted.map(({ id, reports, sources, firstAt, lastAt }) => ({
      id,
      report_count: reports,
      source_count: sources,
      first_at: firstAt,
      last_at: lastAt,
      merged_into: null,
      revision,
    })),
  );
  return new Map(counted.map(({ id, reports, sources }) => [id, { id, reports, sources }]));
}

/** The cluster that goes on under this id or, once it was merged, under another one. */
export async function currentCluster(ctx: Context, clusterId: number): Promise<number> {
  return (await findSuccessor(ctx.db, clusterId)) ?? clusterId;
}

export async function forgetOldTerms(ctx: Context): Promise<void> {
  await deleteTermsBefore(ctx.db, ctx.now() - clusterSettings.windowMs);
}
