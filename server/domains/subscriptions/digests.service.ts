/** Stories that could not be told at once, told together: one notice with their list, once, whatever happens in between. */
import { outOfQuiet } from '#shared/rules/rhythm.ts';
import { AppError } from '../../app-error.ts';
import { type Actor, type Context, inTransaction } from '../../context.ts';
import { listedArticles } from '../articles/articles.service.ts';
import { createDigest, createNotices, digestPage } from '../notices/notices.service.ts';
import { toHits } from '../search/search.service.ts';
import { findDueDigests, hasWaiting, setDigestAt, takeWaiting } from './digests.queries.ts';
import { findOwn, findRules, type RuleOfMember } from './keywords.queries.ts';
import { channelsOf, clockOf, ruleWords } from './keywords.service.ts';
import { toDraft } from './story-draft.ts';

const digestsAtOnce = 200;
const retryMs = 5 * 60_000;

/** Tells every digest that is due. Several processes may run it: each story is taken by one of them. */
export async function tellDueDigests(ctx: Context): Promise<number> {
  let told = 0;
  for (const { id } of await findDueDigests(ctx.db, ctx.now(), digestsAtOnce)) {
    try {
      if (await inTransaction(ctx, (ctx) => tellRuleDigest(ctx, id))) told += 1;
    } catch (error) {
      // One rule that fails must not keep the others waiting.
      ctx.log.error({ err: error, ruleId: id }, 'a digest could not be told');
      await setDigestAt(ctx.db, id, ctx.now() + retryMs);
    }
  }
  return told;
}

async function tellRuleDigest(ctx: Context, id: number): Promise<boolean> {
  const now = ctx.now();
  const [rule] = await findRules(ctx.db, [id]);
  if (!rule || rule.digest_at === null || rule.digest_at > now) return false;
  const openAt = outOfQuiet(Math.max(now, rule.snooze_until ?? 0), clockOf(rule));
  if (openAt > now) {
    await setDigestAt(ctx.db, id, openAt);
    return false;
  }
  const waiting = await takeWaiting(ctx.db, id);
  await setDigestAt(ctx.db, id, null);
  // Another process may have let a story wait between the two statements; it is told by the next run.
  if (await hasWaiting(ctx.db, id)) await setDigestAt(ctx.db, id, now);
  return tellTogether(ctx, rule, waiting, `digest ${id} ${now}`);
}

/** One notice for the stories: a digest, or the plain notice if there is only one. False when none of them exists any more. */
export async function tellTogether(
  ctx: Context,
  rule: RuleOfMember,
  stories: { article_id: number; story_id: number }[],
  eventKey: string,
): Promise<boolean> {
  const newestFirst = stories.map((story) => story.article_id).sort((a, b) => b - a);
  const articles = await listedArticles(ctx, newestFirst);
  const [first] = articles;
  if (!first) return false;
  if (articles.length === 1) {
    const why = {
      kind: 'keyword' as const,
      memberId: rule.member_id,
      subscriptionId: rule.id,
      name: rule.name,
      query: await ruleWords(ctx, rule, rule.time_zone),
      channels: channelsOf(rule),
    };
    return (await createNotices(ctx, [toDraft(toldArticle(first), why, `story ${first.group_id}`)])) > 0;
  }
  await createDigest(ctx, {
    memberId: rule.member_id,
    subscriptionId: rule.id,
    name: rule.name,
    language: rule.language,
    articles: articles.map(({ id, title }) => ({ id, title })),
    channels: channelsOf(rule),
    eventKey,
  });
  return true;
}

function toldArticle({
  id,
  title,
  text,
  url,
  language,
  script,
  source_title,
}: Awaited<ReturnType<typeof listedArticles>>[number]) {
  return { id, title, text, url, language, script, sourceName: source_title };
}

/** @throws AppError NOT_FOUND for a notice that is not a digest of the member's */
export async function readDigest(ctx: Context, actor: Actor, query: { id: number; page: number; limit: number }) {
  const digest = await digestPage(ctx, actor, query);
  const rule =
    digest.subscriptionId === null ? undefined : await findOwn(ctx.db, actor.memberId, digest.subscriptionId);
  if (!rule) throw new AppError('NOT_FOUND');
  const { title, createdAt, count, articleIds } = digest;
  const list = await toHits(ctx, articleIds, await ruleWords(ctx, rule, actor.timeZone));
  return { list, count, title, createdAt, subscriptionId: rule.id };
}
