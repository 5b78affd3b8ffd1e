/** The page with the home screen already in it, in the language the browser asks for: a phone can read before the scripts have come. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Language } from '#shared/contract/envelope.ts';
import type { FirstViewModule } from '#shared/contract/first-view.ts';
import * as newsEndpoints from '#shared/contract/news.ts';
import type { Context } from '../context.ts';
import { listNews } from '../domains/articles/articles.service.ts';
import type { HttpApp } from './http-app.ts';
import { isKnown } from './serve-files.ts';

/** However many ask for the page, it is drawn once in this time for each language. */
const keptMs = 5_000;

interface Drawn {
  html: string;
  etag: string;
}

export interface FirstViewDirs {
  dashboard: string;
  firstView: string;
}

/** Where the page cannot be drawn, the next handler serves it as it was built. */
export function serveFirstView(app: HttpApp, ctx: Context, dirs: FirstViewDirs): void {
  const kept = new Map<Language, { until: number; drawn: Promise<Drawn | undefined> }>();

  const drawnFor = (language: Language) => {
    const known = kept.get(language);
    if (known && known.until > ctx.now()) return known.drawn;
    const drawn = draw(ctx, dirs, language).catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'the first view could not be drawn');
      return undefined;
    });
    kept.set(language, { until: ctx.now() + keptMs, drawn });
    return drawn;
  };

  app.get('/', async (c, next) => {
    const drawn = await drawnFor(c.get('language'));
    c.header('Vary', 'Accept-Language, Accept-Encoding');
    if (!drawn) return next();
    c.header('ETag', drawn.etag);
    c.header('Cache-Control', 'no-cache');
    c.header('Content-Language', c.get('language'));
    return isKnown(c.req.header('if-none-match'), drawn.etag) ? c.body(null, 304) : c.html(drawn.html);
  });
}

async function draw(ctx: Context, dirs: FirstViewDirs, language: Language): Promise<Drawn> {
  const file = pathToFileURL(join(dirs.firstView, 'first-view.js')).href;
  const { drawFirstView } = (await import(file)) as FirstViewModule;
  const html = await drawFirstView({
    page: await readFile(join(dirs.dashboard, 'index.html'), 'utf8'),
    language,
    now: ctx.now(),
    news: (query) => listNews(ctx, newsEndpoints.listNews.query.parse(query)),
  });
  return { html, etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"` };
}
