// Builds the dashboard and the extension when their sources changed since the last build; nothing else is ever built.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const vite = 'node_modules/vite/bin/vite.js';
const wxt = 'node_modules/wxt/bin/wxt.mjs';

export interface BuildTarget {
  label: string;
  /** Files and folders the result depends on, relative to the root. */
  inputs: string[];
  /** A file that exists once the build is complete. */
  output: string;
  stamp: string;
  command: string[];
}

const everywhere = ['package.json', 'package-lock.json', 'tsconfig.json'];
const extensionInputs = [...everywhere, 'wxt.config.ts', 'entrypoints', 'src', 'locales', 'public'];

const targets = {
  types: {
    label: 'extension types',
    inputs: [...everywhere, 'wxt.config.ts', 'entrypoints', 'public'],
    output: '.wxt/tsconfig.json',
    stamp: '.wxt/types.stamp',
    command: [wxt, 'prepare'],
  },
  dashboard: {
    label: 'dashboard',
    inputs: [...everywhere, 'dashboard', 'src', 'locales'],
    output: 'dist/dashboard/index.html',
    stamp: 'dist/dashboard.stamp',
    command: [vite, 'build', '-c', 'dashboard/vite.config.ts', '--emptyOutDir', '--logLevel', 'warn'],
  },
  firstView: {
    label: 'first view',
    inputs: [...everywhere, 'dashboard', 'src', 'locales'],
    output: 'dist/first-view/first-view.js',
    stamp: 'dist/first-view.stamp',
    command: [vite, 'build', '-c', 'dashboard/first-view.config.ts', '--emptyOutDir', '--logLevel', 'warn'],
  },
  chrome: {
    label: 'extension for Chrome',
    inputs: extensionInputs,
    output: '.output/chrome-mv3/manifest.json',
    stamp: '.output/chrome-mv3.stamp',
    command: [wxt, 'build', '-b', 'chrome'],
  },
  firefox: {
    label: 'extension for Firefox',
    inputs: extensionInputs,
    output: '.output/firefox-mv3/manifest.json',
    stamp: '.output/firefox-mv3.stamp',
    command: [wxt, 'build', '-b', 'firefox', '--mv3'],
  },
} satisfies Record<string, BuildTarget>;

export type TargetName = keyof typeof targets;
export const products: TargetName[] = ['dashboard', 'firstView', 'chrome', 'firefox'];

/** Builds those of the named targets whose inputs changed. Throws with the tool's output when a build fails. */
export async function ensureBuilt(names: TargetName[], options: { force?: boolean } = {}): Promise<void> {
  for (const name of names) {
    const target: BuildTarget = targets[name];
    const wanted = fingerprint(root, target.inputs);
    if (!options.force && isFresh(root, target, wanted)) continue;
    const started = Date.now();
    rmSync(path.join(root, target.stamp), { force: true });
    await runTool(target.label, target.command);
    if (!existsSync(path.join(root, target.output))) {
      throw new Error(`Building the ${target.label} left no ${target.output}`);
    }
    mkdirSync(path.dirname(path.join(root, target.stamp)), { recursive: true });
    writeFileSync(path.join(root, target.stamp), wanted);
    console.error(`Built the ${target.label} in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
  }
}

export function isFresh(base: string, target: BuildTarget, wanted: string): boolean {
  const stamp = path.join(base, target.stamp);
  return existsSync(path.join(base, target.output)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
}

/** A hash over path, size and time of change: reading the contents would cost more than a warm start may take. */
export function fingerprint(base: string, inputs: string[]): string {
  const hash = createHash('sha256');
  for (const input of inputs) {
    const full = path.join(base, input);
    if (!existsSync(full)) continue;
    const files = statSync(full).isDirectory() ? listFiles(full) : [full];
    for (const file of files) {
      const { size, mtimeMs } = statSync(file);
      hash.update(`${path.relative(base, file)}\0${size}\0${mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

/** Sorted; without tests and without generated files, which the build itself writes. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(test\.tsx?|gen\.ts|md)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

function runTool(label: string, command: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${output.trim()}\n\nBuilding the ${label} failed (exit code ${code}).`));
    });
  });
}

const help = `usage: npm run build -- [--force]    builds what changed: ${products.join(', ')}
       npm run zip                  builds, then packs both extensions into .output/*.zip`;

async function main(args: string[]): Promise<void> {
  if (args.includes('--help')) return console.log(help);
  await ensureBuilt(products, { force: args.includes('--force') });
  if (!args.includes('--zip')) return;
  await runTool('zip for Chrome', [wxt, 'zip', '-b', 'chrome']);
  await runTool('zip for Firefox', [wxt, 'zip', '-b', 'firefox', '--mv3']);
  for (const name of readdirSync(path.join(root, '.output')).filter((file) => file.endsWith('.zip'))) {
    console.log(`.output/${name}  ${Math.ceil(statSync(path.join(root, '.output', name)).size / 1000)} kB`);
  }
}

if (import.meta.main) {
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
