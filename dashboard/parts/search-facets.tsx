import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Facets } from '#shared/contract/keywords.ts';
import { Button } from '#shared/ui/button.tsx';
import { cn } from '#shared/ui/cn.ts';
import { useUiTexts } from '#shared/ui/ui-texts.tsx';
import { DayBars, fillDays } from './day-bars.tsx';
import { countryName, languageName, scriptName } from './names.ts';
import { splitList, toggleInList } from './search-params.ts';
import { hasFilters, type ListFilter, type SearchState } from './search-state.ts';

type OnChange = (next: Partial<SearchState>) => void;
interface Choice {
  value: string;
  label: string;
  count: number;
}

/** Where and when the hits are. Each value narrows the search, a second click takes it back. */
export function SearchFacets({ facets, state, onChange }: { facets: Facets; state: SearchState; onChange: OnChange }) {
  const { t } = useTranslation('search');
  const { language } = useUiTexts();
  const days = fillDays(facets.days.map(({ value, count }) => ({ day: value, count })));
  const choose = (name: ListFilter) => (value: string) => onChange({ [name]: toggleInList(state[name], value) });
  const named = (values: Facets['languages'], name: (value: string) => string): Choice[] =>
    values.map(({ value, label, count }) => ({ value, label: label || name(value) || value, count }));
  return (
    <div className="space-y-6">
      {days.length > 0 && (
        <section aria-label={t('facet.days')}>
          <h3 className="mb-2 text-xs font-medium text-muted-foreground">{t('facet.days')}</h3>
          <DayBars
            days={days}
            label={(day, count) => t('day', { day, count })}
            chosen={state.day}
            onChoose={(day) => onChange({ day: state.day === day ? undefined : day })}
          />
        </section>
      )}
      <FacetList
        title={t('facet.languages')}
        choices={named(facets.languages, (value) => languageName(value, '', language) || t('facet.unknown'))}
        chosen={state.lang}
        onToggle={choose('lang')}
      />
      <FacetList
        title={t('facet.scripts')}
        choices={named(facets.scripts, (value) => scriptName(value, language))}
        chosen={state.script}
        onToggle={choose('script')}
      />
      <FacetList
        title={t('facet.sources')}
        choices={named(facets.sources, (value) => value)}
        chosen={state.source}
        onToggle={choose('source')}
      />
      <FacetList
        title={t('facet.countries')}
        choices={named(facets.countries, (value) => countryName(value, language))}
        chosen={state.country}
        onToggle={choose('country')}
      />
      {hasFilters(state) && (
        <Button
          variant="outline"
          size="sm"
          onClick={() =>
            onChange({ lang: undefined, script: undefined, source: undefined, country: undefined, day: undefined })
          }
        >
          {t('filters.clear')}
        </Button>
      )}
    </div>
  );
}

const shownMax = 6;

function FacetList({
  title,
  choices,
  chosen,
  onToggle,
}: {
  title: string;
  choices: Choice[];
  chosen: string | undefined;
  onToggle: (value: string) => void;
}) {
  const { t } = useTranslation('search');
  const { language } = useUiTexts();
  const [isLong, setLong] = useState(false);
  const inForce = splitList(chosen);
  // One single value narrows nothing, unless it is what narrowed the search.
  if (choices.length === 0 || (choices.length === 1 && inForce.length === 0)) return null;
  const shown = isLong ? choices : choices.slice(0, shownMax);
  const number = new Intl.NumberFormat(language);
  return (
    <section aria-label={title}>
      <h3 className="mb-1 text-xs font-medium text-muted-foreground">{title}</h3>
      <ul>
        {shown.map(({ value, label, count }) => {
          const isChosen = inForce.includes(value);
          return (
            <li key={value}>
              <button
                type="button"
                aria-pressed={isChosen}
                onClick={() => onToggle(value)}
                className={cn(
                  '-mx-2 flex w-[calc(100%+1rem)] items-baseline justify-between gap-3 rounded-sm px-2 py-1 text-start hover:bg-accent',
                  isChosen && 'bg-secondary font-medium',
                )}
              >
                <span className="truncate">{label}</span>
                <span className="text-xs text-muted-foreground tabular-nums">{number.format(count)}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {choices.length > shownMax && (
        <button type="button" onClick={() => setLong(!isLong)} className="mt-1 text-xs text-link">
          {isLong ? t('facet.fewer') : t('facet.more', { count: choices.length - shownMax })}
        </button>
      )}
    </section>
  );
}
