import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { SubmitButton } from '#shared/ui/submit-button.tsx';

/** More is fetched when this part of the page has been scrolled past. */
const scrolledPart = 0.85;

export function isNearEnd(scrollTop: number, viewHeight: number, pageHeight: number): boolean {
  return scrollTop + viewHeight >= pageHeight * scrolledPart;
}

/** At the end of a long list: loads on by itself near the end, and on a click for those who do not scroll. */
export function LoadMore({ hasMore, isLoading, onLoad }: { hasMore: boolean; isLoading: boolean; onLoad: () => void }) {
  const { t } = useTranslation();
  const loadNearEnd = useEffectEvent(() => {
    const { scrollHeight, clientHeight } = document.documentElement;
    if (hasMore && !isLoading && isNearEnd(scrollY, clientHeight, scrollHeight)) onLoad();
  });
  useEffect(() => {
    const onScroll = () => loadNearEnd();
    addEventListener('scroll', onScroll, { passive: true });
    return () => removeEventListener('scroll', onScroll);
  }, []);
  if (!hasMore) return null;
  return (
    <div className="flex justify-center py-4">
      <SubmitButton type="button" variant="outline" pending={isLoading} onClick={onLoad}>
        {t('loadMore')}
      </SubmitButton>
    </div>
  );
}
