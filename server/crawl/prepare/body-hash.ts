import { createHash } from 'node:crypto';

/** Of a body, what tells whether anything a reader sees has changed: build times and comments do not count. */
export function bodyHash(body: Uint8Array): string {
  const text = Buffer.from(body)
    .toString('latin1')
    .replace(/<lastBuildDate>[^<]{0,100}<\/lastBuildDate>/gi, '')
    .replace(/<!--[^>]{0,400}-->/g, '');
  return createHash('sha256').update(text, 'latin1').digest('base64url');
}
