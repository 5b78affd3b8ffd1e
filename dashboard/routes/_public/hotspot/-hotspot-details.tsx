import { Link } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '#dashboard/parts/chart.tsx';
import type { Hotspot } from '#shared/contract/hotspots.ts';
import { exactTime } from '#shared/rules/relative-time.ts';
import { ForeignText } from '#shared/ui/foreign-text.tsx';
import { RelativeTime } from '#shared/ui/relative-time.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#shared/ui/table.tsx';
import { useUiTexts } from '#shared/ui/ui-texts.tsx';

/** Why it is hot: the sentence, the curve beside the usual, the figures behind it, the reports. */
export function HotspotDetails({ hotspot, windowHours }: { hotspot: Hotspot; windowHours: number }) {
  const { t } = useTranslation('hotspot');
  const { language } = useUiTexts();
  const figures = useMemo(() => new Intl.NumberFormat(language, { maximumFractionDigits: 1 }), [language]);
  const bars = useMemo(
    () =>
      hotspot.curve.map(({ at, sources, expected }) => ({
        label: exactTime(at, language),
        value: sources,
        line: expected,
        colour: sources > expected + 1 ? '--primary' : '--muted-foreground',
      })),
    [hotspot, language],
  );
  const valueText = useCallback((value: number) => figures.format(value), [figures]);
  const lineText = useCallback(
    (sources: number, expected: number) =>
      t('chart.bar', { sources: figures.format(sources), expected: figures.format(expected) }),
    [figures, t],
  );
  const most = Math.max(0, ...hotspot.curve.map(({ sources }) => sources));
  const expected = figures.format(hotspot.expected);
  return (
    <div className="space-y-3 pt-1 pb-2">
      <p className="max-w-prose">
        {t('why.text', {
          articles: hotspot.articles,
          observed: hotspot.observed,
          hours: windowHours,
          expected,
          words: hotspot.words.join(', '),
        })}
      </p>
      <figure>
        <Chart
          bars={bars}
          label={t('chart.label', { most, expected })}
          valueText={valueText}
          lineText={lineText}
          fileName={`tidings-hotspot-${hotspot.id}`}
        />
        <figcaption className="text-xs text-muted-foreground">{t('chart.legend', { hours: windowHours })}</figcaption>
      </figure>
      <ul className="divide-y border-y">
        {hotspot.reports.map((report) => (
          <li key={report.id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-1.5">
            <Link to="/news/$id" params={{ id: String(report.id) }} className="hover:underline">
              <ForeignText language={report.language} script={report.script}>
                {report.title}
              </ForeignText>
            </Link>
            <span className="flex gap-2 text-xs text-muted-foreground">
              <ForeignText language={report.language} script={report.script}>
                {report.source.name}
              </ForeignText>
              <RelativeTime at={report.publishedAt} />
            </span>
          </li>
        ))}
      </ul>
      <p>
        <Link to="/news" search={{ cluster: hotspot.id }} className="text-link">
          {t('reports')}
        </Link>
      </p>
      <details>
        <summary className="cursor-pointer text-muted-foreground">{t('table.caption')}</summary>
        <CurveTable curve={hotspot.curve} figures={figures} />
      </details>
    </div>
  );
}

function CurveTable({ curve, figures }: { curve: Hotspot['curve']; figures: Intl.NumberFormat }) {
  const { t } = useTranslation('hotspot');
  const { language } = useUiTexts();
  const hour = new Intl.DateTimeFormat(language, {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  return (
    <Table>
      <TableHeader>
        <tr>
          <TableHead className="ps-0">{t('table.hour')}</TableHead>
          <TableHead className="text-end">{t('table.sources')}</TableHead>
          <TableHead className="text-end">{t('table.expected')}</TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {curve.toReversed().map(({ at, sources, expected }) => (
          <TableRow key={at}>
            <TableCell className="ps-0 tabular-nums">{hour.format(at)}</TableCell>
            <TableCell numeric>{figures.format(sources)}</TableCell>
            <TableCell numeric>{figures.format(expected)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
