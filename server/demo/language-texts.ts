/** The shape of one language's texts; the texts themselves are in `languages/`. */

export const subjects = [
  'harbour',
  'cars',
  'chips',
  'football',
  'comet',
  'rice',
  'metro',
  'museum',
  'vaccine',
  'floods',
  'film',
  'aiRules',
  'interestRate',
] as const;
export type Subject = (typeof subjects)[number];

export const sections = ['economy', 'city', 'science', 'culture', 'sport'] as const;
export type Section = (typeof sections)[number];

/**
 * Invented names. `shared` lists are index-aligned over the languages (the same place, transliterated), so that an event
 * keeps its names; `local` lists differ. Women and men apart: many languages need the gender to build a sentence.
 */
export interface NamePool {
  cities: readonly string[];
  women: readonly string[];
  men: readonly string[];
  companies: readonly string[];
  films: readonly string[];
}
export type PoolName = 'shared' | 'local';

/**
 * Placeholders: {city} {city2} {woman} {man} {company} {film} {tens} {share} {hundreds} {thousands} {percent} {percent2}
 * {rate} {money} {year} {hour} {goals} {goalsAgainst}. `tens`, `hundreds` and `thousands` are round, so that one
 * grammatical number fits after each of them. A body paragraph stands on its own: any three, in order, make an article.
 */
export interface StoryTexts {
  headlines: readonly string[];
  leads: readonly string[];
  body: readonly string[];
}

export interface Labels {
  home: string;
  latest: string;
  related: string;
  about: string;
  feed: string;
  published: string;
  /** Who signs the articles. */
  desk: string;
  /** Says that the item is invented; stands under each article. */
  demoNotice: string;
  /** The invented agency whose copy several sources print, and how its copy is credited at the end. */
  wire: string;
  wireCredit: string;
  /** How a wire story opens: {city} and {wire}, up to and with the dash. */
  dateline: string;
  sections: Record<Section, string>;
}

export interface LanguageTexts {
  /** BCP 47, for Intl and for `lang`. */
  locale: string;
  direction: 'ltr' | 'rtl';
  labels: Labels;
  names: Record<PoolName, NamePool>;
  /** An amount given in millions, as this language's editors write it; the local currency has its own scale. */
  money(millions: number, pool: PoolName): string;
  closings: readonly string[];
  stories: Record<Subject, StoryTexts>;
}
