/**
 * SearchIndex on PostgreSQL: tsvectors built by us under a GIN index. GIN has no order, so newest-first goes through nested
 * windows from two days to everything, each made of lexemes of the same vector and executed only if the one before was short.
 */
import { sql } from 'kysely';
import { articleIdRange, articleTime } from '#shared/rules/article-id.ts';
import type { Db } from '../../db/database.ts';
import type { QueryWord } from '../../text/ranked-query.ts';
import type { TokenDocument, TokenField, TokenQuery } from '../../text/token-query.ts';
import { type CandidatePlan, type IndexQuery, planCandidates } from './candidates.ts';
import { conditionSql } from './conditions.ts';
import { createFrequencies } from './frequencies.ts';
import type { ArticleReader, SearchIndex, TimePage } from './port.ts';
import { type RelevanceSource, rankByRelevance, type WeightedWord } from './relevance.ts';
import { countOfMatches, pageOfMatches } from './verify.ts';

/**
 * What a lexeme begins with: nothing for the words of title and body, a mark for those of author and tags, which a plain word is
 * not looked for in; `=` behind it marks stems. `~` marks filter terms.
 */
const fieldMarks: Record<TokenField, string> = { any: '', title: '', body: '', author: '>', tag: '<' };
/** Title and body are told apart by weight class, for which PostgreSQL must read each vector: only where it is asked. */
const fieldWeights: Partial<Record<TokenField, string>> = { title: 'A', body: 'B' };
const everyDocument = '~all';
/** tsvector keeps positions up to this one. */
const positionMax = 16_383;
/** Keeps a phrase from running over the end of a field. */
const fieldGap = 2;

const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

export function toTsQuery(query: IndexQuery): string {
  switch (query.type) {
    case 'all':
      return quote(everyDocument);
    case 'none':
      return quote('~none');
    case 'term':
      return quote(`~${query.term.toLowerCase()}`);
    case 'stem':
      return quote(`${fieldMarks[query.field]}=${query.stem}`);
    case 'inflections': {
      const { stem, languages } = query;
      const tied = languages.map((language) => quote(`~lang:${language}`));
      return `((${tied.join(' | ')}) & (${quote(stem)} | ${quote(`=${stem}`)}))`;
    }
    case 'phrase': {
      const mark = fieldMarks[query.field];
      const weight = fieldWeights[query.field] ?? '';
      const steps = query.steps.map((step) => {
        const flags = 'token' in step ? weight : `*${weight}`;
        return quote(mark + ('token' in step ? step.token : step.prefix)) + (flags && `:${flags}`);
      });
      return steps.length === 1 ? steps[0]! : `(${steps.join(' <-> ')})`;
    }
    case 'or':
      return `(${query.items.map(toTsQuery).join(' | ')})`;
    case 'and':
      return conjunction(query.items);
    case 'not':
      return conjunction([query]);
  }
}

/** Something has to be asked for beside what is unwanted; the list of every document only where nothing else is. */
function conjunction(items: readonly IndexQuery[]): string {
  const wanted = items.filter(({ type }) => type !== 'not').map(toTsQuery);
  const unwanted = items.flatMap((item) => (item.type === 'not' ? `!${toTsQuery(item.item)}` : []));
  return `(${[...(wanted.length > 0 ? wanted : [quote(everyDocument)]), ...unwanted].join(' & ')})`;
}

const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10).replaceAll('-', '');
const dayTerm = (at: number) => `~d${dateOf(at)}`;
const monthTerm = (at: number) => `~m${dateOf(at).slice(0, 6)}`;

/** The text form of a document's tsvector. */
export function toTsVector(document: TokenDocument): string {
  const positions = new Map<string, string[]>();
  let position = 0;
  for (const field of ['title', 'author', 'tag', 'body'] as const) {
    const mark = fieldMarks[field];
    const weight = fieldWeights[field] ?? '';
    for (const token of document[field]) {
      if (++position > positionMax) break;
      push(positions, mark + token.text, `${position}${weight}`);
      if (token.stem) push(positions, `${mark}=${token.stem}`, `${position}${weight}`);
    }
    position += fieldGap;
  }
  const terms = [everyDocument, dayTerm(document.publishedAt), monthTerm(document.publishedAt)];
  terms.push(...document.terms.map((term) => `~${term.toLowerCase()}`));
  return [
    ...[...positions].map(([lexeme, at]) => `${quote(lexeme)}:${at.join(',')}`),
    ...terms.map((term) => quote(term)),
  ].join(' ');
}

function push(map: Map<string, string[]>, key: string, value: string) {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}

const newestDays = (count: number, latest: number) =>
  Array.from({ length: count }, (_, back) => dayTerm(latest - back * 86_400_000));

const newestMonths = (count: number, latest: number) => {
  const date = new Date(latest);
  return Array.from({ length: count }, (_, back) =>
    monthTerm(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back, 1)),
  );
};

/** The terms of each window, from the narrowest on; behind the last one everything is looked at. */
const windowsBefore = (latest: number) => [
  newestDays(2, latest),
  newestDays(16, latest),
  newestMonths(2, latest),
  newestMonths(12, latest),
];

/** Any form of the word in title or body. */
function wordMatch({ token, forms, isPrefix }: QueryWord): string {
  if (isPrefix) return `${quote(token)}:*`;
  return `(${forms.flatMap((form) => [quote(form), quote(`=${form}`)]).join(' | ')})`;
}

/** Within [from, to), as a sum: the planner would walk the primary key and unpack every vector on the way to a rare word. */
const isBetween = (from: number, to: number) => sql`id + 0 >= ${from} and id + 0 < ${to}`;

/**
 * The planner does not know what it costs to unpack a vector: for a query of many word forms it would rather read every one of
 * them than the lists of the index.
 */
async function throughTheIndex<T>(db: Db, run: (db: Db) => Promise<T>): Promise<T> {
  if (!db.isTransaction) return db.transaction().execute((tx) => throughTheIndex(tx, run));
  await sql`set local enable_seqscan = off`.execute(db);
  const result = await run(db);
  await sql`set local enable_seqscan = on`.execute(db);
  return result;
}

async function countDocuments(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select greatest(reltuples, 0)::float8 as count from pg_class where oid = 'article_fts'::regclass`.execute(db);
  const estimate = rows[0]?.count ?? 0;
  if (estimate > 0) return estimate;
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::float8 as count from article_fts`.execute(db);
  return counted[0]?.count ?? 0;
}

/** The most common lexemes and their share of articles, as the last ANALYZE saw them: counting those would take long. */
async function readCommonLexemes(db: Db, lexemes: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ lexeme: string; share: number }>`
    select lexeme, share::float8 as share from pg_stats,
      unnest(most_common_elems::text::text[], most_common_elem_freqs[1:cardinality(most_common_elems::text::text[])])
        as common (lexeme, share)
    where schemaname = current_schema() and tablename = 'article_fts' and attname = 'tokens'
      and lexeme = any(${sql.val(lexemes)}::text[])`.execute(db);
  return new Map(rows.map(({ lexeme, share }) => [lexeme, share]));
}

async function countWords(db: Db, words: readonly QueryWord[], documents: number): Promise<number[]> {
  const lexemesOf = ({ forms }: QueryWord) => forms.flatMap((form) => [form, `=${form}`]);
  const common = await readCommonLexemes(db, words.flatMap(lexemesOf));
  // As if the forms of a word stood in articles independently of each other.
  const shareOf = (word: QueryWord) =>
    1 - lexemesOf(word).reduce((rest, form) => rest * (1 - (common.get(form) ?? 0)), 1);
  const rare = words.filter((word) => shareOf(word) === 0);
  const counts = rare.map(
    (word, at) =>
      sql`select ${at}::int as at, count(*)::int as count from article_fts where tokens @@ ${wordMatch(word)}::tsquery`,
  );
  const { rows } =
    rare.length === 0
      ? { rows: [] }
      : await throughTheIndex(db, (db) =>
          sql<{ at: number; count: number }>`${sql.join(counts, sql` union all `)}`.execute(db),
        );
  const counted = new Map(rows.map(({ at, count }) => [rare[at]!, count]));
  return words.map((word) => counted.get(word) ?? Math.round(shareOf(word) * documents));
}

export function createPostgresIndex(articles: ArticleReader, now: () => number): SearchIndex {
  const ids = async (db: Db, query: TokenQuery, page: TimePage): Promise<number[]> => {
    const plan = planCandidates(query);
    if (plan.query.type === 'none') return [];
    const { min, max } = articleIdRange(plan.from, plan.to);
    const text = toTsQuery(plan.query);
    const conditions = conditionSql('postgres', 'id', plan.conditions);

    const next = (limit: number, after: number | undefined, offset = 0): Promise<number[]> =>
      throughTheIndex(db, (db) => find(db, limit, after, offset));
    const find = async (db: Db, limit: number, after: number | undefined, offset: number): Promise<number[]> => {
      const from = page.order === 'old' && after !== undefined ? Math.max(min, after + 1) : min;
      const to = page.order === 'new' && after !== undefined ? Math.min(max, after) : max;
      const wanted = limit + offset;
      if (page.order === 'old') {
        const { rows } = await sql<{ id: number }>`
          with found as materialized (select id from article_fts where tokens @@ ${text}::tsquery and ${isBetween(from, to)} ${conditions})
          select id from found order by id limit ${limit} offset ${offset}`.execute(db);
        return rows.map((row) => row.id);
      }
      const latest = Math.min(now(), plan.to, after === undefined ? plan.to : articleTime(after));
      const windows = windowsBefore(latest).map((terms) => `(${terms.map(quote).join(' | ')}) & ${text}`);
      const runs = [...windows, text].map((match, at) => {
        const isShort = at === 0 ? sql`true` : sql`(select max(n) from ${sql.ref(`n${at - 1}`)}) < ${wanted}`;
        const before = at === 0 ? sql`` : sql`union all select n from ${sql.ref(`n${at - 1}`)}`;
        return sql`${sql.ref(`w${at}`)} as materialized (select id from article_fts
            where ${isShort} and tokens @@ ${match}::tsquery and ${isBetween(from, to)} ${conditions}),
          ${sql.ref(`n${at}`)} as materialized (select count(*) as n from ${sql.ref(`w${at}`)} ${before})`;
      });
      const found = runs.map((_, at) => sql`select id from ${sql.ref(`w${at}`)}`);
      const { rows } = await sql<{ id: number }>`with ${sql.join(runs)}
        select id from (${sql.join(found, sql` union `)}) as found
        order by id desc limit ${limit} offset ${offset}`.execute(db);
      return rows.map((row) => row.id);
    };

    return pageOfMatches({ db, articles, query, isExact: plan.isExact, page, next });
  };

  const quorum = async (
    db: Db,
    plan: CandidatePlan,
    words: readonly WeightedWord[],
    limit: number,
  ): Promise<number[]> => {
    if (words.length === 0) return [];
    const { min, max } = articleIdRange(plan.from, plan.to);
    const must = plan.query.type === 'all' ? '' : ` & ${toTsQuery(plan.query)}`;
    const conditions = conditionSql('postgres', 'id', plan.conditions);
    const newestFirst = (isDense: boolean) => sql.raw(isDense && must === '' ? 'id' : 'id + 0');
    const branches = words.map(
      ({ word, weight, postings, isDense }) => sql`(select id, ${weight}::float8 as weight from article_fts
        where tokens @@ ${wordMatch(word) + must}::tsquery and ${isBetween(min, max)} ${conditions}
        order by ${newestFirst(isDense)} desc limit ${postings})`,
    );
    const { rows } = await throughTheIndex(db, (db) =>
      sql<{ id: number }>`
        select id from (${sql.join(branches, sql` union all `)}) as postings
        group by id order by sum(weight) desc, id desc limit ${limit}`.execute(db),
    );
    return rows.map((row) => row.id);
  };

  const relevance: RelevanceSource = {
    readFrequencies: createFrequencies({ countDocuments, countWords }).read,
    newest: (db, query, limit) => ids(db, query, { order: 'new', limit }),
    newestInTitle: async () => [],
    quorum,
  };

  return {
    format: 'tsvector-2',

    async add(db, documents) {
      if (documents.length === 0) return;
      const rows = documents.map((document) => sql`(${document.id}::bigint, ${toTsVector(document)}::tsvector)`);
      await sql`insert into article_fts (id, tokens) values ${sql.join(rows)}
        on conflict (id) do update set tokens = excluded.tokens`.execute(db);
    },

    async remove(db, removed) {
      if (removed.length === 0) return;
      await sql`delete from article_fts where id in (${sql.join(removed)})`.execute(db);
    },

    byTime: ids,

    byRelevance: (db, query, page) => rankByRelevance(relevance, articles, db, query, page),

    async count(db, query, cap) {
      const plan = planCandidates(query);
      const count = async () => {
        const { min, max } = articleIdRange(plan.from, plan.to);
        const { rows } = await throughTheIndex(db, (db) =>
          sql<{ count: number }>`
            select count(*)::int as count from (select 1 from article_fts
            where tokens @@ ${toTsQuery(plan.query)}::tsquery and ${isBetween(min, max)}
            ${conditionSql('postgres', 'id', plan.conditions)} limit ${cap}) as found`.execute(db),
        );
        return rows[0]?.count ?? 0;
      };
      return countOfMatches({ plan, cap, count, find: () => ids(db, query, { order: 'new', limit: cap }) });
    },
  };
}
