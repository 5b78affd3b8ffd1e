import { useInfiniteQuery } from '@tanstack/react-query';
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { CheckCheckIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { api } from '#dashboard/api.ts';
import { idParam } from '#dashboard/parts/list-params.ts';
import { LoadMore } from '#dashboard/parts/load-more.tsx';
import { choiceParam } from '#dashboard/parts/search-params.ts';
import { useNoticeCounts } from '#dashboard/parts/use-notice-counts.ts';
import { listNotices, type NoticeCounts } from '#shared/contract/notices.ts';
import { loadTexts } from '#shared/i18n/setup.ts';
import { cn } from '#shared/ui/cn.ts';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import { DigestSheet } from './-digest-sheet.tsx';
import { NoticeList } from './-notice-list.tsx';
import { useNoticeActions } from './-use-notice-actions.ts';

const kinds = ['keyword', 'website', 'system', 'order', 'ticket', 'invite', 'payment'] as const;
type Kind = (typeof kinds)[number];
/** These are always offered; the others when there is something unread in them. */
const usualKinds: readonly Kind[] = ['keyword', 'website', 'system'];

export interface NoticeFilter {
  kind?: Kind;
  unread?: boolean;
  /** Only what this subscription found. */
  subscription?: number;
}

interface NoticeState extends NoticeFilter {
  /** The digest whose stories are open. */
  digest?: number;
}

export const Route = createFileRoute('/_member/user/notice/')({
  staticData: { title: 'title.notice', auth: ['user-notice-index'] },
  validateSearch: (search): NoticeState => ({
    kind: choiceParam(search['kind'], kinds),
    unread: search['unread'] === true || undefined,
    subscription: Number(search['subscription']) || undefined,
    digest: idParam(search['digest']),
  }),
  loader: () => loadTexts('notice', 'list', 'news'),
  component: NoticeScreen,
});

function NoticeScreen() {
  const { t } = useTranslation(['notice', 'common']);
  const { digest, ...filter } = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const counts = useNoticeCounts();
  const actions = useNoticeActions();
  const notices = useInfiniteQuery({
    queryKey: ['notice', 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      api(listNotices, { query: { ...filter, limit: 30, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-lg font-semibold">{t('common:title.notice')}</h1>
        <SubmitButton
          type="button"
          variant="outline"
          size="sm"
          className="ms-auto"
          disabled={!counts || counts.unread === 0}
          onClick={() => counts && actions.readAll(counts.latestId)}
        >
          <CheckCheckIcon />
          {t('readAll')}
        </SubmitButton>
      </div>
      <Filters filter={filter} counts={counts} />
      <NoticeList
        notices={notices.data?.pages.flatMap((page) => page.list)}
        error={notices.error}
        isFiltered={isFiltered}
        actions={actions}
        onRetry={() => void notices.refetch()}
        onShowAll={() => void navigate({ search: {} })}
      />
      <LoadMore
        hasMore={notices.hasNextPage}
        isLoading={notices.isFetchingNextPage}
        onLoad={() => void notices.fetchNextPage()}
      />
      {digest !== undefined && (
        <DigestSheet
          key={digest}
          id={digest}
          onClose={() => void navigate({ search: (before) => ({ ...before, digest: undefined }) })}
        />
      )}
    </>
  );
}

const filterClasses = [
  '-mb-px flex h-9 items-center gap-1.5 border-b-2 border-transparent px-3 whitespace-nowrap text-muted-foreground',
  'hover:text-foreground data-chosen:border-primary data-chosen:font-medium',
  'data-chosen:text-foreground',
];

function Filters({ filter, counts }: { filter: NoticeFilter; counts: NoticeCounts | undefined }) {
  const { t } = useTranslation('notice');
  const navigate = useNavigate({ from: Route.fullPath });
  const offered = kinds.filter(
    (kind) => usualKinds.includes(kind) || kind === filter.kind || (counts?.byKind[kind] ?? 0) > 0,
  );
  const unreadOf = (kind: Kind | undefined) => (kind ? (counts?.byKind[kind] ?? 0) : (counts?.unread ?? 0));
  return (
    <div className="mt-2 flex items-center gap-4 border-b">
      <nav aria-label={t('kinds')} className="flex min-w-0 flex-1 overflow-x-auto [scrollbar-width:none]">
        {[undefined, ...offered].map((kind) => (
          <Link
            key={kind ?? 'all'}
            to="/user/notice"
            search={{ ...filter, kind }}
            data-chosen={filter.kind === kind || undefined}
            className={cn(filterClasses)}
          >
            {t(kind ? `kind.${kind}` : 'kind.all')}
            {unreadOf(kind) > 0 && <span className="text-xs tabular-nums">{unreadOf(kind)}</span>}
          </Link>
        ))}
      </nav>
      <label className="flex shrink-0 cursor-pointer items-center gap-2">
        <input
          type="checkbox"
          className="size-4 accent-primary"
          checked={filter.unread ?? false}
          onChange={({ target }) =>
            void navigate({ search: { ...filter, unread: target.checked || undefined }, replace: true })
          }
        />
        {t('onlyUnread')}
      </label>
    </div>
  );
}
