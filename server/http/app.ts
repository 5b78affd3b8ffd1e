/** Assembles the HTTP side: middleware, the domains' routes, the dashboard's files. It holds no rule of the business. */
import { randomUUID } from 'node:crypto';
import { getConnInfo } from '@hono/node-server/conninfo';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { secureHeaders } from 'hono/secure-headers';
import { allEndpoints } from '#shared/contract/endpoints.ts';
import { openApiDocument } from '#shared/contract/openapi.ts';
import { AppError } from '../app-error.ts';
import { buildDirs } from '../config.ts';
import type { Context } from '../context.ts';
import { createAuthenticator } from '../domains/accounts/accounts.service.ts';
import { domainRoutes } from '../domains/domain-routes.ts';
import { createMetrics, type Metrics } from '../metrics.ts';
import { apiReferencePage } from './api-reference-page.ts';
import type { OpenStreams } from './event-stream.ts';
import type { HttpApp, HttpEnv } from './http-app.ts';
import { pickLanguage } from './language.ts';
import { createRateLimiter, defaultRateLimits, type RateLimits } from './rate-limit.ts';
import { answerError, createServe } from './serve.ts';
import { serveFiles } from './serve-files.ts';
import { serveFirstView } from './serve-first-view.ts';

export interface AppOptions {
  ctx: Context;
  rateLimits?: RateLimits;
  metrics?: Metrics;
  /** Extra plain-HTTP mounts of this process: the demo newsroom, event streams. */
  mounts?: ((app: HttpApp) => void)[];
}

/** Everything the dashboard loads comes from its own origin; article pictures may come from anywhere over https. */
const contentSecurityPolicy = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'https:', 'http:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
  formAction: ["'self'"],
};

export function createApp({ ctx, rateLimits, metrics = createMetrics(), mounts = [] }: AppOptions) {
  const app: HttpApp = new Hono<HttpEnv>();

  app.use(async (c, next) => {
    const given = c.req.header('x-request-id');
    c.set('requestId', given && /^[\w-]{8,64}$/.test(given) ? given : randomUUID());
    c.set('language', pickLanguage(c.req.header('accept-language')));
    c.set('clientAddress', clientAddress(c, ctx.config.trustProxy));
    c.header('X-Request-Id', c.get('requestId'));
    await next();
  });
  for (const mount of mounts) mount(app);
  app.use(compress());
  app.use(secureHeaders({ contentSecurityPolicy, crossOriginResourcePolicy: false, xFrameOptions: 'DENY' }));
  app.use('/v1/*', async (c, next) => {
    c.header('Cache-Control', 'no-store');
    await next();
  });

  app.onError((error, c) => {
    metrics.countFailure(error instanceof AppError ? error.errorName : 'INTERNAL');
    return answerError(error, c, ctx);
  });

  const authenticate = createAuthenticator(ctx);
  const limiter = createRateLimiter(rateLimits ?? defaultRateLimits, ctx.now);
  const { serve, served } = createServe({ app, ctx, authenticate, limiter, metrics });
  const openStreams: OpenStreams = new Set();
  domainRoutes({ serve, app, ctx, authenticate, openStreams, metrics });

  const openApi = openApiDocument(allEndpoints, ctx.config.version);
  app.get('/v1/openapi.json', (c) => c.json(openApi));
  app.get('/v1/docs', (c) => c.html(apiReferencePage(allEndpoints, ctx.config.version)));
  app.get('/metrics', async (c) => {
    return c.text(await metrics.registry.metrics(), 200, { 'Content-Type': metrics.registry.contentType });
  });
  app.all('/v1/*', () => {
    throw new AppError('NOT_FOUND');
  });

  serveFirstView(app, ctx, buildDirs);
  serveFiles(app, buildDirs.dashboard);
  return { app, served, metrics, openStreams };
}

function clientAddress(c: Parameters<typeof getConnInfo>[0], trustProxy: boolean): string {
  if (trustProxy) {
    const forwarded = c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim();
    if (forwarded) return forwarded;
  }
  try {
    return getConnInfo(c).remote.address ?? 'unknown';
  } catch {
    return 'in-process';
  }
}
