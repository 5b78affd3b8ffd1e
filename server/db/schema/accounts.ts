import type { Generated } from 'kysely';

export interface MemberTable {
  id: Generated<number>;
  user_name: string;
  /** Folded for lookups: NFKC, lower case. */
  user_name_key: string;
  password_hash: string;
  email: string | null;
  email_key: string | null;
  mobile: string | null;
  type: 'member' | 'admin';
  real_name: string;
  nickname: string;
  image: string;
  language: string;
  time_zone: string;
  /** Minutes of the member's day between which nothing is told at once; null: never. */
  quiet_from: number | null;
  quiet_to: number | null;
  is_vip: number;
  vip_expire_at: number | null;
  is_demo: number;
  created_at: number;
}

export interface SessionTable {
  id: Generated<number>;
  member_id: number;
  token_hash: string;
  uuid: string;
  client: string;
  created_at: number;
  seen_at: number;
  expires_at: number;
  revoked_at: number | null;
}

export interface OneTimeCodeTable {
  id: Generated<number>;
  recipient_key: string;
  purpose: string;
  code_hash: string;
  created_at: number;
  expires_at: number;
  attempts: number;
  used_at: number | null;
}

/** Failed sign-ins per account name or address, for the growing lock-out. */
export interface LoginFailureTable {
  subject: string;
  failures: number;
  locked_until: number;
  updated_at: number;
}
