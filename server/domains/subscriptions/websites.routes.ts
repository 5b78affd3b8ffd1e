import * as imports from '#shared/contract/website-imports.ts';
import * as endpoints from '#shared/contract/websites.ts';
import type { Serve } from '../../http/serve.ts';
import { exportWebsites, getImport, importWebsites, listImportLines } from './website-imports.service.ts';
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
  serve(imports.importWebsites, ({ ctx, actor, body }) => importWebsites(ctx, actor, body));
  serve(imports.getWebsiteImport, ({ ctx, actor, query }) => getImport(ctx, actor, query.id));
  serve(imports.listImportLines, ({ ctx, actor, query }) => listImportLines(ctx, actor, query));
  serve(imports.exportWebsites, ({ ctx, actor }) => exportWebsites(ctx, actor));
}
