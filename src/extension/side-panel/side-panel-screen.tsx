/** The inbox beside the page: filters, reading, marking, more. */
import { useState } from 'react';
import { noticeKinds } from '#shared/contract/notices.ts';
import { Button } from '#shared/ui/button.tsx';
import { EmptyState } from '#shared/ui/empty-state.tsx';
import { ErrorState } from '#shared/ui/error-state.tsx';
import { NativeSelect } from '#shared/ui/native-select.tsx';
import { ListSkeleton } from '#shared/ui/skeleton.tsx';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import type { NoticeKindName } from '../storage/items.ts';
import { NoticeList } from '../surface/notice-list.tsx';
import { problemText } from '../surface/problem-text.ts';
import { SignInForm } from '../surface/sign-in-form.tsx';
import { StatusLine } from '../surface/status-line.tsx';
import { SurfaceHeader } from '../surface/surface-header.tsx';
import { useSurface } from '../surface/surface-store.ts';
import { useTexts } from '../surface/surface-texts.tsx';
import { UndoBar, useUndoBar } from '../surface/undo-bar.tsx';
import { useNoticeActions } from '../surface/use-notice-actions.ts';
import { type NoticeFilter, useNoticePages } from './use-notice-pages.ts';

export function SidePanelScreen() {
  const { t } = useTexts();
  const { session, settings } = useSurface();
  return (
    <div className="flex h-full flex-col">
      <SurfaceHeader hasPanelButton={false} />
      <main className="flex min-h-0 flex-1 flex-col">
        {!settings.surfaces.sidePanel ? (
          <EmptyState className="px-4" title={t('panel.off')}>
            {t('panel.offHint')}
          </EmptyState>
        ) : session ? (
          <MemberPanel />
        ) : (
          <SignInForm />
        )}
      </main>
      {session && <StatusLine />}
    </div>
  );
}

function MemberPanel() {
  const { t } = useTexts();
  const [filter, setFilter] = useState<NoticeFilter>({ isUnreadOnly: true, kind: null });
  const unread = useSurface((state) => state.inbox.counts?.unread ?? 0);
  const { told, tell } = useUndoBar();
  const pages = useNoticePages(filter);
  const actions = useNoticeActions(tell, pages.onRead);
  return (
    <>
      <FilterBar filter={filter} onChange={setFilter} unread={unread} onReadAll={actions.readAll} />
      <div className="min-h-0 flex-1 overflow-y-auto">
        {pages.problem && <ErrorState className="px-4" title={problemText(pages.problem, t)} />}
        {pages.notices === null
          ? !pages.problem && <ListSkeleton className="px-4" rows={8} />
          : pages.notices.length === 0 && (
              <EmptyState className="px-4" title={t('notices.empty')}>
                {t('notices.emptyHint')}
              </EmptyState>
            )}
        {pages.notices && (
          <NoticeList notices={pages.notices} onOpen={actions.open} onToggleRead={actions.toggleRead} />
        )}
        {pages.hasMore && (
          <div className="p-4">
            <SubmitButton type="button" variant="outline" className="w-full" onClick={() => void pages.loadMore()}>
              {t('notices.more')}
            </SubmitButton>
          </div>
        )}
      </div>
      <UndoBar told={told} onDone={() => tell(null)} />
    </>
  );
}

interface FilterBarProps {
  filter: NoticeFilter;
  onChange: (filter: NoticeFilter) => void;
  unread: number;
  onReadAll: () => void;
}

function FilterBar({ filter, onChange, unread, onReadAll }: FilterBarProps) {
  const { t } = useTexts();
  return (
    <div className="flex h-11 shrink-0 items-center gap-1.5 border-b px-4">
      <NativeSelect
        className="shrink-0"
        aria-label={t('filter.state')}
        value={filter.isUnreadOnly ? 'unread' : 'all'}
        onChange={(event) => onChange({ ...filter, isUnreadOnly: event.target.value === 'unread' })}
      >
        <option value="unread">{t('filter.unread')}</option>
        <option value="all">{t('filter.all')}</option>
      </NativeSelect>
      <NativeSelect
        className="min-w-0 shrink"
        aria-label={t('filter.kind')}
        value={filter.kind ?? ''}
        onChange={(event) => onChange({ ...filter, kind: (event.target.value || null) as NoticeKindName | null })}
      >
        <option value="">{t('filter.anyKind')}</option>
        {noticeKinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(`kind.${kind}`)}
          </option>
        ))}
      </NativeSelect>
      <span className="flex-1" />
      <Button variant="link" className="shrink-0 text-xs" disabled={unread === 0} onClick={onReadAll}>
        {t('notices.readAll')}
      </Button>
    </div>
  );
}
