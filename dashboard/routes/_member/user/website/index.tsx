/** The websites a member follows: whether they flow, what went wrong in plain words, adding and leaving them. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { PlusIcon, UploadIcon } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#dashboard/api.ts';
import { Failure } from '#dashboard/parts/failure.tsx';
import { idParam, type ListParams, listQuery, readListParams } from '#dashboard/parts/list-params.ts';
import { ListSearch } from '#dashboard/parts/list-search.tsx';
import { Pager } from '#dashboard/parts/pager.tsx';
import { textParam } from '#dashboard/parts/search-params.ts';
import { listWebsites, type WebsiteSubscription } from '#shared/contract/websites.ts';
import { loadTexts } from '#shared/i18n/setup.ts';
import { Button } from '#shared/ui/button.tsx';
import { EmptyState } from '#shared/ui/empty-state.tsx';
import { ListSkeleton } from '#shared/ui/skeleton.tsx';
import { ExportButton } from './-export-button.tsx';
import { WebsiteSheet } from './-website-sheet.tsx';
import { WebsiteTable } from './-website-table.tsx';

const ImportDialog = lazy(async () => ({ default: (await import('./-import-dialog.tsx')).ImportDialog }));
const AddDialog = lazy(async () => ({ default: (await import('./-add-dialog.tsx')).AddDialog }));

/** Health changes by itself. */
const refreshMs = 30_000;
const addressMax = 2048;

interface WebsiteState extends ListParams {
  /** The subscription whose details are open. */
  site?: number;
  /** An address to begin adding with. */
  add?: string;
}

export const Route = createFileRoute('/_member/user/website/')({
  staticData: { title: 'title.website', auth: ['user-website-index'] },
  validateSearch: (search): WebsiteState => ({
    ...readListParams(search),
    site: idParam(search['site']),
    add: textParam(search['add'], addressMax),
  }),
  loader: () => loadTexts('website', 'list'),
  component: WebsiteScreen,
});

function WebsiteScreen() {
  const { t } = useTranslation(['website', 'common']);
  const state = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const [isAdding, setAdding] = useState(state.add !== undefined);
  const [isImporting, setImporting] = useState(false);
  const asked = listQuery(state);
  const websites = useQuery({
    queryKey: ['website', 'list', asked],
    queryFn: ({ signal }) => api(listWebsites, { query: asked, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  });
  const change = (next: Partial<WebsiteState>) => void navigate({ search: (before) => ({ ...before, ...next }) });
  const closeAdding = () => {
    setAdding(false);
    if (state.add !== undefined) change({ add: undefined });
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-lg font-semibold">{t('common:title.website')}</h1>
        <ListSearch
          text={state.text}
          label={t('search')}
          onChange={(text) => change({ text, page: undefined })}
          className="order-last w-full sm:order-none sm:ms-auto sm:w-56"
        />
        <ExportButton />
        <Button variant="outline" size="sm" onClick={() => setImporting(true)}>
          <UploadIcon />
          {t('import')}
        </Button>
        <Button size="sm" className="ms-auto sm:ms-0" onClick={() => setAdding(true)}>
          <PlusIcon />
          {t('add')}
        </Button>
      </div>
      <div className="mt-3">
        <Websites
          data={websites.data}
          error={websites.error}
          state={state}
          onRetry={() => void websites.refetch()}
          onChange={change}
          onAdd={() => setAdding(true)}
        />
      </div>
      {state.site !== undefined && <WebsiteSheet id={state.site} onClose={() => change({ site: undefined })} />}
      {isImporting && (
        <Suspense>
          <ImportDialog onClose={() => setImporting(false)} />
        </Suspense>
      )}
      {isAdding && (
        <Suspense>
          <AddDialog address={state.add} onClose={closeAdding} />
        </Suspense>
      )}
    </>
  );
}

interface WebsitesProps {
  data: { list: WebsiteSubscription[]; count: number } | undefined;
  error: unknown;
  state: WebsiteState;
  onRetry(): void;
  onChange(next: Partial<WebsiteState>): void;
  onAdd(): void;
}

function Websites({ data, error, state, onRetry, onChange, onAdd }: WebsitesProps): ReactNode {
  if (!data) return error ? <Failure error={error} onRetry={onRetry} /> : <ListSkeleton rows={8} />;
  if (data.count === 0) {
    const showAll = () => onChange({ text: undefined, page: undefined });
    return <NoWebsites text={state.text} onShowAll={showAll} onAdd={onAdd} />;
  }
  return (
    <>
      <WebsiteTable websites={data.list} onOpen={(site) => onChange({ site })} />
      <Pager page={state.page} limit={state.limit} count={data.count} onChange={onChange} />
    </>
  );
}

function NoWebsites({
  text,
  onShowAll,
  onAdd,
}: {
  text: string | undefined;
  onShowAll: () => void;
  onAdd: () => void;
}) {
  const { t } = useTranslation('website');
  if (text) {
    const all = (
      <Button variant="outline" size="sm" onClick={onShowAll}>
        {t('empty.showAll')}
      </Button>
    );
    return <EmptyState title={t('empty.filtered', { text })} action={all} />;
  }
  const add = (
    <Button size="sm" onClick={onAdd}>
      <PlusIcon />
      {t('add')}
    </Button>
  );
  return (
    <EmptyState title={t('empty.title')} action={add}>
      <p>{t('empty.text')}</p>
      <p className="mt-2">{t('empty.byExtension')}</p>
    </EmptyState>
  );
}
