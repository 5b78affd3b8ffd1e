import * as endpoints from '#shared/contract/websites.ts';
import type { Serve } from '../../http/serve.ts';
import {
  discoverWebsite,
  listWebsites,
  subscribeWebsite,
  unsubscribeWebsite,
  websiteFetches,
} from './websites.service.ts';

export function websiteRoutes(serve: Serve): void {
  serve(endpoints.discoverWebsite, ({ ctx, actor, body }) => discoverWebsite(ctx, actor, body));
  serve(endpoints.subscribeWebsite, ({ ctx, actor, body }) => subscribeWebsite(ctx, actor, body));
  serve(endpoints.listWebsites, ({ ctx, actor, query }) => listWebsites(ctx, actor, query));
  serve(endpoints.unsubscribeWebsite, async ({ ctx, actor, body }) => {
    await unsubscribeWebsite(ctx, actor, body.id, body.restore);
    return {};
  });
  serve(endpoints.listFetches, ({ ctx, actor, query }) => websiteFetches(ctx, actor, query.id));
}
