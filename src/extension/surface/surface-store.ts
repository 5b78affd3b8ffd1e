/** What popup, side panel and options show: the stored state, loaded before the first frame and followed from then on. */
import { create } from 'zustand';
import { browser } from '../browser.ts';
import type { Problem } from '../problem.ts';
import type { StorageItem } from '../storage/define-item.ts';
import {
  defaultServer,
  defaultSettings,
  emptyInbox,
  freshPoll,
  type Inbox,
  type Intent,
  inboxItem,
  intentItem,
  type PollState,
  pollItem,
  type QueueEntry,
  queueItem,
  type SentEntry,
  type Settings,
  type StoredSession,
  sentItem,
  serverItem,
  sessionItem,
  settingsItem,
  signedOutItem,
} from '../storage/items.ts';

export interface SurfaceState {
  server: string;
  session: StoredSession | null;
  signedOut: { problem: Problem; at: number } | null;
  settings: Settings;
  inbox: Inbox;
  poll: PollState;
  queue: QueueEntry[];
  sent: SentEntry[];
  intent: Intent | null;
}

export const useSurface = create<SurfaceState>(() => ({
  server: defaultServer,
  session: null,
  signedOut: null,
  settings: defaultSettings,
  inbox: emptyInbox,
  poll: freshPoll,
  queue: [],
  sent: [],
  intent: null,
}));

const sources: { [K in keyof SurfaceState]: StorageItem<SurfaceState[K]> } = {
  server: serverItem,
  session: sessionItem,
  signedOut: signedOutItem,
  settings: settingsItem,
  inbox: inboxItem,
  poll: pollItem,
  queue: queueItem,
  sent: sentItem,
  intent: intentItem,
};

/** One read for everything, then every change from wherever it comes. */
export async function loadSurface(): Promise<void> {
  const names = Object.keys(sources) as (keyof SurfaceState)[];
  for (const name of names) follow(name);
  const stored = await browser.storage.local.get(names.map((name) => sources[name].key));
  useSurface.setState(Object.fromEntries(names.map((name) => [name, sources[name].read(stored[sources[name].key])])));
}

function follow<K extends keyof SurfaceState>(name: K): void {
  sources[name].watch((value) => useSurface.setState({ [name]: value } as Pick<SurfaceState, K>));
}
