import * as endpoints from '#shared/contract/news.ts';
import type { Serve } from '../../http/serve.ts';
import { getNews, listNews } from './articles.service.ts';

export function articleRoutes(serve: Serve): void {
  serve(endpoints.listNews, ({ ctx, query }) => listNews(ctx, query));
  serve(endpoints.getNews, ({ ctx, params }) => getNews(ctx, params.id));
}
