/** The program of a journey's server: the product with its demo newsroom and jobs, told over IPC what to publish when. */
import { readConfig } from '#server/config.ts';
import { updateSource } from '#server/domains/sources/sources.queries.ts';
import { sourceByAddress } from '#server/domains/sources/sources.service.ts';
import { startServer } from '#server/start-server.ts';

export interface PublishRequest {
  id: number;
  slug: string;
  item: { title: string; paragraphs: string[] };
}

export type ProcessMessage =
  | { kind: 'ready'; url: string }
  | { kind: 'published'; id: number; path: string }
  | { kind: 'failed'; id: number; error: string };

const newsroomPath = '/demo/newsroom';
/** Journeys sign in and search more often than people do. */
const generousLimits = Object.fromEntries(
  ['read', 'write', 'search', 'fetch', 'login', 'code'].map((name) => [name, { count: 100_000, windowMs: 60_000 }]),
) as NonNullable<Parameters<typeof startServer>[0]['rateLimits']>;

const tell = (message: ProcessMessage) => process.send?.(message);

const server = await startServer({ config: readConfig(process.env, '0.0.0-journey'), rateLimits: generousLimits });

process.on('message', ({ id, slug, item }: PublishRequest) => {
  publish(slug, item).then(
    (path) => tell({ kind: 'published', id, path }),
    (error) => tell({ kind: 'failed', id, error: String(error) }),
  );
});

let isStopping = false;
const stop = async () => {
  if (isStopping) return;
  isStopping = true;
  await server.stop();
  process.exit(0);
};
process.on('SIGTERM', stop);
process.on('disconnect', stop);

tell({ kind: 'ready', url: server.url });

/** Publishes, and brings the source's next turn forward to now. */
async function publish(slug: string, item: PublishRequest['item']): Promise<string> {
  const { ctx, newsroom } = server;
  if (!newsroom) throw new Error('The demo newsroom is off');
  const { url: path } = newsroom.publish(slug, item, ctx.now());
  const listed = newsroom.sources(server.url + newsroomPath).find((source) => source.slug === slug);
  const source = listed && (await sourceByAddress(ctx, listed.sourceUrl));
  if (!source) throw new Error(`${slug} is no source of the server`);
  await updateSource(ctx.db, source.id, { next_fetch_at: ctx.now() });
  ctx.signals.publish('source-due', { sourceId: source.id });
  return newsroomPath + path;
}
