import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '#dashboard/parts/chart.tsx';
import { exactTime } from '#shared/rules/relative-time.ts';
import { cn } from '#shared/ui/cn.ts';
import { useUiTexts } from '#shared/ui/ui-texts.tsx';
import { durationText, type Fetch } from './-fetch-table.tsx';

const outcomes = {
  new: { colour: '--primary', swatch: 'bg-primary' },
  unchanged: { colour: '--muted-foreground', swatch: 'bg-muted-foreground' },
  failed: { colour: '--destructive', swatch: 'bg-destructive' },
};
type Outcome = keyof typeof outcomes;

function outcomeOf({ errorKind, newItems }: Fetch): Outcome {
  if (errorKind !== null) return 'failed';
  return newItems > 0 ? 'new' : 'unchanged';
}

/** How long each fetch took and how it ended, oldest first. The table below it says the same in words. */
export function FetchPlot({ fetches }: { fetches: readonly Fetch[] }) {
  const { t } = useTranslation('website');
  const { language } = useUiTexts();
  const slowestMs = Math.max(1, ...fetches.map(({ tookMs }) => tookMs));
  const failed = fetches.filter(({ errorKind }) => errorKind !== null).length;
  const slowest = durationText(slowestMs, language);
  const bars = useMemo(
    () =>
      fetches.toReversed().map((fetch) => ({
        label: exactTime(fetch.at, language),
        value: fetch.tookMs,
        colour: outcomes[outcomeOf(fetch)].colour,
      })),
    [fetches, language],
  );
  const valueText = useCallback((ms: number) => durationText(ms, language), [language]);
  return (
    <figure className="my-3">
      <Chart
        bars={bars}
        label={t('plot.label', { count: fetches.length, failed, slowest })}
        valueText={valueText}
        fileName="tidings-fetches"
      />
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted-foreground">
        <span>{t('plot.height', { slowest })}</span>
        {(['new', 'unchanged', 'failed'] as const).map((outcome) => (
          <span key={outcome} className="flex items-center gap-1.5">
            <span aria-hidden className={cn('size-2.5 rounded-xs', outcomes[outcome].swatch)} />
            {t(`plot.${outcome}`)}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
