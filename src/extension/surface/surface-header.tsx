import { ExternalLinkIcon, PanelRightIcon, SettingsIcon } from 'lucide-react';
import { countedUnread } from '../background/badge.ts';
import { openSidePanel } from '../browser.ts';
import { homeLink } from '../dashboard-links.ts';
import { IconButton } from './icon-button.tsx';
import { openOptions, openTab } from './open-tab.ts';
import { useSurface } from './surface-store.ts';
import { useTexts } from './surface-texts.tsx';

/** Name, the one unread number, who is signed in, and the ways out. `windowId` offers the side panel. */
export function SurfaceHeader({ windowId, hasPanelButton }: { windowId?: number; hasPanelButton: boolean }) {
  const { t } = useTexts();
  const { session, inbox, settings, server } = useSurface();
  const unread = countedUnread(inbox, settings);
  return (
    <header className="flex h-12 shrink-0 items-center gap-2 border-b ps-4 pe-2">
      <h1 className="text-base font-semibold">{t('name')}</h1>
      {session && (
        <span className="text-muted-foreground tabular-nums" data-testid="unread">
          {t('notices.unread', { count: unread })}
        </span>
      )}
      <span className="min-w-0 flex-1 truncate text-end text-xs text-muted-foreground" title={session?.server}>
        {session?.user.userName}
      </span>
      {hasPanelButton && settings.surfaces.sidePanel && (
        <IconButton
          icon={PanelRightIcon}
          label={t('action.sidePanel')}
          onClick={() =>
            void openSidePanel(windowId).then(
              () => window.close(),
              () => undefined,
            )
          }
        />
      )}
      <IconButton
        icon={ExternalLinkIcon}
        label={t('action.dashboard')}
        onClick={() => void openTab(homeLink(server))}
      />
      <IconButton icon={SettingsIcon} label={t('action.options')} onClick={() => void openOptions()} />
    </header>
  );
}
