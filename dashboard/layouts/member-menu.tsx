/** The member area's menu: one entry per screen that exists and that the member may open. */
import { Link, useRouter } from '@tanstack/react-router';
import { BellIcon, BookmarkIcon, GlobeIcon, type LucideIcon, TextSearchIcon, UserIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { Permission } from '#shared/contract/permissions.ts';
import { isAllowed } from '#shared/rules/member-access.ts';
import { CountBadge } from '#shared/ui/badge.tsx';
import { cn } from '#shared/ui/cn.ts';
import { useNoticeCounts } from '../parts/use-notice-counts.ts';
import { useSession } from '../stores/session.ts';
import type { TitleKey } from '../titles.ts';

interface MenuEntry {
  path: string;
  title: TitleKey;
  auth: true | Permission;
  icon: LucideIcon;
}

const memberMenu: MenuEntry[] = [
  { path: '/user/notice', title: 'title.notice', auth: 'user-notice-index', icon: BellIcon },
  { path: '/user/keyword', title: 'title.keyword', auth: 'user-keyword-index', icon: TextSearchIcon },
  { path: '/user/website', title: 'title.website', auth: 'user-website-index', icon: GlobeIcon },
  { path: '/user/collect', title: 'title.collect', auth: 'user-collect-index', icon: BookmarkIcon },
  { path: '/user/personal', title: 'title.personal', auth: 'user-personal-index', icon: UserIcon },
];

export function useMemberMenu(): MenuEntry[] {
  const { routesByPath } = useRouter();
  const held = useSession((state) => state.signed?.uniqueAuth ?? noPermissions);
  return memberMenu.filter(({ path, auth }) => path in routesByPath && isAllowed(auth === true ? true : [auth], held));
}

const noPermissions: readonly string[] = [];

/** Takes the properties a menu item or a sheet passes to its child. */
export function MenuLink({ entry, className, ...props }: { entry: MenuEntry } & ComponentProps<'a'>) {
  const { t } = useTranslation();
  const Icon = entry.icon;
  return (
    <Link {...props} to={entry.path as '/'} className={className}>
      <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      {t(entry.title)}
    </Link>
  );
}

export function SideMenu({ onChoose }: { onChoose?: () => void }) {
  const { t } = useTranslation();
  const entries = useMemberMenu();
  const unread = useNoticeCounts()?.unread ?? 0;
  return (
    <nav aria-label={t('memberMenu')}>
      <ul className="space-y-px">
        {entries.map((entry) => (
          <li key={entry.path} className="relative">
            <MenuLink
              entry={entry}
              onClick={onChoose}
              className={cn(
                'flex h-9 items-center gap-2.5 rounded-md px-2.5 hover:bg-accent',
                'data-[status=active]:bg-secondary data-[status=active]:font-medium',
              )}
            />
            {entry.path === '/user/notice' && (
              <CountBadge
                count={unread}
                label={t('unread', { count: unread })}
                className="pointer-events-none absolute end-2.5 top-2.5"
              />
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
