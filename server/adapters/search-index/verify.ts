import type { Db } from '../../db/database.ts';
import { indexDocument, matches } from '../../text/evaluate.ts';
import type { TokenQuery } from '../../text/token-query.ts';
import type { LoadDocuments } from './port.ts';

/** Of these candidates, the ones that truly match, in the order given. */
export async function verify(
  db: Db,
  loadDocuments: LoadDocuments,
  query: TokenQuery,
  ids: readonly number[],
): Promise<number[]> {
  const documents = new Map((await loadDocuments(db, ids)).map((document) => [document.id, document]));
  return ids.filter((id) => {
    const document = documents.get(id);
    return document !== undefined && matches(query, indexDocument(document));
  });
}

const batchSize = 100;
/** A query that no index can narrow is checked on this many of the newest candidates, then it ends. */
const checkedMax = 3_000;

interface MatchPage {
  limit: number;
  offset?: number;
  after?: number;
}

/** A page of a query's matches: as the index gives them where it decides alone, else checked on the articles. */
export async function pageOfMatches(options: {
  db: Db;
  loadDocuments: LoadDocuments;
  query: TokenQuery;
  isExact: boolean;
  page: MatchPage;
  next(limit: number, after: number | undefined, offset?: number): Promise<number[]>;
}): Promise<number[]> {
  const { isExact, next, page } = options;
  const { limit, offset = 0, after } = page;
  if (isExact) return next(limit, after, offset);
  return (await collectVerified({ ...options, wanted: limit + offset, after })).slice(offset);
}

/**
 * Walks candidates in order, checking them in batches, until `wanted` matches are found.
 * `next` gives up to `limit` candidates behind the last id.
 */
async function collectVerified(options: {
  db: Db;
  loadDocuments: LoadDocuments;
  query: TokenQuery;
  wanted: number;
  next(limit: number, after: number | undefined): Promise<number[]>;
  after?: number;
}): Promise<number[]> {
  const found: number[] = [];
  let after = options.after;
  for (let checked = 0; checked < checkedMax && found.length < options.wanted; checked += batchSize) {
    const candidates = await options.next(batchSize, after);
    found.push(...(await verify(options.db, options.loadDocuments, options.query, candidates)));
    if (candidates.length < batchSize) break;
    after = candidates.at(-1);
  }
  return found.slice(0, options.wanted);
}
