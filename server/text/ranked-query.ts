/**
 * What relevance ranks by: which words count and how much they are asked for, beside what must hold. Plain words are wishes
 * here, not conditions: an article that lacks some still ranks, behind those that have more of what is rare.
 */
import type { Node, Query } from '#shared/query/ast.ts';
import { type CompileContext, compileQuery, type QueryProblem } from './compile-query.ts';
import { hanVariants } from './han.ts';
import { normalise } from './normalise.ts';
import { STEMMED_LANGUAGES } from './stem.ts';
import { isStopWord, languageByStopWords } from './stop-words.ts';
import type { Token, TokenQuery } from './token-query.ts';
import { isCjkToken, isSingleCharacter, tokenise, tokeniseQuery } from './tokens.ts';

export interface RankedQuery {
  /** What search counts as a match: every word and every condition. */
  full: TokenQuery;
  /** What holds for partial matches too: phrases, fields, filters, dates, NOT; everything but the plain words. */
  must: TokenQuery;
  /** The texts that score, in the order and as often as typed. */
  texts: readonly RankedText[];
  /** Of the words, where a `lang:` or the words themselves tell: BCP 47 primary tags. */
  languages?: readonly string[];
}

export interface RankedText {
  text: string;
  /** A plain word: a partial match may lack it. */
  isOptional: boolean;
}

export type RankResult = { ok: true; query: RankedQuery } | { ok: false; problem: QueryProblem };

/** Never throws; refuses what {@link compileQuery} refuses. */
export function rankQuery(query: Query, context: CompileContext): RankResult {
  const full = compileQuery(query, context);
  if (!full.ok) return full;
  const conditions = query.root?.type === 'and' ? query.root.items : query.root === null ? [] : [query.root];
  const others = conditions.filter((node) => node.type !== 'word');
  const must = compileQuery({ root: others.length > 0 ? { type: 'and', items: others } : null }, context);
  if (!must.ok) return must;
  const texts = conditions.flatMap((node) =>
    node.type === 'word' ? [{ text: node.text, isOptional: true }] : requiredTexts(node),
  );
  const languages = context.languages ?? languagesOf(texts);
  return { ok: true, query: { full: full.query, must: must.query, texts, ...(languages && { languages }) } };
}

const PLAIN_TEXT_MAX = 4096;

/** A text to find articles for, as somebody writes it who knows no query language: all of it is plain words. */
export function rankText(text: string): RankedQuery {
  const texts = [{ text: text.slice(0, PLAIN_TEXT_MAX), isOptional: true }];
  const languages = languagesOf(texts);
  return { full: { type: 'none' }, must: { type: 'all' }, texts, ...(languages && { languages }) };
}

/** Adds a condition from outside the query, such as a filter of the page. */
export function withCondition(query: RankedQuery, condition: TokenQuery): RankedQuery {
  return {
    ...query,
    full: { type: 'and', items: [query.full, condition] },
    must: query.must.type === 'all' ? condition : { type: 'and', items: [query.must, condition] },
  };
}

function requiredTexts(node: Node): RankedText[] {
  switch (node.type) {
    case 'word':
    case 'phrase':
      return [{ text: node.text, isOptional: false }];
    case 'and':
    case 'or':
      return node.items.flatMap(requiredTexts);
    case 'field':
      return node.field === 'author' ? [] : requiredTexts(node.item);
    case 'near':
      return [...requiredTexts(node.left), ...requiredTexts(node.right)];
    case 'first':
    case 'same':
    case 'atleast':
      return requiredTexts(node.item);
    default:
      return [];
  }
}

function languagesOf(texts: readonly RankedText[]): string[] | undefined {
  const language = languageByStopWords(joined(texts));
  return language === undefined ? undefined : [language];
}

const joined = (texts: readonly RankedText[]) => texts.map(({ text }) => text).join('\n');

// ---- The words as tokens

/** One different word of the query. */
export interface QueryWord {
  /** As it is in documents of languages that have no stemmer. */
  token: string;
  /** Every index token that may stand for it in some language: itself, stems, other spellings in Han. */
  forms: string[];
  /** A single character of a CJK run: any token that begins so stands for it. */
  isPrefix: boolean;
  isOptional: boolean;
  isCjk: boolean;
  /** How often it was asked for; a word that only glues others together counts less. */
  weight: number;
}

/** Function words hardly tell articles apart, yet "to be or not to be" must find something. */
const STOP_WORD_WEIGHT = 0.2;
const WORDS_MAX = 400;

export interface QueryWords {
  words: QueryWord[];
  /** Indexes into `words`, in the order of the query. */
  sequence: number[];
}

export function wordsOf({ texts, languages }: RankedQuery): QueryWords {
  const words: QueryWord[] = [];
  const indexes = new Map<string, number>();
  const sequence: number[] = [];
  const stemLanguages = languages ?? STEMMED_LANGUAGES;
  for (const { text, isOptional } of texts) {
    const plain = queryTokens(text, UNSTEMMED);
    const stemmed = stemLanguages.map((language) => queryTokens(text, language));
    const variants = hanVariants(normalise(text).text).map((variant) => withoutRunEnds(tokeniseQuery(variant)));
    for (const [at, token] of plain.entries()) {
      const weight = languages?.some((language) => isStopWord(token.text, language)) ? STOP_WORD_WEIGHT : 1;
      const known = indexes.get(token.text);
      sequence.push(known ?? words.length);
      if (known !== undefined) {
        const word = words[known]!;
        word.weight += weight;
        word.isOptional &&= isOptional;
        continue;
      }
      if (words.length >= WORDS_MAX) return { words, sequence: sequence.slice(0, -1) };
      indexes.set(token.text, words.length);
      const forms = new Set([token.text]);
      for (const tokens of stemmed) forms.add(keyOf(tokens[at] ?? token));
      for (const tokens of variants) forms.add((tokens[at] ?? token).text);
      const isCjk = isCjkToken(token.text);
      const isPrefix = isCjk && isSingleCharacter(token.text);
      words.push({ token: token.text, forms: [...forms], isPrefix, isOptional, isCjk, weight });
    }
  }
  return { words, sequence };
}

const UNSTEMMED = 'und';

/** What a token is compared by: its stem where the document's language has one. */
export const keyOf = ({ text, stem }: Token): string => stem ?? text;

const queryTokens = (text: string, language: string) => withoutRunEnds(tokenise(text, language));

/** The lone last character says where a run of CJK ends, which a query does not ask for. */
function withoutRunEnds(tokens: Token[]): Token[] {
  return tokens.filter(({ text, start }, at) => {
    const before = tokens[at - 1];
    const isRunEnd =
      before !== undefined &&
      before.end > start &&
      isSingleCharacter(text) &&
      isCjkToken(text) &&
      isCjkToken(before.text);
    return !isRunEnd;
  });
}

/** For documents of one language: which word a token stands for, by key, or by first character where that is asked for. */
export interface WordKeys {
  byKey: ReadonlyMap<string, number>;
  byFirstCharacter: ReadonlyMap<string, number>;
  /** For each word the one that stands for it: words that this language holds for the same (`search`, `searching`) are one. */
  standsFor: readonly number[];
}

export function wordKeys({ texts }: RankedQuery, { words, sequence }: QueryWords, language: string): WordKeys {
  const byKey = new Map<string, number>();
  const byFirstCharacter = new Map<string, number>();
  const standsFor = words.map((_, index) => index);
  let at = 0;
  for (const { text } of texts) {
    for (const token of queryTokens(text, language)) {
      const index = sequence[at++];
      const word = index === undefined ? undefined : words[index];
      if (index === undefined || word === undefined) break;
      const map = word.isPrefix ? byFirstCharacter : byKey;
      // Japanese is indexed as it was written, everything else by one spelling.
      for (const key of language === 'ja' && word.isCjk ? word.forms : [keyOf(token)]) {
        const first = map.get(key);
        if (first === undefined) map.set(key, index);
        else standsFor[index] = first;
      }
    }
  }
  return { byKey, byFirstCharacter, standsFor };
}
