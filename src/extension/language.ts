import { chooseLanguage, type Language } from '#shared/i18n/languages.ts';
import type { Settings, StoredSession } from './storage/items.ts';

/** The choice in this browser, else the member's own language, else the browser's; English where that is none of ours. */
export function extensionLanguage(settings: Settings, session: StoredSession | null, browserTag: string): Language {
  return chooseLanguage(settings.language ?? session?.language, [browserTag, 'en']);
}
