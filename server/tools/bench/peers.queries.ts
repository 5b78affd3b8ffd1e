/** The peers' own tables, and how each is asked for the newest articles of a query. */
import { type RawBuilder, sql } from 'kysely';
import type { Node } from '#shared/query/ast.ts';
import type { Db } from '../../db/database.ts';

/** Asks for the ids of the newest `limit` articles that match. */
export type PeerSearch = (db: Db, query: Node, limit: number) => Promise<number[]>;

/** The parts of the query language that every peer has words for. */
function fold<Result>(
  node: Node,
  make: {
    word(text: string): Result;
    phrase(text: string): Result;
    and(items: Result[]): Result;
    or(items: Result[]): Result;
    not(item: Result): Result;
  },
): Result {
  switch (node.type) {
    case 'word':
      return make.word(node.text);
    case 'phrase':
      return make.phrase(node.text);
    case 'and':
      return make.and(node.items.map((item) => fold(item, make)));
    case 'or':
      return make.or(node.items.map((item) => fold(item, make)));
    case 'not':
      return make.not(fold(node.item, make));
    default:
      throw new Error(`no peer is asked for ${node.type}`);
  }
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

// SQLite's FTS5

export type Tokenizer = 'unicode61' | 'trigram';

const fillBytes = 64 * 2 ** 20;
/** A statement's; the log of a whole archive's would be several times as large as the index. */
const articlesAtOnce = 20_000;

/** Indexes the articles of an archive, oldest first. */
export async function fillFts5(
  db: Db,
  archive: { file: string; db: Db },
  tokenizers: readonly Tokenizer[],
): Promise<void> {
  await sql`attach database ${archive.file} as archive`.execute(db);
  for (const tokenizer of tokenizers) {
    await sql`create virtual table ${sql.table(tokenizer)} using fts5(title, body, content = '',
      tokenize = ${sql.lit(tokenizer)})`.execute(db);
    // Without it most of the time goes into merging small parts of the index.
    await sql`insert into ${sql.table(tokenizer)} (${sql.ref(tokenizer)}, rank)
      values ('hashsize', ${sql.lit(fillBytes)})`.execute(db);
    for (let last = 0; ; ) {
      const newest = await findLastOf(archive.db, last, articlesAtOnce);
      if (newest === undefined) break;
      await sql`insert into ${sql.table(tokenizer)} (rowid, title, body)
        select id, title, text from archive.article where id > ${last} and id <= ${newest} order by id`.execute(db);
      last = newest;
    }
  }
  await sql`detach database archive`.execute(db);
}

/** The last id of the next `limit` articles behind `after`. */
async function findLastOf(archive: Db, after: number, limit: number): Promise<number | undefined> {
  const next = archive.selectFrom('article').select('id').where('id', '>', after).orderBy('id').limit(limit).as('next');
  const row = await archive
    .selectFrom(next)
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirst();
  return row?.last ?? undefined;
}

/** `NOT` of FTS5 has two sides, so what is unwanted follows what is wanted. */
function fts5Expression(node: Node): string {
  if (node.type === 'and') {
    const wanted = node.items.filter((item) => item.type !== 'not').map(fts5Expression);
    const unwanted = node.items.flatMap((item) => (item.type === 'not' ? [fts5Expression(item.item)] : []));
    return [`(${wanted.join(' AND ')})`, ...unwanted].join(' NOT ');
  }
  if (node.type === 'or') return `(${node.items.map(fts5Expression).join(' OR ')})`;
  if (node.type === 'word' || node.type === 'phrase') return `"${node.text.replaceAll('"', '""')}"`;
  throw new Error(`no peer is asked for ${node.type}`);
}

export function searchFts5(tokenizer: Tokenizer): PeerSearch {
  return async (db, query, limit) => {
    const { rows } = await sql<{ id: number }>`select rowid as id from ${sql.table(tokenizer)}
      where ${sql.table(tokenizer)} match ${fts5Expression(query)} order by rowid desc limit ${limit}`.execute(db);
    return idsOf(rows);
  };
}

// LIKE

/** @param operator `like` ignores the case of ASCII letters on SQLite, `ilike` that of all letters on PostgreSQL */
export function searchLike(operator: 'like' | 'ilike'): PeerSearch {
  const holds = (text: string) => {
    const pattern = sql`${sql.raw(operator)} ${`%${text}%`}`;
    return sql`(title ${pattern} or text ${pattern})`;
  };
  const joined = (items: RawBuilder<unknown>[], word: 'and' | 'or') => sql`(${sql.join(items, sql.raw(` ${word} `))})`;
  return async (db, query, limit) => {
    const condition = fold<RawBuilder<unknown>>(query, {
      word: holds,
      phrase: holds,
      and: (items) => joined(items, 'and'),
      or: (items) => joined(items, 'or'),
      not: (item) => sql`not ${item}`,
    });
    const { rows } = await sql<{ id: number }>`select id from article where ${condition}
      order by id desc limit ${limit}`.execute(db);
    return idsOf(rows);
  };
}

// PostgreSQL's own text search

const peers = sql.id('peers');

export async function fillSimple(db: Db): Promise<void> {
  await dropSimple(db);
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`set local maintenance_work_mem = '512MB'`.execute(tx);
    await sql`create schema ${peers}`.execute(tx);
    await sql`create table ${peers}.simple as
      select id, published_at, to_tsvector('simple', title || ' ' || text) as tokens from article order by id`.execute(
      tx,
    );
    await sql`create index on ${peers}.simple using gin (tokens)`.execute(tx);
    await sql`create index on ${peers}.simple (published_at desc)`.execute(tx);
    await sql`analyze ${peers}.simple`.execute(tx);
  });
}

export async function dropSimple(db: Db): Promise<void> {
  await sql`drop schema if exists ${peers} cascade`.execute(db);
}

export const searchSimple: PeerSearch = async (db, query, limit) => {
  const joined = (items: RawBuilder<unknown>[], operator: '&&' | '||') =>
    sql`(${sql.join(items, sql.raw(` ${operator} `))})`;
  const words = fold<RawBuilder<unknown>>(query, {
    word: (text) => sql`plainto_tsquery('simple', ${text})`,
    phrase: (text) => sql`phraseto_tsquery('simple', ${text})`,
    and: (items) => joined(items, '&&'),
    or: (items) => joined(items, '||'),
    not: (item) => sql`!! ${item}`,
  });
  const { rows } = await sql<{ id: number }>`select id from ${peers}.simple where tokens @@ ${words}
    order by published_at desc limit ${limit}`.execute(db);
  return idsOf(rows);
};

// What is right

/** The newest articles with smaller ids than `before`, with what an oracle reads. */
export function findTexts(db: Db, before: number, limit: number) {
  return db
    .selectFrom('article')
    .select(['id', 'language', 'title', 'text'])
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
