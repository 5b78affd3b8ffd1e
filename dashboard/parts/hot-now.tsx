import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { listHotspots } from '#shared/contract/hotspots.ts';
import { ForeignText } from '#shared/ui/foreign-text.tsx';
import { api } from '../api.ts';

const shown = 6;
const refreshMs = 60_000;

/** The first places of the hotspot board; nothing while it is empty or learning. */
export function HotNow() {
  const { t } = useTranslation('home');
  const { data } = useQuery({
    queryKey: ['hotspot', 'front'],
    queryFn: ({ signal }) => api(listHotspots, { query: { limit: 10 }, signal }),
    refetchInterval: refreshMs,
  });
  if (!data || data.list.length === 0) return null;
  return (
    <section aria-labelledby="hot-now">
      <h2 id="hot-now" className="border-b border-foreground/60 pb-1.5 font-semibold">
        {t('hot.title')}
      </h2>
      <ol className="divide-y">
        {data.list.slice(0, shown).map(({ id, title, language, script }) => (
          <li key={id} className="py-2">
            <Link to="/news" search={{ cluster: id }} className="line-clamp-2 hover:underline">
              <ForeignText language={language} script={script}>
                {title}
              </ForeignText>
            </Link>
          </li>
        ))}
      </ol>
      <Link to="/hotspot" className="mt-1 inline-block text-link">
        {t('hot.more')}
      </Link>
    </section>
  );
}
