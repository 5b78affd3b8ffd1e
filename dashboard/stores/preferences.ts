/** What the reader chose for this browser: language and light or dark. Survives signing out. */
import { create } from 'zustand';
import { isLanguage, type Language } from '#shared/i18n/languages.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const themeKey = 'tidings.theme';
const languageKey = 'tidings.language';
export const preferenceKeys: readonly string[] = [themeKey, languageKey];

/** None where the first view is drawn. */
const browserStorage = globalThis.document && localStorage;

interface Preferences {
  theme: Theme;
  language: Language | undefined;
  setTheme(theme: Theme): void;
  /** Only remembers; the texts are changed by `changeLanguage`. */
  rememberLanguage(language: Language): void;
}

export const usePreferences = create<Preferences>((set) => ({
  theme: storedTheme(),
  language: storedLanguage(),
  setTheme(theme) {
    set({ theme });
    if (theme === 'system') localStorage.removeItem(themeKey);
    else localStorage.setItem(themeKey, theme);
    applyTheme(theme);
  },
  rememberLanguage(language) {
    set({ language });
    localStorage.setItem(languageKey, language);
  },
}));

function storedTheme(): Theme {
  const stored = browserStorage?.getItem(themeKey);
  return themes.find((theme) => theme === stored) ?? 'system';
}

function storedLanguage(): Language | undefined {
  const stored = browserStorage?.getItem(languageKey);
  return isLanguage(stored) ? stored : undefined;
}

function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
}
