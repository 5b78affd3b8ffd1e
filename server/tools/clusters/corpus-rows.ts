// Rows of the corpora's gzipped JSON Lines, and the stable hash by which they are split.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

export interface NewsRow {
  id: string;
  lang: string;
  title?: string;
  text?: string;
  time?: string;
  date?: string;
  date_in_text?: string;
  publisher?: string;
  story?: string;
  doc?: string;
  excerpt?: string;
  summary?: string;
}

export function readRows(corpora: string, set: string): NewsRow[] {
  const lines = gunzipSync(readFileSync(path.join(corpora, set, 'data.jsonl.gz')))
    .toString('utf8')
    .split('\n');
  return lines.filter(Boolean).map((line) => JSON.parse(line) as NewsRow);
}

/** FNV-1a, 32 bit: the same key falls into the same half in every run. */
export function stableHash(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

export type Half = 'tune' | 'test';

export const halfOf = (key: string): Half => (stableHash(key) % 2 === 0 ? 'tune' : 'test');
