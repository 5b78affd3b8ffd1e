import { Link } from '@tanstack/react-router';
import { ChevronDownIcon } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageName } from '#dashboard/parts/names.ts';
import type { Hotspot } from '#shared/contract/hotspots.ts';
import { Button } from '#shared/ui/button.tsx';
import { cn } from '#shared/ui/cn.ts';
import { ForeignText } from '#shared/ui/foreign-text.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { useUiTexts } from '#shared/ui/ui-texts.tsx';

// Most readers look at the list only.
const HotspotDetails = lazy(async () => ({ default: (await import('./-hotspot-details.tsx')).HotspotDetails }));

/** One hotspot: what it is, how much more than usual, and on request why. */
export function HotspotRow({ hotspot, rank, windowHours }: { hotspot: Hotspot; rank: number; windowHours: number }) {
  const { t } = useTranslation('hotspot');
  const { language } = useUiTexts();
  const [isOpen, setOpen] = useState(false);
  const details = useId();
  const figures = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  return (
    <li className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-2 py-3">
      <span className="pt-px text-end text-muted-foreground tabular-nums">{rank}</span>
      <div className="min-w-0">
        <h2 className="leading-6 font-semibold">
          <Link to="/news" search={{ cluster: hotspot.id }} className="hover:underline hover:underline-offset-3">
            <ForeignText language={hotspot.language} script={hotspot.script}>
              {hotspot.title}
            </ForeignText>
          </Link>
        </h2>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-xs leading-5 text-muted-foreground">
          <span className="tabular-nums">
            {t('observed', { count: hotspot.observed, expected: figures.format(hotspot.expected) })}
          </span>
          <span>{languageName(hotspot.language, hotspot.script, language)}</span>
          <ForeignText language={hotspot.language} script={hotspot.script} className="min-w-0 truncate">
            {hotspot.words.join(' · ')}
          </ForeignText>
        </p>
        <Button
          variant="ghost"
          size="sm"
          className="-ms-2.5 mt-0.5 text-muted-foreground"
          aria-expanded={isOpen}
          aria-controls={details}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('hide') : t('why')}
          <ChevronDownIcon aria-hidden className={cn('transition-transform', isOpen && 'rotate-180')} />
        </Button>
        <div id={details}>
          {isOpen && (
            <Suspense fallback={<Skeleton className="h-32 w-full" />}>
              <HotspotDetails hotspot={hotspot} windowHours={windowHours} />
            </Suspense>
          )}
        </div>
      </div>
    </li>
  );
}
