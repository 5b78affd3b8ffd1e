import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Notice } from '#shared/contract/notices.ts';

interface Props {
  kind: Notice['kind'];
  subscription: { id: number; unreadCount: number };
  children: ReactNode;
}

/** How many of a subscription's messages are unread; leads to them when there are any. */
export function UnreadLink({ kind, subscription: { id, unreadCount }, children }: Props) {
  const { t } = useTranslation('notice');
  if (unreadCount === 0) return <span className="text-muted-foreground">{children}</span>;
  return (
    <Link
      to="/user/notice"
      search={{ kind, subscription: id, unread: true }}
      title={t('openUnread')}
      className="inline-block min-w-6 py-0.5 font-medium text-link"
    >
      {children}
    </Link>
  );
}
