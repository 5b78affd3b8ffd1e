import { CheckIcon } from 'lucide-react';
import { Button } from '#shared/ui/button.tsx';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import { useTexts } from '../surface/surface-texts.tsx';
import { type Site, siteHost } from './find-feeds.ts';
import { passageLengthMax } from './key-words.ts';
import type { FrontPage } from './use-page.ts';
import type { SiteState } from './use-site.ts';

interface SiteStripProps {
  page: FrontPage | null | undefined;
  site: Site | null;
  state: SiteState;
  onFollow: () => void;
  onWords: () => void;
}

/** The page in front of the reader in one line, with the one-click subscription. Its height never changes. */
export function SiteStrip({ page, site, state, onFollow, onWords }: SiteStripProps) {
  const { t } = useTexts();
  const selection = page?.summary?.selection ?? '';
  const isFollowed =
    Object.keys(state.made).length > 0 || (state.followed.state === 'ready' && state.followed.data.length > 0);
  return (
    <div className="flex h-11 shrink-0 items-center gap-2 border-b bg-muted px-4">
      <span className="min-w-0 flex-1 truncate" title={site?.url}>
        {site ? (
          siteHost(site.url)
        ) : page === null ? (
          <span className="text-muted-foreground">{t('page.none')}</span>
        ) : (
          ''
        )}
      </span>
      {selection !== '' && (
        <Button variant="outline" size="xs" className="max-w-36" title={selection} onClick={onWords}>
          <span className="truncate">
            {selection.length > passageLengthMax ? t('strip.passage') : t('strip.words', { words: selection })}
          </span>
        </Button>
      )}
      {site &&
        (isFollowed ? (
          <span className="flex items-center gap-1 text-xs text-success">
            <CheckIcon aria-hidden className="size-3.5" />
            {t('site.subscribed')}
          </span>
        ) : (
          <SubmitButton type="button" size="xs" pending={state.feeds.state === 'loading'} onClick={onFollow}>
            {t('strip.subscribe')}
          </SubmitButton>
        ))}
    </div>
  );
}
