// The launcher runs in a copy of its own with a stand-in for npm, which records its calls and "installs" one package.
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const standInForNpm = `
const fs = require('node:fs');
fs.appendFileSync('calls.txt', process.argv.slice(2).join(' ') + '\\n');
if (fs.existsSync('offline')) { console.error('npm error network'); process.exit(7); }
const { version } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8')).packages['node_modules/one'];
fs.rmSync('node_modules', { recursive: true, force: true });
fs.mkdirSync('node_modules/one', { recursive: true });
if (!fs.existsSync('broken')) fs.writeFileSync('node_modules/one/package.json', '{}');
fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: { 'node_modules/one': { version } } }));
console.error('npm warn EBADENGINE');
`;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tidings-launch-'));
  mkdirSync(path.join(folder, 'scripts'));
  copyFileSync(path.join(import.meta.dirname, 'launch.mjs'), path.join(folder, 'scripts/launch.mjs'));
  write('npm.cjs', standInForNpm);
  write('hello.mjs', "console.log('hello', process.argv[2]); process.exitCode = Number(process.argv[3] ?? 0);");
  lock('1.0.0');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, text: string) {
  writeFileSync(path.join(folder, file), text);
}

function lock(version: string) {
  const packages = {
    '': {},
    'node_modules/one': { version },
    'node_modules/other-system': { version, optional: true },
  };
  write('package-lock.json', JSON.stringify({ packages }));
}

function calls(): string[] {
  const file = path.join(folder, 'calls.txt');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}

function launch(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, npm_execpath: path.join(folder, 'npm.cjs') };
    const child = spawn(process.execPath, ['scripts/launch.mjs', ...args], { cwd: folder, env });
    const text = { out: '', err: '' };
    child.stdout.on('data', (chunk) => {
      text.out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      text.err += chunk;
    });
    child.on('close', (code) => resolve({ code, ...text }));
  });
}

it('installs once, quietly, and then runs the program', async () => {
  const first = await launch('run', 'hello.mjs', 'there');
  expect(first).toMatchObject({ code: 0, out: 'hello there\n' });
  expect(first.err).not.toContain('EBADENGINE');
  const second = await launch('run', 'hello.mjs', 'again');
  expect(second).toMatchObject({ code: 0, out: 'hello again\n', err: '' });
  expect(calls()).toHaveLength(1);
  expect(calls()[0]).toMatch(/^ci /);
});

it('installs again when the lock changed', async () => {
  await launch('run', 'hello.mjs');
  lock('1.0.1');
  await launch('run', 'hello.mjs');
  expect(calls()).toHaveLength(2);
});

it('keeps what a complete install by npm itself left', async () => {
  mkdirSync(path.join(folder, 'node_modules/one'), { recursive: true });
  write('node_modules/one/package.json', '{}');
  write('node_modules/.package-lock.json', JSON.stringify({ packages: { 'node_modules/one': { version: '1.0.0' } } }));
  expect(await launch('run', 'hello.mjs')).toMatchObject({ code: 0 });
  expect(calls()).toEqual([]);
});

it('repairs an install that was interrupted', async () => {
  mkdirSync(path.join(folder, 'node_modules/one'), { recursive: true });
  expect(await launch('run', 'hello.mjs')).toMatchObject({ code: 0 });
  expect(calls()).toHaveLength(1);
});

it('says why when the install fails, and tries again the next time', async () => {
  write('offline', '');
  const failed = await launch('run', 'hello.mjs');
  expect(failed).toMatchObject({ code: 7, out: '' });
  expect(failed.err).toContain('npm error network');
  expect(failed.err).toContain('Run the same command to try again');
  rmSync(path.join(folder, 'offline'));
  expect(await launch('run', 'hello.mjs')).toMatchObject({ code: 0 });
});

it('does not believe an install that left packages out', async () => {
  write('broken', '');
  const { code, err } = await launch('run', 'hello.mjs');
  expect(code).toBe(1);
  expect(err).toContain('incomplete');
  rmSync(path.join(folder, 'broken'));
  expect(await launch('run', 'hello.mjs')).toMatchObject({ code: 0 });
});

it('installs once when started twice at the same time', async () => {
  const both = await Promise.all([launch('run', 'hello.mjs', 'a'), launch('run', 'hello.mjs', 'b')]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(calls()).toHaveLength(1);
});

it('hands on the exit code of the program', async () => {
  expect(await launch('run', 'hello.mjs', 'x', '3')).toMatchObject({ code: 3 });
});

it('refuses an unknown command with its usage', async () => {
  const { code, err } = await launch('fly');
  expect(code).toBe(2);
  expect(err).toContain('usage:');
  expect(calls()).toEqual([]);
});

it('hands SIGTERM on, so that the program can end in order', async () => {
  await launch('run', 'hello.mjs');
  write(
    'waits.mjs',
    "process.on('SIGTERM', () => { console.log('ended in order'); process.exit(0); }); console.log('up'); setInterval(() => {}, 1000);",
  );
  const child = spawn(process.execPath, ['scripts/launch.mjs', 'run', 'waits.mjs'], { cwd: folder });
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
    if (out === 'up\n') child.kill('SIGTERM');
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect({ code, out }).toEqual({ code: 0, out: 'up\nended in order\n' });
});
