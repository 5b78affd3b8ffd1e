/** From stored articles to notices: which rules and websites an article concerns, one notice per member and story. */
import type { Scope } from '#shared/contract/keywords.ts';
import { localDay } from '#shared/rules/local-time.ts';
import { isNewsAgain, isQuiet, nextDigestAt, outOfQuiet } from '#shared/rules/rhythm.ts';
import type { Context } from '../../context.ts';
import { createMatcher, type MatcherOptions } from '../../crawl/match/matcher.ts';
import type { TokenQuery } from '../../text/token-query.ts';
import { groupSizes, type StoredArticle } from '../articles/articles.service.ts';
import { createNotices, type NoticeDraft } from '../notices/notices.service.ts';
import { withScope } from '../search/keyword-query.service.ts';
import type { SourceRow } from '../sources/sources.service.ts';
import { findFoundElsewhere, findStories, growStory, insertStories, letStoriesWait } from './digests.queries.ts';
import {
  countHits,
  findChangedRules,
  findRules,
  insertHits,
  type KeywordRow,
  type RuleOfMember,
} from './keywords.queries.ts';
import { channelsOf, clockOf, planOf, ruleQuery, ruleWords } from './keywords.service.ts';
import { bundleWaitMs, burstMs, eventMemoryMs, type Find } from './story-bundles.ts';
import { toDraft } from './story-draft.ts';
import { findFollowers, followedSourceIds } from './websites.queries.ts';

const rulesAtOnce = 2_000;
/** A late item may still fire a rule that is younger than it, by this much. */
const lateMs = 6 * 3_600_000;

export interface RuleBook {
  /** Brings the rules in memory up to date with the database. Cheap when nothing changed. */
  refresh(ctx: Context): Promise<void>;
  match(article: StoredArticle): number[];
  readonly size: number;
}

/** All members' keyword rules in memory, loaded by revision so that each process follows the others. */
export function createRuleBook(options: Pick<MatcherOptions, 'onSkip'> = {}): RuleBook {
  const matcher = createMatcher(options);
  let revision = 0;
  return {
    get size() {
      return matcher.size;
    },
    match: (article) => matcher.match(article.document),
    async refresh(ctx) {
      for (;;) {
        const changed = await findChangedRules(ctx.db, revision, rulesAtOnce);
        for (const row of changed) {
          const query = row.deleted_at === null && row.paused === 0 ? await scopedQuery(ctx, row) : undefined;
          if (query) matcher.setRule(row.id, query);
          else matcher.removeRule(row.id);
        }
        revision = changed.at(-1)?.rule_revision ?? revision;
        if (changed.length < rulesAtOnce) return;
      }
    },
  };
}

async function scopedQuery(ctx: Context, row: KeywordRow): Promise<TokenQuery | undefined> {
  try {
    const scope = JSON.parse(row.scope) as Scope;
    const own = scope.ownWebsitesOnly ? await followedSourceIds(ctx.db, row.member_id) : [];
    return withScope(await ruleQuery(ctx, row, 'UTC'), scope, own);
  } catch (error) {
    // One rule that no longer compiles must not stop everybody's matching.
    ctx.log.error({ err: error, ruleId: row.id }, 'a keyword rule cannot be used');
    return undefined;
  }
}

/** What a rule tells about once: articles with the same text, or about the same event. */
export interface Story {
  id: number;
  /** Articles known of it by now. */
  size: number;
}

type StoryArticle = Pick<StoredArticle, 'id' | 'groupId' | 'cluster'>;

/** Finds the story of each of these articles, by article id; inside the transaction that stored them. */
export type FindStoriesOf = (ctx: Context, stored: readonly StoryArticle[]) => Promise<Map<number, Story>>;

/** Stories are articles with the same text. */
export const sameTextStories: FindStoriesOf = async (ctx, stored) => {
  const sizes = await groupSizes(ctx, [...new Set(stored.map((article) => article.groupId))]);
  return new Map(stored.map(({ id, groupId }) => [id, { id: groupId, size: sizes.get(groupId) ?? 1 }]));
};

/**
 * Inside the transaction that stored the articles. A rule tells of a story once, and again when it has grown much; a member
 * gets one notice for that however many rules and websites lead to it. What a rule may not tell now waits for its digest.
 * Followers are not told about what a source had before it was first read.
 */
export async function noticeStories(
  ctx: Context,
  rules: RuleBook,
  source: SourceRow,
  stored: readonly StoredArticle[],
  storiesOf: FindStoriesOf = sameTextStories,
): Promise<number> {
  const matched = stored.map((article) => ({ article, ruleIds: rules.match(article) }));
  const drafts = [
    ...(await keywordDrafts(ctx, source, matched, storiesOf)),
    ...(source.last_ok_at === null ? [] : await websiteDrafts(ctx, source, stored)),
  ];
  return createNotices(ctx, drafts);
}

interface Match {
  rule: RuleOfMember;
  article: StoredArticle;
  story: Story;
}

/** A match that is news to its rule. */
interface News extends Match {
  storyRowId: number;
  isGrown: boolean;
}

async function keywordDrafts(
  ctx: Context,
  source: SourceRow,
  matched: { article: StoredArticle; ruleIds: number[] }[],
  storiesOf: FindStoriesOf,
): Promise<NoticeDraft[]> {
  const now = ctx.now();
  const ruleIds = [...new Set(matched.flatMap((one) => one.ruleIds))];
  const rules = new Map((await findRules(ctx.db, ruleIds)).map((row) => [row.id, row]));
  const live = matched.flatMap(({ article, ruleIds }) =>
    ruleIds.flatMap((id) => {
      const rule = rules.get(id);
      return rule && isLive(rule, article, now) ? [{ rule, article }] : [];
    }),
  );
  if (live.length === 0) return [];
  const stories = await storiesOf(ctx, [...new Set(live.map(({ article }) => article))]);
  const matches = live
    .map(({ rule, article }) => ({ rule, article, story: stories.get(article.id)! }))
    // In one order everywhere, so that two writers can never wait for each other.
    .sort((a, b) => a.rule.id - b.rule.id || a.story.id - b.story.id || a.article.id - b.article.id);
  const hits = await insertHits(
    ctx.db,
    matches.map(({ rule, article }) => ({
      subscription_id: rule.id,
      article_id: article.id,
      group_id: article.groupId,
      matched_at: now,
    })),
  );
  const hitsOf = Map.groupBy(hits, (hit) => hit.subscription_id);
  const fresh = await newsOfRules(ctx, matches);
  const newsOf = Map.groupBy(fresh, (news) => news.rule.id);
  const elsewhere = await foundElsewhere(ctx, source, fresh);
  const told: News[] = [];
  const waiting: number[] = [];
  for (const rule of [...rules.values()].sort((a, b) => a.id - b.id)) {
    const [hitCount, news] = [hitsOf.get(rule.id)?.length ?? 0, newsOf.get(rule.id) ?? []];
    if (hitCount + news.length === 0) continue;
    const { now, later } = await tellNow(ctx, rule, hitCount, news, elsewhere.get(rule.id) ?? []);
    told.push(...now);
    waiting.push(...later.map((one) => one.storyRowId));
  }
  await letStoriesWait(ctx.db, waiting);
  const words = new Map<number, TokenQuery>();
  for (const { rule } of told) {
    if (!words.has(rule.id)) words.set(rule.id, await ruleWords(ctx, rule, rule.time_zone));
  }
  return told.map(({ rule, article, story, isGrown }) =>
    toDraft(
      toldArticle(source, article),
      {
        kind: 'keyword',
        memberId: rule.member_id,
        subscriptionId: rule.id,
        name: rule.name,
        query: words.get(rule.id)!,
        channels: channelsOf(rule),
      },
      isGrown ? `story ${story.id} at ${story.size}` : textKey(article),
    ),
  );
}

function isLive(rule: RuleOfMember, { article }: StoredArticle, now: number): boolean {
  return (
    rule.deleted_at === null &&
    rule.paused === 0 &&
    (rule.expires_at === null || rule.expires_at > now) &&
    article.publishedAt >= rule.created_at - lateMs
  );
}

/** What is found now by a rule: told at once, kept for its next digest, or kept in the history only. */
function stateOf(rule: RuleOfMember, now: number): 'told' | 'waiting' | 'kept' {
  if (rule.snooze_until !== null && rule.snooze_until > now) return 'kept';
  return rule.rhythm === 'at-once' && !isQuiet(now, clockOf(rule)) ? 'told' : 'waiting';
}

/** Of the matches, the first of each story that its rule does not know yet or that has grown much since. */
async function newsOfRules(ctx: Context, matches: readonly Match[]): Promise<News[]> {
  const now = ctx.now();
  const keyOf = (ruleId: number, storyId: number) => `${ruleId} ${storyId}`;
  const first = new Map<string, Match>();
  for (const match of matches) {
    const key = keyOf(match.rule.id, match.story.id);
    if (!first.has(key)) first.set(key, match);
  }
  const inserted = await insertStories(
    ctx.db,
    [...first.values()].map(({ rule, article, story }) => ({
      subscription_id: rule.id,
      story_id: story.id,
      article_id: article.id,
      size: story.size,
      state: stateOf(rule, now),
      found_at: now,
    })),
  );
  const news: News[] = [];
  for (const row of inserted) {
    const key = keyOf(row.subscription_id, row.story_id);
    news.push({ ...first.get(key)!, storyRowId: row.id, isGrown: false });
    first.delete(key);
  }
  const known = [...first.values()];
  const rows = await findStories(
    ctx.db,
    [...new Set(known.map(({ rule }) => rule.id))],
    [...new Set(known.map(({ story }) => story.id))],
  );
  for (const row of rows.sort((a, b) => a.id - b.id)) {
    const match = first.get(keyOf(row.subscription_id, row.story_id));
    if (!match || row.state === 'waiting' || !isNewsAgain(row.size, match.story.size)) continue;
    const state = stateOf(match.rule, now);
    const grown = { size: match.story.size, article_id: match.article.id, state, found_at: now };
    if (await growStory(ctx.db, row, grown)) news.push({ ...match, storyRowId: row.id, isGrown: true });
  }
  return news;
}

const toFind = ({ article }: News, foundAt: number): Find => ({
  sourceId: article.sourceId,
  clusterId: article.cluster?.id,
  foundAt,
});

/** By rule: what it found in other sources before. */
async function foundElsewhere(ctx: Context, source: SourceRow, news: readonly News[]): Promise<Map<number, Find[]>> {
  const now = ctx.now();
  const told = news.filter(({ rule }) => stateOf(rule, now) === 'told');
  if (told.length === 0) return new Map();
  const rows = await findFoundElsewhere(ctx.db, [...new Set(told.map(({ rule }) => rule.id))], source.id, {
    lately: now - burstMs,
    clusterIds: [...new Set(told.flatMap(({ article }) => article.cluster?.id ?? []))],
    ofEvents: now - eventMemoryMs,
  });
  return new Map(
    [...Map.groupBy(rows, (row) => row.subscription_id)].map(([ruleId, own]) => [
      ruleId,
      own.map((row) => ({
        sourceId: row.source_id,
        clusterId: row.cluster_id ?? undefined,
        foundAt: row.found_at,
      })),
    ]),
  );
}

/** Counts what a rule found, and shares out its news: what is told now, and what the next digest tells. */
async function tellNow(
  ctx: Context,
  rule: RuleOfMember,
  hits: number,
  news: News[],
  elsewhere: readonly Find[],
): Promise<{ now: News[]; later: News[] }> {
  const at = ctx.now();
  const clock = clockOf(rule);
  const plan = planOf(rule);
  const state = stateOf(rule, at);
  const counted = { hits, at, day: localDay(at, clock.timeZone), stories: 0, digestAt: null };
  if (state !== 'told') {
    const waits = state === 'waiting' && news.length > 0;
    const digestAt = rule.rhythm === 'at-once' ? outOfQuiet(at, clock) : nextDigestAt(plan, clock, at);
    await countHits(ctx.db, rule.id, { ...counted, digestAt: waits ? digestAt : null });
    return { now: [], later: [] };
  }
  const waitMs = new Map(news.map((one) => [one, bundleWaitMs(toFind(one, at), elsewhere)]));
  const single = news.filter((one) => waitMs.get(one) === 0);
  const bundled = news.filter((one) => waitMs.get(one) !== 0);
  const shareOut = (toldBefore: number) => {
    const allowed = Math.max(0, rule.day_max - toldBefore);
    const later = [...single.slice(allowed), ...bundled];
    // Once the day's number is used up, bundles wait for the same digest as everything else.
    const bundleAt = at + Math.min(...bundled.map((one) => waitMs.get(one)!));
    const digestAt = single.length >= allowed ? nextDigestAt(plan, clock, at) : bundleAt;
    return { now: single.slice(0, allowed), later, digestAt: later.length > 0 ? digestAt : null };
  };
  const expected = shareOut(rule.told_day === counted.day ? rule.told_count : 0);
  const { digestAt } = expected;
  const today = await countHits(ctx.db, rule.id, { ...counted, stories: single.length, digestAt });
  // Another process may have told of something meanwhile.
  const toldBefore = single.length > 0 || rule.told_day === counted.day ? today - single.length : 0;
  const actual = shareOut(toldBefore);
  if (actual.digestAt !== digestAt)
    await countHits(ctx.db, rule.id, { ...counted, hits: 0, digestAt: actual.digestAt });
  return actual;
}

async function websiteDrafts(
  ctx: Context,
  source: SourceRow,
  stored: readonly StoredArticle[],
): Promise<NoticeDraft[]> {
  const followers = await findFollowers(ctx.db, source.id);
  return followers.flatMap((follower) =>
    stored
      .filter((article) => article.article.publishedAt >= follower.created_at - lateMs)
      .map((article) =>
        toDraft(
          toldArticle(source, article),
          {
            kind: 'website',
            memberId: follower.member_id,
            subscriptionId: follower.id,
            name: follower.title,
            query: { type: 'none' },
          },
          textKey(article),
        ),
      ),
  );
}

/** One text is one notice to a member, whether rules or websites lead to it; a website tells of each of its texts. */
const textKey = ({ groupId }: StoredArticle) => `story ${groupId}`;

function toldArticle(source: SourceRow, { id, article }: StoredArticle) {
  const { title, text, url, language, script } = article;
  return { id, title, text, url, language, script, sourceName: source.title };
}
