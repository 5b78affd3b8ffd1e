/**
 * What a query means to an index: the AST with every text turned into index tokens and every date into an instant.
 * SearchIndex adapters and the matcher read this one form, so a rule matches exactly what a search would find.
 */

/** `any` = title or body. */
export type TokenField = 'any' | 'title' | 'body' | 'author' | 'tag';

/** One step of a phrase; steps stand at consecutive token positions. `prefix` matches any token that begins so. */
export type PhraseStep = { token: string } | { prefix: string };

export type TokenQuery =
  | { type: 'all' }
  | { type: 'none' }
  | { type: 'and'; items: TokenQuery[] }
  | { type: 'or'; items: TokenQuery[] }
  | { type: 'not'; item: TokenQuery }
  /** One or more consecutive tokens within one field. `slop` > 0: in order, with at most that many tokens between. */
  | { type: 'phrase'; steps: PhraseStep[]; slop: number; field: TokenField }
  /** A token whose stem is this (spaced scripts). */
  | { type: 'stem'; stem: string; field: TokenField }
  /**
   * A regular expression, as the engine reads it, over the written text of one field as `foldWritten` gives it; rules only. Every
   * match contains one of `literals`.
   */
  | { type: 'pattern'; source: string; literals: string[]; field: TokenField }
  /** Exact value in the article's filter terms, see {@link TokenDocument.terms}. */
  | { type: 'term'; term: string }
  /** Published in [from, to), epoch milliseconds. */
  | { type: 'published'; from?: number; to?: number }
  | { type: 'words'; min?: number; max?: number }
  /** One of these articles: what a member has kept, has not read. */
  | { type: 'ids'; ids: ReadonlySet<number> }
  /** So many sources have reported the article's event by now. */
  | { type: 'sources'; min?: number; max?: number }
  /** No other report of the article's event is older. */
  | { type: 'first-report' }
  /** `left` and `right` are phrase/stem or an `or` of them; distance counts token positions between their edges. */
  | { type: 'near'; ordered: boolean; distance: number; left: TokenQuery; right: TokenQuery }
  /** Holds within the first `count` tokens of the body. */
  | { type: 'first'; count: number; item: TokenQuery }
  | { type: 'same'; unit: 'sentence' | 'paragraph'; item: TokenQuery }
  | { type: 'atleast'; count: number; item: TokenQuery };

/** A token's position is its index in the array; `start`/`end` are UTF-16 offsets in the original text. */
export interface Token {
  text: string;
  /** Only where it differs from `text`; a `stem` query asks for tokens that carry it, the compiler adds the bare word itself. */
  stem?: string;
  start: number;
  end: number;
  /** First token of a sentence / of a paragraph. */
  sentence?: true;
  paragraph?: true;
}

/** An article as the index and the matcher see it. */
export interface TokenDocument {
  id: number;
  publishedAt: number;
  title: Token[];
  body: Token[];
  author: Token[];
  tag: Token[];
  /** What the tokens were made from. */
  written: Record<'title' | 'body' | 'author' | 'tag', string>;
  /** Filter terms `name:value`: `lang:zh`, `script:Hans`, `source:42`, `site:example.com` (and each parent domain), `country:cn`, `type:article`. */
  terms: string[];
  /** Length in words (spaced scripts) or Han characters. */
  words: number;
  /** What is known of the article's event by now; absent while an article comes in. */
  event?: { sources: number; isFirst: boolean };
}
