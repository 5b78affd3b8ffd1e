import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#shared/ui/button.tsx';
import { isSignedIn, useSession } from '../stores/session.ts';
import { BrandMark } from './brand-mark.tsx';
import { LanguageSelect } from './language-select.tsx';
import { ThemeButton } from './theme-button.tsx';

// It brings the stream of numbers and the menu's positioning along; visitors need neither.
const MemberCorner = lazy(async () => ({ default: (await import('./member-corner.tsx')).MemberCorner }));

const destinations = [
  { to: '/home', text: 'title.home' },
  { to: '/news', text: 'title.news' },
  { to: '/hotspot', text: 'title.hotspot' },
  { to: '/search', text: 'title.search' },
  { to: '/senior', text: 'title.senior' },
] as const;

/** The head of every page. `start` stands before the name: the member area puts its menu button there. */
export function TopBar({ start }: { start?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <header className="border-b bg-background">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-2 px-4 wide:h-13 wide:gap-x-6">
        <div className="flex h-12 items-center gap-2">
          {start}
          <Link to="/home" className="flex items-center gap-2 text-lg font-bold tracking-tight">
            <BrandMark />
            {/* A phone has room for either the name or everything else in this row. */}
            <span className="max-[420px]:sr-only">{t('product')}</span>
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
      <Button asChild size="sm" variant="outline" className="for-visitors ms-1">
        <Link to="/login">{t('signIn')}</Link>
      </Button>
    );
  }
  return (
    <Suspense fallback={<span className="h-8 w-17" />}>
      <MemberCorner userName={signed.user?.userName ?? ''} />
    </Suspense>
  );
}
