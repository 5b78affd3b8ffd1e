// The files of the project as the architecture tests see them: paths relative to the root, with forward slashes.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

const generated = /(^|\/)(node_modules|dist|data|test-results|playwright-report|\.output|\.wxt|\.git)(\/|$)/;

/** All files below the given folders of the root, sorted; missing folders give none. */
export function listFiles(...folders: string[]): string[] {
  return folders
    .filter((folder) => existsSync(path.join(root, folder)))
    .flatMap((folder) => walk(folder))
    .sort();
}

function walk(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(folder, entry.name);
    if (generated.test(name)) return [];
    return entry.isDirectory() ? walk(name) : [name];
  });
}
