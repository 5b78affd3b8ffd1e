import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { extendTailwindMerge } from 'tailwind-merge';
import { expect, test } from 'vitest';
import { cn } from './cn.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Every class written in our components, with what stands before its last colon (`hover:` …) taken off. */
function classesInSources(): string[] {
  const files = ['src/ui', 'src/extension', 'dashboard'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter(({ name }) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
      .map((file) => path.join(file.parentPath, file.name)),
  );
  const texts = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/["'`]([^"'`\n]{2,400})["'`]/g)]);
  const words = texts.flatMap(([, text]) => (text ?? '').split(/\s+/));
  const bare = words.map((word) => word.replace(/^([\w-]+|[\w-]*\[[^\]]*\][\w/]*):(?=\S)/, '').replace(/!$/, ''));
  return [...new Set(bare)].filter((word) => /^-?[a-z][\w./%()[\]-]*$/.test(word));
}

/** Of the full table: our own text size stands in no default theme. */
const full = extendTailwindMerge({ extend: { classGroups: { 'font-size': [{ text: ['2xs'] }] } } });
const isKnown = (name: string) => full(`${name} ${name}`) === name;

test('two classes are merged exactly as the full table would, for every pair we write', () => {
  const classes = classesInSources().filter(isKnown);
  expect(classes.length).toBeGreaterThan(200);
  const wrong: string[] = [];
  for (const a of classes) {
    for (const b of classes) {
      const pair = `${a} ${b}`;
      if (a !== b && cn(pair) !== full(pair)) wrong.push(`${pair} → "${cn(pair)}", should be "${full(pair)}"`);
    }
  }
  expect(wrong).toEqual([]);
});

test('falsy classes are left out and conditions respected', () => {
  expect(cn('h-9', false, undefined, { 'px-2': true, 'px-3': false }, ['h-10'])).toBe('px-2 h-10');
});
