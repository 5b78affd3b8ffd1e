// The shape of the tree: where things may be, how small entries stay, and that the documents speak of what exists.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { localeProblems } from '#scripts/source-rules.ts';
import { listFiles, root } from './project-files.ts';

const entryLinesMax = 15;
const sources = listFiles('src', 'server', 'dashboard', 'entrypoints', 'tests', 'scripts');
const code = sources.filter((file) => /\.(ts|tsx|mjs)$/.test(file));
const documents = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...listFiles('docs')].filter(
  (file) => file.endsWith('.md') && existsSync(path.join(root, file)),
);
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

describe('the tree', () => {
  it('has no folder for things that have no place', () => {
    const nameless = /(^|\/)(utils?|common|helpers?|misc|lib|shared)\//;
    expect(sources.filter((file) => nameless.test(file))).toEqual([]);
  });

  it('names its files in kebab-case with the role after a dot', () => {
    // Routes carry the router's marks: _layout, $parameter, -part, __root, $ for the rest.
    const name = /^(__root|routeTree|\$|[-_$]?[a-z0-9]+(-[a-z0-9]+)*)(\.[a-z0-9$_]+([-.][a-z0-9$_]+)*)?\.(ts|tsx|mjs)$/;
    expect(code.filter((file) => !name.test(path.posix.basename(file)))).toEqual([]);
  });

  it('has no barrels', () => {
    const barrels = code
      .filter((file) => /^index\.tsx?$/.test(path.posix.basename(file)))
      .filter((file) => /^export\s+(\*|(type\s+)?\{[^}]*\})\s+from\b/m.test(read(file)));
    expect(barrels).toEqual([]);
  });

  it(`keeps the extension's entries at ${entryLinesMax} lines`, () => {
    const entries = listFiles('entrypoints').filter((file) => /\.tsx?$/.test(file));
    expect(entries.length).toBeGreaterThan(0);
    const long = entries.filter((file) => read(file).trimEnd().split('\n').length > entryLinesMax);
    expect(long).toEqual([]);
  });

  it('writes SQL in *.queries.ts, server/db and the search-index adapters only', () => {
    const sql = /\.(selectFrom|insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(|\bsql(<[^`]{0,200}>)?`/;
    const mayHaveSql = /\.queries\.ts$|\.test\.ts$|^server\/(db|adapters\/search-index)\//;
    const server = code.filter((file) => file.startsWith('server/'));
    expect(server.filter((file) => !mayHaveSql.test(file) && sql.test(read(file)))).toEqual([]);
    expect(server.filter((file) => mayHaveSql.test(file) && sql.test(read(file)))).not.toEqual([]);
  });

  it('reads the environment in one place of the server', () => {
    const readers = code.filter(
      (file) => /^(server|src)\//.test(file) && /\bprocess\.env\b/.test(stripComments(read(file))),
    );
    const allowed = /^server\/(config|main|tools\/.+|.+\.test)\.ts$/;
    expect(readers.filter((file) => !allowed.test(file))).toEqual([]);
  });
});

describe('the texts', () => {
  it('say the same things in every language', () => {
    expect(localeProblems(path.join(root, 'locales'))).toEqual([]);
  });
});

describe('the documents', () => {
  it('exist', () => {
    expect(documents).toEqual(expect.arrayContaining(['README.md', 'docs/architecture.md', 'docs/glossary.md']));
  });

  it.each(documents)('%s cites only paths that exist', (file) => {
    expect(citedPaths(file).filter((cited) => !existsSync(path.join(root, cited)))).toEqual([]);
  });

  it.each([...documents, '.env.example'])('%s names no path of a single machine', (file) => {
    expect(read(file).match(/(?<![\w.)\]}])\/(work|root|home|Users|tmp)\/[\w.-]+/g) ?? []).toEqual([]);
  });
});

function stripComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '');
}

/** Paths in `code marks` and relative links, without those that are patterns or examples (`<x>`, `*`, `…`). */
function citedPaths(file: string): string[] {
  const text = read(file).replace(/^```[\s\S]*?^```/gm, '');
  const topLevel = /^(src|server|dashboard|entrypoints|locales|tests|docs|scripts|\.ci)\/[\w./$-]*$/;
  const inMarks = [...text.matchAll(/`([^`\n]+)`/g)]
    .map((match) => match[1] ?? '')
    .filter((mark) => topLevel.test(mark));
  const linked = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => (match[1] ?? '').replace(/#.*$/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
    .map((target) => path.posix.join(path.posix.dirname(file), target));
  return [...inMarks, ...linked];
}
