import * as endpoints from '#shared/contract/notices.ts';
import type { Context } from '../../context.ts';
import { notModified, type Serve } from '../../http/serve.ts';
import { createCountsCache } from './inbox.service.ts';
import { listNotices } from './notices.service.ts';
import { readNotices, removeNotices } from './reading.service.ts';

export function noticeRoutes(serve: Serve, ctx: Context): void {
  const cachedCounts = createCountsCache(ctx);

  serve(endpoints.listNotices, ({ ctx, actor, query }) => listNotices(ctx, actor, query));
  serve(endpoints.countNotices, async ({ actor, query, header, requestHeader }) => {
    const counts = await cachedCounts(actor.memberId);
    const etag = `"${counts.revision}"`;
    header('ETag', etag);
    const isKnown = query.since === counts.revision || requestHeader('if-none-match') === etag;
    return isKnown ? notModified : counts;
  });
  serve(endpoints.readNotices, ({ ctx, actor, body }) => readNotices(ctx, actor, body));
  serve(endpoints.removeNotices, ({ ctx, actor, body }) => removeNotices(ctx, actor, body.ids, body.restore));
}
