import { defaultLanguage, type Language } from '#shared/contract/envelope.ts';

/** Picks our language from an Accept-Language header: first listed that we have; other Chinese tags by script and region. */
export function pickLanguage(header: string | undefined): Language {
  for (const part of (header ?? '').slice(0, 200).toLowerCase().split(',')) {
    const tag = part.split(';')[0]?.trim() ?? '';
    if (tag.startsWith('en')) return 'en';
    if (tag.startsWith('zh-hans')) return 'zh-cn';
    if (/^zh(-[a-z]+)*-(tw|hk|mo|hant)/.test(tag) || tag.startsWith('zh-hant')) return 'zh-tw';
    if (tag.startsWith('zh')) return 'zh-cn';
  }
  return defaultLanguage;
}
