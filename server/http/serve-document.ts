import { createHash } from 'node:crypto';
import { AppError } from '../app-error.ts';
import type { HttpApp } from './http-app.ts';

export interface PlainDocument {
  mediaType: string;
  body: string;
}

/** Serves a document outside the envelope, to anybody who knows its address; 304 while it has not changed. */
export function serveDocument(
  app: HttpApp,
  path: string,
  read: (params: Record<string, string>) => Promise<PlainDocument | undefined>,
): void {
  app.get(path, async (c) => {
    const document = await read(c.req.param() as Record<string, string>);
    if (!document) throw new AppError('NOT_FOUND');
    const etag = `"${createHash('sha256').update(document.body).digest('base64url').slice(0, 22)}"`;
    c.header('ETag', etag);
    c.header('Cache-Control', 'private, no-cache');
    c.header('X-Robots-Tag', 'noindex');
    // What was compressed on the way comes back with a weak tag.
    if (c.req.header('if-none-match')?.replace(/^W\//, '') === etag) return c.body(null, 304);
    return c.body(document.body, 200, { 'Content-Type': document.mediaType });
  });
}
