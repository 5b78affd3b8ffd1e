/** Tells new notices on the desktop, when the member switched that on. */
import type { Notice } from '#shared/contract/notices.ts';
import { browser } from '../browser.ts';
import { inboxNoticesMax, settingsItem } from '../storage/items.ts';
import { storedTexts } from '../texts.ts';

/** More than so many at once become one message. */
export const singlesMax = 3;
export const groupNotificationId = 'notices';
const singlePrefix = 'notice-';

/** The unread ones that came after the last told, where their rule wants it; nothing on the very first look, which is no news. */
export function noticesToTell(list: Notice[], toldUpTo: number | null): Notice[] {
  if (toldUpTo === null) return [];
  return list.filter((notice) => notice.id > toldUpTo && notice.readAt === null && notice.onDesktop);
}

export function noticeIdOf(notificationId: string): number | undefined {
  const id = notificationId.startsWith(singlePrefix) ? Number(notificationId.slice(singlePrefix.length)) : Number.NaN;
  return Number.isSafeInteger(id) ? id : undefined;
}

/** The notification carries the notice's id: showing it again after a crash replaces it, so nobody is told twice. */
export async function tellNotices(list: Notice[], toldUpTo: number | null): Promise<void> {
  const { desktopNotifications } = await settingsItem.get();
  const fresh = noticesToTell(list, toldUpTo);
  if (!desktopNotifications || fresh.length === 0) return;
  if (fresh.length <= singlesMax) {
    for (const notice of fresh.toReversed()) await show(`${singlePrefix}${notice.id}`, notice.title, sublineOf(notice));
    return;
  }
  const { t } = await storedTexts();
  const count = fresh.length >= inboxNoticesMax ? `${inboxNoticesMax}+` : String(fresh.length);
  const titles = fresh.slice(0, singlesMax).map((notice) => notice.title);
  await show(groupNotificationId, t('desktop.several', { number: count }), titles.join('\n'));
}

function sublineOf(notice: Notice): string {
  return [...new Set([notice.sourceName, notice.reason])].filter(Boolean).join(' · ') || notice.body;
}

async function show(id: string, title: string, message: string): Promise<void> {
  await browser.notifications.create(id, {
    type: 'basic',
    iconUrl: browser.runtime.getURL('icon/128.png'),
    title,
    message,
  });
}
