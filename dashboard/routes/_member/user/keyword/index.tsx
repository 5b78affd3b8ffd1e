/** The member's keyword subscriptions: make, change, pause, delete them, and see what each one found. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { PlusIcon, UploadIcon } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#dashboard/api.ts';
import { Failure } from '#dashboard/parts/failure.tsx';
import { idParam, type ListParams, listQuery, readListParams } from '#dashboard/parts/list-params.ts';
import { ListSearch } from '#dashboard/parts/list-search.tsx';
import { Pager } from '#dashboard/parts/pager.tsx';
import { textParam } from '#dashboard/parts/search-params.ts';
import { type KeywordSubscription, listKeywords } from '#shared/contract/keywords.ts';
import { loadTexts } from '#shared/i18n/setup.ts';
import { QUERY_LENGTH_MAX } from '#shared/query/limits.ts';
import { Button } from '#shared/ui/button.tsx';
import { EmptyState } from '#shared/ui/empty-state.tsx';
import { ListSkeleton } from '#shared/ui/skeleton.tsx';
import { FoundSheet } from './-found-sheet.tsx';
import { KeywordTable } from './-keyword-table.tsx';

const KeywordDialog = lazy(async () => ({ default: (await import('./-keyword-dialog.tsx')).KeywordDialog }));
const ImportDialog = lazy(async () => ({ default: (await import('./-import-dialog.tsx')).ImportDialog }));

interface KeywordState extends ListParams {
  /** The subscription whose finds are open, and the page of them. */
  found?: number;
  foundPage?: number;
  /** Words to begin a new subscription with. */
  words?: string;
}

export const Route = createFileRoute('/_member/user/keyword/')({
  staticData: { title: 'title.keyword', auth: ['user-keyword-index'] },
  validateSearch: (search): KeywordState => ({
    ...readListParams(search),
    found: idParam(search['found']),
    foundPage: idParam(search['foundPage']),
    words: textParam(search['words'], QUERY_LENGTH_MAX),
  }),
  loader: () => loadTexts('keyword', 'list', 'news', 'query'),
  component: KeywordScreen,
});

/** What the form is open for. */
type Editing = { before?: KeywordSubscription; words?: string };

function KeywordScreen() {
  const { t } = useTranslation(['keyword', 'common']);
  const state = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const [editing, setEditing] = useState<Editing | undefined>(state.words ? { words: state.words } : undefined);
  const [isImporting, setImporting] = useState(false);
  const asked = listQuery(state);
  const keywords = useQuery({
    queryKey: ['keyword', 'list', asked],
    queryFn: ({ signal }) => api(listKeywords, { query: asked, signal }),
    placeholderData: keepPreviousData,
  });
  const change = (next: Partial<KeywordState>) => void navigate({ search: (before) => ({ ...before, ...next }) });
  const closeForm = () => {
    setEditing(undefined);
    if (state.words !== undefined) change({ words: undefined });
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-lg font-semibold">{t('common:title.keyword')}</h1>
        <ListSearch
          text={state.text}
          label={t('search')}
          onChange={(text) => change({ text, page: undefined })}
          className="order-last w-full sm:order-none sm:ms-auto sm:w-56"
        />
        <Button variant="outline" size="sm" className="ms-auto sm:ms-0" onClick={() => setImporting(true)}>
          <UploadIcon />
          {t('import')}
        </Button>
        <Button size="sm" onClick={() => setEditing({})}>
          <PlusIcon />
          {t('add')}
        </Button>
      </div>
      <div className="mt-3">
        <Keywords
          data={keywords.data}
          error={keywords.error}
          state={state}
          onRetry={() => void keywords.refetch()}
          onChange={change}
          onEdit={setEditing}
        />
      </div>
      {state.found !== undefined && (
        <FoundSheet
          id={state.found}
          page={state.foundPage}
          onPage={(foundPage) => change({ foundPage })}
          onClose={() => change({ found: undefined, foundPage: undefined })}
        />
      )}
      {isImporting && (
        <Suspense>
          <ImportDialog onClose={() => setImporting(false)} />
        </Suspense>
      )}
      {editing && (
        <Suspense>
          <KeywordDialog before={editing.before} words={editing.words} onClose={closeForm} />
        </Suspense>
      )}
    </>
  );
}

interface KeywordsProps {
  data: { list: KeywordSubscription[]; count: number } | undefined;
  error: unknown;
  state: KeywordState;
  onRetry(): void;
  onChange(next: Partial<KeywordState>): void;
  onEdit(editing: Editing): void;
}

function Keywords({ data, error, state, onRetry, onChange, onEdit }: KeywordsProps): ReactNode {
  if (!data) return error ? <Failure error={error} onRetry={onRetry} /> : <ListSkeleton rows={8} />;
  if (data.count === 0) return <NoKeywords text={state.text} onChange={onChange} onAdd={() => onEdit({})} />;
  return (
    <>
      <KeywordTable
        keywords={data.list}
        onOpen={(id) => onChange({ found: id })}
        onEdit={(before) => onEdit({ before })}
      />
      <Pager page={state.page} limit={state.limit} count={data.count} onChange={onChange} />
    </>
  );
}

function NoKeywords({
  text,
  onChange,
  onAdd,
}: {
  text: string | undefined;
  onChange: KeywordsProps['onChange'];
  onAdd: () => void;
}) {
  const { t } = useTranslation('keyword');
  if (text) {
    const all = (
      <Button variant="outline" size="sm" onClick={() => onChange({ text: undefined, page: undefined })}>
        {t('empty.showAll')}
      </Button>
    );
    return <EmptyState title={t('empty.filtered', { text })} action={all} />;
  }
  return (
    <EmptyState
      title={t('empty.title')}
      action={
        <>
          <Button size="sm" onClick={onAdd}>
            <PlusIcon />
            {t('add')}
          </Button>
          <Button asChild variant="outline" size="sm">
            <Link to="/search">{t('empty.search')}</Link>
          </Button>
        </>
      }
    >
      <p>{t('empty.text')}</p>
      <ul className="mt-2 list-disc space-y-1 ps-5">
        <li>{t('empty.byExtension')}</li>
        <li>{t('empty.bySearch')}</li>
        <li>{t('empty.byHand')}</li>
      </ul>
    </EmptyState>
  );
}
