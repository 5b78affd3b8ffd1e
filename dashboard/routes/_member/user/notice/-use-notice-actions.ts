/** What one can do with notices. Lists change at once; a refusal puts them back. Everything can be undone. */
import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#dashboard/api.ts';
import { errorText } from '#dashboard/parts/failure.tsx';
import { takeNoticeCounts } from '#dashboard/parts/use-notice-counts.ts';
import type { DataOf, RequestOf } from '#shared/contract/endpoint.ts';
import { type listNotices, type Notice, readNotices, removeNotices } from '#shared/contract/notices.ts';
import { toast, undoToastMs } from '#shared/ui/toaster.tsx';

type Pages = InfiniteData<DataOf<typeof listNotices>>;
type ReadBody = RequestOf<typeof readNotices>['body'];
/** The notice as it is to be shown, or undefined when it is gone. */
type Change = (notice: Notice) => Notice | undefined;

const listKey = ['notice', 'list'];

export interface NoticeActions {
  read(ids: number[]): void;
  unread(ids: number[]): void;
  /** @param latestId the newest notice the member saw: what came later stays unread */
  readAll(latestId: number): void;
  remove(ids: number[]): void;
}

export function useNoticeActions(): NoticeActions {
  const { t } = useTranslation(['notice', 'common']);
  const queryClient = useQueryClient();

  const showChange = (change: Change) => {
    queryClient.setQueriesData<Pages>({ queryKey: listKey }, (data) => data && changePages(data, change));
  };
  const refresh = () => queryClient.invalidateQueries({ queryKey: listKey });
  const fail = (error: unknown) => {
    toast.error(errorText(error));
    void refresh();
  };
  const offerUndo = (text: string, undo: () => void) => {
    toast(text, { duration: undoToastMs, action: { label: t('common:undo'), onClick: undo } });
  };
  const sendRead = async (body: ReadBody) => {
    const answer = await api(readNotices, { body });
    takeNoticeCounts(answer.counts);
    return answer;
  };
  const setRead = (ids: number[], readAt: number | null) => {
    showChange((notice) => (ids.includes(notice.id) ? { ...notice, readAt } : notice));
    return sendRead({ ids, unread: readAt === null });
  };
  const unread = (ids: number[]) => void setRead(ids, null).catch(fail);
  const restore = (ids: number[]) =>
    void api(removeNotices, { body: { ids, restore: true } })
      .then(({ counts }) => takeNoticeCounts(counts))
      .then(refresh, fail);

  return {
    read: (ids) => void setRead(ids, Date.now()).catch(fail),
    unread,
    readAll(latestId) {
      showChange((notice) => ({ ...notice, readAt: notice.readAt ?? Date.now() }));
      sendRead({ all: true, before: latestId }).then(({ changed, undo }) => {
        void refresh();
        if (undo) {
          offerUndo(t('readAll.done', { count: changed }), () => void sendRead({ undo }).then(refresh, fail));
        }
      }, fail);
    },
    remove(ids) {
      showChange((notice) => (ids.includes(notice.id) ? undefined : notice));
      api(removeNotices, { body: { ids } }).then(({ counts }) => {
        takeNoticeCounts(counts);
        offerUndo(t('removed', { count: ids.length }), () => restore(ids));
      }, fail);
    },
  };
}

function changePages(data: Pages, change: Change): Pages {
  return {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      list: page.list.map(change).filter((notice) => notice !== undefined),
    })),
  };
}
