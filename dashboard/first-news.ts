/** The news that came with the page, so that the living screen shows the same ones without asking again. */
import type { DataOf } from '#shared/contract/endpoint.ts';
import type { listNews } from '#shared/contract/news.ts';

const elementId = 'first-news';

export interface FirstNews {
  language: string;
  /** When they were read, epoch milliseconds. */
  at: number;
  newest: DataOf<typeof listNews>;
}

/** As markup. Inside of a script element only `<` could end it or open a comment. */
export function writeFirstNews(news: FirstNews): string {
  return `<script type="application/json" id="${elementId}">${JSON.stringify(news).replaceAll('<', '\\u003c')}</script>`;
}

export function readFirstNews(): FirstNews | undefined {
  const text = document.getElementById(elementId)?.textContent;
  return text ? JSON.parse(text) : undefined;
}
