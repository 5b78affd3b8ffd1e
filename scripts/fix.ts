// `npm run fix`: repairs what a program can repair: key order of the texts, formatting, lint.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sortTexts } from './source-rules.ts';

const root = path.resolve(import.meta.dirname, '..');
const paths = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

if (process.argv.includes('--help')) {
  console.log('usage: npm run fix [-- <path>…]    formats, sorts and repairs the whole project, or the given paths');
  process.exit(0);
}

for (const file of readdirSync(path.join(root, 'locales'), { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.json')) continue;
  const full = path.join(root, 'locales', file);
  const before = readFileSync(full, 'utf8');
  const after = `${JSON.stringify(sortTexts(JSON.parse(before)), null, 2)}\n`;
  if (before !== after) writeFileSync(full, after);
}

const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome');
const result = spawnSync(process.execPath, [biome, 'check', '--write', ...paths], { cwd: root, stdio: 'inherit' });
process.exitCode = result.status ?? 1;
