import { cn } from '#shared/ui/cn.ts';
import { useUiTexts } from '#shared/ui/ui-texts.tsx';
import { languageName, newsLanguagesFor } from './names.ts';

/** Languages as buttons that stay pressed; none pressed means all. */
export interface LanguageChoiceProps {
  label: string;
  chosen: readonly string[];
  onChange(chosen: string[]): void;
}

export function LanguageChoice({ label, chosen, onChange }: LanguageChoiceProps) {
  const { language: reader } = useUiTexts();
  const offered = [...new Set([...newsLanguagesFor(reader), ...chosen])];
  const toggle = (code: string) =>
    onChange(chosen.includes(code) ? chosen.filter((each) => each !== code) : [...chosen, code]);
  return (
    <fieldset>
      <legend className="mb-1.5 text-muted-foreground">{label}</legend>
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
