import { type KeyboardEvent, useRef } from 'react';
import type { Notice } from '#shared/contract/notices.ts';
import { NoticeRow, type NoticeRowProps } from './notice-row.tsx';
import { useTexts } from './surface-texts.tsx';

/** Arrow keys (or j, k) move, Enter opens, r marks as read or unread. */
export function NoticeList({ notices, ...actions }: { notices: Notice[] } & Omit<NoticeRowProps, 'notice'>) {
  const { t } = useTexts();
  const list = useRef<HTMLUListElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const rows = [...(list.current?.querySelectorAll<HTMLButtonElement>('button[data-notice]') ?? [])];
    const at = rows.findIndex((row) => row.parentElement?.contains(document.activeElement));
    const target = targetOf(event.key, at, rows.length);
    if (target !== undefined) {
      rows[target]?.focus();
      event.preventDefault();
    }
    const notice = notices[at];
    if (event.key === 'r' && notice) actions.onToggleRead(notice);
  };
  return (
    <ul ref={list} aria-label={t('notices.title')} aria-keyshortcuts="ArrowUp ArrowDown j k r" onKeyDown={onKeyDown}>
      {notices.map((notice) => (
        <NoticeRow key={notice.id} notice={notice} {...actions} />
      ))}
    </ul>
  );
}

function targetOf(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowDown' || key === 'j') return Math.min(at + 1, count - 1);
  if (key === 'ArrowUp' || key === 'k') return Math.max(at - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
