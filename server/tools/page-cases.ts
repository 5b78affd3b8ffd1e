/** Hands saved pages one by one to a tool and prints its answers: files, or the cases of a corpus index. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { printLine } from './each-case.ts';

const UNPACKED_BYTES_MAX = 64 * 1024 * 1024;
const UNKNOWN_URL = 'https://page.invalid/';

const caseSchema = z.object({
  file: z.string(),
  url: z.string().optional(),
  base_url: z.string().optional(),
  http_headers: z.record(z.string(), z.string()).optional(),
});
const indexSchema = z.object({ cases: z.array(caseSchema) });

export interface Page {
  bytes: Uint8Array;
  /** Where the page came from; a name that cannot exist if nobody said. */
  url: string;
  contentType?: string;
}

function casesOf(
  index: string | undefined,
  files: readonly string[],
  url: string | undefined,
): { folder: string; cases: z.infer<typeof caseSchema>[] } {
  if (!index) return { folder: '', cases: files.map((file) => ({ file, ...(url && { url }) })) };
  return { folder: path.dirname(index), cases: indexSchema.parse(JSON.parse(readFileSync(index, 'utf8'))).cases };
}

function readPage(file: string): Uint8Array {
  const bytes = readFileSync(file);
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes, { maxOutputLength: UNPACKED_BYTES_MAX }) : bytes;
}

/** Prints `{file, ms, …answer}` for each page on stdout and the progress on stderr; a page that fails prints its error. */
export function eachPage(
  input: { index?: string | undefined; files: readonly string[]; url?: string | undefined },
  answer: (page: Page) => object,
): void {
  const { folder, cases } = casesOf(input.index, input.files, input.url);
  cases.forEach((one, number) => {
    let line: object;
    const started = performance.now();
    try {
      const bytes = readPage(path.join(folder, one.file));
      const contentType = Object.entries(one.http_headers ?? {}).find(
        ([name]) => name.toLowerCase() === 'content-type',
      )?.[1];
      line = answer({ bytes, url: one.url ?? one.base_url ?? UNKNOWN_URL, ...(contentType && { contentType }) });
    } catch (error) {
      line = { ok: false, error: error instanceof Error ? error.message : String(error) };
    }
    const ms = Math.round((performance.now() - started) * 1000) / 1000;
    printLine(JSON.stringify({ file: one.file, ms, ...line }));
    if (process.stderr.isTTY) process.stderr.write(`\r${number + 1} of ${cases.length}`);
  });
  if (process.stderr.isTTY) process.stderr.write('\n');
}
