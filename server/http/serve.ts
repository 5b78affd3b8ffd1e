/** Turns contract endpoints into HTTP: who may call, what is valid, the envelope. Handlers see none of it. */
import { randomUUID } from 'node:crypto';
import type { Context as HonoContext } from 'hono';
import { routePath } from 'hono/route';
import type { z } from 'zod';
import type { DataOf, EndpointShape, ParsedRequestOf } from '#shared/contract/endpoint.ts';
import type { Failure, Language } from '#shared/contract/envelope.ts';
import { type ErrorName, errorTable } from '#shared/contract/errors.ts';
import { AppError } from '../app-error.ts';
import type { Actor, Context } from '../context.ts';
import type { HttpMetrics } from '../metrics.ts';
import { answerJson } from './answer-json.ts';
import { type Authenticate, bearerOrCookie } from './authenticate.ts';
import type { HttpApp, HttpEnv } from './http-app.ts';
import { pickLanguage } from './language.ts';
import { errorMessage } from './messages.ts';
import type { RateLimiter } from './rate-limit.ts';
import { readJsonBody } from './read-json-body.ts';

/** What a handler may know of the request besides its validated parts. */
export interface Caller<A extends Actor | undefined> {
  ctx: Context;
  actor: A;
  language: Language;
  clientAddress: string;
  requestId: string;
  /** Answers 304 without a body when thrown; `etag` and other headers are set through it. */
  header(name: string, value: string): void;
  requestHeader(name: string): string | undefined;
}

type ActorOf<E extends EndpointShape> = E['access'] extends 'public' ? Actor | undefined : Actor;

export type Handler<E extends EndpointShape> = (
  request: ParsedRequestOf<E> & Caller<ActorOf<E>>,
) => Promise<DataOf<E> | NotModified>;

/** A handler's answer "you have it already". */
export const notModified = Symbol('not modified');
export type NotModified = typeof notModified;

export type Serve = <E extends EndpointShape>(endpoint: E, handler: Handler<E>) => void;

export interface ServeOptions {
  app: HttpApp;
  ctx: Context;
  authenticate: Authenticate;
  limiter: RateLimiter;
  metrics: HttpMetrics;
}

const bodyMaxBytesDefault = 1_000_000;

export function createServe({ app, ctx, authenticate, limiter, metrics }: ServeOptions): {
  serve: Serve;
  served: EndpointShape[];
} {
  const served: EndpointShape[] = [];

  const serve: Serve = (endpoint, handler) => {
    served.push(endpoint);
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1');
    app.on(endpoint.method, path, async (c) => {
      const startedAt = performance.now();
      const actor = await authorise(endpoint, c, authenticate);
      limit(endpoint, c, actor, limiter);
      const request = {
        ...(await validate(endpoint, c)),
        ctx,
        actor,
        language: actor?.language ?? c.get('language'),
        clientAddress: c.get('clientAddress'),
        requestId: c.get('requestId'),
        header: (name: string, value: string) => c.header(name, value),
        requestHeader: (name: string) => c.req.header(name),
      };
      const data = await handler(request as never);
      metrics.observe(endpoint.name, performance.now() - startedAt);
      if (data === notModified) return c.body(null, 304);
      return answerJson(c, { code: 200, message: 'ok', data });
    });
  };
  return { serve, served };
}

async function authorise(endpoint: EndpointShape, c: HonoContext<HttpEnv>, authenticate: Authenticate) {
  const credentials = bearerOrCookie(c);
  if (endpoint.access === 'public') {
    // A public page must not break because the visitor's token has just run out.
    return credentials ? authenticate(credentials.token).catch(() => undefined) : undefined;
  }
  if (!credentials) throw new AppError('NOT_LOGGED_IN');
  if (endpoint.method !== 'GET' && credentials.from === 'cookie') throw new AppError('CROSS_SITE');
  const actor = await authenticate(credentials.token);
  if (endpoint.access !== 'member' && !actor.permissions.includes(endpoint.access)) throw new AppError('NOT_PERMITTED');
  return actor;
}

function limit(endpoint: EndpointShape, c: HonoContext<HttpEnv>, actor: Actor | undefined, limiter: RateLimiter) {
  if (!endpoint.limit) return;
  const subject =
    actor && endpoint.limit !== 'login' ? `member ${actor.memberId}` : `address ${c.get('clientAddress')}`;
  const taken = limiter.take(endpoint.limit, subject);
  if (taken.ok) return;
  const seconds = Math.ceil(taken.retryAfterMs / 1000);
  c.header('Retry-After', String(seconds));
  throw new AppError('RATE_LIMITED', { seconds });
}

async function validate(endpoint: EndpointShape, c: HonoContext<HttpEnv>) {
  const issues: NonNullable<Failure['issues']> = [];
  const check = (schema: z.ZodType, value: unknown) => {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    issues.push(...result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
    return undefined;
  };
  const parsed = {
    ...(endpoint.params && { params: check(endpoint.params, c.req.param()) }),
    ...(endpoint.query && { query: check(endpoint.query, c.req.query()) }),
    ...(endpoint.body && {
      body: check(endpoint.body, await readJsonBody(c.req.raw, endpoint.bodyMaxBytes ?? bodyMaxBytesDefault)),
    }),
  };
  if (issues.length > 0) throw new InvalidInput(issues);
  return parsed;
}

class InvalidInput extends AppError {
  readonly issues: NonNullable<Failure['issues']>;

  constructor(issues: NonNullable<Failure['issues']>) {
    super('INVALID_INPUT', { fields: issues.map((issue) => issue.path).join(', ') });
    this.issues = issues;
  }
}

/** The one place where an error becomes an answer. Unknown errors say nothing but their request id. */
export function answerError(error: unknown, c: HonoContext<HttpEnv>, ctx: Context): Response {
  const requestId = c.get('requestId') ?? randomUUID();
  const known = error instanceof AppError ? error : new AppError('INTERNAL', { requestId });
  // The route and not the address, which may hold a secret.
  if (!(error instanceof AppError)) ctx.log.error({ err: error, requestId, route: routePath(c) }, 'request failed');
  const language = c.get('language') ?? pickLanguage(c.req.header('accept-language'));
  return answerJson(c, failure(known, language, requestId), errorTable[known.errorName].status as 400);
}

function failure(error: AppError, language: Language, requestId: string): Failure {
  const name: ErrorName = error.errorName;
  return {
    code: errorTable[name].code,
    message: errorMessage(language, name, error.args),
    error: name,
    requestId,
    args: error.args,
    ...(error instanceof InvalidInput && { issues: error.issues }),
    ...(error.problems && { problems: [...error.problems] }),
  };
}
