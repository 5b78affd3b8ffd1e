/** The search as it stands in the address, and as the server wants it. */
import type { SearchFilters } from '#shared/contract/keywords.ts';
import { QUERY_LENGTH_MAX } from '#shared/query/limits.ts';
import { choiceParam, listParam, splitList, textParam } from './search-params.ts';

export const sorts = ['new', 'old', 'relevance', 'sources'] as const;

export interface SearchState {
  q?: string;
  sort?: (typeof sorts)[number];
  /** Comma lists. */
  lang?: string;
  script?: string;
  source?: string;
  country?: string;
  /** `YYYY-MM-DD`, UTC as the server counts days. */
  day?: string;
}

export const listFilters = ['lang', 'script', 'source', 'country'] as const;
export type ListFilter = (typeof listFilters)[number];

const patterns: Record<ListFilter, RegExp> = {
  lang: /^[A-Za-z0-9-]{1,35}$/,
  script: /^[A-Za-z]{4,8}$/,
  source: /^[0-9]{1,15}$/,
  country: /^[A-Za-z]{2}$/,
};

export function readSearchState(search: Record<string, unknown>): SearchState {
  const day = textParam(search['day'], 10);
  return {
    q: textParam(search['q'], QUERY_LENGTH_MAX),
    sort: choiceParam(search['sort'], sorts),
    lang: listParam(search['lang'], patterns.lang),
    script: listParam(search['script'], patterns.script),
    source: listParam(search['source'], patterns.source),
    country: listParam(search['country'], patterns.country),
    day: day && /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : undefined,
  };
}

export function hasFilters(state: SearchState): boolean {
  return state.day !== undefined || listFilters.some((name) => state[name] !== undefined);
}

const dayMs = 86_400_000;

export function filtersOf(state: SearchState): SearchFilters | undefined {
  if (!hasFilters(state)) return undefined;
  const from = state.day ? Date.parse(`${state.day}T00:00:00Z`) : Number.NaN;
  return {
    ...(state.lang && { languages: splitList(state.lang) }),
    ...(state.script && { scripts: splitList(state.script) }),
    ...(state.source && { sources: splitList(state.source).map(Number) }),
    ...(state.country && { countries: splitList(state.country) }),
    ...(!Number.isNaN(from) && { from, to: from + dayMs - 1 }),
  };
}
