/** What becomes of a source's followers: they go along when it moves, and are told once when it is dead. */
import type { Context } from '../../context.ts';
import { inTransaction } from '../../context.ts';
import { memberLanguages } from '../accounts/accounts.service.ts';
import { createNotices } from '../notices/notices.service.ts';
import {
  changeSubscribers,
  deadSources,
  markDeadTold,
  moveSource,
  type NewAddress,
  type SourceRow,
  sourceAt,
} from '../sources/sources.service.ts';
import { reviseWebsiteRules } from './keywords.service.ts';
import { deadSourceText } from './source-texts.ts';
import { findBySource, findFollowers, revive, setDeleted, setSource } from './websites.queries.ts';

/**
 * The source is read at its new address from now on; articles, notices and subscriptions stay with it. If the new address is a
 * source of its own already, the followers go over to that one.
 */
export async function adoptAddress(ctx: Context, source: SourceRow, to: NewAddress): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const other = await sourceAt(ctx, to.url);
    if (other && other.id !== source.id) await moveFollowers(ctx, source, other);
    else await moveSource(ctx, source, to);
  });
  ctx.log.info({ sourceId: source.id, from: source.url, to: to.url }, 'a source moved');
}

async function moveFollowers(ctx: Context, from: SourceRow, to: SourceRow): Promise<void> {
  for (const follower of await findFollowers(ctx.db, from.id)) {
    const own = await findBySource(ctx.db, follower.member_id, to.id);
    if (!own) await setSource(ctx.db, follower.id, to.id);
    else {
      await setDeleted(ctx.db, follower.id, ctx.now());
      if (own.deleted_at !== null) await revive(ctx.db, own.id, follower.title, ctx.now());
    }
    await changeSubscribers(ctx, from, -1);
    if (!own || own.deleted_at !== null) await changeSubscribers(ctx, to, 1);
    await reviseWebsiteRules(ctx, { memberId: follower.member_id });
  }
}

/** Each follower of a source that cannot be read is told once an outage, well within a day of its beginning. */
export async function tellOfDeadSources(ctx: Context): Promise<number> {
  let told = 0;
  for (const source of await deadSources(ctx)) {
    told += await inTransaction(ctx, async (ctx) => {
      const followers = await findFollowers(ctx.db, source.id);
      const languages = await memberLanguages(
        ctx,
        followers.map((follower) => follower.member_id),
      );
      const made = await createNotices(
        ctx,
        followers.map((follower) => {
          const language = languages.get(follower.member_id)!;
          return {
            memberId: follower.member_id,
            kind: 'system',
            ...deadSourceText(source, follower.title, language),
            articleId: null,
            url: `/user/website?site=${follower.id}`,
            subscriptionId: null,
            reason: follower.title,
            sourceName: source.title,
            language,
            script: '',
            highlights: { title: [], body: [] },
            eventKey: `source ${source.id} dead since ${source.error_since}`,
          };
        }),
      );
      await markDeadTold(ctx, source);
      return made;
    });
  }
  return told;
}
