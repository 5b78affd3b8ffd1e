import { BellIcon, BellOffIcon, EllipsisIcon, PauseIcon, PencilIcon, PlayIcon, Trash2Icon } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UnreadLink } from '#dashboard/parts/unread-link.tsx';
import type { KeywordSubscription } from '#shared/contract/keywords.ts';
import { dayMs } from '#shared/rules/session.ts';
import { ConfirmDialog } from '#shared/ui/alert-dialog.tsx';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { cn } from '#shared/ui/cn.ts';
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '#shared/ui/dropdown-menu.tsx';
import { RelativeTime } from '#shared/ui/relative-time.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#shared/ui/table.tsx';
import { useUiTexts } from '#shared/ui/ui-texts.tsx';
import { useKeywordActions } from './-use-keyword-actions.ts';

interface RowActions {
  onOpen(id: number): void;
  onEdit(keyword: KeywordSubscription): void;
}

const silences = [1, 7];
/** Worth a word in the list; the feed takes everything unless told otherwise. */
const tellingElsewhere = ['email', 'push', 'webhook'] as const;

function stateOf({ paused, snoozeUntil, expiresAt }: KeywordSubscription): 'on' | 'paused' | 'silent' | 'ended' {
  if (expiresAt !== null && expiresAt <= Date.now()) return 'ended';
  if (paused) return 'paused';
  return snoozeUntil !== null && snoozeUntil > Date.now() ? 'silent' : 'on';
}

/** On narrow screens the figures stand in a line under the name instead of in columns. */
const wideOnly = 'hidden sm:table-cell';

export function KeywordTable({ keywords, ...actions }: { keywords: KeywordSubscription[] } & RowActions) {
  const { t } = useTranslation('keyword');
  return (
    <Table>
      <TableHeader>
        <tr>
          <TableHead className="ps-0">{t('column.name')}</TableHead>
          <TableHead className={cn(wideOnly, 'text-end')}>{t('column.unread')}</TableHead>
          <TableHead className={cn(wideOnly, 'text-end')}>{t('column.found')}</TableHead>
          <TableHead className={wideOnly}>{t('column.lastHit')}</TableHead>
          <TableHead className={wideOnly}>{t('column.state')}</TableHead>
          <TableHead>
            <span className="sr-only">{t('column.actions')}</span>
          </TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {keywords.map((keyword) => (
          <KeywordRow key={keyword.id} keyword={keyword} {...actions} />
        ))}
      </TableBody>
    </Table>
  );
}

function KeywordRow({ keyword, onOpen, onEdit }: { keyword: KeywordSubscription } & RowActions) {
  const { t } = useTranslation('keyword');
  const { language } = useUiTexts();
  const { pause, snooze, remove } = useKeywordActions(keyword);
  const [isAsking, setAsking] = useState(false);
  const isPaused = pause.isPending ? pause.variables : keyword.paused;
  const state = stateOf({ ...keyword, paused: isPaused });
  const found = new Intl.NumberFormat(language).format(keyword.hitCount);
  const lastHit = keyword.lastHitAt === null ? t('never') : <RelativeTime at={keyword.lastHitAt} />;
  return (
    <TableRow className={cn(state !== 'on' && 'text-muted-foreground')}>
      <TableCell className="w-full max-w-0 ps-0">
        <button
          type="button"
          title={t('open')}
          className="block max-w-full truncate text-start font-medium hover:underline hover:underline-offset-3"
          onClick={() => onOpen(keyword.id)}
        >
          {keyword.name}
        </button>
        {keyword.keyword !== keyword.name && (
          <p className="truncate text-xs text-muted-foreground" title={keyword.keyword} dir="auto">
            {keyword.keyword}
          </p>
        )}
        <ScopeLine keyword={keyword} />
        <p className="mt-1 flex flex-wrap items-center gap-x-3 text-xs text-muted-foreground tabular-nums sm:hidden">
          {keyword.unreadCount > 0 && (
            <UnreadLink kind="keyword" subscription={keyword}>
              {t('row.unread', { count: keyword.unreadCount })}
            </UnreadLink>
          )}
          <span>{t('row.found', { count: keyword.hitCount, number: found })}</span>
          <span>{lastHit}</span>
          {state !== 'on' && <Badge>{t(`state.${state}`)}</Badge>}
        </p>
      </TableCell>
      <TableCell numeric className={wideOnly}>
        <UnreadLink kind="keyword" subscription={keyword}>
          {keyword.unreadCount}
        </UnreadLink>
      </TableCell>
      <TableCell numeric className={cn(wideOnly, keyword.hitCount === 0 && 'text-muted-foreground')}>
        {found}
      </TableCell>
      <TableCell className={cn(wideOnly, 'whitespace-nowrap text-muted-foreground tabular-nums')}>{lastHit}</TableCell>
      <TableCell className={wideOnly}>
        <span className="flex items-center gap-2 whitespace-nowrap">
          <Switch
            checked={!isPaused}
            aria-label={t('state.switch', { name: keyword.name })}
            onCheckedChange={(isOn) => pause.mutate(!isOn)}
          />
          <span aria-hidden>{t(`state.${state}`)}</span>
        </span>
      </TableCell>
      <TableCell className="w-px px-0 text-end">
        <RowMenu
          name={keyword.name}
          isPaused={isPaused}
          isSilent={state === 'silent'}
          onSilence={(days) => snooze.mutate(days === 0 ? null : Date.now() + days * dayMs)}
          onPause={() => pause.mutate(!isPaused)}
          onEdit={() => onEdit(keyword)}
          onRemove={() => setAsking(true)}
        />
        <ConfirmDialog
          open={isAsking}
          onOpenChange={setAsking}
          title={t('remove.title', { name: keyword.name })}
          description={t('remove.text')}
          action={t('remove')}
          destructive
          onConfirm={() => remove.mutate()}
        />
      </TableCell>
    </TableRow>
  );
}

/** What narrows the rule besides its words, and how it tells if not at once; nothing when nothing does. */
function ScopeLine({ keyword }: { keyword: KeywordSubscription }) {
  const { scope, channels, rhythm, nextDigestAt, snoozeUntil, expiresAt } = keyword;
  const { t } = useTranslation('keyword');
  const { language } = useUiTexts();
  const names = new Intl.DisplayNames(language, { type: 'language' });
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const parts = [
    rhythm !== 'at-once' && t(`rhythm.${rhythm}`),
    nextDigestAt !== null && t('scope.nextDigest', { time: day.format(nextDigestAt) }),
    stateOf(keyword) === 'silent' && snoozeUntil !== null && t('scope.silentUntil', { time: day.format(snoozeUntil) }),
    expiresAt !== null && t('scope.ends', { time: day.format(expiresAt) }),
    scope.field === 'title' && t('scope.titleOnly'),
    scope.ownWebsitesOnly && t('scope.ownWebsitesOnly'),
    scope.languages.length > 0 &&
      new Intl.ListFormat(language).format(scope.languages.map((code) => names.of(code) ?? code)),
    scope.sources.length > 0 && t('scope.sources', { count: scope.sources.length }),
    !channels.includes('desktop') && t('scope.noDesktop'),
    ...tellingElsewhere.filter((channel) => channels.includes(channel)).map((channel) => t(`channel.${channel}`)),
  ].filter(Boolean);
  if (parts.length === 0) return null;
  return <p className="truncate text-xs text-muted-foreground">{parts.join(' · ')}</p>;
}

function RowMenu({
  name,
  isPaused,
  isSilent,
  onSilence,
  onPause,
  onEdit,
  onRemove,
}: {
  name: string;
  isPaused: boolean;
  isSilent: boolean;
  onSilence: (days: number) => void;
  onPause: () => void;
  onEdit: () => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation('keyword');
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon-sm" aria-label={t('actionsFor', { name })}>
          <EllipsisIcon />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem onSelect={onEdit}>
          <PencilIcon />
          {t('edit')}
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={onPause}>
          {isPaused ? <PlayIcon /> : <PauseIcon />}
          {t(isPaused ? 'resume' : 'pause')}
        </DropdownMenuItem>
        {isSilent ? (
          <DropdownMenuItem onSelect={() => onSilence(0)}>
            <BellIcon />
            {t('silence.end')}
          </DropdownMenuItem>
        ) : (
          silences.map((days) => (
            <DropdownMenuItem key={days} onSelect={() => onSilence(days)}>
              <BellOffIcon />
              {t('silence', { count: days })}
            </DropdownMenuItem>
          ))
        )}
        <DropdownMenuItem variant="destructive" onSelect={onRemove}>
          <Trash2Icon className="text-destructive" />
          {t('remove')}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
