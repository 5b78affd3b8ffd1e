import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { BookmarkCheckIcon, BookmarkIcon } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#dashboard/api.ts';
import { errorText } from '#dashboard/parts/failure.tsx';
import { listCollect, removeCollect, saveCollect } from '#shared/contract/collect.ts';
import type { NewsDetail } from '#shared/contract/news.ts';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import { toast, undoToastMs } from '#shared/ui/toaster.tsx';

/** One per press: an article that was removed can be kept again. */
function clientIdOf({ id }: NewsDetail): string {
  return `article-${id}-${Date.now().toString(36)}`;
}

/** Keeps the article in the member's collection. */
export function CollectButton({ article }: { article: NewsDetail }) {
  const { t } = useTranslation(['news', 'common']);
  const queryClient = useQueryClient();
  const [changed, setCollected] = useState<boolean>();
  const found = useQuery({
    queryKey: ['collect', 'of', article.url],
    queryFn: ({ signal }) => api(listCollect, { query: { url: article.url, limit: 10 }, signal }),
  });
  const isCollected = changed ?? article.collected ?? (found.data?.count ?? 0) > 0;
  const forget = (id: number) =>
    api(removeCollect, { body: { ids: [id] } }).then(
      () => setCollected(false),
      (error) => void toast.error(errorText(error)),
    );
  const save = useMutation({
    mutationFn: () => api(saveCollect, { body: { clientId: clientIdOf(article), articleId: article.id } }),
    onSuccess: ({ item, created }) => {
      setCollected(true);
      void queryClient.invalidateQueries({ queryKey: ['collect'] });
      toast.success(created ? t('collect.done') : t('collect.already'), {
        ...(created && {
          duration: undoToastMs,
          action: { label: t('common:undo'), onClick: () => void forget(item.id) },
        }),
      });
    },
    onError: (error) => void toast.error(errorText(error)),
  });
  return (
    <SubmitButton
      type="button"
      variant="outline"
      size="sm"
      pending={save.isPending}
      disabled={isCollected}
      onClick={() => save.mutate()}
    >
      {isCollected ? <BookmarkCheckIcon /> : <BookmarkIcon />}
      {isCollected ? t('collect.collected') : t('collect.collect')}
    </SubmitButton>
  );
}
