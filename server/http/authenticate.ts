import type { Context as HonoContext } from 'hono';
import { getCookie } from 'hono/cookie';
import type { Actor } from '../context.ts';
import type { HttpEnv } from './http-app.ts';

/** @throws AppError TOKEN_INVALID or TOKEN_EXPIRED */
export type Authenticate = (token: string) => Promise<Actor>;

/** The bearer header wins; the cookie serves reading only (event streams, downloads), see `authorise`. */
export function bearerOrCookie(c: HonoContext<HttpEnv>): { token: string; from: 'header' | 'cookie' } | undefined {
  const header = c.req.header('authorization');
  if (header) {
    const token = /^Bearer +([A-Za-z0-9_-]{16,128})$/.exec(header)?.[1];
    return { token: token ?? '', from: 'header' };
  }
  const token = getCookie(c, 'token');
  return token ? { token, from: 'cookie' } : undefined;
}
