import { useInfiniteQuery } from '@tanstack/react-query';
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '#dashboard/api.ts';
import { Failure } from '#dashboard/parts/failure.tsx';
import { LoadMore } from '#dashboard/parts/load-more.tsx';
import { languageName, newsLanguagesFor } from '#dashboard/parts/names.ts';
import { NewsRow } from '#dashboard/parts/news-row.tsx';
import { choiceParam, textParam } from '#dashboard/parts/search-params.ts';
import { listNews, type NewsCategory, newsCategories } from '#shared/contract/news.ts';
import { loadTexts } from '#shared/i18n/setup.ts';
import { Button } from '#shared/ui/button.tsx';
import { EmptyState } from '#shared/ui/empty-state.tsx';
import { NativeSelect } from '#shared/ui/native-select.tsx';
import { ListSkeleton } from '#shared/ui/skeleton.tsx';
import { useUiTexts } from '#shared/ui/ui-texts.tsx';

interface NewsFilter {
  language?: string;
  category?: NewsCategory;
  source?: number;
  /** All reports of one event. */
  cluster?: number;
}

export const Route = createFileRoute('/_public/news/')({
  staticData: { title: 'title.news' },
  validateSearch: (search): NewsFilter => ({
    language: textParam(search['language'], 35),
    category: choiceParam(search['category'], newsCategories),
    source: Number(search['source']) || undefined,
    cluster: Number(search['cluster']) || undefined,
  }),
  loader: () => loadTexts('news'),
  component: NewsScreen,
});

function NewsScreen() {
  const { t } = useTranslation(['news', 'common']);
  const filter = Route.useSearch();
  const news = useInfiniteQuery({
    queryKey: ['news', 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      api(listNews, { query: { ...filter, limit: 20, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });
  const items = news.data?.pages.flatMap((page) => page.list) ?? [];
  return (
    <div className="mx-auto max-w-3xl">
      <div className="flex flex-wrap items-center justify-between gap-3 border-b border-foreground/60 pb-2">
        <h1 className="text-lg font-semibold">{t('common:title.news')}</h1>
        <NewsFilters filter={filter} />
      </div>
      {filter.cluster && (
        <p className="flex flex-wrap items-center justify-between gap-2 border-b py-2 text-muted-foreground">
          {t('clusterShown')}
          <Button asChild variant="outline" size="sm">
            <Link to="/news">{t('empty.showAll')}</Link>
          </Button>
        </p>
      )}
      {news.isPending && <ListSkeleton rows={10} />}
      {news.isError && items.length === 0 && <Failure error={news.error} onRetry={() => void news.refetch()} />}
      {news.isSuccess && items.length === 0 && <NoNews isFiltered={Object.values(filter).some(Boolean)} />}
      <div className="divide-y">
        {items.map((item) => (
          <NewsRow key={item.id} item={item} />
        ))}
      </div>
      <LoadMore
        hasMore={news.hasNextPage}
        isLoading={news.isFetchingNextPage}
        onLoad={() => void news.fetchNextPage()}
      />
    </div>
  );
}

function NewsFilters({ filter }: { filter: NewsFilter }) {
  const { t } = useTranslation('news');
  const { language } = useUiTexts();
  const navigate = useNavigate({ from: Route.fullPath });
  const choose = (change: NewsFilter) => void navigate({ search: { ...filter, ...change }, replace: true });
  const offered = newsLanguagesFor(language);
  const languages = filter.language && !offered.includes(filter.language) ? [filter.language, ...offered] : offered;
  return (
    <div className="flex flex-wrap gap-2">
      <NativeSelect
        aria-label={t('filter.category')}
        value={filter.category ?? ''}
        onChange={({ target }) => choose({ category: choiceParam(target.value, newsCategories) })}
      >
        <option value="">{t('filter.allCategories')}</option>
        {newsCategories.map((category) => (
          <option key={category} value={category}>
            {t(`category.${category}`)}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        aria-label={t('filter.language')}
        value={filter.language ?? ''}
        onChange={({ target }) => choose({ language: target.value || undefined })}
      >
        <option value="">{t('filter.allLanguages')}</option>
        {languages.map((code) => (
          <option key={code} value={code}>
            {languageName(code, '', language)}
          </option>
        ))}
      </NativeSelect>
    </div>
  );
}

function NoNews({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useTranslation('news');
  const navigate = useNavigate({ from: Route.fullPath });
  if (!isFiltered) return <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>;
  const all = (
    <Button variant="outline" size="sm" onClick={() => void navigate({ search: {} })}>
      {t('empty.showAll')}
    </Button>
  );
  return <EmptyState title={t('empty.filtered')} action={all} />;
}
