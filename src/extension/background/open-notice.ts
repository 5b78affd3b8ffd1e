import { browser } from '../browser.ts';
import { noticeLink, noticesLink } from '../dashboard-links.ts';
import type { NoticeLink } from '../messages.ts';
import { inboxItem, serverItem } from '../storage/items.ts';
import { groupNotificationId, noticeIdOf } from './desktop-notices.ts';
import { markNotices } from './inbox.ts';

/** Shows what a notice is about and marks it as read. */
export async function openNotice(link: NoticeLink, now: () => number): Promise<void> {
  await browser.tabs.create({ url: noticeLink(await serverItem.get(), link) });
  await markNotices({ ids: [link.id] }, now);
}

export async function openNotification(notificationId: string, now: () => number): Promise<void> {
  const id = noticeIdOf(notificationId);
  if (id === undefined && notificationId !== groupNotificationId) return;
  await browser.notifications.clear(notificationId);
  const notice = (await inboxItem.get()).notices.find((one) => one.id === id);
  if (notice) await openNotice(notice, now);
  else await browser.tabs.create({ url: noticesLink(await serverItem.get()) });
}
