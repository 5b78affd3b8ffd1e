import type { Context } from '../context.ts';
import type { Authenticate } from '../http/authenticate.ts';
import type { OpenStreams } from '../http/event-stream.ts';
import type { HttpApp } from '../http/http-app.ts';
import type { Serve } from '../http/serve.ts';
import type { Metrics } from '../metrics.ts';
import { accountRoutes } from './accounts/accounts.routes.ts';
import { hotspotRoutes } from './analysis/hotspots.routes.ts';
import { articleRoutes } from './articles/articles.routes.ts';
import { collectionRoutes } from './collections/collections.routes.ts';
import { channelRoutes, noticeFeedDocument } from './notices/channels.routes.ts';
import { noticeRoutes } from './notices/notices.routes.ts';
import { noticeStream } from './notices/notices.stream.ts';
import { searchRoutes } from './search/search.routes.ts';
import { hubCallback } from './sources/hub-subscriptions.routes.ts';
import { keywordRoutes } from './subscriptions/keywords.routes.ts';
import { websiteRoutes } from './subscriptions/websites.routes.ts';
import { systemRoutes } from './system/system.routes.ts';

/** Every domain's endpoints, in one list. */
export function domainRoutes({
  serve,
  app,
  ctx,
  authenticate,
  openStreams,
  metrics,
}: {
  serve: Serve;
  app: HttpApp;
  ctx: Context;
  authenticate: Authenticate;
  openStreams: OpenStreams;
  metrics: Metrics;
}): void {
  systemRoutes(serve);
  accountRoutes(serve);
  articleRoutes(serve);
  hotspotRoutes(serve);
  searchRoutes(serve);
  keywordRoutes(serve);
  websiteRoutes(serve);
  noticeRoutes(serve, ctx);
  channelRoutes(serve);
  noticeFeedDocument(app, ctx);
  hubCallback(app, ctx, metrics);
  noticeStream(app, ctx, { authenticate, openStreams });
  collectionRoutes(serve);
}
