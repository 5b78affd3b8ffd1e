/** The number on the toolbar button, drawn from stored state only, so that it is right after every start. */
import { browser } from '../browser.ts';
import {
  type Inbox,
  inboxItem,
  type PollState,
  pollItem,
  type Settings,
  type StoredSession,
  sessionItem,
  settingsItem,
} from '../storage/items.ts';
import { storedTexts } from '../texts.ts';

export const offlineAfterMs = 15 * 60_000;
const numberMax = 999;
const colours = { count: '#b3261e', quiet: '#6b7280' } as const;

export interface BadgeFacts {
  session: StoredSession | null;
  inbox: Inbox;
  poll: PollState;
  settings: Settings;
  now: number;
}

export type Badge =
  | { kind: 'signed-out'; text: '?' }
  | { kind: 'offline'; text: '!'; lastOkAt: number | null }
  | { kind: 'count'; text: string; unread: number };

export function badgeOf({ session, inbox, poll, settings, now }: BadgeFacts): Badge {
  if (!session) return { kind: 'signed-out', text: '?' };
  const silentSince = poll.failingSince === null ? now : (poll.lastOkAt ?? poll.failingSince);
  if (now - silentSince > offlineAfterMs) return { kind: 'offline', text: '!', lastOkAt: poll.lastOkAt };
  const unread = countedUnread(inbox, settings);
  return { kind: 'count', text: badgeText(unread), unread };
}

export function countedUnread({ counts }: Inbox, { badgeKinds }: Settings): number {
  if (!counts) return 0;
  if (!badgeKinds) return counts.unread;
  return badgeKinds.reduce((sum, kind) => sum + (counts.byKind[kind] ?? 0), 0);
}

export function badgeText(unread: number): string {
  if (unread <= 0) return '';
  return unread > numberMax ? `${numberMax}+` : String(unread);
}

export async function paintBadge(now: number): Promise<void> {
  const [session, inbox, poll, settings] = await Promise.all([
    sessionItem.get(),
    inboxItem.get(),
    pollItem.get(),
    settingsItem.get(),
  ]);
  const badge = badgeOf({ session, inbox, poll, settings, now });
  const { t, language } = await storedTexts();
  const title =
    badge.kind === 'signed-out'
      ? t('badge.signedOut')
      : badge.kind === 'offline'
        ? badge.lastOkAt === null
          ? t('badge.neverReached')
          : t('badge.offline', { time: formatTime(badge.lastOkAt, language) })
        : t('badge.unread', { count: badge.unread });
  await Promise.all([
    browser.action.setBadgeText({ text: badge.text }),
    browser.action.setBadgeBackgroundColor({ color: badge.kind === 'count' ? colours.count : colours.quiet }),
    browser.action.setTitle({ title }),
  ]);
}

function formatTime(at: number, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}

/** A short tick after something was saved without a screen; a worker that dies meanwhile repaints at its next start. */
export async function flashBadge(text: '✓' | '…', now: () => number): Promise<void> {
  await browser.action.setBadgeText({ text });
  setTimeout(() => void paintBadge(now()), 1_200);
}
