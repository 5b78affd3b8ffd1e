import i18next, { type ParseKeys } from 'i18next';
import { useEffect } from 'react';

export type TitleKey = Extract<ParseKeys<'common'>, `title.${string}`>;

/** "<screen> - <product>", or the product alone. */
export function setTitle(key: TitleKey | undefined): void {
  document.title = titleOf(key);
}

export function titleOf(key: TitleKey | undefined): string {
  return withProduct(key && i18next.t(key, { ns: 'common' }));
}

/** The title of a screen about one thing, once its name is known. */
export function useTitle(name: string | undefined): void {
  useEffect(() => {
    if (name) document.title = withProduct(name);
  }, [name]);
}

function withProduct(name: string | undefined): string {
  const product = i18next.t('product', { ns: 'common' });
  return name ? `${name} - ${product}` : product;
}
