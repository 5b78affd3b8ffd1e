import { gzipSync } from 'node:zlib';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { acceptedEncoding } from './accepted-encoding.ts';

/** Below it a compressed answer takes as many packets as it is. */
const compressedFrom = 1024;
/** What is longer is compressed beside the event loop, by the middleware for everything else. */
const atOnceMax = 64 * 1024;

/** Answers in one piece with its length: as a stream, the few kilobytes of most answers would pass through four threads. */
export function answerJson(c: Context, value: unknown, status: ContentfulStatusCode = 200): Response {
  const text = JSON.stringify(value);
  c.header('Content-Type', 'application/json');
  const bytes = Buffer.byteLength(text);
  if (bytes > atOnceMax) return c.body(text, status);
  if (bytes < compressedFrom) {
    c.header('Content-Length', String(bytes));
    return c.body(text, status);
  }
  c.header('Vary', 'Accept-Encoding', { append: true });
  if (!acceptedEncoding(c, ['gzip'])) return c.body(text, status);
  const body = gzipSync(text);
  c.header('Content-Encoding', 'gzip');
  c.header('Content-Length', String(body.length));
  return c.body(body, status);
}
