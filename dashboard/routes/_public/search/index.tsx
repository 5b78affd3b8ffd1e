import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { BellPlusIcon, SearchIcon, SlidersHorizontalIcon } from 'lucide-react';
import { type FormEvent, lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#dashboard/api.ts';
import { explain } from '#dashboard/parts/explanation.ts';
import { Failure } from '#dashboard/parts/failure.tsx';
import { LoadMore } from '#dashboard/parts/load-more.tsx';
import { NewsRow } from '#dashboard/parts/news-row.tsx';
import { QueryProblems, readProblems } from '#dashboard/parts/query-problems.tsx';
import { isSignedIn, useSession } from '#dashboard/stores/session.ts';
import { ApiError } from '#shared/api/create-client.ts';
import type { DataOf } from '#shared/contract/endpoint.ts';
import { searchKeyword } from '#shared/contract/keywords.ts';
import { loadTexts } from '#shared/i18n/setup.ts';
import { QUERY_LENGTH_MAX } from '#shared/query/limits.ts';
import { Button } from '#shared/ui/button.tsx';
import { EmptyState } from '#shared/ui/empty-state.tsx';
import { Input } from '#shared/ui/input.tsx';
import { NativeSelect } from '#shared/ui/native-select.tsx';
import { ListSkeleton } from '#shared/ui/skeleton.tsx';
import { useUiTexts } from '#shared/ui/ui-texts.tsx';
import { SearchFacets } from './-search-facets.tsx';
import { filtersOf, hasFilters, readSearchState, type SearchState, sorts } from './-search-state.ts';

const SubscribeDialog = lazy(async () => ({
  default: (await import('#dashboard/parts/subscribe-dialog.tsx')).SubscribeDialog,
}));

type SearchPage = DataOf<typeof searchKeyword>;

export const Route = createFileRoute('/_public/search/')({
  staticData: { title: 'title.search' },
  validateSearch: readSearchState,
  loader: () => loadTexts('search', 'query', 'news'),
  component: SearchScreen,
});

function SearchScreen() {
  const state = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const results = useInfiniteQuery({
    queryKey: ['search', state],
    queryFn: ({ pageParam, signal }) =>
      api(searchKeyword, {
        body: {
          keyword: state.q ?? '',
          sort: state.sort,
          filters: filtersOf(state),
          limit: 20,
          ...(pageParam && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    enabled: state.q !== undefined || hasFilters(state),
    placeholderData: keepPreviousData,
  });
  const change = (next: Partial<SearchState>) =>
    void navigate({ search: { ...state, ...next }, resetScroll: 'q' in next });
  const first = results.data?.pages[0];
  const isAsked = state.q !== undefined || hasFilters(state);
  return (
    <>
      <h1 className="sr-only">{useTranslation().t('title.search')}</h1>
      <SearchForm key={state.q ?? ''} initial={state.q ?? ''} onSearch={(q) => change({ q: q || undefined })} />
      {isAsked && (
        <div aria-busy={results.isPlaceholderData} className={results.isPlaceholderData ? 'opacity-60' : undefined}>
          {results.isError && !results.data ? (
            <SearchError
              error={results.error}
              query={state.q ?? ''}
              onRepair={(q) => change({ q: q || undefined })}
              onRetry={() => void results.refetch()}
            />
          ) : (
            <Understood page={first} query={state.q ?? ''} onRepair={(q) => change({ q: q || undefined })} />
          )}
          {results.isPending && <ListSkeleton rows={8} className="mt-4" />}
          {first && (
            <Results state={state} pages={results.data?.pages ?? []} onChange={change}>
              <LoadMore
                hasMore={results.hasNextPage}
                isLoading={results.isFetchingNextPage}
                onLoad={() => void results.fetchNextPage()}
              />
            </Results>
          )}
        </div>
      )}
      {!isAsked && <SearchHints onTry={(q) => change({ q })} />}
    </>
  );
}

function SearchForm({ initial, onSearch }: { initial: string; onSearch: (q: string) => void }) {
  const { t } = useTranslation(['search', 'common']);
  const [draft, setDraft] = useState(initial);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(draft.trim());
  };
  return (
    <search>
      <form onSubmit={submit} className="flex max-w-3xl gap-2">
        <Input
          type="search"
          aria-label={t('box')}
          placeholder={t('placeholder')}
          className="h-10 text-base"
          maxLength={QUERY_LENGTH_MAX}
          value={draft}
          autoFocus={initial === ''}
          onChange={({ target }) => setDraft(target.value)}
        />
        <Button type="submit" size="lg" aria-label={t('common:title.search')}>
          <SearchIcon />
          <span className="max-sm:hidden">{t('common:title.search')}</span>
        </Button>
      </form>
    </search>
  );
}

function SearchError({
  error,
  query,
  onRepair,
  onRetry,
}: {
  error: unknown;
  query: string;
  onRepair: (q: string) => void;
  onRetry: () => void;
}) {
  const problems = error instanceof ApiError ? readProblems(error.problems) : [];
  if (problems.length === 0) return <Failure error={error} onRetry={onRetry} />;
  return (
    <div className="mt-3">
      <QueryProblems query={query} problems={problems} kind="error" onRepair={onRepair} />
    </div>
  );
}

/** How the query was read, and what in it is doubtful. */
function Understood({
  page,
  query,
  onRepair,
}: {
  page: SearchPage | undefined;
  query: string;
  onRepair: (q: string) => void;
}) {
  const { t } = useTranslation('query');
  const { language } = useUiTexts();
  const explanation = page && explain(page.explanation, t, language);
  return (
    <div className="mt-2 max-w-3xl space-y-2">
      {explanation && <p className="text-muted-foreground">{explanation}</p>}
      {page && (
        <QueryProblems query={query} problems={readProblems(page.warnings)} kind="warning" onRepair={onRepair} />
      )}
    </div>
  );
}

function Results({
  state,
  pages,
  onChange,
  children,
}: {
  state: SearchState;
  pages: SearchPage[];
  onChange: (next: Partial<SearchState>) => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('search');
  const [isOpen, setOpen] = useState(false);
  const first = pages[0];
  const hits = pages.flatMap((page) => page.list);
  if (!first) return null;
  const facets = <SearchFacets facets={first.facets} state={state} onChange={onChange} />;
  return (
    <div className="mt-4 wide:grid wide:grid-cols-[minmax(0,1fr)_14rem] wide:gap-10">
      <section aria-label={t('results')} className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-foreground/60 pb-2">
          <Count page={first} />
          <div className="ms-auto flex items-center gap-2">
            <SubscribeToSearch keyword={state.q} />
            <SortSelect state={state} onChange={onChange} />
            <Button
              variant="outline"
              size="icon-sm"
              className="wide:hidden"
              aria-label={t('filters')}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              <SlidersHorizontalIcon />
            </Button>
          </div>
        </div>
        {isOpen && <div className="border-b py-4 wide:hidden">{facets}</div>}
        {hits.length === 0 && <NoHits state={state} onChange={onChange} />}
        <div className="divide-y">
          {hits.map((hit) => (
            <NewsRow key={hit.id} item={hit} highlights={hit.highlights} />
          ))}
        </div>
        {children}
      </section>
      <aside aria-label={t('filters')} className="hidden wide:block">
        {facets}
      </aside>
    </div>
  );
}

function Count({ page }: { page: SearchPage }) {
  const { t } = useTranslation('search');
  const { language } = useUiTexts();
  const number = new Intl.NumberFormat(language).format(page.count) + (page.countCapped ? '+' : '');
  const tookMs = Math.max(1, Math.round(page.tookMs));
  return (
    <p role="status" className="tabular-nums">
      {t('count', { count: page.count, number })}
      <span className="ms-2 text-xs text-muted-foreground">{t('took', { tookMs })}</span>
    </p>
  );
}

function SortSelect({ state, onChange }: { state: SearchState; onChange: (next: Partial<SearchState>) => void }) {
  const { t } = useTranslation('search');
  return (
    <NativeSelect
      aria-label={t('sort')}
      value={state.sort ?? ''}
      onChange={({ target }) => onChange({ sort: sorts.find((sort) => sort === target.value) })}
    >
      <option value="">{t('sort.auto')}</option>
      {sorts.map((sort) => (
        <option key={sort} value={sort}>
          {t(`sort.${sort}`)}
        </option>
      ))}
    </NativeSelect>
  );
}

function SubscribeToSearch({ keyword }: { keyword: string | undefined }) {
  const { t } = useTranslation('search');
  const signed = useSession((session) => session.signed);
  const [isOpen, setOpen] = useState(false);
  if (keyword === undefined || !isSignedIn(signed, Date.now())) return null;
  return (
    <>
      <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
        <BellPlusIcon />
        {t('subscribe')}
      </Button>
      {isOpen && (
        <Suspense>
          <SubscribeDialog keyword={keyword} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function NoHits({ state, onChange }: { state: SearchState; onChange: (next: Partial<SearchState>) => void }) {
  const { t } = useTranslation('search');
  const withoutFilters = { lang: undefined, script: undefined, source: undefined, country: undefined, day: undefined };
  const action = hasFilters(state) && (
    <Button variant="outline" size="sm" onClick={() => onChange(withoutFilters)}>
      {t('filters.clear')}
    </Button>
  );
  return (
    <EmptyState title={t('empty.title')} action={action || undefined}>
      {t('empty.text')}
    </EmptyState>
  );
}

const examples = [
  '"climate change" OR 气候变化',
  '半导体 -股票',
  'title:(地震 OR 地震速報)',
  'lang:ja 選挙',
  'date:last-7-days AI',
];

/** Before the first search: what one can write, each a click away. */
function SearchHints({ onTry }: { onTry: (q: string) => void }) {
  const { t } = useTranslation('search');
  return (
    <section className="mt-6 max-w-3xl">
      <h2 className="font-semibold">{t('hints.title')}</h2>
      <p className="mt-1 text-muted-foreground">{t('hints.text')}</p>
      <ul className="mt-3 flex flex-wrap gap-2">
        {examples.map((example) => (
          <li key={example}>
            <Button variant="outline" size="sm" onClick={() => onTry(example)}>
              {example}
            </Button>
          </li>
        ))}
      </ul>
      <Link to="/help" className="mt-4 inline-block text-link">
        {t('hints.more')}
      </Link>
    </section>
  );
}
