/** What a search found, with its facets: the simple and the advanced search show it the same way. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { BellPlusIcon, SlidersHorizontalIcon } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#shared/api/create-client.ts';
import type { DataOf } from '#shared/contract/endpoint.ts';
import { searchKeyword } from '#shared/contract/keywords.ts';
import { parseQuery } from '#shared/query/parse.ts';
import { printQuery } from '#shared/query/print.ts';
import { Button } from '#shared/ui/button.tsx';
import { EmptyState } from '#shared/ui/empty-state.tsx';
import { NativeSelect } from '#shared/ui/native-select.tsx';
import { ListSkeleton } from '#shared/ui/skeleton.tsx';
import { useUiTexts } from '#shared/ui/ui-texts.tsx';
import { api } from '../api.ts';
import { isSignedIn, useSession } from '../stores/session.ts';
import { explain } from './explanation.ts';
import { Failure } from './failure.tsx';
import { LoadMore } from './load-more.tsx';
import { NewsRow } from './news-row.tsx';
import { OtherNamesOffer } from './other-names.tsx';
import { QueryProblems, readProblems } from './query-problems.tsx';
import { SearchFacets } from './search-facets.tsx';
import { filtersOf, hasFilters, type SearchState, sorts } from './search-state.ts';

const SubscribeDialog = lazy(async () => ({ default: (await import('./subscribe-dialog.tsx')).SubscribeDialog }));

type SearchPage = DataOf<typeof searchKeyword>;

export interface SearchAnswerProps {
  state: SearchState;
  /** The query is read strictly, and the screen itself says how; its order and its subscription are with its form. */
  isAdvanced?: boolean;
  onChange(next: Partial<SearchState>): void;
}

/** Nothing until something is asked. */
export function SearchAnswer({ state, isAdvanced = false, onChange }: SearchAnswerProps) {
  const isAsked = state.q !== undefined || hasFilters(state);
  const results = useInfiniteQuery({
    queryKey: ['search', isAdvanced, state],
    queryFn: ({ pageParam, signal }) =>
      api(searchKeyword, {
        body: {
          keyword: state.q ?? '',
          sort: state.sort,
          filters: filtersOf(state),
          limit: 20,
          strict: isAdvanced,
          ...(pageParam && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const first = results.data?.pages[0];
  const repair = (q: string) => onChange({ q: q || undefined });
  if (!isAsked) return null;
  return (
    <div aria-busy={results.isPlaceholderData} className={results.isPlaceholderData ? 'opacity-60' : undefined}>
      {results.isError && !results.data && (
        <SearchError
          error={results.error}
          query={state.q ?? ''}
          onRepair={repair}
          onRetry={() => void results.refetch()}
        />
      )}
      {first && !isAdvanced && <Understood page={first} query={state.q ?? ''} onRepair={repair} />}
      {results.isPending && <ListSkeleton rows={8} className="mt-4" />}
      {first && (
        <Results state={state} pages={results.data?.pages ?? []} isAdvanced={isAdvanced} onChange={onChange}>
          <LoadMore
            hasMore={results.hasNextPage}
            isLoading={results.isFetchingNextPage}
            onLoad={() => void results.fetchNextPage()}
          />
        </Results>
      )}
    </div>
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
function Understood({ page, query, onRepair }: { page: SearchPage; query: string; onRepair: (q: string) => void }) {
  const { t } = useTranslation('query');
  const { language } = useUiTexts();
  const explanation = explain(page.explanation, t, language);
  return (
    <div className="mt-2 max-w-3xl space-y-2">
      {explanation && <p className="text-muted-foreground">{explanation}</p>}
      <QueryProblems query={query} problems={readProblems(page.warnings)} kind="warning" onRepair={onRepair} />
      <OtherNamesOffer offer={page.otherNames} onTake={onRepair} />
    </div>
  );
}

function Results({
  state,
  pages,
  isAdvanced,
  onChange,
  children,
}: {
  state: SearchState;
  pages: SearchPage[];
  isAdvanced: boolean;
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
            {!isAdvanced && <SubscribeToSearch keyword={state.q} />}
            {!isAdvanced && <SortSelect state={state} onChange={onChange} />}
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

/** Offered to members only. */
export function SubscribeToSearch({ keyword }: { keyword: string | undefined }) {
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
          <SubscribeDialog keyword={withoutOrder(keyword)} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** A subscription tells in the order things happen. */
function withoutOrder(keyword: string): string {
  const parsed = parseQuery(keyword);
  return parsed.ok && parsed.query.sort ? printQuery({ root: parsed.query.root }) : keyword;
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
