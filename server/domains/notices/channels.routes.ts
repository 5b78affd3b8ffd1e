import * as endpoints from '#shared/contract/channels.ts';
import type { Context } from '../../context.ts';
import type { HttpApp } from '../../http/http-app.ts';
import type { Serve } from '../../http/serve.ts';
import { serveDocument } from '../../http/serve-document.ts';
import {
  addPushDevice,
  getChannels,
  removePushDevice,
  removeWebhook,
  renewFeed,
  revokeFeed,
  rotateWebhookSecret,
  saveWebhook,
  testWebhook,
} from './channels.service.ts';
import { noticeFeed } from './notice-feed.service.ts';

export function channelRoutes(serve: Serve): void {
  const nothing = async (work: Promise<void>) => {
    await work;
    return {};
  };
  serve(endpoints.getChannels, ({ ctx, actor }) => getChannels(ctx, actor));
  serve(endpoints.saveWebhook, ({ ctx, actor, body }) => saveWebhook(ctx, actor, body));
  serve(endpoints.rotateWebhookSecret, ({ ctx, actor }) => rotateWebhookSecret(ctx, actor));
  serve(endpoints.testWebhook, ({ ctx, actor }) => nothing(testWebhook(ctx, actor)));
  serve(endpoints.removeWebhook, ({ ctx, actor }) => nothing(removeWebhook(ctx, actor)));
  serve(endpoints.renewFeed, ({ ctx, actor }) => renewFeed(ctx, actor));
  serve(endpoints.revokeFeed, ({ ctx, actor }) => nothing(revokeFeed(ctx, actor)));
  serve(endpoints.addPushDevice, ({ ctx, actor, body }) => nothing(addPushDevice(ctx, actor, body)));
  serve(endpoints.removePushDevice, ({ ctx, actor, body }) => nothing(removePushDevice(ctx, actor, body)));
}

/** For feed readers, which neither sign in nor know our envelope. */
export function noticeFeedDocument(app: HttpApp, ctx: Context): void {
  serveDocument(app, '/v1/notice/feed/:file', ({ file }) => noticeFeed(ctx, file ?? ''));
}
