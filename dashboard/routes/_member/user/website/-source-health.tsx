import { useTranslation } from 'react-i18next';
import type { Source } from '#shared/contract/websites.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { RelativeTime } from '#shared/ui/relative-time.tsx';

const variants = { ok: 'success', new: 'default', waiting: 'warning', failing: 'destructive' } as const;

export function HealthBadge({ state }: { state: Source['health']['state'] }) {
  const { t } = useTranslation('website');
  return <Badge variant={variants[state]}>{t(`state.${state}`)}</Badge>;
}

const soonMs = 60_000;
const overdueMs = 5 * 60_000;

/** When the next fetch is due. One that is due or nearly so comes as soon as there is a free place. */
export function NextFetch({ at }: { at: number | null }) {
  const { t } = useTranslation('website');
  if (at === null) return '–';
  if (Date.now() - at > overdueMs) return t('waitsTurn');
  return at - Date.now() < soonMs ? t('soon') : <RelativeTime at={at} />;
}

export function TimeOr({ at, none }: { at: number | null; none: string }) {
  return at === null ? none : <RelativeTime at={at} />;
}
