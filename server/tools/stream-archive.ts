/** A stream of articles told to rules by the server's own services, on an archive that is gone afterwards. */
import { Scope } from '#shared/contract/keywords.ts';
import { dayMs } from '#shared/rules/session.ts';
import { inTransaction } from '../context.ts';
import { openDatabase } from '../db/open-database.ts';
import { insertMember } from '../domains/accounts/accounts.queries.ts';
import { storeArticles } from '../domains/articles/articles.service.ts';
import { createClusterBook } from '../domains/articles/clusters.service.ts';
import { createSameTextBook } from '../domains/articles/same-texts.service.ts';
import { addSources, describeSource, getSource, type SourceRow } from '../domains/sources/sources.service.ts';
import { tellDueDigests } from '../domains/subscriptions/digests.service.ts';
import { insertKeywords } from '../domains/subscriptions/keywords.queries.ts';
import {
  createRuleBook,
  type FindStoriesOf,
  noticeStories,
  sameTextStories,
} from '../domains/subscriptions/story-notices.service.ts';
import { createBenchContext } from './bench/bench-context.ts';
import { prepareText, type ScratchArticle } from './scratch-archive.ts';
import { makeScratchDatabase } from './scratch-database.ts';
import { findTold, nextDigestTime } from './stream-archive.queries.ts';

export interface StreamArticle extends ScratchArticle {
  publisher: string;
  /** Names the event it reports. */
  label: string;
  /** Epoch milliseconds. */
  at: number;
}

export interface StreamArchive {
  rules: { id: number; keyword: string }[];
  /** Pairs of a rule and an article that it matches. */
  hits: { ruleId: number; key: string }[];
  notices: ToldNotice[];
  close(): Promise<void>;
}

/** In the order in which they were told. */
export interface ToldNotice {
  ruleId: number;
  /** Epoch milliseconds. */
  at: number;
  /** The articles it shows: one, or a digest's list. */
  keys: string[];
  isGrown: boolean;
}

/** Rules belong to a member each, so that one member's notice a story does not hide another rule's. */
export async function makeStreamArchive(options: {
  /** Oldest first. */
  articles: readonly StreamArticle[];
  words: readonly string[];
  dayMax: number;
  stories: 'text' | 'label';
  onProgress?(done: number): void;
}): Promise<StreamArchive> {
  const { articles, words, dayMax, stories, onProgress } = options;
  const scratch = await makeScratchDatabase('');
  const database = await openDatabase(scratch);
  const close = async () => {
    await database.close();
    await scratch.drop();
  };
  try {
    let now = articles[0]?.at ?? 0;
    const ctx = createBenchContext(database, () => now);
    const rules: StreamArchive['rules'] = [];
    await inTransaction(ctx, async ({ db }) => {
      for (const [at, keyword] of words.entries()) rules.push(await insertRule(db, keyword, at, dayMax, now));
    });
    const sources = new Map<string, SourceRow>();
    const publishers = [...new Set(articles.map((article) => article.publisher))];
    await addSources(
      ctx,
      publishers.map((publisher, at) => sourceOf(publisher, at, now)),
    );
    // The archive is empty, so ids count from 1.
    for (const [at, publisher] of publishers.entries()) sources.set(publisher, await getSource(ctx, at + 1));
    const tellDigestsUntil = async (end: number) => {
      for (let due = await nextDigestTime(ctx.db); due !== null && due <= end; due = await nextDigestTime(ctx.db)) {
        now = Math.max(now, due);
        await tellDueDigests(ctx);
      }
    };
    const book = createRuleBook();
    const clusters = createClusterBook();
    const texts = createSameTextBook();
    const hits: StreamArchive['hits'] = [];
    const keys = new Map<number, string>();
    const labels = new Map<number, string>();
    const sizes = new Map<string, { id: number; size: number }>();
    const labelled: FindStoriesOf = async (_, stored) =>
      new Map(stored.map(({ id }) => [id, { ...sizes.get(labels.get(id)!)! }]));
    for (const [done, article] of articles.entries()) {
      await tellDigestsUntil(article.at);
      now = Math.max(now, article.at);
      const source = sources.get(article.publisher)!;
      await book.refresh(ctx);
      await inTransaction(ctx, async (ctx) => {
        const stored = await storeArticles(
          ctx,
          source.id,
          [prepareText(article, article.at, source.id)],
          clusters,
          texts,
        );
        for (const one of stored) {
          const { id } = one;
          hits.push(...book.match(one).map((ruleId) => ({ ruleId, key: article.key })));
          keys.set(id, article.key);
          labels.set(id, article.label);
          const story = sizes.get(article.label);
          sizes.set(article.label, { id: story?.id ?? id, size: (story?.size ?? 0) + 1 });
        }
        await noticeStories(ctx, book, source, stored, stories === 'label' ? labelled : sameTextStories);
      });
      onProgress?.(done + 1);
    }
    await tellDigestsUntil(now + 2 * dayMs);
    const told = Map.groupBy(await findTold(ctx.db), ({ noticeId }) => noticeId);
    return {
      rules,
      hits,
      notices: [...told.values()].map((rows) => ({
        ruleId: rows[0]!.ruleId,
        at: rows[0]!.at,
        keys: rows.map(({ articleId }) => keys.get(articleId)!),
        isGrown: / at \d+$/.test(rows[0]!.event),
      })),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function insertRule(
  db: Parameters<typeof insertMember>[0],
  keyword: string,
  at: number,
  dayMax: number,
  now: number,
) {
  const name = `reader ${at}`;
  const member = await insertMember(db, {
    ...{ user_name: name, user_name_key: name, password_hash: '', type: 'member', real_name: '', nickname: name },
    ...{ image: '', language: 'en', time_zone: 'UTC', is_vip: 0, is_demo: 0, created_at: now },
  });
  const ids = await insertKeywords(db, [
    {
      ...{ member_id: member.id, name: keyword, keyword, keyword_key: keyword, scope: JSON.stringify(Scope.parse({})) },
      ...{ rhythm: 'at-once', channels: '["in-app"]', day_max: dayMax, rule_revision: at + 1 },
      ...{ created_at: now, updated_at: now },
    },
  ]);
  return { id: ids.get(keyword)!, keyword };
}

function sourceOf(publisher: string, at: number, now: number) {
  return describeSource({
    kind: 'feed',
    type: 'rss',
    url: `https://publisher-${at}.example/feed.xml`,
    homeUrl: `https://publisher-${at}.example/`,
    title: publisher,
    language: 'en',
    country: '',
    category: 'general',
    origin: 'catalogue',
    selector: null,
    now,
  });
}
