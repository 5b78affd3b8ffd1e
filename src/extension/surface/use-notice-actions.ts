import type { Notice } from '#shared/contract/notices.ts';
import type { ReadRequest } from '../background/inbox.ts';
import { sendMessage } from '../messages.ts';
import { problemText } from './problem-text.ts';
import { useSurface } from './surface-store.ts';
import { useTexts } from './surface-texts.tsx';
import type { Told } from './undo-bar.tsx';

/**
 * Reading, marking and taking back. `onRead` hears of every change that the server confirmed, for lists that are not the
 * stored inbox.
 */
export function useNoticeActions(tell: (told: Told | null) => void, onRead?: (body: ReadRequest) => void) {
  const { t } = useTexts();

  const mark = async (body: ReadRequest, describe?: (changed: number) => string) => {
    const outcome = await sendMessage('markNotices', body);
    if (!outcome) return;
    if (!outcome.ok) return tell({ text: problemText(outcome.problem, t) });
    onRead?.(body);
    const { undo, changed } = outcome.data;
    if (describe) tell({ text: describe(changed), undo: undo ? () => mark(undo) : undefined });
  };

  return {
    open: (notice: Notice) =>
      void sendMessage('openNotice', { id: notice.id, articleId: notice.articleId, url: notice.url }),
    toggleRead: (notice: Notice) =>
      void mark({ ids: [notice.id], unread: notice.readAt !== null }, () =>
        notice.readAt === null ? t('notice.wasRead') : t('notice.wasUnread'),
      ),
    readAll: () => {
      const { counts } = useSurface.getState().inbox;
      // Only what was on the server when these numbers were drawn; what comes later stays unread.
      if (counts) void mark({ all: true, before: counts.latestId }, (count) => t('notices.allRead', { count }));
    },
  };
}
