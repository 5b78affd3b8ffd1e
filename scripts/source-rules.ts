// Rules over files that no tool knows: dated TODOs, and texts that are complete in every language.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const languages = ['zh-cn', 'zh-tw', 'en'] as const;

interface Texts {
  [key: string]: string | Texts;
}

const undated = /(?:\/\/|\/\*|^\s*\*|#|<!--)\s*(?:FIXME|XXX|HACK|TODO(?!\(\d{4}-\d{2}\):))\b/;
const sourceFolders = ['src', 'server', 'dashboard', 'entrypoints', 'tests', 'scripts'];

/** `// TODO(2027-01): …` says until when; every other mark of unfinished work is a problem, named as `file:line`. */
export function undatedMarks(root: string): string[] {
  return sourceFolders
    .flatMap((folder) => listSources(path.join(root, folder)))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          undated.test(line) ? [`${path.relative(root, file)}:${index + 1}: ${line.trim().slice(0, 100)}`] : [],
        ),
    );
}

function listSources(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs|css|html)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

/**
 * Problems of `locales/<namespace>/<language>.json`: a missing or surplus language, an empty text, unsorted keys, keys or
 * `{{placeholders}}` that differ. Plural forms differ by nature, so `count_one` and `count_other` compare as one key.
 */
export function localeProblems(localesFolder: string): string[] {
  const namespaces = readdirSync(localesFolder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return namespaces.flatMap(({ name }) => namespaceProblems(path.join(localesFolder, name), name));
}

function namespaceProblems(folder: string, namespace: string): string[] {
  const wanted = languages.map((language) => `${language}.json`).sort();
  const present = readdirSync(folder).sort();
  if (present.join() !== wanted.join()) return [`${namespace}: has ${present.join(', ')}; wanted ${wanted.join(', ')}`];
  const texts = languages.map((language) => {
    const tree = JSON.parse(readFileSync(path.join(folder, `${language}.json`), 'utf8')) as Texts;
    return { label: `${namespace}/${language}`, tree, flat: flatten(tree) };
  });
  const [first, ...others] = texts;
  if (!first) return [];
  return [
    ...texts.flatMap(({ label, tree }) =>
      isSorted(tree) ? [] : [`${label}: keys are not sorted (npm run fix sorts them)`],
    ),
    ...texts.flatMap(({ label, flat }) =>
      [...flat].filter(([, text]) => text.trim() === '').map(([key]) => `${label}: ${key} is empty`),
    ),
    ...others.flatMap((other) => differences(first, other)),
  ];
}

interface LabelledTexts {
  label: string;
  flat: Map<string, string>;
}

function differences(a: LabelledTexts, b: LabelledTexts): string[] {
  const [inA, inB] = [placeholdersByKey(a.flat), placeholdersByKey(b.flat)];
  const keys = [...new Set([...inA.keys(), ...inB.keys()])].sort();
  return keys.flatMap((key) => {
    const [here, there] = [inA.get(key), inB.get(key)];
    if (here === undefined) return [`${a.label}: lacks ${key}, which ${b.label} has`];
    if (there === undefined) return [`${b.label}: lacks ${key}, which ${a.label} has`];
    return here === there ? [] : [`${b.label}: ${key} has {{${there}}}, ${a.label} has {{${here}}}`];
  });
}

/** Per key without its plural ending, the names in `{{…}}` of all its forms. */
function placeholdersByKey(flat: Map<string, string>): Map<string, string> {
  const names = new Map<string, Set<string>>();
  for (const [key, text] of flat) {
    const base = key.replace(/_(zero|one|two|few|many|other)$/, '');
    const known = names.get(base) ?? new Set<string>();
    for (const match of text.matchAll(/\{\{\s*([^{},\s]{1,60})/g)) known.add(match[1] ?? '');
    names.set(base, known);
  }
  return new Map([...names].map(([key, set]) => [key, [...set].sort().join(', ')]));
}

function flatten(tree: Texts, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') flat.set(prefix + key, value);
    else for (const [inner, text] of flatten(value, `${prefix}${key}.`)) flat.set(inner, text);
  }
  return flat;
}

function isSorted(tree: Texts): boolean {
  return JSON.stringify(sortTexts(tree)) === JSON.stringify(tree);
}

/** The same texts with sorted keys, at every depth. */
export function sortTexts(tree: Texts): Texts {
  const entries = Object.entries(tree).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, value]) => [key, typeof value === 'string' ? value : sortTexts(value)]));
}
