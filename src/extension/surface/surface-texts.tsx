import { type ReactNode, useEffect, useMemo } from 'react';
import { languageTags } from '#shared/i18n/languages.ts';
import { UiTextsProvider } from '#shared/ui/ui-texts.tsx';
import { browser } from '../browser.ts';
import { extensionLanguage } from '../language.ts';
import { type Texts, textsFor } from '../texts.ts';
import { useSurface } from './surface-store.ts';

export function useTexts(): Texts {
  const settings = useSurface((state) => state.settings);
  const session = useSurface((state) => state.session);
  const language = extensionLanguage(settings, session, browser.i18n.getUILanguage());
  return useMemo(() => textsFor(language), [language]);
}

/** Gives the controls their words, and the page its language, title and theme. */
export function SurfaceTexts({ children }: { children: ReactNode }) {
  const { t, language } = useTexts();
  const theme = useSurface((state) => state.settings.theme);
  useEffect(() => {
    document.documentElement.lang = languageTags[language];
    document.title = t('name');
  }, [language, t]);
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);
  const uiTexts = {
    language: languageTags[language],
    close: t('action.close'),
    cancel: t('action.cancel'),
    loading: t('state.loading'),
    justNow: t('justNow'),
  };
  return <UiTextsProvider texts={uiTexts}>{children}</UiTextsProvider>;
}
