// `npm run check`: everything that can be said about the sources without running them. Prints only what is wrong.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureBuilt } from './build.ts';
import { localeProblems, undatedMarks } from './source-rules.ts';

const root = path.resolve(import.meta.dirname, '..');
const tool = (file: string) => path.join('node_modules', file);
const outputMax = 12_000;

/** Gives the problems as text; empty when there is none. */
type Check = [name: string, run: () => Promise<string>];

const checks: Check[] = [
  ['types', checkTypes],
  ['unused code', () => node([tool('knip/bin/knip.js'), '--no-progress', '--no-config-hints'])],
  [
    'format and lint',
    () =>
      node([tool('@biomejs/biome/bin/biome'), 'ci', '--colors=off', '--diagnostic-level=warn', '--error-on-warnings']),
  ],
  [
    'import rules',
    () =>
      node([
        tool('dependency-cruiser/bin/dependency-cruiser.mjs'),
        ...['--config', '.dependency-cruiser.cjs', '--output-type', 'err-long'],
        ...['src', 'server', 'dashboard', 'entrypoints', 'tests', 'scripts'],
      ]),
  ],
  ['openapi drift', () => node(['server/tools/openapi.ts', '--check'])],
  ['texts', async () => localeProblems(path.join(root, 'locales')).join('\n')],
  ['dated TODOs', async () => undatedMarks(root).join('\n')],
];

export interface CheckResult {
  name: string;
  problems: string;
  seconds: number;
}

export async function runChecks(): Promise<CheckResult[]> {
  const waiting = [...checks];
  const results: CheckResult[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await timed(next));
  };
  // Two at a time: the slow ones use one core each.
  await Promise.all([work(), work()]);
  return results;
}

async function timed([name, run]: Check): Promise<CheckResult> {
  const started = Date.now();
  const problems = await run().catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
  return { name, problems: problems.trim(), seconds: (Date.now() - started) / 1000 };
}

async function checkTypes(): Promise<string> {
  await ensureBuilt(['types']);
  return node([tool('typescript-native/bin/tsc'), '--noEmit', '--pretty', 'false']);
}

function node(args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const flags = ['--disable-warning=ExperimentalWarning'];
    const child = spawn(process.execPath, [...flags, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk: Buffer) => {
      if (output.length < outputMax) output += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0 ? '' : output.trim() || `ended with code ${code}`));
  });
}

/** Prints the results and returns how many checks found nothing. */
export function reportChecks(results: CheckResult[]): { passed: number; failed: number } {
  const bad = results.filter(({ problems }) => problems !== '');
  for (const { name, problems } of bad) console.log(`✗ ${name}\n\n${problems}\n`);
  for (const { name, seconds } of results.filter((result) => !bad.includes(result))) {
    console.log(`✓ ${name.padEnd(16)} ${seconds.toFixed(1)} s`);
  }
  return { passed: results.length - bad.length, failed: bad.length };
}

if (import.meta.main) {
  if (process.argv.includes('--help')) {
    console.log(
      'usage: npm run check    format, lint, types, import rules, unused code, texts, TODOs, drift of docs/openapi.json',
    );
  } else if (reportChecks(await runChecks()).failed > 0) {
    process.exitCode = 1;
  }
}
