import * as endpoints from '#shared/contract/keywords.ts';
import type { Serve } from '../../http/serve.ts';
import { backfillKeyword } from './backfill.service.ts';
import { readDigest } from './digests.service.ts';
import { importKeywords } from './keyword-import.service.ts';
import {
  listHits,
  listKeywords,
  previewSubscription,
  subscribeKeyword,
  unsubscribeKeyword,
  updateKeyword,
} from './keywords.service.ts';

export function keywordRoutes(serve: Serve): void {
  serve(endpoints.subscribeKeyword, ({ ctx, actor, body }) => subscribeKeyword(ctx, actor, body));
  serve(endpoints.listKeywords, ({ ctx, actor, query }) => listKeywords(ctx, actor, query));
  serve(endpoints.updateKeyword, ({ ctx, actor, body }) => updateKeyword(ctx, actor, body));
  serve(endpoints.unsubscribeKeyword, async ({ ctx, actor, body }) => {
    await unsubscribeKeyword(ctx, actor, body.id, body.restore);
    return {};
  });
  serve(endpoints.previewKeyword, ({ ctx, actor, body }) => previewSubscription(ctx, actor, body));
  serve(endpoints.importKeywords, ({ ctx, actor, body }) => importKeywords(ctx, actor, body));
  serve(endpoints.backfillKeyword, ({ ctx, actor, body }) => backfillKeyword(ctx, actor, body));
  serve(endpoints.readDigest, ({ ctx, actor, query }) => readDigest(ctx, actor, query));
  serve(endpoints.listKeywordHits, ({ ctx, actor, query }) => listHits(ctx, actor, query));
}
