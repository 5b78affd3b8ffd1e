// F15: the newest 15 of the same queries from the same articles, by our index and by what others build on; and who is right.
import { join } from 'node:path';
import type { Node } from '#shared/query/ast.ts';
import { parseQuery } from '#shared/query/parse.ts';
import type { Db } from '../../db/database.ts';
import { openSqlite } from '../../db/open-sqlite.ts';
import { articleHolds, type FoldedArticle, foldArticle } from '../oracle-queries.ts';
import { createProgressBar } from '../progress-bar.ts';
import { withScratchDatabase } from '../scratch-database.ts';
import { type Archive, openArchive } from './archive.ts';
import type { BenchOptions } from './figures.ts';
import { type FigureResult, figureResult, type Measure, percentile, rounded } from './measure.ts';
import {
  dropSimple,
  fillFts5,
  fillSimple,
  findTexts,
  type PeerSearch,
  searchFts5,
  searchLike,
  searchSimple,
} from './peers.queries.ts';
import { type BenchQuery, compileBenchQuery, makeQuerySet } from './query-set.ts';

const pageSize = 15;
const rounds = 2;
/** Of each kind, rarity and language; the slow peers take a second for each. */
const queriesPerCell = 2;
const textsAtOnce = 2_000;

interface Peer {
  name: string;
  search(query: BenchQuery): Promise<number[]>;
}

export function measurePeers(options: BenchOptions): Promise<FigureResult> {
  return withScratchDatabase('', async ({ dataDir }) => {
    const embedded = await openArchive({ ...options, databaseUrl: '' });
    const scale = options.databaseUrl ? await openArchive(options) : undefined;
    const fts5 = await openSqlite(join(dataDir, 'peers.sqlite'));
    try {
      const archive = { file: join(embedded.dataDir, 'tidings.sqlite'), db: embedded.ctx.db };
      await fillFts5(fts5.kysely, archive, ['unicode61', 'trigram']);
      if (scale) await fillSimple(scale.ctx.db);
      const peers = [
        ours('ours, SQLite', embedded),
        peer('FTS5 unicode61', fts5.kysely, searchFts5('unicode61')),
        peer('FTS5 trigram', fts5.kysely, searchFts5('trigram')),
        peer('LIKE, SQLite', embedded.ctx.db, searchLike('like')),
        ...(scale
          ? [
              ours('ours, PostgreSQL', scale),
              peer('PostgreSQL simple', scale.ctx.db, searchSimple),
              peer('ILIKE, PostgreSQL', scale.ctx.db, searchLike('ilike')),
            ]
          : []),
      ];
      return await compare(peers, embedded.ctx.db, options);
    } finally {
      if (scale) await dropSimple(scale.ctx.db);
      await Promise.all([fts5.close(), embedded.database.close(), scale?.database.close()]);
    }
  });
}

const ours = (name: string, { ctx }: Archive): Peer => ({
  name,
  search: (query) => ctx.searchIndex.byTime(ctx.db, compileBenchQuery(query), { order: 'new', limit: pageSize }),
});

const peer = (name: string, db: Db, search: PeerSearch): Peer => ({
  name,
  search: (query) => search(db, rootOf(query), pageSize),
});

function rootOf({ text }: BenchQuery): Node {
  const parsed = parseQuery(text);
  if (!parsed.ok || !parsed.query.root) throw new Error(text);
  return parsed.query.root;
}

async function compare(peers: readonly Peer[], archive: Db, options: BenchOptions): Promise<FigureResult> {
  const { articles, databaseUrl } = options;
  const cells = Map.groupBy(makeQuerySet(articles), ({ language, kind, rarity }) => `${language} ${kind} ${rarity}`);
  const queries = [...cells.values()].flatMap((cell) => cell.slice(0, queriesPerCell));
  const expected = await findRight(archive, queries);
  const answers = new Map(peers.map(({ name }) => [name, [] as { query: BenchQuery; ms: number; isRight: boolean }[]]));
  const bar = createProgressBar('peers side by side');
  for (let round = 0; round <= rounds; round++) {
    for (const [at, query] of queries.entries()) {
      // Turn about, so that all meet the same noise of the machine.
      for (const { name, search } of peers) {
        const startedAt = performance.now();
        const ids = await answerOf(search(query));
        const ms = performance.now() - startedAt;
        // The first round warms.
        if (round > 0) answers.get(name)!.push({ query, ms, isRight: isRight(query, ids, expected[at]!) });
      }
      bar.show(round * queries.length + at + 1, (rounds + 1) * queries.length);
    }
  }
  bar.end();
  const measures = [...answers].flatMap(([name, own]): Measure[] => {
    const byKind = Map.groupBy(own, ({ query }) => query.kind);
    const shareRight = (language: BenchQuery['language']) => {
      const asked = own.filter(({ query }) => query.language === language);
      return rounded(asked.filter(({ isRight }) => isRight).length / asked.length);
    };
    return [
      ...[...byKind].flatMap(([kind, times]) =>
        [0.5, 0.95].map((share) => ({
          name: `${name}: ${kind}, p${share * 100}`,
          value: rounded(
            percentile(
              times.map(({ ms }) => ms),
              share,
            ),
          ),
          unit: 'ms',
        })),
      ),
      { name: `${name}: share of Chinese queries answered right`, value: shareRight('zh'), unit: '' },
      { name: `${name}: share of English queries that miss nothing`, value: shareRight('en'), unit: '' },
    ];
  });
  const conditions = { articles, queries: queries.length, rounds };
  const engines = databaseUrl ? 'peers of both engines' : 'peers';
  return figureResult('F15', `Newest 15 of a query, ${engines} side by side`, measures, conditions);
}

/** A peer that gives up has found nothing. */
async function answerOf(search: Promise<number[]>): Promise<number[]> {
  try {
    return await search;
  } catch {
    return [];
  }
}

/** By reading every article, newest first, as plain text: letter case, width and Chinese script aside. */
async function findRight(archive: Db, queries: readonly BenchQuery[]): Promise<number[][]> {
  const wanted = queries.map((query) => ({ root: rootOf(query), ids: [] as number[] }));
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const open = wanted.filter(({ ids }) => ids.length < pageSize);
    const rows = open.length > 0 ? await findTexts(archive, before, textsAtOnce) : [];
    if (rows.length === 0) return wanted.map(({ ids }) => ids);
    for (const { id, language, title, text } of rows) {
      const folded = foldArticle({ key: String(id), title, text, language }, language);
      for (const { root, ids } of open) if (ids.length < pageSize && holds(folded, root)) ids.push(id);
    }
    before = rows.at(-1)!.id;
  }
}

function holds(article: FoldedArticle, node: Node): boolean {
  switch (node.type) {
    case 'word':
    case 'phrase':
      return articleHolds(article, { all: [node.text.split(' ')], none: [] });
    case 'and':
      return node.items.every((item) => holds(article, item));
    case 'or':
      return node.items.some((item) => holds(article, item));
    case 'not':
      return !holds(article, node.item);
    default:
      throw new Error(`the oracle does not know ${node.type}`);
  }
}

/** Nothing newer than the last of the answer is missing; in Chinese, where words do not inflect, nothing else is in it. */
function isRight({ language }: BenchQuery, ids: readonly number[], expected: readonly number[]): boolean {
  const last = ids.length < pageSize ? 0 : ids.at(-1)!;
  const isComplete = expected.filter((id) => id >= last).every((id) => ids.includes(id));
  return isComplete && (language !== 'zh' || ids.every((id) => expected.includes(id)));
}
