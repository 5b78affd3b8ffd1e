import { Link } from '@tanstack/react-router';
import { BellIcon, UserIcon } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { CountBadge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { useNoticeCounts } from '../parts/use-notice-counts.ts';
import { isSignedIn, useSession } from '../stores/session.ts';
import { LanguageSelect } from './language-select.tsx';
import { ThemeButton } from './theme-button.tsx';

// The menu brings its positioning along; visitors do not need it.
const AccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }));

const destinations = [
  { to: '/home', text: 'title.home' },
  { to: '/news', text: 'title.news' },
  { to: '/search', text: 'title.search' },
] as const;

/** The head of every page. `start` stands before the name: the member area puts its menu button there. */
export function TopBar({ start }: { start?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <header className="border-b bg-background">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-6 px-4 wide:h-13">
        <div className="flex h-12 items-center gap-2">
          {start}
          <Link to="/home" className="text-lg font-bold tracking-tight">
            {t('product')}
          </Link>
        </div>
        <nav
          aria-label={t('navigation')}
          className="order-last -mx-3 flex w-full items-center overflow-x-auto wide:order-none wide:mx-0 wide:w-auto"
        >
          {destinations.map(({ to, text }) => (
            <Link
              key={to}
              to={to}
              className="flex h-10 items-center border-b-2 border-transparent px-3 whitespace-nowrap text-muted-foreground hover:text-foreground wide:h-13 wide:border-y-2"
              activeProps={{ className: 'border-b-primary! text-foreground! font-medium' }}
            >
              {t(text)}
            </Link>
          ))}
        </nav>
        <div className="ms-auto flex h-12 items-center gap-1">
          <LanguageSelect />
          <ThemeButton />
          <AccountCorner />
        </div>
      </div>
    </header>
  );
}

function AccountCorner() {
  const { t } = useTranslation();
  const signed = useSession((state) => state.signed);
  if (!isSignedIn(signed, Date.now())) {
    return (
      <Button asChild size="sm" variant="outline" className="ms-1">
        <Link to="/login">{t('signIn')}</Link>
      </Button>
    );
  }
  return (
    <>
      <UnreadLink />
      <Suspense
        fallback={
          <Button variant="ghost" size="icon-sm" aria-label={t('account')}>
            <UserIcon />
          </Button>
        }
      >
        <AccountMenu userName={signed.user?.userName ?? ''} />
      </Suspense>
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
