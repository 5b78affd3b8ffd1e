/** The three languages of the product. The contract has the same list; the zod it brings has no place in a first view. */
export const languages = ['zh-cn', 'zh-tw', 'en'] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = 'zh-cn';

/** Their names in themselves, in the order in which they are offered. */
export const languageNames: Record<Language, string> = { 'zh-cn': '简体中文', 'zh-tw': '繁體中文', en: 'English' };

/** What goes into `lang` and into Intl. */
export const languageTags: Record<Language, string> = { 'zh-cn': 'zh-CN', 'zh-tw': 'zh-TW', en: 'en' };

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}

/**
 * The language to start in: the stored choice, else the first of the browser's languages that we have.
 * @param wanted BCP 47 tags, most wanted first
 */
export function chooseLanguage(stored: unknown, wanted: readonly string[]): Language {
  if (isLanguage(stored)) return stored;
  for (const tag of wanted) {
    const parts = tag.toLowerCase().split('-');
    if (parts[0] === 'en') return 'en';
    if (parts[0] !== 'zh') continue;
    const isTraditional = parts.includes('hant') || (!parts.includes('hans') && parts.some(isTraditionalRegion));
    return isTraditional ? 'zh-tw' : 'zh-cn';
  }
  return defaultLanguage;
}

function isTraditionalRegion(part: string): boolean {
  return part === 'tw' || part === 'hk' || part === 'mo';
}
