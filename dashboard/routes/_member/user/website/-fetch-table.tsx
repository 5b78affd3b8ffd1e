import { useTranslation } from 'react-i18next';
import type { DataOf } from '#shared/contract/endpoint.ts';
import type { listFetches } from '#shared/contract/websites.ts';
import { RelativeTime } from '#shared/ui/relative-time.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#shared/ui/table.tsx';
import { useUiTexts } from '#shared/ui/ui-texts.tsx';
import { fetchErrorText } from './-fetch-errors.ts';

export type Fetch = DataOf<typeof listFetches>['list'][number];

/** The last fetches, newest first. */
export function FetchTable({ fetches }: { fetches: readonly Fetch[] }) {
  const { t } = useTranslation('website');
  const { language } = useUiTexts();
  return (
    <Table>
      <TableHeader>
        <tr>
          <TableHead className="ps-0">{t('fetches.at')}</TableHead>
          <TableHead>{t('fetches.result')}</TableHead>
          <TableHead className="text-end">{t('fetches.took')}</TableHead>
          <TableHead className="hidden pe-0 text-end sm:table-cell">{t('fetches.size')}</TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {fetches.map((fetch) => (
          <TableRow key={fetch.at}>
            <TableCell className="ps-0 whitespace-nowrap text-muted-foreground tabular-nums">
              <RelativeTime at={fetch.at} />
            </TableCell>
            <TableCell>
              <Result fetch={fetch} />
            </TableCell>
            <TableCell numeric className="whitespace-nowrap">
              {durationText(fetch.tookMs, language)}
            </TableCell>
            <TableCell numeric className="hidden pe-0 whitespace-nowrap sm:table-cell">
              {fetch.bytes > 0 && sizeText(fetch.bytes, language)}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function Result({ fetch }: { fetch: Fetch }) {
  const { t } = useTranslation('website');
  const { errorKind, newItems } = fetch;
  if (errorKind !== null) {
    return <span title={fetch.errorDetail}>{fetchErrorText({ ...fetch, errorKind }, t)}</span>;
  }
  if (newItems > 0) return t('fetches.new', { count: newItems });
  return <span className="text-muted-foreground">{t('fetches.unchanged')}</span>;
}

export function durationText(ms: number, language: string): string {
  const [value, unit] = ms < 1000 ? [Math.round(ms), 'millisecond'] : [ms / 1000, 'second'];
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(value);
}

function sizeText(bytes: number, language: string): string {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte'];
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(value);
}
