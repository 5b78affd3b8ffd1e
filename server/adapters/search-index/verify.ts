import type { Db } from '../../db/database.ts';
import { indexDocument, matches } from '../../text/evaluate.ts';
import { createPatternTime, foldWritten, type PatternTime } from '../../text/pattern.ts';
import type { TokenQuery } from '../../text/token-query.ts';
import type { CandidatePlan } from './candidates.ts';
import type { ArticleReader, TimePage } from './port.ts';

interface Checked {
  db: Db;
  articles: ArticleReader;
  query: TokenQuery;
  /** Absent where no regular expression can be. */
  time?: PatternTime;
}

/** Of these candidates, the ones that truly match, in the order given. */
export async function verify({ db, articles, query, time }: Checked, ids: readonly number[]): Promise<number[]> {
  const likely = await withLiterals(db, articles, query, ids);
  const documents = new Map((await articles.loadDocuments(db, likely)).map((document) => [document.id, document]));
  return likely.filter((id) => {
    const document = documents.get(id);
    const refusedBefore = time?.refused;
    const isMatch = document !== undefined && matches(query, indexDocument(document), time);
    return isMatch && time?.refused === refusedBefore;
  });
}

/** Where every match contains one of a few texts, those without are left out before tokens are made of them. */
async function withLiterals(
  db: Db,
  articles: ArticleReader,
  query: TokenQuery,
  ids: readonly number[],
): Promise<readonly number[]> {
  const literals = necessaryLiterals(query);
  if (literals === undefined) return ids;
  const texts = await articles.loadTexts(db, ids);
  const likely = new Set(
    texts.flatMap(({ id, title, text }) => {
      const folded = foldWritten(`${title}\n${text}`);
      return literals.some((literal) => folded.includes(literal)) ? [id] : [];
    }),
  );
  return ids.filter((id) => likely.has(id));
}

/** Undefined where a match may do without, or have them in its author or tags. */
function necessaryLiterals(query: TokenQuery): string[] | undefined {
  switch (query.type) {
    case 'pattern':
      return query.field === 'author' || query.field === 'tag' ? undefined : query.literals;
    case 'and':
      return query.items.map(necessaryLiterals).find((literals) => literals !== undefined);
    case 'or': {
      const parts = query.items.map(necessaryLiterals);
      return parts.includes(undefined) ? undefined : parts.flatMap((literals) => literals ?? []);
    }
    default:
      return undefined;
  }
}

const batchSize = 100;
/** A query that no index can narrow is checked on this many of the newest candidates, then it ends. */
const checkedMax = 3_000;
/** For the regular expressions of one call. */
const patternMs = 200;

/** A page of a query's matches: as the index gives them where it decides alone, else checked on the articles. */
export async function pageOfMatches(options: {
  db: Db;
  articles: ArticleReader;
  query: TokenQuery;
  isExact: boolean;
  page: Pick<TimePage, 'limit' | 'offset' | 'after' | 'onCutShort'>;
  next(limit: number, after: number | undefined, offset?: number): Promise<number[]>;
}): Promise<number[]> {
  const { isExact, next, page } = options;
  const { limit, offset = 0, after, onCutShort } = page;
  if (isExact) return next(limit, after, offset);
  return (await collectVerified({ ...options, wanted: limit + offset, after, onCutShort })).slice(offset);
}

/** How many match, up to `cap`: counted by the index where it decides alone, else found one by one. */
export async function countOfMatches(options: {
  plan: CandidatePlan;
  cap: number;
  count(): Promise<number>;
  find(): Promise<readonly number[]>;
}): Promise<{ count: number; capped: boolean }> {
  const { plan, cap } = options;
  if (plan.query.type === 'none') return { count: 0, capped: false };
  const count = plan.isExact ? await options.count() : (await options.find()).length;
  return { count, capped: count >= cap };
}

/**
 * Walks candidates in order, checking them in batches, until `wanted` matches are found.
 * `next` gives up to `limit` candidates behind the last id.
 */
async function collectVerified(
  options: Omit<Checked, 'time'> & {
    wanted: number;
    next(limit: number, after: number | undefined): Promise<number[]>;
    after?: number;
    onCutShort?: () => void;
  },
): Promise<number[]> {
  const time = createPatternTime(patternMs);
  const found: number[] = [];
  let after = options.after;
  for (let checked = 0; found.length < options.wanted; checked += batchSize) {
    if (checked >= checkedMax || time.refused > 0) {
      options.onCutShort?.();
      break;
    }
    const candidates = await options.next(batchSize, after);
    found.push(...(await verify({ ...options, time }, candidates)));
    if (candidates.length < batchSize && time.refused === 0) break;
    after = candidates.at(-1);
  }
  return found.slice(0, options.wanted);
}
