/**
 * The word index. Both adapters answer the same TokenQuery the same way (compliance.test.ts); they know tokens and ids,
 * never members or HTTP. Ids carry the time of publication, so "newest first" is descending id.
 */
import type { Db } from '../../db/database.ts';
import type { RankedQuery } from '../../text/ranked-query.ts';
import type { TokenDocument, TokenQuery } from '../../text/token-query.ts';

/** Gives the indexed form of articles back; those that are gone are left out. */
export type LoadDocuments = (db: Db, ids: readonly number[]) => Promise<TokenDocument[]>;

/** What relevance is computed from. */
export interface IndexedText {
  id: number;
  /** BCP 47 primary tag or `und`. */
  language: string;
  title: string;
  text: string;
}

/** The archive, for what an index cannot decide or rank alone. */
export interface ArticleReader {
  loadDocuments: LoadDocuments;
  loadTexts(db: Db, ids: readonly number[]): Promise<IndexedText[]>;
}

export interface RankedHit {
  id: number;
  /** Comparable within one answer only. */
  score: number;
}

export interface TimePage {
  order: 'new' | 'old';
  limit: number;
  offset?: number;
  /** Only what stands strictly behind this id. */
  after?: number;
  /** Called when articles that might match were left unread: too many, or too slow to read. */
  onCutShort?(): void;
}

export interface RelevancePage {
  limit: number;
  offset?: number;
  /** Epoch milliseconds: what is new then counts more. Absent: age does not matter. */
  now?: number;
}

export interface SearchIndex {
  /** Names what `add` stores of a document; changes with it, so that archives filled before are indexed anew. */
  readonly format: string;
  /** Inside the caller's transaction; a document already there is replaced. */
  add(db: Db, documents: readonly TokenDocument[]): Promise<void>;
  remove(db: Db, ids: readonly number[]): Promise<void>;
  /** Ids in descending (`new`) or ascending (`old`) order. */
  byTime(db: Db, query: TokenQuery, page: TimePage): Promise<number[]>;
  /**
   * Best first: BM25 with the title weighted, neighbours as in the query, freshness; ties by newest. What must hold always
   * holds. For up to three words, articles that match in full come first, and when they do not fill the page those with some
   * of the words follow; longer queries are questions, in which no word is required. Ends after some 1,000 articles.
   */
  byRelevance(db: Db, query: RankedQuery, page: RelevancePage): Promise<RankedHit[]>;
  /** Number of matches, counted up to `cap`. */
  count(db: Db, query: TokenQuery, cap: number): Promise<{ count: number; capped: boolean }>;
}
