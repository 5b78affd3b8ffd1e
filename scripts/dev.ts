// `npm run dev`: server, dashboard and (with --extension) the extension, each reloading on change, their lines side by side.
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { ensureBuilt } from './build.ts';

const root = path.resolve(import.meta.dirname, '..');
const args = process.argv.slice(2);
if (args.includes('--help')) {
  console.log('usage: npm run dev -- [--extension]    --extension also rebuilds the Chrome extension on change');
  process.exit(0);
}

await ensureBuilt(['types', 'dashboard', 'firstView']);
const programs: [name: string, args: string[]][] = [
  [
    'server',
    [
      '--disable-warning=ExperimentalWarning',
      '--env-file-if-exists=.env',
      '--watch',
      '--watch-preserve-output',
      'server/main.ts',
    ],
  ],
  ['dashboard', ['node_modules/vite/bin/vite.js', '-c', 'dashboard/vite.config.ts']],
];
if (args.includes('--extension')) programs.push(['extension', ['node_modules/wxt/bin/wxt.mjs', '-b', 'chrome']]);

const children = programs.map(([name, programArgs]) => startProgram(name, programArgs));
const stopAll = () => children.forEach((child) => void child.kill('SIGTERM'));
process.on('SIGINT', stopAll);
process.on('SIGTERM', stopAll);
process.on('disconnect', stopAll);
process.channel?.unref();

function startProgram(name: string, programArgs: string[]): ChildProcess {
  const child = spawn(process.execPath, programArgs, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => console.log(`${name.padEnd(9)} │ ${line}`));
  }
  child.on('close', (code) => {
    console.log(`${name.padEnd(9)} │ ended (${code ?? 'stopped'})`);
    stopAll();
  });
  return child;
}
