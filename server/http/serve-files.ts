import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { Readable } from 'node:stream';
import type { HttpApp } from './http-app.ts';

const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

const immutableFolder = `${sep}assets${sep}`;

/** Serves the built dashboard. Files with a hash in their name may be kept for good; the page itself is checked each time. */
export function serveFiles(app: HttpApp, root: string): void {
  app.get('*', async (c) => {
    const relative = normalize(decodeURIComponent(c.req.path));
    const file = join(root, relative === sep ? 'index.html' : relative);
    if (!file.startsWith(root + sep)) return c.notFound();
    const found = await stat(file).catch(() => undefined);
    if (!found?.isFile()) return c.notFound();

    const etag = `"${found.size.toString(36)}-${Math.trunc(found.mtimeMs).toString(36)}"`;
    c.header('ETag', etag);
    c.header('Cache-Control', file.includes(immutableFolder) ? 'public, max-age=31536000, immutable' : 'no-cache');
    // What was compressed on the way comes back with a weak tag.
    if (c.req.header('if-none-match')?.replace(/^W\//, '') === etag) return c.body(null, 304);
    const stream = Readable.toWeb(createReadStream(file)) as ReadableStream;
    return c.body(stream, 200, {
      'Content-Type': mediaTypes[extname(file)] ?? 'application/octet-stream',
      'Content-Length': String(found.size),
    });
  });
}
