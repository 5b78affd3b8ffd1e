/** How a query is understood and what it would have found in the last seven days, while it is being written. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { TriangleAlertIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DataOf } from '#shared/contract/endpoint.ts';
import { previewKeyword, type Scope } from '#shared/contract/keywords.ts';
import { explainQuery } from '#shared/query/explain.ts';
import { parseQuery } from '#shared/query/parse.ts';
import { cn } from '#shared/ui/cn.ts';
import { ForeignText } from '#shared/ui/foreign-text.tsx';
import { HighlightedText } from '#shared/ui/highlighted-text.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { useUiTexts } from '#shared/ui/ui-texts.tsx';
import { api } from '../api.ts';
import { DayBars } from './day-bars.tsx';
import { explain } from './explanation.ts';
import { NewsMeta } from './news-row.tsx';
import { OtherNamesOffer } from './other-names.tsx';
import { QueryFailure, QueryProblems } from './query-problems.tsx';
import { useSettled } from './use-settled.ts';

type Preview = DataOf<typeof previewKeyword>;

/** Beyond this a rule tells more than anybody reads. */
const manyPerDay = 50;
const daysShown = 7;
const examplesMax = 3;

export interface KeywordPreviewProps {
  keyword: string;
  scope?: Scope;
  onRepair(keyword: string): void;
  /** The same words, with what they are called in other languages. */
  onExtend(keyword: string): void;
}

export function KeywordPreview({ keyword, ...rest }: KeywordPreviewProps) {
  const { t } = useTranslation('keyword');
  const text = keyword.trim();
  return (
    <section aria-label={t('preview')} className="min-w-0 space-y-3">
      {text === '' ? (
        <p className="text-muted-foreground">{t('preview.none')}</p>
      ) : (
        <Reading keyword={text} {...rest} />
      )}
    </section>
  );
}

/** The words are read here at once; what they find is asked for when typing pauses. */
function Reading({ keyword, onRepair, ...rest }: KeywordPreviewProps) {
  const { t } = useTranslation('query');
  const { language } = useUiTexts();
  const reading = parseQuery(keyword, { rules: true });
  if (!reading.ok) {
    return <QueryProblems query={keyword} problems={reading.problems} kind="error" onRepair={onRepair} />;
  }
  return (
    <>
      <p aria-live="polite">{explain(explainQuery(reading.query), t, language)}</p>
      <QueryProblems query={keyword} problems={reading.warnings} kind="warning" onRepair={onRepair} />
      <Findings keyword={keyword} onRepair={onRepair} {...rest} />
    </>
  );
}

function Findings({ keyword, scope, onRepair, onExtend }: KeywordPreviewProps) {
  const { t } = useTranslation('keyword');
  const settled = useSettled(JSON.stringify({ keyword, scope }));
  const preview = useQuery({
    queryKey: ['keyword', 'preview', settled],
    queryFn: ({ signal }) => api(previewKeyword, { body: JSON.parse(settled) as { keyword: string }, signal }),
    placeholderData: keepPreviousData,
  });
  if (preview.error) return <QueryFailure error={preview.error} query={keyword} onRepair={onRepair} />;
  if (!preview.data) {
    return (
      <div role="status" aria-label={t('preview.loading')} className="space-y-2">
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="h-20" />
        <Skeleton className="h-4 w-2/3" />
      </div>
    );
  }
  const isCurrent = !preview.isPlaceholderData && settled === JSON.stringify({ keyword, scope });
  return (
    <>
      {isCurrent && <OtherNamesOffer offer={preview.data.otherNames} onTake={onExtend} />}
      <Figures preview={preview.data} isCurrent={isCurrent} />
    </>
  );
}

function Figures({ preview, isCurrent }: { preview: Preview; isCurrent: boolean }) {
  const { t } = useTranslation('keyword');
  const { language } = useUiTexts();
  const { count, countCapped, isCutShort, perDay, examples } = preview;
  const number = new Intl.NumberFormat(language).format(count) + (countCapped ? '+' : '');
  const isMany = countCapped || count / daysShown > manyPerDay;
  return (
    <div aria-busy={!isCurrent} className={cn('space-y-3 transition-opacity duration-150', !isCurrent && 'opacity-50')}>
      <p role="status" className="font-medium tabular-nums">
        {count === 0 ? t('preview.countNone') : t('preview.count', { count, number })}
      </p>
      {count === 0 && <p className="text-muted-foreground">{t('preview.countNoneText')}</p>}
      {isMany && (
        <p className="flex gap-2">
          <TriangleAlertIcon aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
          {t('preview.many', { perDay: Math.round(count / daysShown) })}
        </p>
      )}
      {isCutShort && <p className="text-muted-foreground">{t('preview.cutShort')}</p>}
      {count > 0 && <DayBars days={perDay} label={(day, found) => t('preview.day', { day, count: found })} />}
      {examples.length > 0 && (
        <ul className="divide-y border-y">
          {examples.slice(0, examplesMax).map((item) => (
            <li key={item.id} className="py-2">
              <ForeignText as="p" language={item.language} script={item.script}>
                <HighlightedText text={item.title} ranges={item.highlights.title} />
              </ForeignText>
              {item.highlights.title.length === 0 && item.snippet && (
                <ForeignText
                  as="p"
                  language={item.language}
                  script={item.script}
                  className="line-clamp-2 text-xs leading-5 text-muted-foreground"
                >
                  <HighlightedText text={item.snippet} ranges={item.highlights.snippet} />
                </ForeignText>
              )}
              <NewsMeta item={item} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
