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
  /** 1: also in the member's feed for other readers. */
  in_feed: Generated<number>;
  /** 1: browsers may show it on the desktop. */
  on_desktop: Generated<number>;
  created_at: number;
  /** Set when it was read by itself; a read span covers notices without touching them. */
  read_at: number | null;
  /** Marks rows changed by one "read" call so that it can be undone. */
  read_batch: string | null;
  /** Set when it was made unread again: then no read span covers it. */
  kept_unread_at: Generated<number | null>;
  removed_at: number | null;
}

/** One row per member, changed in the transaction that changes the inbox. */
export interface InboxTable {
  member_id: number;
  revision: number;
  unread: number;
  latest_id: number;
}

/** What one "all read" marked: the notices behind `after_id` up to and with `up_to`. Spans of a member never overlap. */
export interface ReadSpanTable {
  id: Generated<number>;
  member_id: number;
  after_id: number;
  up_to: number;
  read_at: number;
  /** Names the "read" call that can be undone. */
  read_batch: string;
  /** JSON: how many notices of each kind and subscription would be unread without it. */
  covered: string;
}

/** The numbers of an inbox, changed with its row. */
export interface NoticeCountTable {
  member_id: number;
  kind: string;
  /** 0 for notices of no subscription. */
  subscription_id: number;
  total: number;
  unread: number;
}

/** The stories of a digest. */
export interface DigestStoryTable {
  notice_id: number;
  article_id: number;
}

/** Where a member's notices are posted to. */
export interface WebhookTable {
  member_id: number;
  url: string;
  /** Kept readable, because every message is signed with it. */
  secret: string;
  is_on: number;
  /** First failure since the last success. */
  failing_since: number | null;
  last_ok_at: number | null;
  last_error: Generated<string>;
  created_at: number;
}

/** The secret part of the address of a member's feed; kept readable, so that it can be copied again. */
export interface NoticeFeedTable {
  member_id: number;
  secret: string;
  created_at: number;
}

/** A browser that shows notices while the dashboard is closed. */
export interface PushDeviceTable {
  id: Generated<number>;
  member_id: number;
  endpoint: string;
  /** Hash of the endpoint; unique. */
  endpoint_key: string;
  p256dh: string;
  auth: string;
  created_at: number;
}
