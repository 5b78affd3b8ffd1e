import { CheckIcon } from 'lucide-react';
import { useEffect } from 'react';
import type { DiscoveredFeed } from '#shared/contract/websites.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { ErrorState } from '#shared/ui/error-state.tsx';
import { ForeignText } from '#shared/ui/foreign-text.tsx';
import { RelativeTime } from '#shared/ui/relative-time.tsx';
import { ListSkeleton } from '#shared/ui/skeleton.tsx';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import { problemText } from '../surface/problem-text.ts';
import { useTexts } from '../surface/surface-texts.tsx';
import type { Site } from './find-feeds.ts';
import type { SiteState } from './use-site.ts';

/** What this site offers to follow: each source was read by the server before it is shown. */
export function SitePanel({ site, state }: { site: Site; state: SiteState }) {
  const { t } = useTexts();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each site that is shown
  useEffect(() => state.search(), [site.url]);
  const { feeds, followed } = state;
  return (
    <div className="space-y-3 px-4 py-3">
      {followed.state === 'ready' &&
        followed.data.map((subscription) => (
          <p key={subscription.id} className="flex items-center gap-2">
            <CheckIcon aria-hidden className="size-4 shrink-0 text-success" />
            <span className="min-w-0 flex-1 truncate">{t('site.following', { title: subscription.title })}</span>
            <Button variant="link" className="text-xs" onClick={() => void state.unfollowSite(subscription.id)}>
              {t('site.unfollow')}
            </Button>
          </p>
        ))}
      {feeds.state === 'loading' && (
        <>
          <p className="text-muted-foreground">{t('site.searching')}</p>
          <ListSkeleton rows={3} />
        </>
      )}
      {feeds.state === 'failed' && (
        <ErrorState
          title={t('site.notFound')}
          action={
            <Button variant="outline" size="sm" onClick={state.search}>
              {t('action.retry')}
            </Button>
          }
        >
          {problemText(feeds.problem, t)}
        </ErrorState>
      )}
      {feeds.state === 'ready' && (
        <>
          {feeds.data.length > 1 && (
            <p className="text-muted-foreground">{t('site.choose', { count: feeds.data.length })}</p>
          )}
          <ul className="space-y-3">
            {feeds.data.map((feed) => (
              <FeedOffer key={feed.url} feed={feed} state={state} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function FeedOffer({ feed, state }: { feed: DiscoveredFeed; state: SiteState }) {
  const { t, language } = useTexts();
  const isMade = feed.url in state.made;
  const isFollowed = isMade || feed.subscribed;
  const problem = state.problem?.feedUrl === feed.url ? state.problem.problem : null;
  const languageName = nameOfLanguage(feed.language, language);
  return (
    <li className="rounded-md border bg-card p-3">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <ForeignText language={feed.language} as="h3" className="font-medium">
            {feed.title || feed.url}
          </ForeignText>
          <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted-foreground">
            <Badge variant="outline">{t(`type.${feed.type}`)}</Badge>
            {languageName && <span>{languageName}</span>}
            {feed.itemsPerDay !== null && <span>{rateText(feed.itemsPerDay, language, t)}</span>}
            {feed.newestAt !== null && <RelativeTime at={feed.newestAt} />}
          </p>
        </div>
        {isFollowed ? (
          <span className="flex shrink-0 items-center gap-2 text-success">
            <CheckIcon aria-hidden className="size-4" />
            {t('site.subscribed')}
          </span>
        ) : (
          <SubmitButton type="button" size="sm" onClick={() => void state.followFeed(feed)}>
            {t('site.subscribe')}
          </SubmitButton>
        )}
      </div>
      {isMade && (
        <Button variant="link" className="text-xs" onClick={() => void state.takeBack(feed.url)}>
          {t('action.undo')}
        </Button>
      )}
      {problem && (
        <p role="alert" className="mt-2 text-destructive">
          {problemText(problem, t)}
        </p>
      )}
      {feed.lastTitles.length > 0 && (
        <ForeignText language={feed.language} as="ul" className="mt-2 space-y-1 border-t pt-2 text-[0.8125rem]">
          {feed.lastTitles.slice(0, 3).map((title) => (
            <li key={title} className="truncate text-muted-foreground">
              {title}
            </li>
          ))}
        </ForeignText>
      )}
    </li>
  );
}

function rateText(perDay: number, language: string, t: ReturnType<typeof useTexts>['t']): string {
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: perDay < 10 ? 1 : 0 });
  return perDay >= 1
    ? t('site.perDay', { number: format.format(perDay) })
    : t('site.perWeek', { number: format.format(perDay * 7) });
}

function nameOfLanguage(tag: string, language: string): string {
  if (!tag || tag === 'und') return '';
  try {
    return new Intl.DisplayNames(language, { type: 'language' }).of(tag) ?? '';
  } catch {
    return '';
  }
}
