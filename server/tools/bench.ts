// Measures the figures the product promises: one JSON object a figure on stdout, progress on stderr.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { measureNewest } from './bench/f1-newest.ts';
import { measureRelevance } from './bench/f2-relevance.ts';
import { measureIngest } from './bench/f4-ingest.ts';
import { measureMatching } from './bench/f5-match.ts';
import { measureNoticePoll } from './bench/f6-notice-poll.ts';
import { measureMemory } from './bench/f12-memory.ts';
import { measureCrashes } from './bench/f13-crashes.ts';
import { measureCounters } from './bench/f14-counters.ts';
import { measurePeers } from './bench/f15-peers.ts';
import type { Figure } from './bench/figures.ts';
import { writeFigures } from './bench/figures-document.ts';
import { describeMachine, type FigureResult } from './bench/measure.ts';

const figures: Record<string, { about: string; measure: Figure; isOnRequest?: boolean }> = {
  F1: { about: 'newest 15 of a query: index, HTTP, growth', measure: measureNewest },
  F2: { about: 'most relevant 15 of a query', measure: measureRelevance },
  F4: { about: 'ingest on one core, 100,000 rules', measure: measureIngest },
  F5: { about: 'match one article, 100,000 and 1,000,000 rules', measure: measureMatching },
  F6: { about: 'notice poll, unchanged', measure: measureNoticePoll },
  F12: { about: 'memory of the server', measure: measureMemory },
  F13: { about: 'killed 100 times under load (only when asked for)', measure: measureCrashes, isOnRequest: true },
  F14: { about: 'inbox with 1.3 million unread notices', measure: measureCounters },
  F15: { about: 'newest 15 beside FTS5, LIKE and PostgreSQL’s own search', measure: measurePeers, isOnRequest: true },
};

/** Measured on either engine; the others on SQLite only. */
const onPostgres = new Set(['F1', 'F2', 'F14', 'F15']);

const usage = `Measures what the product promises, on an archive made for it, and compares it with the bars.

usage: npm run bench -- [--only F1,F4] [--articles N | --million] [--write FILE]

${Object.entries(figures)
  .map(([name, { about }]) => `  ${name.padEnd(4)} ${about}`)
  .join('\n')}

--articles N          size of the archive (default 200000); it is made once and kept in the temporary folder
--million             the same as --articles 1000000
--notices N           size of the inbox (default 1300000)
--engine postgres     F1 and F2 on PostgreSQL, which is figure F3, F14 and F15; with --database-url
--database-url URL    an empty database, or the one of the last run; F14 makes one of its own beside it
--write FILE          keeps the figures in a document, with a description of the machine
--json                what this always prints: one JSON object a line
`;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    articles: { type: 'string', default: '200000' },
    notices: { type: 'string', default: '1300000' },
    million: { type: 'boolean' },
    engine: { type: 'string', default: 'sqlite' },
    'database-url': { type: 'string', default: '' },
    write: { type: 'string' },
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});

if (values.help) process.stdout.write(usage);
else process.exitCode = await main();

async function main(): Promise<number> {
  const isPostgres = values.engine === 'postgres';
  const databaseUrl = values['database-url'];
  const articles = values.million ? 1_000_000 : Number(values.articles);
  const notices = Number(values.notices);
  const wanted = chosenFigures(isPostgres);
  const areSizes = [articles, notices].every((size) => Number.isInteger(size) && size >= 100);
  if (!wanted || !areSizes || isPostgres !== (databaseUrl !== '')) {
    process.stderr.write(usage);
    return 2;
  }
  const results: FigureResult[] = [];
  for (const name of wanted) {
    process.stderr.write(`${name}: ${figures[name]!.about}\n`);
    const result = await figures[name]!.measure({ articles, databaseUrl, notices });
    results.push(result);
    process.stdout.write(`${JSON.stringify(result)}\n`);
  }
  if (values.write) {
    const before = existsSync(values.write) ? readFileSync(values.write, 'utf8') : '';
    const day = new Date().toISOString().slice(0, 10);
    writeFileSync(values.write, writeFigures(before, results, describeMachine(), day));
  }
  return 0;
}

/** Undefined when a name is unknown. */
function chosenFigures(isPostgres: boolean): string[] | undefined {
  const possible = Object.keys(figures).filter((name) => !isPostgres || onPostgres.has(name));
  if (!values.only) return possible.filter((name) => !figures[name]!.isOnRequest);
  const names = values.only.split(',').map((name) => name.trim().toUpperCase());
  return names.every((name) => possible.includes(name)) ? names : undefined;
}
