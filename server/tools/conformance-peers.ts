/**
 * Prints tables of the retrieval tools beside other libraries on the same files, as the acceptance harness compares them. The
 * libraries and the adapters that run them are installed in a folder outside the project.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createProgressBar } from './progress-bar.ts';

const HELP = `conformance-peers: the retrieval tools beside other libraries, share of met expectations in %.

  conformance-peers.ts --corpora DIR --harness FILE --peers DIR

--corpora DIR   the corpora
--harness FILE  the comparing program: FILE SET --corpora DIR --tool COMMAND --json OUT
--peers DIR     the adapters (feeds.mjs, pages.mjs, …) with their libraries installed beside them`;

interface Comparison {
  set: string;
  tool: string;
  /** Name of the library → adapter with its arguments. */
  peers: Record<string, string>;
}

const COMPARISONS: readonly Comparison[] = [
  {
    set: 'feeds',
    tool: 'feed-parse.ts',
    peers: {
      feedsmith: 'feeds.mjs feedsmith',
      'rss-parser': 'feeds.mjs rss-parser',
      feedparser: 'feeds.mjs feedparser',
      '@rowanmanning/feed-parser': 'feeds.mjs rowanmanning',
    },
  },
  {
    set: 'articles',
    tool: 'page-extract.ts',
    peers: { readability: 'pages.mjs readability', defuddle: 'pages.mjs defuddle' },
  },
  {
    set: 'dates',
    tool: 'page-extract.ts',
    peers: {
      readability: 'pages.mjs readability',
      defuddle: 'pages.mjs defuddle',
      'article-extractor': 'pages.mjs article-extractor',
    },
  },
  { set: 'discovery', tool: 'page-discover.ts', peers: { '<link> in the DOM': 'discover.mjs dom' } },
  { set: 'opml', tool: 'opml-parse.ts', peers: { feedsmith: 'opml.mjs' } },
  { set: 'sitemaps', tool: 'sitemap-parse.ts', peers: { 'fast-xml-parser': 'sitemaps.mjs fast-xml-parser' } },
  { set: 'robots', tool: 'robots-check.ts', peers: { 'robots-parser': 'robots.mjs' } },
  {
    set: 'langid',
    tool: 'text-analyse.ts',
    peers: { tinyld: 'langid.mjs tinyld', 'eld large': 'langid.mjs eld-large', franc: 'langid.mjs franc' },
  },
];

const pageMeasures = ['contain %', 'clean %', 'title %', 'date %', 'F1 body'];
const pageGroups = ['all', 'zh', 'ja', 'en'];

/** Row → percentage; a row that a program cannot answer is absent. */
type Column = Map<string, number>;

interface FactRow {
  name: string;
  facts: number;
  met: number;
  /** Cases with unsafe markup left, of how many were looked at. */
  extra?: { unsafe?: [number, number] };
}

interface Measured {
  /** A list of fact rows, the rows of extraction, or the means of language identification. */
  result: FactRow[] | { rows: Record<string, string | number>[] } | { mean: Record<string, number> };
}

const { values } = parseArgs({
  options: {
    corpora: { type: 'string' },
    harness: { type: 'string' },
    peers: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});

if (values.help) console.log(HELP);
else if (values.corpora && values.harness && values.peers)
  await compareAll(values.corpora, values.harness, path.resolve(values.peers));
else {
  console.error(HELP);
  process.exitCode = 2;
}

async function compareAll(corpora: string, harness: string, peersHome: string): Promise<void> {
  const bar = createProgressBar('beside other libraries');
  const tables: string[] = [];
  for (const [at, { set, tool, peers }] of COMPARISONS.entries()) {
    const own = `${process.execPath} --disable-warning=ExperimentalWarning ${path.join(import.meta.dirname, tool)}`;
    const columns = new Map<string, Column>();
    const programs = Object.entries(peers).map(
      ([name, adapter]) => [name, `${process.execPath} ${path.join(peersHome, adapter)}`] as const,
    );
    for (const [name, command] of [['ours', own] as const, ...programs]) {
      bar.show(at, COMPARISONS.length, `${set} ${name}`);
      columns.set(name, toColumn(await measure(harness, set, corpora, command, peersHome)));
    }
    tables.push(toTable(set, columns));
  }
  bar.end();
  process.stdout.write(`${tables.join('\n\n')}\n`);
}

function measure(
  harness: string,
  set: string,
  corpora: string,
  command: string,
  peersHome: string,
): Promise<Measured | undefined> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tidings-peers-'));
  const out = path.join(folder, 'measured.json');
  const args = [harness, set, '--corpora', corpora, '--show', '0', '--tool', command, '--json', out];
  return new Promise((resolve) => {
    const child = spawn('python3', args, {
      cwd: folder,
      stdio: 'ignore',
      env: { ...process.env, PEERS_HOME: peersHome },
    });
    const finish = (isDone: boolean) => {
      const measured = isDone ? (JSON.parse(readFileSync(out, 'utf8')) as Measured) : undefined;
      rmSync(folder, { recursive: true, force: true });
      resolve(measured);
    };
    child.once('error', () => finish(false));
    child.once('close', (code) => finish(code === 0));
  });
}

function toColumn(measured: Measured | undefined): Column {
  const column: Column = new Map();
  if (!measured) return column;
  const { result } = measured;
  if (Array.isArray(result)) addFacts(column, result);
  else if ('mean' in result) for (const [name, share] of Object.entries(result.mean)) column.set(name, share);
  else addPages(column, result.rows);
  return column;
}

function addFacts(column: Column, rows: readonly FactRow[]): void {
  const asked = rows.filter(({ facts }) => facts > 0);
  for (const { name, facts, met } of asked) column.set(name, (100 * met) / facts);
  const sum = (field: 'facts' | 'met') => asked.reduce((total, row) => total + row[field], 0);
  if (asked.length > 1) column.set('all', (100 * sum('met')) / sum('facts'));
  for (const { extra } of rows) {
    if (extra?.unsafe) column.set('cases with unsafe markup', (100 * extra.unsafe[0]) / extra.unsafe[1]);
  }
}

function addPages(column: Column, rows: readonly Record<string, string | number>[]): void {
  for (const group of pageGroups) {
    const row = rows.find(({ name }) => name === group);
    for (const measure of pageMeasures) {
      const share = Number(row?.[measure]);
      if (!Number.isNaN(share)) column.set(`${group}: ${measure.replace(' %', '')}`, share);
    }
  }
}

function toTable(set: string, columns: ReadonlyMap<string, Column>): string {
  const rows = [...new Set([...columns.values()].flatMap((column) => [...column.keys()]))];
  const cells = [
    [set, ...columns.keys()],
    ...rows.map((row) => [row, ...[...columns.values()].map((column) => column.get(row)?.toFixed(2) ?? '–')]),
  ];
  const widths = cells[0]!.map((_, at) => Math.max(...cells.map((line) => line[at]!.length)));
  const lines = cells.map((line) =>
    line
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)))
      .join('  ')
      .trimEnd(),
  );
  return [lines[0], widths.map((width) => '-'.repeat(width)).join('  '), ...lines.slice(1)].join('\n');
}
