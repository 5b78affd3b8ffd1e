import { searchKeyword } from '#shared/contract/keywords.ts';
import type { Serve } from '../../http/serve.ts';
import { searchArticles } from './search.service.ts';

export function searchRoutes(serve: Serve): void {
  serve(searchKeyword, ({ ctx, actor, body }) => searchArticles(ctx, body, actor));
}
