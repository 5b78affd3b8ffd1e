import { useNavigate } from '@tanstack/react-router';
import { MailIcon, MailOpenIcon, Trash2Icon } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '#dashboard/parts/failure.tsx';
import type { Notice } from '#shared/contract/notices.ts';
import { Button } from '#shared/ui/button.tsx';
import { cn } from '#shared/ui/cn.ts';
import { EmptyState } from '#shared/ui/empty-state.tsx';
import { ForeignText } from '#shared/ui/foreign-text.tsx';
import { HighlightedText } from '#shared/ui/highlighted-text.tsx';
import { RelativeTime } from '#shared/ui/relative-time.tsx';
import { safeAddress } from '#shared/ui/safe-html.tsx';
import { ListSkeleton } from '#shared/ui/skeleton.tsx';
import type { NoticeActions } from './-use-notice-actions.ts';

export interface NoticeListProps {
  /** Undefined while they are on their way. */
  notices: readonly Notice[] | undefined;
  error: unknown;
  isFiltered: boolean;
  actions: Pick<NoticeActions, 'read' | 'unread' | 'remove'>;
  onRetry(): void;
  onShowAll(): void;
}

export function NoticeList({ notices, error, isFiltered, actions, onRetry, onShowAll }: NoticeListProps) {
  const { t } = useTranslation('notice');
  const list = useRef<HTMLUListElement>(null);
  if (!notices) return error ? <Failure error={error} onRetry={onRetry} /> : <ListSkeleton rows={8} />;
  if (notices.length === 0) return <NoNotices isFiltered={isFiltered} onShowAll={onShowAll} />;
  return (
    <>
      <p className="sr-only">{t('keys')}</p>
      <ul ref={list} onKeyDown={(event) => onListKey(event, list.current)} className="divide-y">
        {notices.map((notice) => (
          <NoticeRow key={notice.id} notice={notice} actions={actions} />
        ))}
      </ul>
    </>
  );
}

/** j and k move between the notices; what a key does to one of them is the row's own affair. */
function onListKey(event: KeyboardEvent, list: HTMLUListElement | null): void {
  const step = { j: 1, k: -1 }[event.key];
  if (!step || !list || isModified(event)) return;
  const titles = [...list.querySelectorAll<HTMLElement>('[data-notice]')];
  const at = titles.findIndex((title) => title.closest('li')?.contains(document.activeElement));
  titles[Math.min(titles.length - 1, Math.max(0, at + step))]?.focus();
  event.preventDefault();
}

function isModified(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey || event.altKey;
}

function NoNotices({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) {
  const { t } = useTranslation('notice');
  if (!isFiltered) return <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>;
  const all = (
    <Button variant="outline" size="sm" onClick={onShowAll}>
      {t('empty.showAll')}
    </Button>
  );
  return <EmptyState title={t('empty.filtered')} action={all} />;
}

function NoticeRow({ notice, actions }: { notice: Notice; actions: NoticeListProps['actions'] }) {
  const { t } = useTranslation('notice');
  const open = useOpenNotice(actions);
  const isUnread = notice.readAt === null;
  const toggle = () => (isUnread ? actions.read([notice.id]) : actions.unread([notice.id]));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'm' || isModified(event)) return;
    event.preventDefault();
    toggle();
  };
  return (
    <li
      onKeyDown={onKeyDown}
      className="group relative flex items-start gap-3 py-3 ps-4 has-[[data-notice]:hover]:bg-muted/60"
    >
      {isUnread && <span aria-hidden className="absolute start-0.5 top-5 size-2 rounded-full bg-primary" />}
      <div className="min-w-0 flex-1">
        <button
          type="button"
          data-notice
          onClick={() => open(notice)}
          className={cn(
            'block w-full text-start text-[0.9375rem] leading-6 after:absolute after:inset-0',
            isUnread ? 'font-semibold' : 'text-muted-foreground',
          )}
        >
          {isUnread && <span className="sr-only">{t('isUnread')} </span>}
          <ForeignText language={notice.language} script={notice.script}>
            <HighlightedText text={notice.title} ranges={notice.highlights.title} />
          </ForeignText>
        </button>
        {notice.body && (
          <ForeignText
            as="p"
            language={notice.language}
            script={notice.script}
            className="mt-0.5 line-clamp-2 max-w-[80ch] text-muted-foreground"
          >
            <HighlightedText text={notice.body} ranges={notice.highlights.body} />
          </ForeignText>
        )}
        <p className="mt-1 flex flex-wrap gap-x-2 text-xs text-muted-foreground">
          <span>
            {notice.reason
              ? t('because', { kind: t(`kind.${notice.kind}`), reason: notice.reason })
              : t(`kind.${notice.kind}`)}
          </span>
          {notice.sourceName && notice.sourceName !== notice.reason && (
            <ForeignText language={notice.language} script={notice.script}>
              {notice.sourceName}
            </ForeignText>
          )}
          <RelativeTime at={notice.createdAt} className="tabular-nums" />
        </p>
      </div>
      <div className="relative z-1 flex shrink-0 wide:opacity-0 wide:group-focus-within:opacity-100 wide:group-hover:opacity-100">
        <RowButton label={t(isUnread ? 'markRead' : 'markUnread')} onClick={toggle}>
          {isUnread ? <MailOpenIcon /> : <MailIcon />}
        </RowButton>
        <RowButton label={t('remove')} onClick={() => actions.remove([notice.id])}>
          <Trash2Icon />
        </RowButton>
      </div>
    </li>
  );
}

function RowButton({ label, ...props }: { label: string; onClick: () => void; children: ReactNode }) {
  return <Button variant="ghost" size="icon-sm" aria-label={label} title={label} {...props} />;
}

/** Opening reads: our own article and a digest's list inside the dashboard, anything else in a tab of its own. */
function useOpenNotice(actions: NoticeListProps['actions']): (notice: Notice) => void {
  const navigate = useNavigate();
  return (notice) => {
    if (notice.readAt === null) actions.read([notice.id]);
    if (notice.storyCount !== undefined) {
      void navigate({ to: '/user/notice', search: (before) => ({ ...before, digest: notice.id }) });
      return;
    }
    const address = safeAddress(notice.url, '', ['http:', 'https:']);
    if (notice.articleId !== null) void navigate({ to: '/news/$id', params: { id: String(notice.articleId) } });
    else if (address) window.open(address, '_blank', 'noopener,noreferrer');
  };
}
