import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type BuildTarget, fingerprint, isFresh } from './build.ts';

const target: BuildTarget = {
  label: 'thing',
  inputs: ['src', 'one.json', 'not-there'],
  output: 'dist/thing/index.html',
  stamp: 'dist/thing.stamp',
  command: [],
};

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tidings-build-'));
  write('src/deep/a.ts', 'a');
  write('one.json', '{}');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, text: string) {
  const full = path.join(folder, file);
  mkdirSync(path.dirname(full), { recursive: true });
  writeFileSync(full, text);
  utimesSync(full, 1, 1);
}

const now = () => fingerprint(folder, target.inputs);

it('calls nothing fresh that was never built', () => {
  expect(isFresh(folder, target, now())).toBe(false);
  write(target.stamp, now());
  expect(isFresh(folder, target, now())).toBe(false);
});

it('is fresh after a build until an input changes, appears or goes', () => {
  write(target.output, 'built');
  const built = now();
  write(target.stamp, built);
  expect(isFresh(folder, target, now())).toBe(true);
  write('src/deep/a.ts', 'longer');
  expect(isFresh(folder, target, now())).toBe(false);
  write('src/deep/a.ts', 'a');
  expect(isFresh(folder, target, now())).toBe(true);
  write('src/b.ts', 'b');
  expect(isFresh(folder, target, now())).toBe(false);
  rmSync(path.join(folder, 'src/b.ts'));
  utimesSync(path.join(folder, 'one.json'), 2, 2);
  expect(isFresh(folder, target, now())).toBe(false);
});

it('does not build again for a test or for what the build itself writes', () => {
  const before = now();
  write('src/a.test.ts', 'test');
  write('src/routeTree.gen.ts', 'generated');
  expect(now()).toBe(before);
});
