import { type ComponentPropsWithoutRef, createElement, type ElementType } from 'react';

const rightToLeft = new Set(['ar', 'he', 'fa', 'ur', 'ug', 'ps', 'yi', 'dv', 'ckb', 'sd']);

/**
 * The `lang` and `dir` of a piece of text. Fonts follow from `lang`, so Chinese always says which script it is in.
 * @param language BCP 47 tag or `und`
 * @param script ISO 15924 code, or empty when the language tells enough
 */
export function textAttributes(language: string, script = ''): { lang: string; dir: 'ltr' | 'rtl' | 'auto' } {
  const primary = language.toLowerCase().split('-')[0] ?? '';
  if (primary === '' || primary === 'und') return { lang: '', dir: 'auto' };
  const dir = rightToLeft.has(primary) || script === 'Arab' || script === 'Hebr' ? 'rtl' : 'ltr';
  if (primary === 'zh') return { lang: script === 'Hant' ? 'zh-Hant' : 'zh-Hans', dir };
  return { lang: language, dir };
}

type ForeignTextProps<T extends ElementType> = {
  language: string;
  script?: string;
  as?: T;
} & Omit<ComponentPropsWithoutRef<T>, 'as' | 'lang' | 'dir'>;

/** Text in a language of its own: sets what fonts, line breaking, direction and screen readers go by. */
export function ForeignText<T extends ElementType = 'span'>({ language, script, as, ...props }: ForeignTextProps<T>) {
  return createElement(as ?? 'span', { ...textAttributes(language, script), ...props });
}
