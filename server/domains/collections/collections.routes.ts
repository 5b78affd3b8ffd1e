import * as endpoints from '#shared/contract/collect.ts';
import type { Serve } from '../../http/serve.ts';
import { changeItem, exportCollection, getItem, listItems, removeItems, saveItem } from './collections.service.ts';

export function collectionRoutes(serve: Serve): void {
  serve(endpoints.saveCollect, ({ ctx, actor, body }) => saveItem(ctx, actor, body));
  serve(endpoints.listCollect, ({ ctx, actor, query }) => listItems(ctx, actor, query));
  // Before /v1/collect/{id}, which would take "export" for an id.
  serve(endpoints.exportCollect, ({ ctx, actor, query }) => exportCollection(ctx, actor, query));
  serve(endpoints.getCollect, ({ ctx, actor, params }) => getItem(ctx, actor, params.id));
  serve(endpoints.updateCollect, ({ ctx, actor, body }) => changeItem(ctx, actor, body));
  serve(endpoints.removeCollect, async ({ ctx, actor, body }) => {
    await removeItems(ctx, actor, body.ids, body.restore);
    return {};
  });
}
