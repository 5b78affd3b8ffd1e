/**
 * i18next for the dashboard: one small file per namespace and language, loaded when a screen first needs it.
 * Knows nothing of storage: the program passes what it remembers in and stores what `onChange` tells it.
 */
import i18next, { type BackendModule, type i18n as I18n, type InitOptions, type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { chooseLanguage, defaultLanguage, isLanguage, type Language, languages, languageTags } from './languages.ts';
import type { Namespace } from './resources.ts';

const files = import.meta.glob<ResourceKey>(
  ['../../locales/*/*.json', '!../../locales/{errors,extension,mail,manifest}/*.json'],
  {
    import: 'default',
  },
);

const lazyFiles: BackendModule = {
  type: 'backend',
  init() {},
  async read(language: string, namespace: string) {
    const load = files[`../../locales/${namespace}/${language}.json`];
    if (!load) throw new Error(`No ${namespace} texts in ${language}`);
    return load();
  },
};

/** The same wherever texts are read. */
export const i18nOptions = {
  supportedLngs: [...languages],
  // The tag as it is: without this `zh-cn` would also ask for `zh`.
  load: 'currentOnly',
  lowerCaseLng: true,
  fallbackLng: { 'zh-tw': [defaultLanguage], default: [] },
  defaultNS: 'common',
  keySeparator: false,
  interpolation: { escapeValue: false },
  returnNull: false,
} as const satisfies InitOptions;

export interface I18nOptions {
  stored?: unknown;
  /** The browser's languages, most wanted first. */
  wanted: readonly string[];
  /** Namespaces the first screen needs besides `common`. */
  namespaces?: readonly Namespace[];
  onChange?(language: Language): void;
}

/** Resolves when the first texts are there. English readers never load the Chinese files, unless a text is missing. */
export async function setupI18n(options: I18nOptions): Promise<I18n> {
  await i18next
    .use(lazyFiles)
    .use(initReactI18next)
    .init({
      ...i18nOptions,
      lng: chooseLanguage(options.stored, options.wanted),
      partialBundledLanguages: true,
      ns: ['common', ...(options.namespaces ?? [])],
    });
  markDocument(currentLanguage());
  i18next.on('languageChanged', (language) => {
    if (!isLanguage(language)) return;
    markDocument(language);
    options.onChange?.(language);
  });
  return i18next;
}

export function currentLanguage(): Language {
  const language = i18next.language;
  return isLanguage(language) ? language : defaultLanguage;
}

/** Changes the language in place, after its texts have arrived. */
export async function changeLanguage(language: Language): Promise<void> {
  await i18next.changeLanguage(language);
}

/** For route loaders: the texts arrive together with the screen's code. */
export async function loadTexts(...namespaces: Namespace[]): Promise<void> {
  await i18next.loadNamespaces(namespaces);
}

function markDocument(language: Language): void {
  document.documentElement.lang = languageTags[language];
}
