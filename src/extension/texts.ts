/**
 * The extension's words, in the worker and in its pages. All three languages are in the bundle: a popup that waited for a
 * file would jump in its first frame.
 */
import { createInstance } from 'i18next';
import en from '#locales/extension/en.json';
import zhCn from '#locales/extension/zh-cn.json';
import zhTw from '#locales/extension/zh-tw.json';
import type { Language } from '#shared/i18n/languages.ts';
import { browser } from './browser.ts';
import { extensionLanguage } from './language.ts';
import { sessionItem, settingsItem } from './storage/items.ts';

type WithoutPlural<K extends string> = K extends `${infer Base}_one` | `${infer Base}_other` ? Base : K;
export type TextKey = WithoutPlural<keyof typeof en>;
export type Translate = (key: TextKey, args?: Record<string, string | number>) => string;

export interface Texts {
  language: Language;
  t: Translate;
}

const words = createInstance({
  lng: 'en',
  supportedLngs: ['zh-cn', 'zh-tw', 'en'],
  load: 'currentOnly',
  lowerCaseLng: true,
  keySeparator: false,
  interpolation: { escapeValue: false },
  initAsync: false,
  ns: ['extension'],
  defaultNS: 'extension' as 'common',
  resources: { en: { extension: en }, 'zh-cn': { extension: zhCn }, 'zh-tw': { extension: zhTw } },
});
void words.init();

export function textsFor(language: Language): Texts {
  // The compiler knows the dashboard's namespaces; TextKey is the same safety for this one.
  const t = words.getFixedT(language) as unknown as Translate;
  return { language, t };
}

export async function storedTexts(): Promise<Texts> {
  const [settings, session] = await Promise.all([settingsItem.get(), sessionItem.get()]);
  return textsFor(extensionLanguage(settings, session, browser.i18n.getUILanguage()));
}
