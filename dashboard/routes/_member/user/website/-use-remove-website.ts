import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#dashboard/api.ts';
import { errorText } from '#dashboard/parts/failure.tsx';
import { offerUndo } from '#dashboard/parts/undo-toast.ts';
import { unsubscribeWebsite, type WebsiteSubscription } from '#shared/contract/websites.ts';
import { toast } from '#shared/ui/toaster.tsx';

/** Leaves a website; the message that tells of it takes it back. */
export function useRemoveWebsite({ id, title }: Pick<WebsiteSubscription, 'id' | 'title'>) {
  const { t } = useTranslation('website');
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['website', 'list'] });
  return useMutation({
    mutationFn: () => api(unsubscribeWebsite, { body: { id } }),
    onSuccess: () => {
      const restore = () => api(unsubscribeWebsite, { body: { id, restore: true } }).then(refresh);
      offerUndo(t('removed', { title }), restore);
      return refresh();
    },
    onError: (error) => void toast.error(errorText(error)),
  });
}
