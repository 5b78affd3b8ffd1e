/**
 * Makes the keys of `t` known to the compiler. English stands for all three languages: the files share their keys.
 * A new namespace is one import and one line here.
 */
import type account from '#locales/account/en.json';
import type collect from '#locales/collect/en.json';
import type common from '#locales/common/en.json';
import type errors from '#locales/errors/en.json';
import type help from '#locales/help/en.json';
import type home from '#locales/home/en.json';
import type hotspot from '#locales/hotspot/en.json';
import type keyword from '#locales/keyword/en.json';
import type list from '#locales/list/en.json';
import type news from '#locales/news/en.json';
import type notice from '#locales/notice/en.json';
import type personal from '#locales/personal/en.json';
import type query from '#locales/query/en.json';
import type search from '#locales/search/en.json';
import type senior from '#locales/senior/en.json';
import type time from '#locales/time/en.json';
import type website from '#locales/website/en.json';

export interface Resources {
  account: typeof account;
  collect: typeof collect;
  common: typeof common;
  errors: typeof errors;
  help: typeof help;
  home: typeof home;
  hotspot: typeof hotspot;
  keyword: typeof keyword;
  list: typeof list;
  news: typeof news;
  notice: typeof notice;
  personal: typeof personal;
  query: typeof query;
  search: typeof search;
  senior: typeof senior;
  time: typeof time;
  website: typeof website;
}

export type Namespace = keyof Resources;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    keySeparator: false;
    resources: Resources;
  }
}
