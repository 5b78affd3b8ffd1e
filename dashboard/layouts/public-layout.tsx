import { Link, Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { TopBar } from './top-bar.tsx';

/** The frame of the public site: head, page, foot. */
export function PublicLayout() {
  const { t } = useTranslation();
  return (
    <div className="flex min-h-dvh flex-col">
      <TopBar />
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-6xl flex-1 px-4 py-6 outline-none">
        <Outlet />
      </main>
      <footer className="border-t">
        <div className="mx-auto flex max-w-6xl flex-wrap gap-x-6 gap-y-2 px-4 py-4 text-xs text-muted-foreground">
          <span>{t('product')}</span>
          <Link to="/help" className="hover:text-foreground hover:underline">
            {t('title.help')}
          </Link>
          <Link to="/updatelog" className="hover:text-foreground hover:underline">
            {t('title.updatelog')}
          </Link>
        </div>
      </footer>
    </div>
  );
}
