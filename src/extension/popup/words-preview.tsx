import type { DataOf } from '#shared/contract/endpoint.ts';
import type { previewKeyword } from '#shared/contract/keywords.ts';
import type { SearchHit } from '#shared/contract/news.ts';
import { ForeignText } from '#shared/ui/foreign-text.tsx';
import { HighlightedText } from '#shared/ui/highlighted-text.tsx';
import { RelativeTime } from '#shared/ui/relative-time.tsx';
import { useTexts } from '../surface/surface-texts.tsx';
import type { Loading } from '../surface/use-api.ts';

export type Preview = DataOf<typeof previewKeyword>;

/** How often the words came up in the last seven days. Its height is kept, so that typing does not move the page. */
export function WordsPreview({ preview, isEmpty }: { preview: Loading<Preview>; isEmpty: boolean }) {
  const { t } = useTexts();
  const data = preview.state === 'ready' ? preview.data : null;
  return (
    <div className="min-h-64 space-y-3">
      <p className="text-muted-foreground">
        {isEmpty
          ? t('words.hint')
          : data
            ? data.count === 0
              ? t('words.none')
              : t(data.countCapped || data.isCutShort ? 'words.foundCapped' : 'words.found', { count: data.count })
            : t('words.counting')}
      </p>
      {data && data.count > 0 && <DayBars days={data.perDay} />}
      {data && data.examples.length > 0 && (
        <ul className="divide-y border-y">
          {data.examples.slice(0, 3).map((hit) => (
            <Example key={hit.id} hit={hit} />
          ))}
        </ul>
      )}
    </div>
  );
}

function DayBars({ days }: { days: Preview['perDay'] }) {
  const { t, language } = useTexts();
  const highest = Math.max(1, ...days.map((day) => day.count));
  const dayName = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  const named = days.map(({ day, count }) => ({ day, count, name: dayName.format(new Date(`${day}T12:00:00Z`)) }));
  const label = `${t('words.perDay')} ${named.map(({ name, count }) => `${name} ${count}`).join(', ')}`;
  return (
    <div role="img" aria-label={label} className="flex items-end gap-1.5">
      {named.map(({ day, count, name }) => (
        <div key={day} className="flex flex-1 flex-col items-center text-2xs text-muted-foreground tabular-nums">
          <span>{count}</span>
          <span className="flex h-8 w-full items-end">
            <span
              className="w-full rounded-t-sm bg-primary/70"
              style={{ height: count === 0 ? '1px' : `${Math.max(6, (count / highest) * 100)}%` }}
            />
          </span>
          <span>{name}</span>
        </div>
      ))}
    </div>
  );
}

function Example({ hit }: { hit: SearchHit }) {
  return (
    <li className="py-2">
      <ForeignText language={hit.language} script={hit.script} className="line-clamp-2">
        <HighlightedText text={hit.title} ranges={hit.highlights.title} />
      </ForeignText>
      <p className="flex gap-2 text-xs text-muted-foreground">
        <span className="truncate">{hit.source.name}</span>
        <RelativeTime at={hit.publishedAt} className="ms-auto shrink-0" />
      </p>
    </li>
  );
}
