/**
 * Operator's tool: does search find every article that holds the words, and no other? Asks the index of either engine and
 * compares with a plain substring search over the folded texts, which knows nothing of tokens.
 */
import { createReadStream, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { createGunzip } from 'node:zlib';
import { parseQuery } from '#shared/query/parse.ts';
import { seededRandom } from '../demo/seeded-random.ts';
import { compileQuery } from '../text/compile-query.ts';
import { rounded } from './bench/measure.ts';
import { articleHolds, foldArticle, makeOracleQueries, type OracleArticle } from './oracle-queries.ts';
import { createProgressBar } from './progress-bar.ts';
import { makeScratchArchive } from './scratch-archive.ts';

const HELP = `search:oracle: recall and precision of search in Chinese, Japanese and Korean against a substring search.

  search-oracle.ts --news DIR [--engine sqlite|postgres] [--database-url URL] [--queries N] [--seed TEXT]

--news DIR          folders of data.jsonl.gz {id, lang, title?, text?, summary?}
--engine ENGINE     sqlite (default) or postgres
--database-url URL  postgres: a server on which a database may be created for the run (default: DATABASE_URL)
--queries N         of each kind (default 50)
--seed TEXT         other queries of the same kinds

The queries are pieces of the articles: one to eight characters, phrases over punctuation, AND, NOT, Han beside Latin, the other
Chinese script, kana, Korean nouns without their particles. Prints one JSON object a kind, the differing queries, and a total.`;

const { values } = parseArgs({
  options: {
    news: { type: 'string' },
    engine: { type: 'string', default: 'sqlite' },
    'database-url': { type: 'string' },
    queries: { type: 'string', default: '50' },
    seed: { type: 'string', default: 'oracle' },
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});

if (values.help) console.log(HELP);
else process.exitCode = await main();

async function main(): Promise<number> {
  const serverUrl = values.engine === 'postgres' ? (values['database-url'] ?? process.env.DATABASE_URL ?? '') : '';
  const isKnown = values.engine === 'sqlite' || (values.engine === 'postgres' && serverUrl !== '');
  const perKind = Number(values.queries);
  if (!values.news || !existsSync(values.news) || !isKnown || !(perKind >= 1)) {
    console.error(HELP);
    return 2;
  }
  const articles = await readNews(values.news);
  const bar = createProgressBar('indexing');
  const archive = await makeScratchArchive(articles, serverUrl, (done) => bar.show(done, articles.length));
  bar.end();
  try {
    const { ctx, engine, keyOf, languages } = archive;
    const folded = articles.map((article) => foldArticle(article, languages.get(article.key) ?? 'und'));
    const queries = makeOracleQueries(articles, perKind, seededRandom(values.seed));
    const total = createTally();
    for (const [kind, own] of Map.groupBy(queries, (query) => query.kind)) {
      const tally = createTally();
      for (const query of own) {
        const parsed = parseQuery(query.text);
        const compiled = parsed.ok ? compileQuery(parsed.query, { now: 0, timeZone: 'UTC' }) : undefined;
        if (!compiled?.ok) throw new Error(`not a query: ${query.text}`);
        const startedAt = performance.now();
        const ids = await ctx.searchIndex.byTime(ctx.db, compiled.query, { order: 'new', limit: articles.length });
        const ms = performance.now() - startedAt;
        const found = new Set(ids.map(keyOf));
        const expected = new Set(folded.filter((article) => articleHolds(article, query)).map(({ key }) => key));
        for (const one of [tally, total]) one.add(found, expected, ms);
        const missing = [...expected].filter((key) => !found.has(key));
        const wrong = [...found].filter((key) => !expected.has(key));
        if (missing.length + wrong.length > 0)
          print({ query: query.text, kind, missing: missing.slice(0, 5), wrong: wrong.slice(0, 5) });
      }
      print({ engine, kind, ...tally.result() });
    }
    print({ engine, articles: articles.length, ...total.result() });
    return total.isPerfect() ? 0 : 1;
  } finally {
    await archive.close();
  }
}

function print(row: object): void {
  console.log(JSON.stringify(row));
}

function createTally() {
  let queries = 0;
  let found = 0;
  let expected = 0;
  let both = 0;
  let totalMs = 0;
  const share = (part: number, whole: number) => (whole === 0 ? 1 : Math.floor((part / whole) * 1e6) / 1e6);
  return {
    add(foundKeys: ReadonlySet<string>, expectedKeys: ReadonlySet<string>, ms: number) {
      queries += 1;
      found += foundKeys.size;
      expected += expectedKeys.size;
      for (const key of foundKeys) if (expectedKeys.has(key)) both += 1;
      totalMs += ms;
    },
    isPerfect: () => both === found && both === expected,
    result: () => ({
      queries,
      matches: expected,
      recall: share(both, expected),
      precision: share(both, found),
      ms_per_query: rounded(totalMs / queries),
    }),
  };
}

async function readNews(folder: string): Promise<OracleArticle[]> {
  const articles: OracleArticle[] = [];
  for (const set of readdirSync(folder).sort()) {
    const file = path.join(folder, set, 'data.jsonl.gz');
    if (!existsSync(file)) continue;
    const lines = createInterface({ input: createReadStream(file).pipe(createGunzip()) });
    for await (const line of lines) {
      const row = JSON.parse(line) as { id: string; lang: string; title?: string; text?: string; summary?: string };
      const { id, lang, title = '', text, summary = '' } = row;
      articles.push({ key: `${set}/${id}`, title, text: text ?? summary, language: lang });
    }
  }
  return articles;
}
