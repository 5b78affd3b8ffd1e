import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#dashboard/api.ts';
import { errorText } from '#dashboard/parts/failure.tsx';
import { offerUndo } from '#dashboard/parts/undo-toast.ts';
import { removeCollect } from '#shared/contract/collect.ts';
import { toast } from '#shared/ui/toaster.tsx';

/** Removes items; the message that tells of it brings them back. */
export function useRemoveItems(onRemoved: () => void) {
  const { t } = useTranslation('collect');
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['collect'] });
  return useMutation({
    mutationFn: (ids: number[]) => api(removeCollect, { body: { ids } }),
    onSuccess: (_, ids) => {
      const restore = () => api(removeCollect, { body: { ids, restore: true } }).then(refresh);
      offerUndo(t('removed', { count: ids.length }), restore);
      onRemoved();
      return refresh();
    },
    onError: (error) => void toast.error(errorText(error)),
  });
}
