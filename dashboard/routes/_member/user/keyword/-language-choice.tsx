import { useTranslation } from 'react-i18next';
import { languageName, newsLanguagesFor } from '#dashboard/parts/names.ts';
import { cn } from '#shared/ui/cn.ts';
import { useUiTexts } from '#shared/ui/ui-texts.tsx';

/** Languages as buttons that stay pressed; none pressed means all. */
export function LanguageChoice({ chosen, onChange }: { chosen: string[]; onChange: (chosen: string[]) => void }) {
  const { t } = useTranslation('keyword');
  const { language: reader } = useUiTexts();
  const offered = [...new Set([...newsLanguagesFor(reader), ...chosen])];
  const toggle = (code: string) =>
    onChange(chosen.includes(code) ? chosen.filter((each) => each !== code) : [...chosen, code]);
  return (
    <fieldset>
      <legend className="mb-1.5 text-muted-foreground">
        {chosen.length === 0 ? t('form.languagesAll') : t('form.languages', { count: chosen.length })}
      </legend>
      <div className="flex flex-wrap gap-1">
        {offered.map((code) => (
          <button
            key={code}
            type="button"
            aria-pressed={chosen.includes(code)}
            onClick={() => toggle(code)}
            className={cn(
              'h-7 rounded-md border px-2 text-xs hover:bg-accent',
              'aria-pressed:border-primary aria-pressed:bg-primary aria-pressed:text-primary-foreground',
            )}
          >
            {languageName(code, '', reader)}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
