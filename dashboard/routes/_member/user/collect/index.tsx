/** What a member kept: articles, pages, links and highlights, by folder and tag, with notes. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { PlusIcon } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#dashboard/api.ts';
import { Failure } from '#dashboard/parts/failure.tsx';
import { ListSearch } from '#dashboard/parts/list-search.tsx';
import { Pager } from '#dashboard/parts/pager.tsx';
import { listCollect } from '#shared/contract/collect.ts';
import type { DataOf } from '#shared/contract/endpoint.ts';
import { loadTexts } from '#shared/i18n/setup.ts';
import { Button } from '#shared/ui/button.tsx';
import { EmptyState } from '#shared/ui/empty-state.tsx';
import { ListSkeleton } from '#shared/ui/skeleton.tsx';
import { CollectList } from './-collect-list.tsx';
import { type CollectState, collectQuery, isNarrowed, readCollectState } from './-collect-state.ts';
import { ExportMenu } from './-export-menu.tsx';
import { FolderList, TagChips } from './-labels.tsx';

const AddDialog = lazy(async () => ({ default: (await import('./-add-dialog.tsx')).AddDialog }));
const ItemSheet = lazy(async () => ({ default: (await import('./-item-sheet.tsx')).ItemSheet }));

export const Route = createFileRoute('/_member/user/collect/')({
  staticData: { title: 'title.collect', auth: ['user-collect-index'] },
  validateSearch: readCollectState,
  loader: () => loadTexts('collect', 'list'),
  component: CollectScreen,
});

type CollectPage = DataOf<typeof listCollect>;

function CollectScreen() {
  const { t } = useTranslation(['collect', 'common']);
  const state = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const [isAdding, setAdding] = useState(false);
  const asked = collectQuery(state);
  const items = useQuery({
    queryKey: ['collect', 'list', asked],
    queryFn: ({ signal }) => api(listCollect, { query: asked, signal }),
    placeholderData: keepPreviousData,
  });
  const total = useQuery({
    queryKey: ['collect', 'total'],
    queryFn: ({ signal }) => api(listCollect, { query: { limit: 10 }, signal }),
    select: ({ count }) => count,
  });
  const change = (next: Partial<CollectState>) => void navigate({ search: (before) => ({ ...before, ...next }) });
  const narrow = (next: Partial<CollectState>) => change({ ...next, page: undefined });
  const folders = items.data?.folders ?? [];
  const tags = items.data?.tags ?? [];
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-2">
        <h1 className="me-auto text-lg font-semibold">{t('common:title.collect')}</h1>
        <ListSearch
          text={state.text}
          label={t('search')}
          onChange={(text) => narrow({ text })}
          className="order-last w-full sm:order-none sm:w-56"
        />
        <ExportMenu state={state} disabled={!total.data} />
        <Button size="sm" onClick={() => setAdding(true)}>
          <PlusIcon />
          {t('add')}
        </Button>
      </div>
      <div className="mt-3 sm:grid sm:grid-cols-[10rem_minmax(0,1fr)] sm:gap-8">
        <FolderList state={state} folders={folders} total={total.data} onChange={narrow} />
        <div className="min-w-0">
          <TagChips state={state} tags={tags} onChange={narrow} />
          <Items
            data={items.data}
            error={items.error}
            state={state}
            onRetry={() => void items.refetch()}
            onChange={change}
            onAdd={() => setAdding(true)}
          />
        </div>
      </div>
      <Suspense>
        {state.item !== undefined && (
          <ItemSheet id={state.item} folders={folders} tags={tags} onClose={() => change({ item: undefined })} />
        )}
        {isAdding && <AddDialog folder={state.folder} folders={folders} tags={tags} onClose={() => setAdding(false)} />}
      </Suspense>
    </>
  );
}

interface ItemsProps {
  data: CollectPage | undefined;
  error: unknown;
  state: CollectState;
  onRetry(): void;
  onChange(next: Partial<CollectState>): void;
  onAdd(): void;
}

function Items({ data, error, state, onRetry, onChange, onAdd }: ItemsProps): ReactNode {
  if (!data) return error ? <Failure error={error} onRetry={onRetry} /> : <ListSkeleton rows={8} />;
  if (data.count === 0) return <NoItems isNarrowed={isNarrowed(state)} onChange={onChange} onAdd={onAdd} />;
  return (
    <>
      <CollectList
        items={data.list}
        onOpen={(item) => onChange({ item })}
        onTag={(tag) => onChange({ tag, page: undefined })}
      />
      <Pager page={state.page} limit={state.limit} count={data.count} onChange={onChange} />
    </>
  );
}

function NoItems({
  isNarrowed,
  onChange,
  onAdd,
}: {
  isNarrowed: boolean;
  onChange: ItemsProps['onChange'];
  onAdd: () => void;
}) {
  const { t } = useTranslation('collect');
  if (isNarrowed) {
    const everything = { text: undefined, folder: undefined, unfiled: undefined, tag: undefined, page: undefined };
    const all = (
      <Button variant="outline" size="sm" onClick={() => onChange(everything)}>
        {t('empty.showAll')}
      </Button>
    );
    return <EmptyState title={t('empty.filtered')} action={all} />;
  }
  const add = (
    <Button size="sm" onClick={onAdd}>
      <PlusIcon />
      {t('add')}
    </Button>
  );
  return (
    <EmptyState title={t('empty.title')} action={add}>
      {t('empty.text')}
    </EmptyState>
  );
}
