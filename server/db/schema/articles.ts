import type { Generated } from 'kysely';

export interface ArticleTable {
  /** Seconds of publication × 2^20 + a sequence: id order is time order, and SQLite's FTS walks it newest first. */
  id: number;
  source_id: number;
  /** Identity within the source: guid, else link, else title and day. Unique with source_id. */
  entry_key: string;
  url: string;
  url_key: string;
  title: string;
  author: string;
  /** JSON array of strings. */
  tags: string;
  html: string;
  text: string;
  image: string;
  language: string;
  script: string;
  country: string;
  category: string;
  words: number;
  published_at: number;
  seen_at: number;
  /** Same text, several publishers: the id of the group's first seen article (itself if alone). */
  group_id: number;
  fingerprint: string;
  /** Reports of one event: see `article_cluster`. Null for what was too old to be placed when it came. */
  cluster_id: number | null;
}

/** Look-up keys of near-duplicates; rows older than the window are deleted. */
export interface ArticleBandsTable {
  article_id: number;
  seen_at: number;
  /** Hex digits, as the fingerprint has them. */
  bands: string;
  revision: number;
}

/** One row per same-text group with more than one member. */
export interface ArticleGroupTable {
  id: number;
  size: number;
  updated_at: number;
}

/** Keeps removed articles from coming back with the next fetch. */
export interface ArticleTombstoneTable {
  id: Generated<number>;
  source_id: number;
  entry_key: string;
  removed_at: number;
}

/** Every cluster that has, or had, more than one report. Its id is that of an article in it. */
export interface ArticleClusterTable {
  id: number;
  report_count: number;
  source_count: number;
  first_at: number;
  last_at: number;
  /** The cluster it became part of; links to it lead there. */
  merged_into: number | null;
  /** Of the change that touched it last, for processes that follow. */
  revision: number;
}

/** What the articles of the clusters' window are told by; older rows are deleted. */
export interface ArticleTermsTable {
  article_id: number;
  source_id: number;
  language: string;
  published_at: number;
  /** JSON: term → weight. */
  terms: string;
  revision: number;
}
