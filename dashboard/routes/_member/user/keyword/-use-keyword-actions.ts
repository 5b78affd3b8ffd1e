import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#dashboard/api.ts';
import { errorText } from '#dashboard/parts/failure.tsx';
import { offerUndo } from '#dashboard/parts/undo-toast.ts';
import { type KeywordSubscription, unsubscribeKeyword, updateKeyword } from '#shared/contract/keywords.ts';
import { toast } from '#shared/ui/toaster.tsx';

/** Pausing, silencing, resuming and deleting one subscription. Deleting can be undone from the message that tells of it. */
export function useKeywordActions({ id, name }: Pick<KeywordSubscription, 'id' | 'name'>) {
  const { t } = useTranslation('keyword');
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['keyword', 'list'] });
  const onError = (error: unknown) => void toast.error(errorText(error));

  const pause = useMutation({
    mutationFn: (paused: boolean) => api(updateKeyword, { body: { id, paused } }),
    onSuccess: refresh,
    onError,
  });
  const snooze = useMutation({
    mutationFn: (until: number | null) => api(updateKeyword, { body: { id, snoozeUntil: until } }),
    onSuccess: refresh,
    onError,
  });
  const remove = useMutation({
    mutationFn: () => api(unsubscribeKeyword, { body: { id } }),
    onSuccess: () => {
      const restore = () => api(unsubscribeKeyword, { body: { id, restore: true } }).then(refresh);
      offerUndo(t('removed', { name }), restore);
      return refresh();
    },
    onError,
  });
  return { pause, snooze, remove };
}
