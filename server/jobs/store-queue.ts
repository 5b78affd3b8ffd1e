/**
 * What sources bring is stored together: whatever is ready when the writer is free goes into one transaction, for a commit costs
 * as much as many articles. What cannot be stored together is stored source by source, so one source's failure stays its own.
 */
import { type Context, inTransaction } from '../context.ts';
import type { PreparedArticle } from '../crawl/prepare/prepare-article.ts';
import { storeArticlesOf } from '../domains/articles/articles.service.ts';
import type { ClusterBook } from '../domains/articles/clusters.service.ts';
import { createSameTextBook } from '../domains/articles/same-texts.service.ts';
import {
  type AddressAdvice,
  type FetchReport,
  recordFetch,
  type SourceRow,
} from '../domains/sources/sources.service.ts';
import { noticeStories, type RuleBook } from '../domains/subscriptions/story-notices.service.ts';

/** Articles of one source that are stored together or not at all. */
export interface SourcePart {
  source: SourceRow;
  articles: readonly PreparedArticle[];
  /** With the source's last part: the fetch that brought them. */
  fetch?: FetchReport | undefined;
}

export interface StoredPart {
  articles: number;
  notices: number;
  advice: AddressAdvice | undefined;
}

export interface StoreQueue {
  /** Answers once the part is committed. A source gives one part at a time. */
  store(part: SourcePart): Promise<StoredPart>;
}

interface Waiting {
  part: SourcePart;
  resolve(stored: StoredPart): void;
  reject(error: unknown): void;
}

/** Articles a transaction, its last part aside: short enough that requests never wait long for the writer. */
const articlesAtOnce = 100;
/** A first part waits so long for others: nobody notices it, and commits become several times fewer. */
const gatherMs = 50;

export function createStoreQueue({
  ctx,
  rules,
  clusters,
  pause,
}: {
  ctx: Context;
  rules: RuleBook;
  clusters: ClusterBook;
  /** Waits; ends early when the process stops. */
  pause(ms: number): Promise<void>;
}): StoreQueue {
  const waiting: Waiting[] = [];
  const texts = createSameTextBook();
  let isStoring = false;

  async function storeTogether(parts: readonly SourcePart[]): Promise<StoredPart[]> {
    await rules.refresh(ctx);
    await clusters.refresh(ctx);
    await texts.refresh(ctx);
    return inTransaction(ctx, async (ctx) => {
      const stored = await storeArticlesOf(ctx, parts, clusters, texts);
      const bySource = Map.groupBy(stored, ({ sourceId }) => sourceId);
      const made: StoredPart[] = [];
      for (const { source, fetch } of parts) {
        const own = bySource.get(source.id) ?? [];
        const notices = await noticeStories(ctx, rules, source, own);
        const advice = fetch && (await recordFetch(ctx, source, fetch));
        made.push({ articles: own.length, notices, advice });
      }
      return made;
    }).catch((error) => {
      clusters.reset();
      throw error;
    });
  }

  async function storeAll(taken: readonly Waiting[]): Promise<void> {
    try {
      const stored = await storeTogether(taken.map(({ part }) => part));
      taken.forEach(({ resolve }, at) => void resolve(stored[at]!));
    } catch (error) {
      if (taken.length === 1) taken[0]!.reject(error);
      else for (const one of taken) await storeAll([one]);
    }
  }

  const isFull = () => waiting.reduce((sum, { part }) => sum + part.articles.length, 0) >= articlesAtOnce;

  function takeReady(): Waiting[] {
    let articles = 0;
    let count = 0;
    while (count < waiting.length && articles < articlesAtOnce) articles += waiting[count++]!.part.articles.length;
    return waiting.splice(0, count);
  }

  async function storeWaiting(): Promise<void> {
    isStoring = true;
    while (waiting.length > 0) {
      if (!isFull()) await pause(gatherMs);
      await storeAll(takeReady());
    }
    isStoring = false;
  }

  return {
    store(part) {
      return new Promise((resolve, reject) => {
        waiting.push({ part, resolve, reject });
        if (!isStoring) void storeWaiting();
      });
    },
  };
}
