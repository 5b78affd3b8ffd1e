/** What a rule would have found before it was made, on request: into its history, or told as one digest. */
import { Scope } from '#shared/contract/keywords.ts';
import { localDay } from '#shared/rules/local-time.ts';
import { dayMs } from '#shared/rules/session.ts';
import { AppError } from '../../app-error.ts';
import { type Actor, type Context, inTransaction } from '../../context.ts';
import { listedArticles } from '../articles/articles.service.ts';
import { withScope } from '../search/keyword-query.service.ts';
import { insertStories } from './digests.queries.ts';
import { tellTogether } from './digests.service.ts';
import { countHits, findRules, insertHits } from './keywords.queries.ts';
import { ruleQuery } from './keywords.service.ts';
import { sameTextStories } from './story-notices.service.ts';
import { followedSourceIds } from './websites.queries.ts';

const storiesMax = 1_000;

export async function backfillKeyword(
  ctx: Context,
  actor: Actor,
  input: { id: number; days: number; tell: boolean },
): Promise<{ found: number; isCapped: boolean }> {
  const [rule] = await findRules(ctx.db, [input.id]);
  if (!rule || rule.member_id !== actor.memberId || rule.deleted_at !== null) throw new AppError('NOT_FOUND');
  const now = ctx.now();
  const scope = Scope.parse(JSON.parse(rule.scope));
  const own = scope.ownWebsitesOnly ? await followedSourceIds(ctx.db, actor.memberId) : [];
  let isCutShort = false;
  const ids = await ctx.searchIndex.byTime(
    ctx.db,
    {
      type: 'and',
      items: [
        { type: 'published', from: now - input.days * dayMs },
        withScope(await ruleQuery(ctx, rule, actor.timeZone), scope, own),
      ],
    },
    {
      order: 'new',
      limit: storiesMax,
      onCutShort: () => {
        isCutShort = true;
      },
    },
  );
  const articles = (await listedArticles(ctx, ids)).map(({ id, group_id }) => ({ id, groupId: group_id })).reverse();
  return inTransaction(ctx, async (ctx) => {
    const stories = await sameTextStories(ctx, articles);
    const hits = await insertHits(
      ctx.db,
      articles.map(({ id, groupId }) => ({
        subscription_id: rule.id,
        article_id: id,
        group_id: groupId,
        matched_at: now,
      })),
    );
    const firstOf = new Map(hits.toReversed().map((hit) => [stories.get(hit.article_id)!.id, hit.article_id]));
    const inserted = await insertStories(
      ctx.db,
      [...firstOf].map(([storyId, articleId]) => ({
        subscription_id: rule.id,
        story_id: storyId,
        article_id: articleId,
        size: stories.get(articleId)!.size,
        state: input.tell ? ('told' as const) : ('kept' as const),
        found_at: now,
      })),
    );
    const day = localDay(now, rule.time_zone);
    await countHits(ctx.db, rule.id, { hits: hits.length, stories: 0, day, at: now, digestAt: null });
    if (input.tell && inserted.length > 0) {
      const told = inserted.map(({ story_id }) => ({ story_id, article_id: firstOf.get(story_id)! }));
      await tellTogether(ctx, rule, told, `backfill ${rule.id} ${now}`);
    }
    return { found: inserted.length, isCapped: isCutShort || ids.length >= storiesMax };
  });
}
