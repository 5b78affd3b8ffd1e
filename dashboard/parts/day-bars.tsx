import dayjs from 'dayjs';
import { useLayoutEffect, useRef } from 'react';
import { cn } from '#shared/ui/cn.ts';
import { useUiTexts } from '#shared/ui/ui-texts.tsx';

export interface DayCount {
  /** `YYYY-MM-DD` */
  day: string;
  count: number;
}

/**
 * Counts per day as bars. With `onChoose` each bar is a button wide enough for a finger, `chosen` is the day in force, and what
 * does not fit is scrolled to, the newest being shown first.
 */
export function DayBars({
  days,
  label,
  onChoose,
  chosen,
  className,
}: {
  days: readonly DayCount[];
  label: (day: string, count: number) => string;
  onChoose?: (day: string) => void;
  chosen?: string;
  className?: string;
}) {
  const { language } = useUiTexts();
  const most = Math.max(1, ...days.map(({ count }) => count));
  const first = days[0];
  const last = days.at(-1);
  const scroller = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollLeft = scroller.current.scrollWidth;
  }, []);
  return (
    <div ref={scroller} className={cn(onChoose && 'overflow-x-auto', className)}>
      <ol className={cn('flex items-stretch gap-px', onChoose ? 'h-20 min-w-max' : 'h-16')}>
        {days.map(({ day, count }, index) => {
          const text = label(dayText(day, language), count);
          const bar = (
            <span
              className={cn('block w-full rounded-t-xs bg-primary/55', chosen === day && 'bg-primary')}
              style={{ height: count === 0 ? 1 : `${Math.max(4, (count / most) * 100)}%` }}
            />
          );
          return (
            <li key={day} className={cn('flex flex-1', onChoose ? 'min-w-6' : 'min-w-0.5')} title={text}>
              {onChoose ? (
                <button
                  type="button"
                  aria-label={text}
                  aria-pressed={chosen === day}
                  onClick={() => onChoose(day)}
                  className="flex w-full flex-col hover:bg-accent"
                >
                  <span className="flex min-h-0 w-full flex-1 items-end">{bar}</span>
                  <span className="w-full border-t pt-1 text-2xs text-muted-foreground tabular-nums">
                    {dayMark(day, language, index === 0)}
                  </span>
                </button>
              ) : (
                <span role="img" aria-label={text} className="flex w-full items-end">
                  {bar}
                </span>
              )}
            </li>
          );
        })}
      </ol>
      {!onChoose && first && last && (
        <div
          aria-hidden
          className="mt-1 flex justify-between border-t pt-1 text-2xs text-muted-foreground tabular-nums"
        >
          <span>{dayText(first.day, language)}</span>
          {first !== last && <span>{dayText(last.day, language)}</span>}
        </div>
      )}
    </div>
  );
}

/** The day of the month; its first day, and the first of all, name the month instead. */
function dayMark(day: string, language: string, isFirst: boolean): string {
  const number = Number(day.slice(8));
  if (!isFirst && number !== 1) return String(number);
  return new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' }).format(Date.parse(`${day}T12:00:00Z`));
}

export function dayText(day: string, language: string): string {
  const at = Date.parse(`${day}T12:00:00Z`);
  return Number.isNaN(at)
    ? day
    : new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(at);
}

/** Every day up to the last, so that quiet days leave a gap one can see: at least two weeks, at most the newest 60 days. */
export function fillDays(days: readonly DayCount[], daysMin = 14, daysMax = 60): DayCount[] {
  const counts = new Map(days.map(({ day, count }) => [day, count]));
  const sorted = [...counts.keys()].sort();
  const last = dayjs(sorted.at(-1) ?? '');
  const first = dayjs(sorted[0] ?? '');
  if (!first.isValid() || !last.isValid()) return [];
  const length = Math.min(daysMax, Math.max(daysMin, last.diff(first, 'day') + 1));
  return Array.from({ length }, (_, index) => {
    const day = last.subtract(length - 1 - index, 'day').format('YYYY-MM-DD');
    return { day, count: counts.get(day) ?? 0 };
  });
}
