import { ActivityIcon, EllipsisIcon, ExternalLinkIcon, Trash2Icon } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UnreadLink } from '#dashboard/parts/unread-link.tsx';
import type { WebsiteSubscription } from '#shared/contract/websites.ts';
import { ConfirmDialog } from '#shared/ui/alert-dialog.tsx';
import { Button } from '#shared/ui/button.tsx';
import { cn } from '#shared/ui/cn.ts';
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '#shared/ui/dropdown-menu.tsx';
import { ForeignText } from '#shared/ui/foreign-text.tsx';
import { safeAddress } from '#shared/ui/safe-html.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#shared/ui/table.tsx';
import { useUiTexts } from '#shared/ui/ui-texts.tsx';
import { fetchErrorText } from './-fetch-errors.ts';
import { HealthBadge, NextFetch, TimeOr } from './-source-health.tsx';
import { useRemoveWebsite } from './-use-remove-website.ts';

/** On narrow screens the figures stand in a line under the name instead of in columns. */
const wideOnly = 'hidden sm:table-cell';

export function WebsiteTable({ websites, onOpen }: { websites: WebsiteSubscription[]; onOpen: (id: number) => void }) {
  const { t } = useTranslation('website');
  return (
    <Table>
      <TableHeader>
        <tr>
          <TableHead className="ps-0">{t('column.website')}</TableHead>
          <TableHead className={wideOnly}>{t('column.state')}</TableHead>
          <TableHead className={wideOnly}>{t('column.lastFetch')}</TableHead>
          <TableHead className={wideOnly}>{t('column.nextFetch')}</TableHead>
          <TableHead className={cn(wideOnly, 'text-end')}>{t('column.items')}</TableHead>
          <TableHead className={cn(wideOnly, 'text-end')}>{t('column.unread')}</TableHead>
          <TableHead>
            <span className="sr-only">{t('column.actions')}</span>
          </TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {websites.map((website) => (
          <WebsiteRow key={website.id} website={website} onOpen={onOpen} />
        ))}
      </TableBody>
    </Table>
  );
}

function WebsiteRow({ website, onOpen }: { website: WebsiteSubscription; onOpen: (id: number) => void }) {
  const { t } = useTranslation('website');
  const { language } = useUiTexts();
  const { source } = website;
  const { health } = source;
  const { errorKind, errorDetail } = health;
  const items = new Intl.NumberFormat(language).format(health.itemCount);
  return (
    <TableRow>
      <TableCell className="w-full max-w-0 ps-0">
        <button
          type="button"
          title={t('open')}
          className="block max-w-full truncate text-start font-medium hover:underline hover:underline-offset-3"
          onClick={() => onOpen(website.id)}
        >
          <ForeignText language={source.language}>{website.title}</ForeignText>
        </button>
        <p className="truncate text-xs text-muted-foreground" dir="ltr">
          {hostOf(source.homeUrl || source.url)}
        </p>
        {errorKind !== null && (
          <p className="mt-0.5 text-xs whitespace-normal">{fetchErrorText({ errorKind, errorDetail }, t)}</p>
        )}
        <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted-foreground tabular-nums sm:hidden">
          <HealthBadge state={health.state} />
          {website.unreadCount > 0 && (
            <UnreadLink kind="website" subscription={website}>
              {t('row.unread', { count: website.unreadCount })}
            </UnreadLink>
          )}
          <span>{t('row.items', { count: health.itemCount, number: items })}</span>
          <span>
            <TimeOr at={health.lastFetchAt} none={t('never')} />
          </span>
        </div>
      </TableCell>
      <TableCell className={wideOnly}>
        <HealthBadge state={health.state} />
      </TableCell>
      <TableCell className={cn(wideOnly, 'whitespace-nowrap text-muted-foreground tabular-nums')}>
        <TimeOr at={health.lastFetchAt} none={t('never')} />
      </TableCell>
      <TableCell className={cn(wideOnly, 'whitespace-nowrap text-muted-foreground tabular-nums')}>
        <NextFetch at={health.nextFetchAt} />
      </TableCell>
      <TableCell numeric className={cn(wideOnly, health.itemCount === 0 && 'text-muted-foreground')}>
        {items}
      </TableCell>
      <TableCell numeric className={wideOnly}>
        <UnreadLink kind="website" subscription={website}>
          {website.unreadCount}
        </UnreadLink>
      </TableCell>
      <TableCell className="w-px px-0 text-end">
        <RowMenu website={website} onOpen={() => onOpen(website.id)} />
      </TableCell>
    </TableRow>
  );
}

function RowMenu({ website, onOpen }: { website: WebsiteSubscription; onOpen: () => void }) {
  const { t } = useTranslation('website');
  const remove = useRemoveWebsite(website);
  const [isAsking, setAsking] = useState(false);
  const home = safeAddress(website.source.homeUrl, '', ['http:', 'https:']);
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="ghost" size="icon-sm" aria-label={t('actionsFor', { title: website.title })}>
            <EllipsisIcon />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuItem onSelect={onOpen}>
            <ActivityIcon />
            {t('details')}
          </DropdownMenuItem>
          {home && (
            <DropdownMenuItem asChild>
              <a href={home} target="_blank" rel="noopener noreferrer">
                <ExternalLinkIcon />
                {t('visit')}
              </a>
            </DropdownMenuItem>
          )}
          <DropdownMenuItem variant="destructive" onSelect={() => setAsking(true)}>
            <Trash2Icon className="text-destructive" />
            {t('remove')}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('remove.title', { title: website.title })}
        description={t('remove.text')}
        action={t('remove')}
        destructive
        onConfirm={() => remove.mutate()}
      />
    </>
  );
}

export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}
