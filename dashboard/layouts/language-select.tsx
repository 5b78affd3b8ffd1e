import { useTranslation } from 'react-i18next';
import { isLanguage, languageNames, languages, languageTags } from '#shared/i18n/languages.ts';
import { changeLanguage, currentLanguage } from '#shared/i18n/setup.ts';
import { NativeSelect } from '#shared/ui/native-select.tsx';

export function LanguageSelect() {
  const { t } = useTranslation();
  return (
    <NativeSelect
      aria-label={t('language')}
      className="[&_select]:border-transparent [&_select]:bg-transparent [&_select]:hover:bg-accent"
      value={currentLanguage()}
      onChange={({ target }) => {
        if (isLanguage(target.value)) void changeLanguage(target.value);
      }}
    >
      {languages.map((language) => (
        <option key={language} value={language} lang={languageTags[language]} className="bg-popover">
          {languageNames[language]}
        </option>
      ))}
    </NativeSelect>
  );
}
