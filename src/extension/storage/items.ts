/** Everything the extension remembers. A change of shape raises the version, adds a migration and a frozen example. */
import type { SessionUser } from '#shared/contract/accounts.ts';
import type { Language } from '#shared/contract/envelope.ts';
import type { Notice, NoticeCounts, noticeKinds } from '#shared/contract/notices.ts';
import type { Problem } from '../problem.ts';
import { defineItem } from './define-item.ts';

export type NoticeKindName = (typeof noticeKinds)[number];

export const defaultServer = 'http://127.0.0.1:8787';

/** Origin of the server, without a trailing slash. */
export const serverItem = defineItem<string>({ key: 'server', version: 1, fallback: defaultServer });

export interface StoredSession {
  server: string;
  token: string;
  user: SessionUser;
  /** The member's own language, once known. */
  language: Language | null;
}

export const sessionItem = defineItem<StoredSession | null>({ key: 'session', version: 1, fallback: null });

/** Why nobody is signed in, when it was not the member's own doing. */
export const signedOutItem = defineItem<{ problem: Problem; at: number } | null>({
  key: 'signedOut',
  version: 1,
  fallback: null,
});

export const pollSecondsMin = 30;
export const surfaceNames = ['contextMenu', 'sidePanel', 'omnibox'] as const;
export type SurfaceName = (typeof surfaceNames)[number];
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export interface Settings {
  pollSeconds: number;
  /** Kinds of notices in the badge's number; null counts all, those of later versions too. */
  badgeKinds: NoticeKindName[] | null;
  desktopNotifications: boolean;
  surfaces: Record<SurfaceName, boolean>;
  /** null follows the member, before sign-in the browser. */
  language: Language | null;
  theme: Theme;
}

export const defaultSettings: Settings = {
  pollSeconds: 300,
  badgeKinds: null,
  desktopNotifications: false,
  surfaces: { contextMenu: true, sidePanel: true, omnibox: true },
  language: null,
  theme: 'system',
};

export const settingsItem = defineItem<Settings>({ key: 'settings', version: 1, fallback: defaultSettings });

/** The inbox as last seen: its numbers and the newest unread notices. */
export interface Inbox {
  counts: NoticeCounts | null;
  /** Newest first. What was read here stays, marked, until the next answer of the server. */
  notices: Notice[];
  /** Where the unread ones go on, when there are more than are kept here. */
  nextCursor: string | null;
  /** Newest notice that was told to the desktop, so that none is told twice; null before the first answer. */
  toldUpTo: number | null;
}

export const inboxNoticesMax = 30;
export const emptyInbox: Inbox = { counts: null, notices: [], nextCursor: null, toldUpTo: null };
export const inboxItem = defineItem<Inbox>({ key: 'inbox', version: 1, fallback: emptyInbox });

export interface PollState {
  failures: number;
  lastOkAt: number | null;
  /** Since when the server does not answer. */
  failingSince: number | null;
  nextAt: number;
}

export const freshPoll: PollState = { failures: 0, lastOkAt: null, failingSince: null, nextAt: 0 };
export const pollItem = defineItem<PollState>({ key: 'poll', version: 1, fallback: freshPoll });

export interface CollectDraft {
  url: string;
  title?: string;
  selection?: string;
  note?: string;
  tags?: string[];
  folder?: string;
}

/** Something to collect that the server has not confirmed yet; its page, if any, lies in the page store under `clientId`. */
export interface QueueEntry {
  /** Made here, sent with every attempt: the server makes one item of it however often it arrives. */
  clientId: string;
  draft: CollectDraft;
  /** Whom it belongs to; null goes to whoever signs in next. */
  owner: { server: string; userId: number } | null;
  createdAt: number;
  attempts: number;
  /** `undone` was taken back after it may have reached the server. */
  state: 'waiting' | 'attention' | 'undone';
  problem: Problem | null;
}

export const queueItem = defineItem<QueueEntry[]>({ key: 'queue', version: 1, fallback: [] });

/** The last few collected items, so that undo works after they were sent. */
export interface SentEntry {
  clientId: string;
  itemId: number;
  at: number;
}

export const sentItem = defineItem<SentEntry[]>({ key: 'sent', version: 1, fallback: [] });

/** What a menu or a shortcut asks the popup to show when it opens. */
export type Intent =
  | { kind: 'words'; text: string; at: number }
  | { kind: 'site'; url: string; at: number }
  | { kind: 'selection'; at: number };

export const intentItem = defineItem<Intent | null>({ key: 'intent', version: 1, fallback: null });

export const allItems = [
  serverItem,
  sessionItem,
  signedOutItem,
  settingsItem,
  inboxItem,
  pollItem,
  queueItem,
  sentItem,
  intentItem,
] as const;
