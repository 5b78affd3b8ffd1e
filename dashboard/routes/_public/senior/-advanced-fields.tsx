import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { periodText } from '#dashboard/parts/explanation.ts';
import { FormField } from '#dashboard/parts/form-field.tsx';
import { LanguageChoice } from '#dashboard/parts/language-choice.tsx';
import { countryName, newsCountriesFor, newsScripts, scriptName } from '#dashboard/parts/names.ts';
import type { DateSpan } from '#shared/query/ast.ts';
import { type AdvancedForm, formProblems } from '#shared/query/form.ts';
import { DATE_SHORTCUTS, SORT_ORDERS } from '#shared/query/values.ts';
import { Input } from '#shared/ui/input.tsx';
import { NativeSelect } from '#shared/ui/native-select.tsx';
import { useUiTexts } from '#shared/ui/ui-texts.tsx';

export interface AdvancedFieldsProps {
  form: AdvancedForm;
  isDisabled: boolean;
  onChange(form: AdvancedForm): void;
}

const textBoxes = ['all', 'exact', 'any', 'none', 'title', 'author', 'site'] as const;
const hinted: readonly string[] = ['any', 'none', 'site'];

export function AdvancedFields({ form, isDisabled, onChange }: AdvancedFieldsProps) {
  const { t } = useTranslation(['senior', 'search']);
  const { language: reader } = useUiTexts();
  const change = (next: Partial<AdvancedForm>) => onChange({ ...form, ...next });
  const badSites = formProblems(form).filter(({ field }) => field === 'site');
  const scripts = withCurrent(newsScripts, form.script);
  const countries = withCurrent(newsCountriesFor(reader), form.country);
  return (
    <fieldset disabled={isDisabled} className="grid gap-x-6 gap-y-4 disabled:opacity-60 sm:grid-cols-2">
      <legend className="sr-only">{t('form')}</legend>
      {textBoxes.map((box) => (
        <FormField
          key={box}
          label={t(box)}
          hint={hinted.includes(box) ? t(`${box as 'any' | 'none' | 'site'}.hint`) : undefined}
          error={
            box === 'site' && badSites.length > 0
              ? t('site.bad', { value: badSites.map(({ value }) => value).join(' ') })
              : undefined
          }
        >
          {(control) => (
            <Input
              {...control}
              dir="auto"
              spellCheck={false}
              value={form[box]}
              onChange={({ target }) => change({ [box]: target.value })}
            />
          )}
        </FormField>
      ))}
      <DateField span={form.date} onChange={(date) => change({ date })} />
      <FormField label={t('script')}>
        {(control) => (
          <NativeSelect
            {...control}
            className="flex"
            value={form.script}
            onChange={({ target }) => change({ script: target.value })}
          >
            <option value="">{t('script.any')}</option>
            {scripts.map((code) => (
              <option key={code} value={code}>
                {scriptName(code, reader)}
              </option>
            ))}
          </NativeSelect>
        )}
      </FormField>
      <FormField label={t('country')}>
        {(control) => (
          <NativeSelect
            {...control}
            className="flex"
            value={form.country}
            onChange={({ target }) => change({ country: target.value })}
          >
            <option value="">{t('country.any')}</option>
            {countries.map((code) => (
              <option key={code} value={code}>
                {countryName(code, reader)}
              </option>
            ))}
          </NativeSelect>
        )}
      </FormField>
      <FormField label={t('search:sort')}>
        {(control) => (
          <NativeSelect
            {...control}
            className="flex"
            value={form.sort ?? ''}
            onChange={({ target }) => change({ sort: SORT_ORDERS.find((order) => order === target.value) })}
          >
            <option value="">{t('search:sort.auto')}</option>
            {SORT_ORDERS.map((order) => (
              <option key={order} value={order}>
                {t(`search:sort.${order}`)}
              </option>
            ))}
          </NativeSelect>
        )}
      </FormField>
      <div className="sm:col-span-2">
        <LanguageChoice
          label={form.lang.length === 0 ? t('lang.all') : t('lang.chosen', { count: form.lang.length })}
          chosen={form.lang}
          onChange={(lang) => change({ lang })}
        />
      </div>
    </fieldset>
  );
}

/** What the query already asks for stays on offer. A field may hold several values, which no list has. */
function withCurrent(offered: readonly string[], current: string): string[] {
  return current === '' || offered.includes(current) ? [...offered] : [...offered, current];
}

const between = 'between';

/** Any time, one of the ten shortcuts, or days of one's own. */
function DateField({ span, onChange }: { span: DateSpan | undefined; onChange: (span: DateSpan | undefined) => void }) {
  const { t } = useTranslation('senior');
  const { language } = useUiTexts();
  const chosen = span === undefined ? '' : span.kind === 'between' ? between : spanName(span);
  const choose = (value: string) => {
    const shortcut = DATE_SHORTCUTS.find((each) => each === value);
    if (shortcut) onChange({ kind: 'shortcut', shortcut });
    else onChange(value === between ? { kind: between } : value === '' ? undefined : span);
  };
  return (
    <div className="space-y-2">
      <FormField label={t('date')}>
        {(control) => (
          <NativeSelect {...control} className="flex" value={chosen} onChange={({ target }) => choose(target.value)}>
            <option value="">{t('date.any')}</option>
            {DATE_SHORTCUTS.map((shortcut) => (
              <option key={shortcut} value={shortcut}>
                {t(`date.${shortcut}`)}
              </option>
            ))}
            {span?.kind === 'period' && (
              <option value={span.period}>{t('date.period', { period: periodText(span.period, language) })}</option>
            )}
            <option value={between}>{t('date.between')}</option>
          </NativeSelect>
        )}
      </FormField>
      {span?.kind === between && (
        <div className="flex flex-wrap gap-2">
          <DayInput label={t('date.from')} day={span.from} onChange={(from) => onChange(daysOf(from, span.to))} />
          <DayInput label={t('date.to')} day={span.to} onChange={(to) => onChange(daysOf(span.from, to))} />
        </div>
      )}
    </div>
  );
}

const spanName = (span: DateSpan): string =>
  span.kind === 'shortcut' ? span.shortcut : span.kind === 'period' ? span.period : between;

const daysOf = (from: string | undefined, to: string | undefined): DateSpan => ({
  kind: between,
  ...(from && { from }),
  ...(to && { to }),
});

function DayInput({
  label,
  day,
  onChange,
}: {
  label: string;
  day: string | undefined;
  onChange: (day: string) => void;
}) {
  const id = useId();
  return (
    <label htmlFor={id} className="min-w-32 flex-1 text-muted-foreground">
      {label}
      <Input id={id} type="date" value={day ?? ''} onChange={({ target }) => onChange(target.value)} />
    </label>
  );
}
