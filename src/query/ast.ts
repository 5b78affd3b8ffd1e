/**
 * The query language's abstract syntax tree. Search, keyword rules, preview, highlighting and the advanced form share it.
 * This folder imports nothing, so every program can use it.
 */

/** Text fields a sub-query can be confined to. `text` is the body without the title. */
export type TextField = 'title' | 'text' | 'author' | 'tag' | 'topic';

/** Exact-value filters. `site` covers sub-domains; `lang` is a BCP 47 primary tag; `script` an ISO 15924 code (Hans, Hant …). */
export type FilterName = 'site' | 'url' | 'lang' | 'script' | 'country' | 'type' | 'is' | 'has';

export type DateShortcut =
  | 'today'
  | 'yesterday'
  | 'this-month'
  | 'last-month'
  | 'last-7-days'
  | 'last-30-days'
  | 'last-90-days'
  | 'last-1-year'
  | 'this-year'
  | 'last-year';

/** Days are calendar days (`YYYY-MM-DD`) in the reader's time zone; both ends are inclusive; an absent end is open. */
export type DateSpan =
  | { kind: 'between'; from?: string; to?: string }
  | { kind: 'period'; period: string } // ISO 8601 duration back from now: P7D, PT12H
  | { kind: 'shortcut'; shortcut: DateShortcut };

export type SortOrder = 'new' | 'old' | 'relevance' | 'sources';

export type Node =
  | { type: 'and'; items: Node[] }
  | { type: 'or'; items: Node[] }
  | { type: 'not'; item: Node }
  /** One unquoted word. In Han, Kana and Hangul it is a substring; in spaced scripts a word, inflections included. */
  | { type: 'word'; text: string }
  /** Quoted text, exact word forms in order; `slop` = how many other units may stand between (`"A B"~5`). */
  | { type: 'phrase'; text: string; slop: number }
  /** `subsid*`: words that begin so. Spaced scripts only. */
  | { type: 'prefix'; text: string }
  /** `regex:/…/`: a regular expression, without its slashes; rules only. See `pattern.ts`. */
  | { type: 'pattern'; text: string }
  | { type: 'field'; field: TextField; item: Node }
  | { type: 'filter'; name: FilterName; value: string }
  | { type: 'date'; span: DateSpan }
  /** `A NEAR/5 B` (either order), `A ONEAR/3 B` (this order). The unit is one word or two Han characters. */
  | { type: 'near'; ordered: boolean; distance: number; left: Node; right: Node }
  | { type: 'first'; count: number; item: Node }
  | { type: 'same'; unit: 'sentence' | 'paragraph'; item: Node }
  | { type: 'atleast'; count: number; item: Node }
  | { type: 'range'; name: 'words' | 'sources'; min?: number; max?: number }
  | { type: 'saved'; name: string };

/** A whole query: what must hold and the order asked for. `root` is null for an empty query (everything matches). */
export interface Query {
  root: Node | null;
  sort?: SortOrder;
}
