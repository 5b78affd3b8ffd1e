/** From stored articles to notices: which rules and websites an article concerns, one notice per member and story. */
import type { Scope } from '#shared/contract/keywords.ts';
import type { Context } from '../../context.ts';
import { createMatcher } from '../../crawl/match/matcher.ts';
import { highlight, snippet } from '../../text/highlight.ts';
import type { TokenQuery } from '../../text/token-query.ts';
import type { StoredArticle } from '../articles/articles.service.ts';
import { createNotices, type NoticeDraft } from '../notices/notices.service.ts';
import { toPair, withScope } from '../search/search.service.ts';
import type { SourceRow } from '../sources/sources.service.ts';
import { addHitCount, findChangedRules, findRules, insertHits, type KeywordRow } from './keywords.queries.ts';
import { ruleQuery } from './keywords.service.ts';
import { findFollowers, followedSourceIds } from './websites.queries.ts';

const bodyLength = 160;
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
export function createRuleBook(): RuleBook {
  const matcher = createMatcher();
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
    return withScope(ruleQuery(row, ctx.now(), 'UTC'), scope, own);
  } catch (error) {
    // One rule that no longer compiles must not stop everybody's matching.
    ctx.log.error({ err: error, ruleId: row.id }, 'a keyword rule cannot be used');
    return undefined;
  }
}

/**
 * Inside the transaction that stored the articles. A rule fires once per same-text group; a member gets one notice per group
 * however many rules and websites lead to it. Followers are not told about what a source had before it was first read.
 */
export async function noticeStories(
  ctx: Context,
  rules: RuleBook,
  source: SourceRow,
  stored: readonly StoredArticle[],
): Promise<number> {
  const matched = stored.map((article) => ({ article, ruleIds: rules.match(article) }));
  const drafts = [
    ...(await keywordDrafts(ctx, source, matched)),
    ...(source.last_ok_at === null ? [] : await websiteDrafts(ctx, source, stored)),
  ];
  return createNotices(ctx, drafts);
}

async function keywordDrafts(
  ctx: Context,
  source: SourceRow,
  matched: { article: StoredArticle; ruleIds: number[] }[],
): Promise<NoticeDraft[]> {
  const ruleIds = [...new Set(matched.flatMap((one) => one.ruleIds))];
  const rules = new Map((await findRules(ctx.db, ruleIds)).map((row) => [row.id, row]));
  const isLive = (id: number, article: StoredArticle) => {
    const rule = rules.get(id);
    return (
      rule !== undefined &&
      rule.deleted_at === null &&
      rule.paused === 0 &&
      article.article.publishedAt >= rule.created_at - lateMs
    );
  };
  const now = ctx.now();
  const hits = await insertHits(
    ctx.db,
    matched.flatMap(({ article, ruleIds }) =>
      ruleIds
        .filter((id) => isLive(id, article))
        .map((id) => ({ subscription_id: id, article_id: article.id, group_id: article.groupId, matched_at: now })),
    ),
  );
  for (const [id, ofRule] of Map.groupBy(hits, (hit) => hit.subscription_id)) {
    await addHitCount(ctx.db, id, ofRule.length, now);
  }
  const articles = new Map(matched.map(({ article }) => [article.id, article]));
  return hits.map((hit) => {
    const rule = rules.get(hit.subscription_id)!;
    const article = articles.get(hit.article_id)!;
    return toDraft(source, article, {
      kind: 'keyword',
      memberId: rule.member_id,
      subscriptionId: rule.id,
      reason: rule.name,
      query: ruleQuery(rule, now, 'UTC'),
    });
  });
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
        toDraft(source, article, {
          kind: 'website',
          memberId: follower.member_id,
          subscriptionId: follower.id,
          reason: follower.title,
          query: { type: 'none' },
        }),
      ),
  );
}

function toDraft(
  source: SourceRow,
  { id, groupId, article }: StoredArticle,
  why: { kind: 'keyword' | 'website'; memberId: number; subscriptionId: number; reason: string; query: TokenQuery },
): NoticeDraft {
  const body = snippet(article.text, article.language, why.query, { length: bodyLength });
  return {
    memberId: why.memberId,
    kind: why.kind,
    title: article.title,
    body: body.text,
    articleId: id,
    url: article.url,
    subscriptionId: why.subscriptionId,
    reason: why.reason,
    sourceName: source.title,
    language: article.language,
    script: article.script,
    highlights: {
      title: highlight(article.title, article.language, why.query).map(toPair),
      body: body.highlights.map(toPair),
    },
    eventKey: `story ${groupId}`,
  };
}
