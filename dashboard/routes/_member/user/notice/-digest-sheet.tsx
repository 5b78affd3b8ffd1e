import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#dashboard/api.ts';
import { DetailsSheet } from '#dashboard/parts/details-sheet.tsx';
import { Failure } from '#dashboard/parts/failure.tsx';
import { NewsRow } from '#dashboard/parts/news-row.tsx';
import { Pager } from '#dashboard/parts/pager.tsx';
import { readDigest } from '#shared/contract/keywords.ts';
import { ListSkeleton } from '#shared/ui/skeleton.tsx';

/** The stories of a digest, newest first, with the words that matched. */
export function DigestSheet({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('notice');
  const [page, setPage] = useState(1);
  const digest = useQuery({
    queryKey: ['notice', 'digest', id, page],
    queryFn: ({ signal }) => api(readDigest, { query: { id, page }, signal }),
    placeholderData: keepPreviousData,
  });
  const { data } = digest;
  return (
    <DetailsSheet title={data?.title ?? t('digest')} onClose={onClose}>
      {data ? (
        <>
          <p className="border-b pb-3">
            <Link to="/user/keyword" search={{ found: data.subscriptionId }} className="text-link">
              {t('digest.rule')}
            </Link>
          </p>
          <div className="divide-y">
            {data.list.map((hit) => (
              <NewsRow key={hit.id} item={hit} highlights={hit.highlights} />
            ))}
          </div>
          <Pager compact page={page} count={data.count} onChange={(change) => setPage(change.page ?? 1)} />
        </>
      ) : digest.error ? (
        <Failure error={digest.error} onRetry={() => void digest.refetch()} />
      ) : (
        <ListSkeleton rows={8} />
      )}
    </DetailsSheet>
  );
}
