/** Operator's tool: how well relevance ranks a judged collection, on a throw-away archive of either engine. */
import { createReadStream, existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { createGunzip } from 'node:zlib';
import type { Query } from '#shared/query/ast.ts';
import { parseQuery } from '#shared/query/parse.ts';
import { compileQuery } from '../text/compile-query.ts';
import { findOtherNames } from '../text/other-names.ts';
import { type RankedQuery, rankQuery, rankText } from '../text/ranked-query.ts';
import { percentile, rounded } from './bench/measure.ts';
import { createProgressBar } from './progress-bar.ts';
import { meanMetrics, type RetrievalMetrics, retrievalMetrics } from './retrieval-metrics.ts';
import { makeScratchArchive, type ScratchArchive } from './scratch-archive.ts';

const HELP = `search:eval: nDCG@10, recall and MRR of the product's relevance on a judged collection.

  search-eval.ts --collection DIR [--engine sqlite|postgres] [--database-url URL] [--run FILE] [--syntax] [--names]

--collection DIR    docs.jsonl.gz {id, lang, title?, text}, queries.jsonl.gz {id, lang, text}, qrels.tsv.gz (TREC)
--engine ENGINE     sqlite (default) or postgres
--database-url URL  postgres: a server on which a database may be created for the run (default: DATABASE_URL)
--run FILE          writes the ranked lists as a TREC run file
--depth N           articles a query (default 100)
--syntax            reads queries as the query language: quotes must hold, a minus excludes; default: as plain text
--names             of parallel texts: asks for every country in every language, alone and with its names in the others

Builds an archive with the product's own text pipeline and index, asks every query by relevance, age left out, and prints one
JSON object. A collection of parallel texts is scored on documents in the query's language; "cross" is the score on the others.
Progress on stderr; the archive is gone afterwards; never touches the network but for the database.`;

interface Row {
  id: string;
  lang?: string;
  title?: string;
  text?: string;
  doc?: string;
  parallel?: string;
}

const { values } = parseArgs({
  options: {
    collection: { type: 'string' },
    engine: { type: 'string', default: 'sqlite' },
    'database-url': { type: 'string' },
    run: { type: 'string' },
    depth: { type: 'string', default: '100' },
    syntax: { type: 'boolean' },
    names: { type: 'boolean' },
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});

if (values.help) console.log(HELP);
else process.exitCode = await main();

async function main(): Promise<number> {
  const folder = values.collection;
  const depth = Number(values.depth);
  const serverUrl = values.engine === 'postgres' ? (values['database-url'] ?? process.env.DATABASE_URL ?? '') : '';
  const isKnown = values.engine === 'sqlite' || (values.engine === 'postgres' && serverUrl !== '');
  if (!folder || !isKnown || !(depth >= 1) || !existsSync(path.join(folder, 'docs.jsonl.gz'))) {
    console.error(HELP);
    return 2;
  }
  const documents = await readRows(path.join(folder, 'docs.jsonl.gz'));
  const queries = await readRows(path.join(folder, 'queries.jsonl.gz'));
  const judgments = await readJudgments(path.join(folder, 'qrels.tsv.gz'), new Set(documents.map(({ id }) => id)));

  const bar = createProgressBar(path.basename(folder));
  const startedAt = performance.now();
  const archive = await makeScratchArchive(
    documents.map(({ id, title = '', text = '', lang = 'und' }) => ({ key: id, title, text, language: lang })),
    serverUrl,
    (done) => bar.show(done, documents.length, 'articles'),
  );
  const indexSeconds = (performance.now() - startedAt) / 1_000;
  try {
    if (values.names) {
      console.log(JSON.stringify({ collection: path.basename(folder), ...(await askNames(archive, documents)) }));
      return 0;
    }
    const { lists, times } = await askAll(archive, queries, depth, (done) => bar.show(done, queries.length, 'queries'));
    bar.end();
    if (values.run) writeFileSync(values.run, runFile(lists));
    const scores = score(documents, queries, judgments, lists);
    console.log(
      JSON.stringify({
        collection: path.basename(folder),
        engine: archive.engine,
        documents: documents.length,
        queries: scores.queries,
        ...scores.same,
        ...(scores.cross && { cross: scores.cross }),
        ms_per_query: rounded(times.reduce((sum, ms) => sum + ms, 0) / times.length),
        ms_p50: rounded(percentile(times, 0.5)),
        ms_p95: rounded(percentile(times, 0.95)),
        index_s: rounded(indexSeconds),
        articles_per_s: Math.round(documents.length / indexSeconds),
      }),
    );
  } finally {
    await archive.close();
  }
  return 0;
}

interface Hit {
  key: string;
  score: number;
}

async function askAll(archive: ScratchArchive, queries: Row[], depth: number, onProgress: (done: number) => void) {
  const { ctx, keyOf } = archive;
  const lists = new Map<string, Hit[]>();
  const times: number[] = [];
  for (const [at, { id, text = '' }] of queries.entries()) {
    const startedAt = performance.now();
    const hits = await ctx.searchIndex.byRelevance(ctx.db, readQuery(text), { limit: depth });
    times.push(performance.now() - startedAt);
    lists.set(
      id,
      hits.map((hit) => ({ key: keyOf(hit.id), score: hit.score })),
    );
    onProgress(at + 1);
  }
  return { lists, times };
}

/**
 * Who asks for a country in one language wants the texts in the others that are translations of those that name it. Recall and
 * precision over these, summed over all countries and languages.
 */
async function askNames({ ctx, keyOf }: ScratchArchive, documents: Row[]) {
  const rowOf = new Map(documents.map((row) => [row.id, row]));
  const find = async (query: Query): Promise<Row[]> => {
    const compiled = compileQuery(query, { now: Date.now(), timeZone: 'UTC' });
    if (!compiled.ok) return [];
    const ids = await ctx.searchIndex.byTime(ctx.db, compiled.query, { order: 'new', limit: documents.length });
    return ids.map((id) => rowOf.get(keyOf(id))!);
  };
  const sums = { names: 0, wanted: 0, alone: { found: 0, right: 0 }, withOthers: { found: 0, right: 0 } };
  for (const language of new Set(documents.map(({ lang = '' }) => lang))) {
    for (const name of countriesIn(language)) {
      const query: Query = { root: { type: 'phrase', text: name, slop: 0 } };
      const extended = findOtherNames(query);
      const alone = await find(query);
      const stories = new Set(alone.filter(({ lang }) => lang === language).map(({ doc }) => doc));
      if (extended.found.length === 0 || stories.size === 0) continue;
      const isElsewhere = ({ lang }: Row) => lang !== language;
      const isRight = (row: Row) => stories.has(row.doc);
      sums.names += 1;
      sums.wanted += documents.filter((row) => isElsewhere(row) && isRight(row)).length;
      for (const [sum, rows] of [
        [sums.alone, alone],
        [sums.withOthers, await find(extended.query)],
      ] as const) {
        const elsewhere = rows.filter(isElsewhere);
        sum.found += elsewhere.length;
        sum.right += elsewhere.filter(isRight).length;
      }
    }
  }
  const shown = ({ found, right }: { found: number; right: number }) => ({
    recall: Number((right / sums.wanted).toFixed(4)),
    precision: Number((right / found).toFixed(4)),
  });
  return { names: sums.names, alone: shown(sums.alone), with_other_names: shown(sums.withOthers) };
}

function countriesIn(language: string): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const display = new Intl.DisplayNames(language, { type: 'region', style: 'short', fallback: 'none' });
  const names = letters.flatMap((first) => letters.map((second) => display.of(first + second)));
  return [...new Set(names.filter((name) => name !== undefined))];
}

/** With --syntax as the search box reads it; what is no query there (too long) is a text. */
function readQuery(text: string): RankedQuery {
  const parsed = values.syntax ? parseQuery(text, { mode: 'lenient' }) : undefined;
  const ranked = parsed?.ok ? rankQuery(parsed.query, { now: Date.now(), timeZone: 'UTC' }) : undefined;
  return ranked?.ok ? ranked.query : rankText(text);
}

function runFile(lists: ReadonlyMap<string, Hit[]>): string {
  const lines: string[] = [];
  for (const [query, hits] of lists)
    hits.forEach(({ key, score }, at) => {
      lines.push(`${query} Q0 ${key} ${at + 1} ${score.toFixed(6)} tidings\n`);
    });
  return lines.join('');
}

type Judgments = Map<string, Map<string, number>>;

function score(documents: Row[], queries: Row[], judgments: Judgments, lists: ReadonlyMap<string, Hit[]>) {
  const languageOf = new Map(documents.map(({ id, lang }) => [id, lang]));
  const isParallel = documents.some(({ parallel, doc }) => parallel ?? doc);
  const same: RetrievalMetrics[] = [];
  const cross: RetrievalMetrics[] = [];
  for (const { id, lang } of queries) {
    const keys = (lists.get(id) ?? []).map(({ key }) => key);
    const judged = [...(judgments.get(id) ?? [])].filter(([, relevance]) => relevance > 0);
    const measure = (isWanted: (document: string) => boolean) => {
      const relevant = new Map(judged.filter(([document]) => isWanted(document)));
      return relevant.size > 0 ? [retrievalMetrics(keys.filter(isWanted), relevant)] : [];
    };
    same.push(...measure((document) => !isParallel || languageOf.get(document) === lang));
    if (isParallel) cross.push(...measure((document) => languageOf.get(document) !== lang));
  }
  const shown = (all: RetrievalMetrics[]) => {
    const { ndcg10, recall10, recall100, reciprocalRank } = meanMetrics(all);
    const four = (value: number) => Math.round(value * 10_000) / 10_000;
    return { ndcg10: four(ndcg10), recall10: four(recall10), recall100: four(recall100), mrr: four(reciprocalRank) };
  };
  return { queries: same.length, same: shown(same), cross: cross.length > 0 ? shown(cross) : undefined };
}

async function readLines(file: string): Promise<string[]> {
  const lines: string[] = [];
  const input = createReadStream(file).pipe(createGunzip());
  for await (const line of createInterface({ input })) if (line.trim() !== '') lines.push(line);
  return lines;
}

async function readRows(file: string): Promise<Row[]> {
  return (await readLines(file)).map((line) => JSON.parse(line) as Row);
}

async function readJudgments(file: string, documents: ReadonlySet<string>): Promise<Judgments> {
  const judgments: Judgments = new Map();
  for (const line of await readLines(file)) {
    const [query = '', , document = '', relevance = ''] = line.split(line.includes('\t') ? '\t' : /\s+/);
    if (!documents.has(document)) continue;
    const own = judgments.get(query) ?? new Map<string, number>();
    judgments.set(query, own.set(document, Number(relevance)));
  }
  return judgments;
}
