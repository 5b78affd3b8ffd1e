import { Outlet } from '@tanstack/react-router';
import { MenuIcon } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#shared/ui/button.tsx';
import { Sheet, SheetContent, SheetTrigger } from '#shared/ui/sheet.tsx';
import { SideMenu } from './member-menu.tsx';
import { TopBar } from './top-bar.tsx';

/** The frame of the member area: the public head, a menu at the side, in a sheet on narrow screens. */
export function MemberLayout() {
  return (
    <div className="flex min-h-dvh flex-col">
      <TopBar start={<MenuSheet />} />
      <div className="mx-auto flex w-full max-w-6xl flex-1 gap-8 px-4">
        <aside className="hidden w-44 shrink-0 wide:block">
          <div className="sticky top-6 -ms-2.5 py-6">
            <SideMenu />
          </div>
        </aside>
        <main id="main" tabIndex={-1} className="min-w-0 flex-1 py-6 outline-none">
          <Outlet />
        </main>
      </div>
    </div>
  );
}

function MenuSheet() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <Sheet open={isOpen} onOpenChange={setOpen}>
      <SheetTrigger asChild>
        <Button variant="ghost" size="icon-sm" aria-label={t('memberMenu')} className="-ms-2 wide:hidden">
          <MenuIcon />
        </Button>
      </SheetTrigger>
      <SheetContent title={t('memberMenu')}>
        <SideMenu onChoose={() => setOpen(false)} />
      </SheetContent>
    </Sheet>
  );
}
