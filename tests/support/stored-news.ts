/** News put into storage as the crawl does, without a fetch: sources by number, articles by headline. */
import { type Context, inTransaction } from '#server/context.ts';
import { prepareArticle } from '#server/crawl/prepare/prepare-article.ts';
import { plainText } from '#server/crawl/sanitise/plain-text.ts';
import { type StoredArticle, storeArticles } from '#server/domains/articles/articles.service.ts';
import { type ClusterBook, createClusterBook } from '#server/domains/articles/clusters.service.ts';
import { addSources, describeSource } from '#server/domains/sources/sources.service.ts';

export interface NewsReport {
  /** From 1 to the number of sources. */
  source: number;
  title: string;
  text?: string;
  language?: string;
  /** Epoch milliseconds; the server's now without it. */
  at?: number;
}

/** `ctx` of a server that has no sources yet. */
export async function openStoredNews(ctx: Context, sourceCount: number) {
  await addSources(
    ctx,
    Array.from({ length: sourceCount }, (_, n) =>
      describeSource({
        kind: 'feed',
        type: 'rss',
        url: `https://source${n + 1}.example/feed.xml`,
        homeUrl: `https://source${n + 1}.example/`,
        title: `Source ${n + 1}`,
        language: 'en',
        country: '',
        category: 'general',
        origin: 'member',
        selector: null,
        now: ctx.now(),
      }),
    ),
  );
  let sequence = 0;

  function prepare({ source, title, text = '', language = 'en', at }: NewsReport) {
    sequence += 1;
    const content = text && `<p>${text}</p>`;
    return prepareArticle({
      entry: {
        key: `entry ${sequence}`,
        title,
        link: `https://source${source}.example/${sequence}`,
        author: '',
        tags: [],
        published: at ?? ctx.now(),
        summary: '',
        content,
        text: plainText(content),
        image: '',
        language,
      },
      page: undefined,
      source: { id: source, language, country: '', category: 'general' },
      now: ctx.now(),
    });
  }

  return {
    /** What follows each other of one source is one transaction. A new book knows only what the database knows, as after a restart or in another process. */
    async store(reports: readonly NewsReport[], clusters: ClusterBook = createClusterBook()): Promise<StoredArticle[]> {
      const stored: StoredArticle[] = [];
      const runs: NewsReport[][] = [];
      for (const report of reports) {
        const run = runs.at(-1);
        if (run?.[0]?.source === report.source) run.push(report);
        else runs.push([report]);
      }
      for (const run of runs) {
        const prepared = run.map(prepare);
        stored.push(...(await inTransaction(ctx, (ctx) => storeArticles(ctx, run[0]!.source, prepared, clusters))));
      }
      return stored;
    },
    prepare,
  };
}
