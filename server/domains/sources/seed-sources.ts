import type { Context } from '../../context.ts';
import { urlKey } from '../../crawl/identify/normalise-url.ts';
import { catalogue } from '../../db/seed/catalogue.ts';
import { settingOr } from '../system/system.service.ts';
import { findByOrigin, updateSource } from './sources.queries.ts';
import { addSources, describeSource } from './sources.service.ts';

const catalogueSpacingMs = 2_000;

export interface DemoSource {
  name: string;
  homeUrl: string;
  sourceUrl: string;
  expected: 'feed' | 'sitemap' | 'list';
  type: string;
  language: string;
  country: string;
}

/** Puts the catalogue and, where it runs, the demo newsroom among the sources. Safe to repeat at every start. */
export async function seedSources(
  ctx: Context,
  seeds: { demoSources: readonly DemoSource[]; hasCatalogue: boolean },
): Promise<void> {
  const { demoSources } = seeds;
  const now = ctx.now();
  await moveDemoSources(ctx, demoSources);
  await addSources(ctx, [
    ...demoSources.map((source) =>
      describeSource({
        kind: source.expected,
        type: source.type,
        url: source.sourceUrl,
        homeUrl: source.homeUrl,
        title: source.name,
        language: source.language,
        country: source.country,
        category: 'general',
        origin: 'demo',
        selector: null,
        now,
      }),
    ),
    ...(seeds.hasCatalogue ? catalogue : []).map((source, at) =>
      describeSource({
        kind: 'feed',
        type: 'rss',
        url: source.feedUrl,
        homeUrl: source.homeUrl,
        title: source.name,
        language: source.language,
        country: source.country,
        category: source.category,
        origin: 'catalogue',
        selector: null,
        // One after the other, so that the first minute belongs to what is near.
        now: now + at * catalogueSpacingMs,
      }),
    ),
  ]);
}

const startedAtSetting = 'demo.started-at';

/** The newsroom's items follow from when it first opened, so that a restart brings the same items back. */
export async function newsroomStartedAt(ctx: Context): Promise<number> {
  return Number(await settingOr(ctx, startedAtSetting, String(ctx.now())));
}

/** The newsroom's address is the server's own; when the port changes, its sources move along. */
async function moveDemoSources(ctx: Context, demoSources: readonly DemoSource[]): Promise<void> {
  const pathOf = (url: string) => new URL(url).pathname;
  const before = new Map((await findByOrigin(ctx.db, 'demo')).map((row) => [pathOf(row.url), row]));
  for (const source of demoSources) {
    const row = before.get(pathOf(source.sourceUrl));
    if (!row || row.url === source.sourceUrl) continue;
    const url = source.sourceUrl;
    await updateSource(ctx.db, row.id, {
      url,
      url_key: urlKey(url) ?? url,
      home_url: source.homeUrl,
      host: new URL(url).host,
      next_fetch_at: ctx.now(),
    });
  }
}
