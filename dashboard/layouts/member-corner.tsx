import { Link } from '@tanstack/react-router';
import { BellIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CountBadge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { useNoticeCounts } from '../parts/use-notice-counts.ts';
import { AccountMenu } from './account-menu.tsx';

/** What only members have in the head of the page: their unread number and their menu. */
export function MemberCorner({ userName }: { userName: string }) {
  return (
    <>
      <UnreadLink />
      <AccountMenu userName={userName} />
    </>
  );
}

function UnreadLink() {
  const { t } = useTranslation();
  const unread = useNoticeCounts()?.unread ?? 0;
  const label = t('unread', { count: unread });
  return (
    <Button asChild variant="ghost" size="icon-sm" className="relative">
      <Link to="/user/notice" aria-label={label} title={label}>
        <BellIcon />
        <CountBadge count={unread} label="" className="absolute -end-1 -top-0.5 h-4 min-w-4" />
      </Link>
    </Button>
  );
}
