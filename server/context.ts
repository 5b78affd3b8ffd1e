/** What every service receives: the database (or a transaction on it), the ports, the clock. Services build nothing themselves. */
import type { Logger } from 'pino';
import type { Language } from '#shared/contract/envelope.ts';
import type { Permission } from '#shared/contract/permissions.ts';
import type { PushSender } from './adapters/push/port.ts';
import type { SearchIndex } from './adapters/search-index/port.ts';
import type { Signals } from './adapters/signals/port.ts';
import type { Config } from './config.ts';
import type { Fetcher } from './crawl/fetch/fetch-resource.ts';
import type { DocumentReader } from './crawl/prepare/document-tasks.ts';
import type { Db, Engine } from './db/database.ts';

export interface Context {
  config: Config;
  db: Db;
  engine: Engine;
  /** Where people reach this server; known once it listens. */
  publicUrl: string;
  now(): number;
  log: Logger;
  searchIndex: SearchIndex;
  signals: Signals;
  push: PushSender;
  fetchResource: Fetcher['fetchResource'];
  /** Parsing and extraction, in a thread of its own. */
  documents: DocumentReader;
  /** Runs once the surrounding transaction is committed; at once when there is none. */
  afterCommit(effect: () => void): void;
}

/** Who is calling. */
export interface Actor {
  memberId: number;
  userName: string;
  type: 'member' | 'admin';
  permissions: readonly Permission[];
  sessionId: number;
  language: Language;
  timeZone: string;
}

/** Runs `work` in one transaction and its after-commit effects behind it. Inside a transaction it simply joins it. */
export async function inTransaction<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx);
  const effects: (() => void)[] = [];
  const result = await ctx.db
    .transaction()
    .execute((tx) => work({ ...ctx, db: tx, afterCommit: (effect) => effects.push(effect) }));
  for (const effect of effects) effect();
  return result;
}
