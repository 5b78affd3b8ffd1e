import type { Generated } from 'kysely';

export interface NoticeTable {
  id: Generated<number>;
  member_id: number;
  kind: string;
  title: string;
  body: string;
  article_id: number | null;
  url: string;
  /** keyword_subscription or website_subscription id, by kind. */
  subscription_id: number | null;
  reason: string;
  source_name: string;
  language: string;
  script: string;
  /** JSON: ranges of the matched words in title and body. */
  highlights: string;
  /** Unique per member: the same event never makes a second notice. */
  event_key: string;
  /** Set on a digest: how many stories its list has. */
  story_count: number | null;
  created_at: number;
  read_at: number | null;
  /** Marks rows changed by one "read" call so that it can be undone. */
  read_batch: string | null;
  removed_at: number | null;
}

/** One row per member, changed in the transaction that changes the inbox. */
export interface InboxTable {
  member_id: number;
  revision: number;
  unread: number;
  /** JSON: kind → unread. */
  by_kind: string;
  latest_id: number;
}

/** The stories of a digest. */
export interface DigestStoryTable {
  notice_id: number;
  article_id: number;
}
