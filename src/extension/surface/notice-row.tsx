import { CheckIcon, Undo2Icon } from 'lucide-react';
import type { Notice } from '#shared/contract/notices.ts';
import { cn } from '#shared/ui/cn.ts';
import { ForeignText } from '#shared/ui/foreign-text.tsx';
import { HighlightedText } from '#shared/ui/highlighted-text.tsx';
import { RelativeTime } from '#shared/ui/relative-time.tsx';
import { IconButton } from './icon-button.tsx';
import { useTexts } from './surface-texts.tsx';

export interface NoticeRowProps {
  notice: Notice;
  onOpen: (notice: Notice) => void;
  onToggleRead: (notice: Notice) => void;
}

export function NoticeRow({ notice, onOpen, onToggleRead }: NoticeRowProps) {
  const { t } = useTexts();
  const isRead = notice.readAt !== null;
  const from = [...new Set([notice.sourceName, notice.reason])].filter(Boolean).join(' · ');
  return (
    <li className="group flex items-start gap-1 border-b ps-4 pe-2 hover:bg-muted" data-read={isRead}>
      <button
        type="button"
        data-notice={notice.id}
        className="flex min-w-0 flex-1 items-start gap-2.5 py-2.5 text-start focus-visible:-outline-offset-2"
        onClick={() => onOpen(notice)}
      >
        <span
          aria-hidden
          className={cn('mt-1.5 size-1.5 shrink-0 rounded-full', isRead ? 'bg-transparent' : 'bg-primary')}
        />
        <span className="min-w-0 flex-1">
          <ForeignText
            language={notice.language}
            script={notice.script}
            className={cn('line-clamp-2 block', isRead ? 'text-muted-foreground' : 'font-medium')}
          >
            <HighlightedText text={notice.title} ranges={notice.highlights.title} />
          </ForeignText>
          <span className="mt-0.5 flex items-baseline gap-2 text-xs text-muted-foreground">
            <span className="truncate">{from || t(`kind.${notice.kind}`)}</span>
            <RelativeTime at={notice.createdAt} className="ms-auto shrink-0 tabular-nums" />
          </span>
        </span>
      </button>
      <IconButton
        icon={isRead ? Undo2Icon : CheckIcon}
        label={isRead ? t('notice.markUnread') : t('notice.markRead')}
        size="icon-xs"
        tabIndex={-1}
        className="mt-2 text-muted-foreground"
        onClick={() => onToggleRead(notice)}
      />
    </li>
  );
}
