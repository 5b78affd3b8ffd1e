/** Writes docs/openapi.json from the contract; with --check it only says whether the file is up to date. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { allEndpoints } from '#shared/contract/endpoints.ts';
import { openApiDocument } from '#shared/contract/openapi.ts';

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string };
const file = join(import.meta.dirname, '../../docs/openapi.json');
const text = `${JSON.stringify(openApiDocument(allEndpoints, version), null, 2)}\n`;

if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error('docs/openapi.json is not what the contract says. Run: npm run openapi');
  process.exit(1);
}
