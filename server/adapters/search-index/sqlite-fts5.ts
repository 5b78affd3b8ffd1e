/** SearchIndex on SQLite FTS5. The rowid is the article id, so newest-first is a walk of the index and stops at the limit. */
import { sql } from 'kysely';
import { articleIdRange } from '#shared/rules/article-id.ts';
import type { Db } from '../../db/database.ts';
import type { QueryWord } from '../../text/ranked-query.ts';
import { stemmerOf } from '../../text/stem.ts';
import type { Token, TokenDocument, TokenField, TokenQuery } from '../../text/token-query.ts';
import { isCjkToken } from '../../text/tokens.ts';
import { type CandidatePlan, type IndexQuery, inTitle, isLabelField, planCandidates } from './candidates.ts';
import { conditionSql } from './conditions.ts';
import { createFrequencies } from './frequencies.ts';
import type { ArticleReader, SearchIndex, TimePage } from './port.ts';
import { type RelevanceSource, rankByRelevance, type WeightedWord } from './relevance.ts';
import { countOfMatches, pageOfMatches } from './verify.ts';

/** In every document's filter terms, so that "everything" is an ordinary posting list. */
const everyDocument = 'all:1';

const columns: Record<TokenField, string> = {
  any: '{title body}',
  title: '{title}',
  body: '{body}',
  author: '{author}',
  tag: '{tag}',
};

const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** The FTS5 expression of an index query. */
export function toFts5(query: IndexQuery): string {
  switch (query.type) {
    case 'all':
      return `{term} : ${quote(everyDocument)}`;
    case 'none':
      return `{term} : ${quote('none:1')}`;
    case 'term':
      return `{term} : ${quote(query.term)}`;
    case 'stem':
      return `{stem} : ${quote(isLabelField(query.field) ? `=${query.stem}` : query.stem)}`;
    case 'inflections': {
      const { stem, languages } = query;
      return `{stem} : (${languages.map((language) => quote(inLanguage(language, stem))).join(' OR ')})`;
    }
    case 'phrase': {
      const texts = query.steps.map((step) => ('token' in step ? step.token : step.prefix));
      const last = query.steps.at(-1);
      return `${columns[query.field]} : ${quote(texts.join(' '))}${last && 'prefix' in last ? ' *' : ''}`;
    }
    case 'or':
      return `(${query.items.map(toFts5).join(' OR ')})`;
    case 'not':
      return `(${toFts5({ type: 'all' })} NOT ${toFts5(query.item)})`;
    case 'and': {
      const wanted = query.items.filter((item) => item.type !== 'not');
      const unwanted = query.items.filter((item) => item.type === 'not');
      const positive = wanted.length > 0 ? wanted.map(toFts5).join(' AND ') : toFts5({ type: 'all' });
      return unwanted.reduce((left, { item }) => `(${left} NOT ${toFts5(item)})`, `(${positive})`);
    }
  }
}

const joined = (tokens: readonly Token[]) => tokens.map((token) => token.text).join(' ');

/** What the stem column holds of a word by its language, so that nothing has to be asked of the language beside it. */
const inLanguage = (language: string, word: string) => `${language}=${word}`;

/**
 * The stem column, each entry once: stems as they are, those of author and tags with a mark, so that a word asked for in the text
 * is not found in them; and under its language what every word of the text is asked for by, its stem, and itself where it would
 * be its own stem when written without accents.
 */
function stems({ title, body, author, tag, terms, written }: TokenDocument): string {
  const language = terms.find((term) => term.startsWith('lang:'))?.slice('lang:'.length) ?? '';
  const stemmer = stemmerOf(language);
  if (!stemmer) return '';
  const entries = new Set<string>();
  for (const { stem } of [...author, ...tag]) if (stem) entries.add(`=${stem}`);
  /** Words with the stem they had last: most come back with the same. */
  const words = new Map<string, string>();
  const fields = [
    [title, written.title],
    [body, written.body],
  ] as const;
  for (const [tokens, original] of fields) {
    for (const { text, stem, start, end } of tokens) {
      if (words.get(text) === (stem ?? text)) continue;
      words.set(text, stem ?? text);
      if (stem) entries.add(stem);
      if (isCjkToken(text)) continue;
      entries.add(inLanguage(language, stem ?? text));
      // A word that is written without accents was stemmed as it is, and its stem is another.
      if (!stem || original.slice(start, end).toLowerCase() === text) continue;
      if (stemmer(text) === text) entries.add(inLanguage(language, text));
    }
  }
  return [...entries].join(' ');
}

/** Any form of the word in title or body. */
function wordMatch({ token, forms, isPrefix }: QueryWord): string {
  if (isPrefix) return `{title body} : ${quote(token)} *`;
  return `{title body stem} : (${forms.map(quote).join(' OR ')})`;
}

const conditionsOf = ({ conditions }: CandidatePlan) => conditionSql('sqlite', 'rowid', conditions);

async function newestIds(db: Db, plan: CandidatePlan, match: string, limit: number): Promise<number[]> {
  const { min, max } = articleIdRange(plan.from, plan.to);
  const { rows } = await sql<{ rowid: number }>`
    select rowid from article_fts where article_fts match ${match} and rowid >= ${min} and rowid < ${max}
    ${conditionsOf(plan)} order by rowid desc limit ${limit}`.execute(db);
  return rows.map((row) => row.rowid);
}

async function quorum(db: Db, plan: CandidatePlan, words: readonly WeightedWord[], limit: number): Promise<number[]> {
  if (words.length === 0) return [];
  const { min, max } = articleIdRange(plan.from, plan.to);
  const must = plan.query.type === 'all' ? '' : `${toFts5(plan.query)} AND `;
  const branches = words.map(
    ({ word, weight, postings }) => sql`select * from (select rowid as id, ${weight} as weight from article_fts
      where article_fts match ${must + wordMatch(word)} and rowid >= ${min} and rowid < ${max}
      ${conditionsOf(plan)} order by rowid desc limit ${postings})`,
  );
  const { rows } = await sql<{ id: number }>`
    select id from (${sql.join(branches, sql` union all `)})
    group by id order by sum(weight) desc, id desc limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

async function countDocuments(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from article`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Entries counted one by one; for words with more, the share of the archive's time that these span gives the rest. */
const countedMax = 20_000;

async function countWords(db: Db, words: readonly QueryWord[], documents: number): Promise<number[]> {
  const counts = words.map(
    (
      word,
    ) => sql`select count(*) as count, min(id) as oldest, max(id) as newest from (select rowid as id from article_fts
      where article_fts match ${wordMatch(word)} order by rowid desc limit ${countedMax})`,
  );
  const { rows } = await sql<{ count: number; oldest: number; newest: number }>`
    ${sql.join(counts, sql` union all `)}`.execute(db);
  if (rows.every(({ count }) => count < countedMax)) return rows.map(({ count }) => count);
  const span = await sql<{ oldest: number; newest: number }>`
    select min(id) as oldest, max(id) as newest from article`.execute(db);
  const archive = span.rows[0]!;
  return rows.map(({ count, oldest, newest }) => {
    if (count < countedMax) return count;
    const share = (newest - oldest) / (archive.newest - archive.oldest);
    return Math.min(documents, Math.round(count / Math.max(share, count / documents)));
  });
}

export function createSqliteIndex(articles: ArticleReader): SearchIndex {
  const ids = async (db: Db, query: TokenQuery, page: TimePage): Promise<number[]> => {
    const plan = planCandidates(query);
    if (plan.query.type === 'none') return [];
    const { min, max } = articleIdRange(plan.from, plan.to);
    const match = toFts5(plan.query);
    const direction = sql.raw(page.order === 'new' ? 'desc' : 'asc');

    const next = async (limit: number, after: number | undefined, offset = 0): Promise<number[]> => {
      const from = page.order === 'old' && after !== undefined ? Math.max(min, after + 1) : min;
      const to = page.order === 'new' && after !== undefined ? Math.min(max, after) : max;
      const { rows } = await sql<{ rowid: number }>`
        select rowid from article_fts
        where article_fts match ${match} and rowid >= ${from} and rowid < ${to}
        ${conditionsOf(plan)} order by rowid ${direction} limit ${limit} offset ${offset}`.execute(db);
      return rows.map((row) => row.rowid);
    };

    return pageOfMatches({ db, articles, query, isExact: plan.isExact, page, next });
  };

  const relevance: RelevanceSource = {
    readFrequencies: createFrequencies({ countDocuments, countWords }).read,
    newest: (db, query, limit) => ids(db, query, { order: 'new', limit }),
    async newestInTitle(db, query, limit) {
      const plan = planCandidates(query);
      if (!plan.isExact) return [];
      return newestIds(db, plan, toFts5(inTitle(plan.query)), limit);
    },
    quorum,
  };

  return {
    format: 'fts5-2',

    async add(db, documents) {
      if (documents.length === 0) return;
      const rows = documents.map(
        (document) => sql`(${document.id}, ${joined(document.title)}, ${joined(document.body)}, ${stems(document)},
          ${joined(document.author)}, ${joined(document.tag)}, ${[everyDocument, ...document.terms].join(' ')})`,
      );
      await sql`insert or replace into article_fts (rowid, title, body, stem, author, tag, term)
        values ${sql.join(rows)}`.execute(db);
    },

    async remove(db, removed) {
      if (removed.length === 0) return;
      await sql`delete from article_fts where rowid in (${sql.join(removed)})`.execute(db);
    },

    byTime: ids,

    byRelevance: (db, query, page) => rankByRelevance(relevance, articles, db, query, page),

    async count(db, query, cap) {
      const plan = planCandidates(query);
      const count = async () => {
        const { min, max } = articleIdRange(plan.from, plan.to);
        const { rows } = await sql<{ count: number }>`
          select count(*) as count from (select 1 from article_fts
          where article_fts match ${toFts5(plan.query)} and rowid >= ${min} and rowid < ${max}
          ${conditionsOf(plan)} limit ${cap})`.execute(db);
        return rows[0]?.count ?? 0;
      };
      return countOfMatches({ plan, cap, count, find: () => ids(db, query, { order: 'new', limit: cap }) });
    },
  };
}
