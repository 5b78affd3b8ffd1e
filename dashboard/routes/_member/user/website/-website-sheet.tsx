import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#dashboard/api.ts';
import { DetailsSheet } from '#dashboard/parts/details-sheet.tsx';
import { Failure } from '#dashboard/parts/failure.tsx';
import { findListed } from '#dashboard/parts/find-listed.ts';
import { languageName } from '#dashboard/parts/names.ts';
import type { DataOf } from '#shared/contract/endpoint.ts';
import { listFetches, listWebsites, type WebsiteSubscription } from '#shared/contract/websites.ts';
import { safeAddress } from '#shared/ui/safe-html.tsx';
import { ListSkeleton } from '#shared/ui/skeleton.tsx';
import { useUiTexts } from '#shared/ui/ui-texts.tsx';
import { fetchErrorText } from './-fetch-errors.ts';
import { FetchPlot } from './-fetch-plot.tsx';
import { FetchTable } from './-fetch-table.tsx';
import { HealthBadge, NextFetch, TimeOr } from './-source-health.tsx';

/** One website: what is followed there, how it is doing, and its last fetches. */
export function WebsiteSheet({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('website');
  const website = useWebsite(id);
  return (
    <DetailsSheet title={website?.title ?? t('details')} onClose={onClose}>
      {website && <Facts website={website} />}
      <Fetches id={id} />
    </DetailsSheet>
  );
}

/** From the table behind when it is there, else looked for: an address may lead to any page of the list. */
function useWebsite(id: number): WebsiteSubscription | undefined {
  const queryClient = useQueryClient();
  const { data } = useQuery({
    queryKey: ['website', 'one', id],
    queryFn: async ({ signal }) => {
      const listed = queryClient
        .getQueriesData<DataOf<typeof listWebsites>>({ queryKey: ['website', 'list'] })
        .flatMap(([, data]) => data?.list ?? [])
        .find((website) => website.id === id);
      return listed ?? (await findListed(id, (query) => api(listWebsites, { query, signal })));
    },
  });
  return data ?? undefined;
}

function Facts({ website: { source, createdAt } }: { website: WebsiteSubscription }) {
  const { t } = useTranslation('website');
  const { language } = useUiTexts();
  const { health } = source;
  const { errorKind, errorDetail } = health;
  return (
    <div className="space-y-3 border-b pb-4">
      <p className="flex items-start gap-2">
        <HealthBadge state={health.state} />
        <span>
          {errorKind === null ? t(`stateText.${health.state}`) : fetchErrorText({ errorKind, errorDetail }, t)}
        </span>
      </p>
      {health.tellsUntil !== null && (
        <p>
          {t('tellsUntil', { end: new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(health.tellsUntil) })}
        </p>
      )}
      {errorKind !== null && errorDetail && (
        <p className="text-xs text-muted-foreground">{t('fact.detail', { detail: errorDetail })}</p>
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        <Fact name={t('fact.home')}>
          <Address url={source.homeUrl} />
        </Fact>
        <Fact name={t(`type.${source.type}`)}>
          <Address url={source.url} />
        </Fact>
        {health.movedFrom !== null && (
          <Fact name={t('fact.moved')}>
            <TimeOr at={health.movedAt} none="–" /> · <span className="break-all">{health.movedFrom}</span>
          </Fact>
        )}
        <Fact name={t('fact.language')}>{languageName(source.language, '', language) || t('languageUnknown')}</Fact>
        <Fact name={t('fact.items')}>{new Intl.NumberFormat(language).format(health.itemCount)}</Fact>
        <Fact name={t('fact.lastItem')}>
          <TimeOr at={health.lastItemAt} none={t('never')} />
        </Fact>
        <Fact name={t('fact.lastOk')}>
          <TimeOr at={health.lastOkAt} none={t('never')} />
        </Fact>
        <Fact name={t('column.nextFetch')}>
          <NextFetch at={health.nextFetchAt} />
        </Fact>
        <Fact name={t('fact.since')}>
          <TimeOr at={createdAt} none="–" />
        </Fact>
      </dl>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="whitespace-nowrap text-muted-foreground">{name}</dt>
      <dd className="min-w-0 tabular-nums">{children}</dd>
    </>
  );
}

function Address({ url }: { url: string }) {
  const safe = safeAddress(url, '', ['http:', 'https:']);
  if (!safe) return <span className="break-all">{url}</span>;
  return (
    <a href={safe} target="_blank" rel="noopener noreferrer" className="break-all text-link" dir="ltr">
      {url}
    </a>
  );
}

function Fetches({ id }: { id: number }) {
  const { t } = useTranslation('website');
  const headingId = useId();
  const fetches = useQuery({
    queryKey: ['website', 'fetches', id],
    queryFn: ({ signal }) => api(listFetches, { query: { id }, signal }),
  });
  return (
    <section aria-labelledby={headingId} className="pt-2">
      <h3 id={headingId} className="font-semibold">
        {t('fetches.title')}
      </h3>
      {fetches.data ? (
        fetches.data.list.length === 0 ? (
          <p className="py-4 text-muted-foreground">{t('fetches.empty')}</p>
        ) : (
          <>
            <FetchPlot fetches={fetches.data.list} />
            <FetchTable fetches={fetches.data.list} />
          </>
        )
      ) : fetches.error ? (
        <Failure error={fetches.error} onRetry={() => void fetches.refetch()} />
      ) : (
        <ListSkeleton rows={6} />
      )}
    </section>
  );
}
