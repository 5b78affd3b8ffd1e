import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#dashboard/api.ts';
import { explain } from '#dashboard/parts/explanation.ts';
import { Failure } from '#dashboard/parts/failure.tsx';
import { findListed } from '#dashboard/parts/find-listed.ts';
import { NewsRow } from '#dashboard/parts/news-row.tsx';
import { Pager } from '#dashboard/parts/pager.tsx';
import type { DataOf } from '#shared/contract/endpoint.ts';
import { type KeywordSubscription, listKeywordHits, listKeywords } from '#shared/contract/keywords.ts';
import { explainQuery } from '#shared/query/explain.ts';
import { parseQuery } from '#shared/query/parse.ts';
import { EmptyState } from '#shared/ui/empty-state.tsx';
import { Sheet, SheetContent } from '#shared/ui/sheet.tsx';
import { ListSkeleton } from '#shared/ui/skeleton.tsx';
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
    <Sheet
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <SheetContent
        side="end"
        title={keyword ? t('found.title', { name: keyword.name }) : t('found.titleUnnamed')}
        className="w-184 max-w-full px-5 sm:max-w-[calc(100%-3rem)]"
      >
        {keyword && <Words keyword={keyword.keyword} />}
        {found.data ? (
          <Hits data={found.data} page={page} onPage={onPage} />
        ) : found.error ? (
          <Failure error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <ListSkeleton rows={8} />
        )}
      </SheetContent>
    </Sheet>
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
