// What the parsing tools share: files or a corpus index in, one JSON object a line out, progress on stderr, no network.
import { readFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';

export interface ToolCase {
  file: string;
  url?: string;
  base_url?: string;
  http_headers?: Record<string, string>;
  robots_url?: string;
  tests?: { agent: string; url: string }[];
}

const UNPACKED_BYTES_MAX = 100 * 1024 * 1024;

const USAGE = (name: string, about: string) => `${about}

usage: node server/tools/${name}.ts [--quiet] FILE…
       node server/tools/${name}.ts [--quiet] --index PATH

FILE          a document to read (.gz is unpacked)
--index PATH  a corpus index: JSON with "cases": [{ "file", "base_url"?, "http_headers"?, … }], files beside it
--json        one JSON object a line, which is what this always prints
--quiet       no progress on stderr
`;

/** Runs `read` over every file named on the command line and prints { file, ms, … } for each. */
export async function eachCase(
  name: string,
  about: string,
  read: (bytes: Uint8Array, item: ToolCase) => object | Promise<object>,
): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      index: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
      json: { type: 'boolean' },
      quiet: { type: 'boolean' },
    },
  });
  if (values.help || (!values.index && positionals.length === 0)) {
    (values.help ? process.stdout : process.stderr).write(USAGE(name, about));
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const folder = values.index ? path.dirname(values.index) : '';
  const cases: ToolCase[] = values.index
    ? JSON.parse(readFileSync(values.index, 'utf8')).cases
    : positionals.map((file) => ({ file }));
  const isShown = !values.quiet && process.stderr.isTTY;
  for (const [done, item] of cases.entries()) {
    if (isShown) process.stderr.write(`\r${done + 1}/${cases.length} ${item.file.slice(-60).padEnd(60)}`);
    const startedAt = performance.now();
    const answer = await readOne(path.join(folder, item.file), item, read);
    const ms = Math.round((performance.now() - startedAt) * 1000) / 1000;
    printLine(JSON.stringify({ file: item.file, ms, ...answer }));
  }
  if (isShown) process.stderr.write('\n');
}

async function readOne(
  file: string,
  item: ToolCase,
  read: (bytes: Uint8Array, item: ToolCase) => object | Promise<object>,
): Promise<object> {
  try {
    const stored = readFileSync(file);
    const isPacked = stored[0] === 0x1f && stored[1] === 0x8b;
    return await read(isPacked ? gunzipSync(stored, { maxOutputLength: UNPACKED_BYTES_MAX }) : stored, item);
  } catch (error) {
    return { ok: false, error: error instanceof Error ? error.message : String(error) };
  }
}

/** Prints a line whole and at once, also into a slow pipe: a crash in the next file loses nothing of this one. */
export function printLine(line: string): void {
  const bytes = Buffer.from(`${line}\n`);
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(1, bytes, written);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
    }
  }
}

/** Headers with lower-case names. */
export function lowerCaseNames(headers: Record<string, string> | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
}

/** ISO 8601 in UTC. */
export const isoTime = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());
