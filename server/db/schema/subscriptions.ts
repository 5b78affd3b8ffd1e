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
  /** Minute of the member's day at which digests are told; weekday 1 Monday – 7 Sunday for weekly ones. */
  tell_at: Generated<number>;
  tell_on: Generated<number>;
  /** So many stories a local day are told at once; more wait for a digest. */
  day_max: Generated<number>;
  /** The member's date, and how many stories were there to tell on it. */
  told_day: Generated<string>;
  told_count: Generated<number>;
  snooze_until: number | null;
  expires_at: number | null;
  /** When the stories that wait are told; null while none waits. */
  digest_at: number | null;
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

/** What a rule knows of a story: how large it was when it was last told, or that it still waits to be. */
export interface KeywordStoryTable {
  id: Generated<number>;
  subscription_id: number;
  /** Unique with subscription_id. */
  story_id: number;
  /** The report that is shown for the story. */
  article_id: number;
  size: number;
  /** Kept: in the history only, because the rule was silent or the member asked for what was there before. */
  state: 'told' | 'waiting' | 'kept';
  found_at: number;
}

export interface WebsiteSubscriptionTable {
  id: Generated<number>;
  member_id: number;
  source_id: number;
  title: string;
  /** JSON array of names, from the outside in; where it stood in the list it came from. */
  folder: Generated<string>;
  created_at: number;
  deleted_at: number | null;
}

export interface WebsiteImportTable {
  id: Generated<number>;
  member_id: number;
  file_name: string;
  total: number;
  is_cut: number;
  lease_until: number;
  created_at: number;
  finished_at: number | null;
}

export interface WebsiteImportLineTable {
  id: Generated<number>;
  import_id: number;
  line: number;
  title: string;
  url: string;
  home_url: string;
  /** JSON array of names, from the outside in. */
  folder: string;
  result: string;
  reason: string | null;
}
