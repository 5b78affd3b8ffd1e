/** When and where a keyword subscription tells, and until when. */
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { clockText, TimeSelect } from '#dashboard/parts/time-select.tsx';
import { usePerson } from '#dashboard/parts/use-person.ts';
import {
  DayMax,
  type KeywordSubscription,
  MinuteOfDay,
  rhythms,
  type Telling,
  Weekday,
} from '#shared/contract/keywords.ts';
import { instantAt, localDay } from '#shared/rules/local-time.ts';
import { Input } from '#shared/ui/input.tsx';
import { Label } from '#shared/ui/label.tsx';
import { NativeSelect } from '#shared/ui/native-select.tsx';
import { useUiTexts } from '#shared/ui/ui-texts.tsx';

const Day = z.union([z.literal(''), z.iso.date()]);

export const TellingForm = z.object({
  rhythm: z.enum(rhythms),
  tellAt: MinuteOfDay,
  tellOn: Weekday,
  dayMax: DayMax,
  /** Silent up to and not including this day; ends after this day. Days of the member's calendar. */
  silentUntil: Day,
  lastDay: Day,
});
export type TellingInput = z.infer<typeof TellingForm>;

const dayMs = 86_400_000;
const dayMaxChoices = [5, 10, 20, 30, 50, 100, 200];
/** A Monday, to name the days of the week from. */
const monday = Date.UTC(2026, 0, 5);

export function toTellingInput(before: KeywordSubscription | undefined, timeZone: string): TellingInput {
  const { rhythm = 'at-once', tellAt = 480, tellOn = 1, dayMax = 30, snoozeUntil, expiresAt } = before ?? {};
  return {
    rhythm,
    tellAt,
    tellOn,
    dayMax,
    silentUntil: snoozeUntil && snoozeUntil > Date.now() ? localDay(snoozeUntil, timeZone) : '',
    lastDay: expiresAt ? localDay(expiresAt - 1, timeZone) : '',
  };
}

export function toTelling(input: TellingInput, timeZone: string): Telling {
  const { rhythm, tellAt, tellOn, dayMax, silentUntil, lastDay } = input;
  const startOf = (day: string, after: number) => {
    const date = new Date(Date.parse(day) + after * dayMs);
    return instantAt(
      { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() },
      0,
      timeZone,
    );
  };
  return {
    rhythm,
    tellAt,
    tellOn,
    dayMax,
    snoozeUntil: silentUntil === '' ? null : startOf(silentUntil, 0),
    expiresAt: lastDay === '' ? null : startOf(lastDay, 1),
  };
}

export function TellingFields({ form }: { form: UseFormReturn<TellingInput> }) {
  const { t } = useTranslation('keyword');
  const { language } = useUiTexts();
  const rhythm = useWatch({ control: form.control, name: 'rhythm' });
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  const number = { valueAsNumber: true } as const;
  return (
    <fieldset className="space-y-2.5">
      <legend className="mb-2 font-medium">{t('form.when')}</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-2.5">
        <Small label={t('form.rhythm')}>
          {(id) => (
            <NativeSelect id={id} {...form.register('rhythm')}>
              {rhythms.map((one) => (
                <option key={one} value={one}>
                  {t(`rhythm.${one}`)}
                </option>
              ))}
            </NativeSelect>
          )}
        </Small>
        {rhythm === 'weekly' && (
          <Small label={t('form.tellOn')}>
            {(id) => (
              <NativeSelect id={id} {...form.register('tellOn', number)}>
                {Array.from({ length: 7 }, (_, index) => (
                  <option key={weekday.format(monday + index * dayMs)} value={index + 1}>
                    {weekday.format(monday + index * dayMs)}
                  </option>
                ))}
              </NativeSelect>
            )}
          </Small>
        )}
        {rhythm === 'at-once' && (
          <Small label={t('form.dayMax')}>
            {(id) => (
              <NativeSelect id={id} {...form.register('dayMax', number)}>
                {[...new Set([...dayMaxChoices, form.getValues('dayMax')])]
                  .sort((a, b) => a - b)
                  .map((count) => (
                    <option key={count} value={count}>
                      {count}
                    </option>
                  ))}
              </NativeSelect>
            )}
          </Small>
        )}
        {rhythm !== 'hourly' && (
          <Small label={t(rhythm === 'at-once' ? 'form.restAt' : 'form.tellAt')}>
            {(id) => <TimeSelect id={id} also={form.getValues('tellAt')} {...form.register('tellAt', number)} />}
          </Small>
        )}
      </div>
      <QuietHint />
      <div className="flex flex-wrap gap-x-4 gap-y-2.5">
        <Small label={t('form.silentUntil')}>
          {(id) => <Input id={id} type="date" className="h-8 w-40" {...form.register('silentUntil')} />}
        </Small>
        <Small label={t('form.lastDay')}>
          {(id) => <Input id={id} type="date" className="h-8 w-40" {...form.register('lastDay')} />}
        </Small>
      </div>
    </fieldset>
  );
}

function Small({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="space-y-1">
      <Label htmlFor={id} className="block text-xs font-normal text-muted-foreground">
        {label}
      </Label>
      {children(id)}
    </div>
  );
}

/** The member's own quiet hours hold for every rule; where they are set is one click away. */
function QuietHint() {
  const { t } = useTranslation('keyword');
  const person = usePerson().data;
  if (!person) return null;
  const { quietHours, timeZone } = person;
  const zone = timeZone.replaceAll('_', ' ');
  return (
    <p className="text-xs text-muted-foreground">
      {quietHours
        ? t('form.quiet', { from: clockText(quietHours.from), to: clockText(quietHours.to), zone })
        : t('form.quietNone', { zone })}{' '}
      <Link to="/user/personal" className="text-link whitespace-nowrap">
        {t('form.quietChange')}
      </Link>
    </p>
  );
}
