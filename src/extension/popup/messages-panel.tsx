import { Button } from '#shared/ui/button.tsx';
import { EmptyState } from '#shared/ui/empty-state.tsx';
import { ListSkeleton } from '#shared/ui/skeleton.tsx';
import { keywordsLink, noticesLink } from '../dashboard-links.ts';
import { NoticeList } from '../surface/notice-list.tsx';
import { openTab } from '../surface/open-tab.ts';
import { useSurface } from '../surface/surface-store.ts';
import { useTexts } from '../surface/surface-texts.tsx';
import type { Told } from '../surface/undo-bar.tsx';
import { useNoticeActions } from '../surface/use-notice-actions.ts';

/** The newest unread messages, from the stored inbox. */
export function MessagesPanel({ tell }: { tell: (told: Told | null) => void }) {
  const { t } = useTexts();
  const { inbox, server, poll } = useSurface();
  const actions = useNoticeActions(tell);
  const unread = inbox.counts?.unread ?? 0;
  if (inbox.notices.length === 0) {
    if (inbox.counts === null && poll.failingSince === null) return <ListSkeleton rows={6} className="px-4" />;
    return (
      <EmptyState
        className="px-4"
        title={t('notices.empty')}
        action={
          <Button variant="outline" size="sm" onClick={() => void openTab(keywordsLink(server))}>
            {t('notices.subscriptions')}
          </Button>
        }
      >
        {t('notices.emptyHint')}
      </EmptyState>
    );
  }
  return (
    <>
      <div className="flex h-9 items-center justify-between border-b px-4">
        <Button variant="link" className="text-xs" onClick={() => void openTab(noticesLink(server))}>
          {t('notices.all')}
        </Button>
        <Button variant="link" className="text-xs" disabled={unread === 0} onClick={actions.readAll}>
          {t('notices.readAll')}
        </Button>
      </div>
      <NoticeList notices={inbox.notices} onOpen={actions.open} onToggleRead={actions.toggleRead} />
    </>
  );
}
