import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { languageTags } from '#shared/i18n/languages.ts';
import { currentLanguage } from '#shared/i18n/setup.ts';
import { UiTextsProvider } from '#shared/ui/ui-texts.tsx';

/** Gives the controls of src/ui their words in the reader's language. */
export function ReaderTexts({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const texts = {
    language: languageTags[currentLanguage()],
    close: t('close'),
    cancel: t('cancel'),
    loading: t('loading'),
    justNow: t('justNow'),
  };
  return <UiTextsProvider texts={texts}>{children}</UiTextsProvider>;
}
