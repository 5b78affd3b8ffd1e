import { useTranslation } from 'react-i18next';
import { languageName } from '#dashboard/parts/names.ts';
import type { DiscoveredFeed } from '#shared/contract/websites.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { ForeignText } from '#shared/ui/foreign-text.tsx';
import { RelativeTime } from '#shared/ui/relative-time.tsx';
import { useUiTexts } from '#shared/ui/ui-texts.tsx';

const titlesShown = 3;

/** What was found at an address; one of it can be chosen. */
export function FeedChoice({
  feeds,
  chosen,
  onChoose,
}: {
  feeds: readonly DiscoveredFeed[];
  chosen: string | undefined;
  onChoose: (url: string) => void;
}) {
  const { t } = useTranslation('website');
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-medium">
        {feeds.every(({ subscribed }) => subscribed) ? t('add.allFollowed') : t('add.found', { count: feeds.length })}
      </legend>
      <ul className="divide-y rounded-md border">
        {feeds.map((feed) => (
          <li key={feed.url}>
            <label className="flex cursor-pointer items-start gap-3 px-3 py-2.5 has-checked:bg-secondary has-disabled:cursor-default">
              <input
                type="radio"
                name="feed"
                value={feed.url}
                checked={chosen === feed.url}
                disabled={feed.subscribed}
                onChange={() => onChoose(feed.url)}
                className="mt-0.5 size-4 shrink-0 accent-primary"
              />
              <Candidate feed={feed} />
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function Candidate({ feed }: { feed: DiscoveredFeed }) {
  const { t } = useTranslation('website');
  const { language } = useUiTexts();
  const facts = [
    t(`type.${feed.type}`),
    languageName(feed.language, '', language),
    rateText(feed.itemsPerDay, language, t),
    t(feed.fullText ? 'feed.fullText' : 'feed.summary'),
  ].filter(Boolean);
  return (
    <span className="min-w-0 flex-1 space-y-1">
      <span className="flex flex-wrap items-center gap-2">
        <ForeignText language={feed.language} className="font-medium">
          {feed.title || feed.url}
        </ForeignText>
        {feed.subscribed && <Badge variant="success">{t('feed.subscribed')}</Badge>}
      </span>
      <span className="block truncate text-xs text-muted-foreground" dir="ltr" title={feed.url}>
        {feed.url}
      </span>
      <span className="block text-xs text-muted-foreground tabular-nums">
        {facts.join(' · ')}
        {feed.newestAt !== null && (
          <>
            {' · '}
            {t('feed.newest')} <RelativeTime at={feed.newestAt} />
          </>
        )}
      </span>
      {feed.lastTitles.slice(0, titlesShown).map((title) => (
        <ForeignText key={title} language={feed.language} className="block truncate text-xs" title={title}>
          {title}
        </ForeignText>
      ))}
    </span>
  );
}

function rateText(
  itemsPerDay: number | null,
  language: string,
  t: ReturnType<typeof useTranslation<'website'>>['t'],
): string {
  if (itemsPerDay === null) return t('feed.rateUnknown');
  if (itemsPerDay < 0.1) return t('feed.rateRare');
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: itemsPerDay < 10 ? 1 : 0 }).format(
    itemsPerDay,
  );
  return t('feed.rate', { number });
}
