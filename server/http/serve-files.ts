import { createReadStream, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { Readable } from 'node:stream';
import type { Context } from 'hono';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/compress';
import { acceptedEncoding } from './accepted-encoding.ts';
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

/** What the build made beside the files. */
const compressedForms = { br: '.br', gzip: '.gz' };
type Encoding = keyof typeof compressedForms;

/** Serves the built dashboard. Files with a hash in their name may be kept for good; the page itself is checked each time. */
export function serveFiles(app: HttpApp, root: string): void {
  app.get('*', async (c) => {
    const file = fileOf(c.req.path, root);
    const found = file && (await statFile(file));
    if (!found) return c.notFound();

    const mediaType = mediaTypes[extname(file)] ?? 'application/octet-stream';
    const isCompressible = COMPRESSIBLE_CONTENT_TYPE_REGEX.test(mediaType);
    const compressed = isCompressible ? await findCompressed(c, file, found) : undefined;
    const sent = compressed ?? { file, found };

    const etag = tagOf(sent.found, compressed?.encoding);
    c.header('ETag', etag);
    c.header('Cache-Control', file.includes(immutableFolder) ? 'public, max-age=31536000, immutable' : 'no-cache');
    if (isCompressible) c.header('Vary', 'Accept-Encoding', { append: true });
    if (isKnown(c.req.header('if-none-match'), etag)) return c.body(null, 304);
    if (compressed) c.header('Content-Encoding', compressed.encoding);
    return c.body(Readable.toWeb(createReadStream(sent.file)) as ReadableStream, 200, {
      'Content-Type': mediaType,
      'Content-Length': String(sent.found.size),
    });
  });
}

/** Whether the caller has what this tag names. What was compressed on the way comes back with a weak tag. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false;
}

/** Undefined for what lies outside of the root or cannot be a path. */
function fileOf(path: string, root: string): string | undefined {
  let relative: string;
  try {
    relative = normalize(decodeURIComponent(path));
  } catch {
    return undefined;
  }
  const file = join(root, relative === sep ? 'index.html' : relative);
  return file.startsWith(root + sep) && !file.includes('\0') ? file : undefined;
}

async function statFile(file: string): Promise<Stats | undefined> {
  const found = await stat(file).catch(() => undefined);
  return found?.isFile() ? found : undefined;
}

/** The form the caller takes, unless the file was changed after it was compressed. */
async function findCompressed(c: Context, original: string, { mtimeMs }: Stats) {
  // The smaller one first.
  const encoding = acceptedEncoding(c, ['br', 'gzip']);
  if (!encoding) return undefined;
  const file = original + compressedForms[encoding];
  const found = await statFile(file);
  return found && found.mtimeMs >= mtimeMs ? { encoding, file, found } : undefined;
}

function tagOf({ size, mtimeMs }: Stats, encoding?: Encoding): string {
  return `"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}${encoding ? `-${encoding}` : ''}"`;
}
