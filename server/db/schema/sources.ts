import type { Generated } from 'kysely';

export interface SourceTable {
  id: Generated<number>;
  kind: 'feed' | 'sitemap' | 'list';
  type: string;
  url: string;
  url_key: string;
  home_url: string;
  site_key: string;
  host: string;
  title: string;
  language: string;
  country: string;
  category: string;
  origin: 'catalogue' | 'demo' | 'member';
  /** JSON: how a list page is read. */
  selector: string | null;
  subscriber_count: number;
  etag: string | null;
  last_modified: string | null;
  body_hash: string | null;
  next_fetch_at: number;
  lease_until: number;
  last_fetch_at: number | null;
  last_ok_at: number | null;
  last_item_at: number | null;
  item_count: number;
  error_kind: string | null;
  error_detail: string;
  error_count: number;
  error_since: number | null;
  /** JSON: what the polling interval is computed from. */
  poll_state: string;
  /** The address before the present one, and since when it is the present one. */
  moved_from: string | null;
  moved_at: number | null;
  /** When its followers were told that it cannot be read. */
  dead_told_at: number | null;
  created_at: number;
}

export interface SourceFetchTable {
  id: Generated<number>;
  source_id: number;
  at: number;
  status: number | null;
  took_ms: number;
  bytes: number;
  items: number;
  new_items: number;
  error_kind: string | null;
  error_detail: string;
}

/** Addresses that a source had before; whoever asks for one is led to the source. */
export interface SourceAddressTable {
  id: Generated<number>;
  source_id: number;
  url: string;
  url_key: string;
  left_at: number;
}

/**
 * `asked` not verified yet · `verified` the hub said yes, for as long as its lease runs · `denied` the hub refused ·
 * `leaving` the hub is asked to stop.
 */
export type HubState = 'asked' | 'verified' | 'denied' | 'leaving';

/** A hub that is to tell of a source's news. */
export interface HubSubscriptionTable {
  id: Generated<number>;
  source_id: number;
  hub: string;
  /** The address under which the hub knows the feed, exactly as the feed writes it. */
  topic: string;
  /** The unguessable part of the address that the hub calls. */
  token: string;
  /** What the hub signs with. */
  secret: string;
  state: HubState;
  /** What was asked of the hub and awaits its verification. */
  pending: 'subscribe' | 'unsubscribe' | null;
  /** When the hub is asked next: again, for another lease, or to stop. */
  due_at: number;
  /** Requests since the hub last did what was asked. */
  attempts: number;
  last_error: string;
  lease_ends_at: number | null;
  /** 1: it told of everything since it first told, so the source need not be polled by its rhythm. */
  is_trusted: number;
  told_at: number | null;
  /** The last successful fetch of the source; written first, so that a delivery under way waits for it. */
  fetched_at: number | null;
  created_at: number;
}
