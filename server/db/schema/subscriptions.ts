import type { Generated } from 'kysely';

export interface KeywordSubscriptionTable {
  id: Generated<number>;
  member_id: number;
  name: string;
  keyword: string;
  /** Normalised print of the query, for "you already have this one". */
  keyword_key: string;
  /** JSON, the contract's Scope. */
  scope: string;
  rhythm: string;
  /** JSON array. */
  channels: string;
  paused: number;
  hit_count: number;
  last_hit_at: number | null;
  /** Grows with every change of any rule, so that matchers load only what changed. */
  rule_revision: number;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
}

export interface KeywordHitTable {
  id: Generated<number>;
  subscription_id: number;
  article_id: number;
  /** Same-text group: a rule fires once per group. Unique with subscription_id. */
  group_id: number;
  matched_at: number;
}

export interface WebsiteSubscriptionTable {
  id: Generated<number>;
  member_id: number;
  source_id: number;
  title: string;
  created_at: number;
  deleted_at: number | null;
}
