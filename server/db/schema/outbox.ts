import type { Generated } from 'kysely';

export type OutboxKind = 'mail' | 'sms' | 'notice-mail' | 'webhook' | 'push';

/** Effects that leave the process, written in the transaction that causes them and delivered afterwards. */
export interface OutboxTable {
  id: Generated<number>;
  kind: OutboxKind;
  /** Unique: the same effect is never queued twice. */
  event_key: string;
  /** JSON, by kind. */
  payload: string;
  created_at: number;
  due_at: number;
  lease_until: number;
  attempts: number;
  done_at: number | null;
  failed_at: number | null;
  last_error: string;
}

export interface SettingTable {
  name: string;
  value: string;
}
