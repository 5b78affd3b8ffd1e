import { ChevronLeftIcon, ChevronRightIcon } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { pageSizeDefault, pageSizes } from '#shared/contract/envelope.ts';
import { Button } from '#shared/ui/button.tsx';
import { cn } from '#shared/ui/cn.ts';
import { NativeSelect } from '#shared/ui/native-select.tsx';
import { useUiTexts } from '#shared/ui/ui-texts.tsx';
import type { PageSize } from './list-params.ts';

/** So many page numbers are shown at once; first and last are always among them. */
const numbersMax = 7;

/** The numbers to show for a page, with 0 where some are left out. */
export function pageNumbers(page: number, last: number): number[] {
  if (last <= numbersMax) return Array.from({ length: last }, (_, index) => index + 1);
  const inner = numbersMax - 2;
  const from = Math.min(Math.max(2, page - Math.floor(inner / 2)), last - inner);
  const middle = Array.from({ length: inner }, (_, index) => from + index);
  if (from > 2) middle[0] = 0;
  if (from + inner < last) middle[inner - 1] = 0;
  return [1, ...middle, last];
}

export interface PagerProps {
  page?: number;
  limit?: PageSize;
  /** Rows in all. */
  count: number;
  onChange(change: { page?: number; limit?: PageSize }): void;
  /** Small: no page sizes, as in a drawer. */
  compact?: boolean;
}

/** Under a list: how many there are, the pages, how many a page has. */
export function Pager({ page = 1, limit = pageSizeDefault, count, onChange, compact = false }: PagerProps) {
  const { t } = useTranslation('list');
  const { language } = useUiTexts();
  const last = Math.max(1, Math.ceil(count / limit));
  const go = (to: number) => onChange({ page: to === 1 ? undefined : to });
  const goBack = useEffectEvent(() => go(last));
  // The last row of the last page is gone.
  useEffect(() => {
    if (page > last) goBack();
  }, [page, last]);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 text-muted-foreground tabular-nums">
      <p>{t('pager.count', { count, number: new Intl.NumberFormat(language).format(count) })}</p>
      {!compact && (
        <NativeSelect
          aria-label={t('pager.size')}
          value={limit}
          onChange={({ target }) => {
            const size = pageSizes.find((each) => each === Number(target.value));
            onChange({ page: undefined, limit: size === pageSizeDefault ? undefined : size });
          }}
        >
          {pageSizes.map((size) => (
            <option key={size} value={size}>
              {t('pager.perPage', { size })}
            </option>
          ))}
        </NativeSelect>
      )}
      {last > 1 && (
        <nav aria-label={t('pager.pages')} className="ms-auto flex items-center gap-0.5">
          <Step label={t('pager.previous')} to={page - 1} isOff={page <= 1} onGo={go} />
          <ol className={cn('hidden gap-0.5', !compact && 'sm:flex')}>
            {pageNumbers(page, last).map((number, index) => (
              <li key={number || `gap ${index}`}>
                {number === 0 ? (
                  <span className="inline-flex size-8 items-center justify-center">…</span>
                ) : (
                  <Button
                    variant="ghost"
                    size="sm"
                    aria-label={t('pager.page', { page: number })}
                    aria-current={number === page ? 'page' : undefined}
                    className="min-w-8 px-2 font-normal aria-[current=page]:bg-secondary aria-[current=page]:font-medium aria-[current=page]:text-foreground"
                    onClick={() => go(number)}
                  >
                    {number}
                  </Button>
                )}
              </li>
            ))}
          </ol>
          <span className={cn('px-1', !compact && 'sm:hidden')}>{t('pager.position', { page, last })}</span>
          <Step label={t('pager.next')} to={page + 1} isOff={page >= last} onGo={go} isForward />
        </nav>
      )}
    </div>
  );
}

interface StepProps {
  label: string;
  to: number;
  isOff: boolean;
  isForward?: boolean;
  onGo(to: number): void;
}

function Step({ label, to, isOff, isForward = false, onGo }: StepProps) {
  const Icon = isForward ? ChevronRightIcon : ChevronLeftIcon;
  return (
    <Button variant="ghost" size="icon-sm" aria-label={label} title={label} disabled={isOff} onClick={() => onGo(to)}>
      <Icon className="rtl:-scale-x-100" />
    </Button>
  );
}
