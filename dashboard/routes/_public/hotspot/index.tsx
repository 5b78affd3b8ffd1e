import { useQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '#dashboard/api.ts';
import { Failure } from '#dashboard/parts/failure.tsx';
import { languageName } from '#dashboard/parts/names.ts';
import { textParam } from '#dashboard/parts/search-params.ts';
import { type HotspotBoard, listHotspots } from '#shared/contract/hotspots.ts';
import { loadTexts } from '#shared/i18n/setup.ts';
import { EmptyState } from '#shared/ui/empty-state.tsx';
import { NativeSelect } from '#shared/ui/native-select.tsx';
import { Progress } from '#shared/ui/progress.tsx';
import { RelativeTime } from '#shared/ui/relative-time.tsx';
import { ListSkeleton } from '#shared/ui/skeleton.tsx';
import { useUiTexts } from '#shared/ui/ui-texts.tsx';
import { HotspotRow } from './-hotspot-row.tsx';

const refreshMs = 60_000;

export const Route = createFileRoute('/_public/hotspot/')({
  staticData: { title: 'title.hotspot' },
  validateSearch: (search): { language?: string } => ({ language: textParam(search['language'], 35) }),
  loader: () => loadTexts('hotspot', 'news'),
  component: HotspotScreen,
});

function HotspotScreen() {
  const { t } = useTranslation(['hotspot', 'common']);
  const { language } = Route.useSearch();
  const { data, error, refetch } = useQuery({
    queryKey: ['hotspot', language],
    queryFn: ({ signal }) => api(listHotspots, { query: { limit: 20, ...(language && { language }) }, signal }),
    refetchInterval: refreshMs,
  });
  return (
    <div className="mx-auto max-w-3xl">
      <div className="flex flex-wrap items-center justify-between gap-3 border-b border-foreground/60 pb-2">
        <h1 className="text-lg font-semibold">{t('common:title.hotspot')}</h1>
        <LanguageChoice chosen={language} offered={data?.languages ?? []} />
      </div>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={8} />}
      {data && <Board board={data} />}
    </div>
  );
}

function Board({ board }: { board: HotspotBoard }) {
  const { t } = useTranslation('hotspot');
  if (board.learning) {
    const { hours, hoursNeeded } = board.learning;
    return (
      <EmptyState title={t('learning.title')}>
        <p>{t('learning.text', { hours, needed: hoursNeeded })}</p>
        <Progress
          className="mt-3 max-w-sm"
          label={t('learning.title')}
          value={Math.min(100, (hours / hoursNeeded) * 100)}
        />
      </EmptyState>
    );
  }
  return (
    <>
      <p className="flex flex-wrap justify-between gap-x-4 gap-y-1 py-2 text-xs text-muted-foreground">
        <span>{t('about', { hours: board.windowHours })}</span>
        {board.madeAt !== null && (
          <span>
            {t('madeAt')} <RelativeTime at={board.madeAt} />
          </span>
        )}
      </p>
      {board.list.length === 0 && <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>}
      <ol className="divide-y border-t">
        {board.list.map((hotspot, rank) => (
          <HotspotRow key={hotspot.id} hotspot={hotspot} rank={rank + 1} windowHours={board.windowHours} />
        ))}
      </ol>
    </>
  );
}

function LanguageChoice({ chosen, offered }: { chosen: string | undefined; offered: readonly string[] }) {
  const { t } = useTranslation('hotspot');
  const { language } = useUiTexts();
  const navigate = useNavigate({ from: Route.fullPath });
  const languages = chosen && !offered.includes(chosen) ? [chosen, ...offered] : offered;
  return (
    <NativeSelect
      aria-label={t('language')}
      value={chosen ?? ''}
      onChange={({ target }) => void navigate({ search: { language: target.value || undefined }, replace: true })}
    >
      <option value="">{t('allLanguages')}</option>
      {languages.map((code) => (
        <option key={code} value={code}>
          {languageName(code, '', language)}
        </option>
      ))}
    </NativeSelect>
  );
}
