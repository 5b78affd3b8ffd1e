/** What pages may ask of the background worker, the only writer of shared state. */
import { defineExtensionMessaging } from '@webext-core/messaging';
import type { ReadAnswer, ReadRequest } from './background/inbox.ts';
import type { Outcome, Problem } from './problem.ts';
import type { CollectDraft, Settings, StoredSession } from './storage/items.ts';

export interface NoticeLink {
  id: number;
  articleId: number | null;
  url: string;
}

export interface CollectRequest {
  draft: CollectDraft;
  /** Send the page as this tab shows it; null sends the address alone. */
  pageTabId: number | null;
}

interface ProtocolMap {
  /** Ask the server now and send what waits. Answers what went wrong, if anything did. */
  sync(): Problem | null;
  signIn(credentials: { account: string; password: string }): Outcome<StoredSession>;
  signOut(): void;
  /** A page's own call found that the token is no longer good. */
  sessionEnded(told: { token: string; problem: Problem }): void;
  /** Null when nobody is signed in. */
  markNotices(body: ReadRequest): Outcome<ReadAnswer> | null;
  openNotice(link: NoticeLink): void;
  collect(request: CollectRequest): { clientId: string };
  undoCollect(clientId: string): Problem | null;
  retryQueued(clientId: string): void;
  discardQueued(clientId: string): void;
  saveSettings(change: Partial<Settings>): void;
  /** Another server: whoever is signed in on the old one is signed out there. */
  changeServer(origin: string): void;
  /** Back to the state after installing. What waits to be sent is deleted too. */
  resetAll(): void;
}

export const { sendMessage, onMessage, removeAllListeners } = defineExtensionMessaging<
  ProtocolMap & Record<string, unknown>
>();
