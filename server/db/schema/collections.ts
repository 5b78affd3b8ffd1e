import type { Generated } from 'kysely';

export interface CollectItemTable {
  id: Generated<number>;
  member_id: number;
  /** Made by the client; unique per member, so a resent save is the same save. */
  client_id: string;
  kind: string;
  url: string;
  url_key: string;
  article_id: number | null;
  title: string;
  site_name: string;
  language: string;
  script: string;
  html: string;
  text: string;
  selection: string;
  note: string;
  /** JSON array of strings. */
  tags: string;
  folder: string;
  /** Folded title, text, selection, note and tags, for the collection's own search. */
  search_text: string;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
}
