import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#dashboard/api.ts';
import { DetailsSheet } from '#dashboard/parts/details-sheet.tsx';
import { explain } from '#dashboard/parts/explanation.ts';
import { errorText, Failure } from '#dashboard/parts/failure.tsx';
import { findListed } from '#dashboard/parts/find-listed.ts';
import { NewsRow } from '#dashboard/parts/news-row.tsx';
import { Pager } from '#dashboard/parts/pager.tsx';
import type { DataOf } from '#shared/contract/endpoint.ts';
import { backfillKeyword, type KeywordSubscription, listKeywordHits, listKeywords } from '#shared/contract/keywords.ts';
import { explainQuery } from '#shared/query/explain.ts';
import { parseQuery } from '#shared/query/parse.ts';
import { Button } from '#shared/ui/button.tsx';
import { EmptyState } from '#shared/ui/empty-state.tsx';
import { NativeSelect } from '#shared/ui/native-select.tsx';
import { ListSkeleton } from '#shared/ui/skeleton.tsx';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import { toast } from '#shared/ui/toaster.tsx';
import { useUiTexts } from '#shared/ui/ui-texts.tsx';

/** What one subscription found, newest first, with the words that matched. */
export function FoundSheet({
  id,
  page = 1,
  onPage,
  onClose,
}: {
  id: number;
  page?: number;
  onPage: (page: number | undefined) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('keyword');
  const keyword = useKeyword(id);
  const found = useQuery({
    queryKey: ['keyword', 'found', id, page],
    queryFn: ({ signal }) => api(listKeywordHits, { query: { id, page }, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <DetailsSheet
      title={keyword ? t('found.title', { name: keyword.name }) : t('found.titleUnnamed')}
      onClose={onClose}
    >
      {keyword && <Words keyword={keyword.keyword} />}
      {found.data ? (
        <Hits data={found.data} page={page} onPage={onPage} />
      ) : found.error ? (
        <Failure error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <ListSkeleton rows={8} />
      )}
      <LookBack id={id} />
    </DetailsSheet>
  );
}

/** From the table behind when it is there, else looked for: an address may lead to any page of the list. */
function useKeyword(id: number): KeywordSubscription | undefined {
  const queryClient = useQueryClient();
  const { data } = useQuery({
    queryKey: ['keyword', 'one', id],
    queryFn: async ({ signal }) => {
      const listed = queryClient
        .getQueriesData<DataOf<typeof listKeywords>>({ queryKey: ['keyword', 'list'] })
        .flatMap(([, data]) => data?.list ?? [])
        .find((keyword) => keyword.id === id);
      return listed ?? (await findListed(id, (query) => api(listKeywords, { query, signal })));
    },
  });
  return data ?? undefined;
}

function Words({ keyword }: { keyword: string }) {
  const { t } = useTranslation('query');
  const { language } = useUiTexts();
  const reading = parseQuery(keyword, { rules: true });
  return (
    <div className="space-y-1 border-b pb-3">
      <p dir="auto">{keyword}</p>
      {reading.ok && <p className="text-muted-foreground">{explain(explainQuery(reading.query), t, language)}</p>}
    </div>
  );
}

const lookBackDays = [7, 30, 90, 365];

/** What was there before the subscription, added on request: silently, or told as one message. */
function LookBack({ id }: { id: number }) {
  const { t } = useTranslation('keyword');
  const selectId = useId();
  const queryClient = useQueryClient();
  const [days, setDays] = useState(30);
  const look = useMutation({
    mutationFn: (tell: boolean) => api(backfillKeyword, { body: { id, days, tell } }),
    onSuccess: async ({ found, isCapped }) => {
      toast.success(t(isCapped ? 'lookBack.capped' : 'lookBack.done', { count: found }));
      await queryClient.invalidateQueries({ queryKey: ['keyword'] });
    },
    onError: (error) => void toast.error(errorText(error)),
  });
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2 border-t pt-3">
      <label htmlFor={selectId} className="text-muted-foreground">
        {t('lookBack')}
      </label>
      <NativeSelect id={selectId} value={days} onChange={({ target }) => setDays(Number(target.value))}>
        {lookBackDays.map((count) => (
          <option key={count} value={count}>
            {t('lookBack.days', { count })}
          </option>
        ))}
      </NativeSelect>
      <SubmitButton
        type="button"
        variant="outline"
        size="sm"
        pending={look.isPending}
        onClick={() => look.mutate(false)}
      >
        {t('lookBack.add')}
      </SubmitButton>
      <Button variant="ghost" size="sm" disabled={look.isPending} onClick={() => look.mutate(true)}>
        {t('lookBack.tell')}
      </Button>
    </div>
  );
}

function Hits({
  data,
  page,
  onPage,
}: {
  data: DataOf<typeof listKeywordHits>;
  page: number;
  onPage: (page: number | undefined) => void;
}) {
  const { t } = useTranslation('keyword');
  if (data.count === 0) return <EmptyState title={t('found.empty')}>{t('found.emptyText')}</EmptyState>;
  return (
    <>
      <div className="divide-y">
        {data.list.map((hit) => (
          <NewsRow key={hit.id} item={hit} highlights={hit.highlights} />
        ))}
      </div>
      <Pager compact page={page} count={data.count} onChange={(change) => onPage(change.page)} />
    </>
  );
}
