// `npm test`: provides what the tests need, runs every phase, goes on after a failed one, and ends with `N passed, N failed`.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../tests/support/postgres.ts';
import { ensureBuilt, products } from './build.ts';
import { reportChecks, runChecks } from './check.ts';
import { type Need, provide } from './provide.ts';
import { type Counts, countPlaywright, countVitest, settle } from './test-counts.ts';

const root = path.resolve(import.meta.dirname, '..');
const reports = path.join(root, 'test-results/reports');
const phaseTimeoutMs = 20 * 60_000;

interface Phase {
  name: string;
  needs: Need[];
  run(): Promise<Counts>;
}

interface Outcome extends Counts {
  name: string;
  seconds: number;
}

const phases: Phase[] = [
  { name: 'check', needs: [], run: async () => reportChecks(await runChecks()) },
  { name: 'unit', needs: [], run: () => vitest('unit', 'unit') },
  { name: 'screen', needs: [], run: () => vitest('screen', 'screen') },
  { name: 'api-sqlite', needs: [], run: () => vitest('api-sqlite', 'api', { TEST_DATABASE_URL: '' }) },
  { name: 'api-postgres', needs: ['postgres'], run: apiOnPostgres },
  { name: 'build', needs: [], run: build },
  { name: 'extension-lint', needs: [], run: lintExtension },
  { name: 'journeys', needs: ['chromium', 'font'], run: () => playwright('chromium') },
  { name: 'firefox', needs: ['firefox', 'font'], run: () => playwright('firefox') },
];

const help = `usage: npm test [-- --only <phase>,…]

phases: ${phases.map(({ name }) => name).join(', ')}
A name may be shortened: --only api runs both API phases.`;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: 'string' }, help: { type: 'boolean' } } });
  if (values.help) return console.log(help);
  const asked = values.only?.split(',');
  const chosen = phases.filter(({ name }) => !asked || asked.some((start) => start !== '' && name.startsWith(start)));
  if (chosen.length === 0) throw new Error(help);

  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const missing = provide([...new Set(chosen.flatMap(({ needs }) => needs))]);
  const outcomes: Outcome[] = [];
  for (const phase of chosen) outcomes.push(await runPhase(phase, missing));
  summarise(outcomes);
}

async function runPhase({ name, needs, run }: Phase, missing: Need[]): Promise<Outcome> {
  console.log(`\n━━ ${name} ${'━'.repeat(Math.max(0, 70 - name.length))}\n`);
  const started = Date.now();
  const lacking = needs.filter((need) => missing.includes(need));
  const counts = lacking.length > 0 ? cannotRun(lacking) : await run().catch(reportFailure);
  return { name, ...settle(counts, 0), seconds: (Date.now() - started) / 1000 };
}

function cannotRun(lacking: Need[]): Counts {
  console.log(`Cannot run without ${lacking.join(' and ')}; see above for how to install it.`);
  return { passed: 0, failed: 1 };
}

function reportFailure(error: unknown): Counts {
  console.log(error instanceof Error ? error.message : String(error));
  return { passed: 0, failed: 1 };
}

async function vitest(reportName: string, project: string, env: Record<string, string> = {}): Promise<Counts> {
  const report = path.join(reports, `${reportName}.json`);
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { exitCode } = await runNode(['node_modules/vitest/vitest.mjs', ...args], { env });
  return countVitest(readReport(report), exitCode);
}

async function apiOnPostgres(): Promise<Counts> {
  const postgres = await startPostgres();
  try {
    return await vitest('api-postgres', 'api', { TEST_DATABASE_URL: postgres.url });
  } finally {
    await postgres.stop();
  }
}

async function build(): Promise<Counts> {
  await ensureBuilt(products);
  return { passed: products.length, failed: 0 };
}

interface LintReport {
  errors: { code: string; message: string; file?: string }[];
  warnings: unknown[];
}

async function lintExtension(): Promise<Counts> {
  await ensureBuilt(['firefox']);
  const args = ['lint', '--source-dir', '.output/firefox-mv3', '--output', 'json', '--no-config-discovery'];
  const { output } = await runNode(['node_modules/web-ext/bin/web-ext.js', ...args], { capture: true });
  const { errors, warnings } = JSON.parse(output) as LintReport;
  for (const { code, message, file } of errors) console.log(`✗ ${file ?? 'manifest.json'}: ${code}: ${message}`);
  console.log(`${errors.length} errors, ${warnings.length} warnings`);
  return errors.length === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: errors.length };
}

async function playwright(project: string): Promise<Counts> {
  await ensureBuilt(products);
  const report = path.join(reports, `${project}.json`);
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--project', project];
  const { exitCode } = await runNode(args, { env: { JOURNEY_REPORT: report } });
  return countPlaywright(readReport(report), exitCode);
}

function readReport<Report>(file: string): Report {
  if (!existsSync(file)) throw new Error('The test runner ended without a report.');
  return JSON.parse(readFileSync(file, 'utf8')) as Report;
}

/** The program of the current phase. It must not outlive an interrupted run, and neither must PostgreSQL (on `exit`). */
let running: ChildProcess | undefined;

function stop(exitCode: number): void {
  running?.kill('SIGTERM');
  process.exit(exitCode);
}

process.on('SIGINT', () => stop(130));
process.on('SIGTERM', () => stop(143));
process.on('disconnect', () => stop(143));
process.channel?.unref();

interface RunOptions {
  env?: Record<string, string>;
  /** Return what the program prints instead of showing it. */
  capture?: boolean;
}

function runNode(
  args: string[],
  { env = {}, capture = false }: RunOptions,
): Promise<{ exitCode: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', capture ? 'pipe' : 'inherit', 'inherit'],
      timeout: phaseTimeoutMs,
    });
    running = child;
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ exitCode: code ?? 1, output }));
  });
}

function summarise(outcomes: Outcome[]): void {
  const line = (name: string, passed: string | number, failed: string | number, seconds: string) =>
    `${name.padEnd(16)}${String(passed).padStart(8)}${String(failed).padStart(8)}${seconds.padStart(10)}`;
  const sum = (key: 'passed' | 'failed' | 'seconds') => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  console.log(`\n${line('phase', 'passed', 'failed', 'seconds')}`);
  for (const { name, passed, failed, seconds } of outcomes) console.log(line(name, passed, failed, seconds.toFixed(1)));
  console.log(line('all', sum('passed'), sum('failed'), sum('seconds').toFixed(1)));
  const last = `${sum('passed')} passed, ${sum('failed')} failed`;
  writeFileSync(path.join(reports, 'summary.txt'), `${last}\n`);
  console.log(`\n${last}`);
  process.exitCode = sum('failed') > 0 ? 1 : 0;
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
