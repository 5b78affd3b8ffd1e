/** What the server asks of the dashboard's build: its page with the home screen drawn into it, as a visitor first sees it. */
import type { DataOf, RequestOf } from './endpoint.ts';
import type { Language } from './envelope.ts';
import type { listNews } from './news.ts';

export interface FirstViewRequest {
  /** The page as it was built. */
  page: string;
  language: Language;
  /** Epoch milliseconds. */
  now: number;
  news(query: RequestOf<typeof listNews>['query']): Promise<DataOf<typeof listNews>>;
}

export interface FirstViewModule {
  /** The HTML of the page; everything from outside in it is escaped. */
  drawFirstView(request: FirstViewRequest): Promise<string>;
}
