/** What can be wrong with a query. Only codes and arguments: the sentences are in the locale files. */

/** These end the reading in both modes: the query is too big to run. */
export const LIMIT_CODES = [
  'too-long',
  'too-many-terms',
  'too-deep',
  'too-many-prefixes',
  'too-many-patterns',
] as const;

/** Errors in strict mode, warnings in lenient mode (there the part is read as literal text or left out). */
const SYNTAX_CODES = [
  'unbalanced-quote',
  'unbalanced-parenthesis',
  'empty-group',
  'empty-phrase',
  'no-text',
  'missing-operand',
  'missing-value',
  'unknown-field',
  'bad-value',
  'bad-date',
  'bad-range',
  'bad-number',
  'prefix-too-short',
  'prefix-not-for-script',
  'bad-wildcard',
  'near-operand',
  'atleast-operand',
  'not-allowed-here',
] as const;

/** Of a regular expression: errors for rules in either mode; elsewhere as the mistakes above. */
export const PATTERN_CODES = [
  'pattern-slashes',
  'pattern-parenthesis',
  'pattern-set',
  'pattern-range',
  'pattern-repeat',
  'pattern-unsupported',
  'pattern-too-long',
  'pattern-too-large',
  'pattern-no-text',
] as const;

/** Never an error: the query runs, but perhaps not as its writer thinks. `only-not` is an error for rules. */
export const NOTE_CODES = ['only-not', 'region-ignored', 'duplicate-sort'] as const;

/** Errors for keyword rules only: a rule must be anchored on a text or a site, and on what is known when an article comes. */
export const RULE_CODES = ['empty-query', 'too-broad', 'not-in-rules'] as const;

/** What reads well and yet cannot be searched for: told by who runs the query. */
export const MEANING_CODES = [
  'sign-in-needed',
  'only-in-rules',
  'not-searchable',
  'saved-search-unknown',
  'saved-search-cycle',
  'saved-search-too-deep',
  'too-complex',
] as const;

/** All codes, for the completeness of the locale files. */
export const PROBLEM_CODES = [
  ...LIMIT_CODES,
  ...SYNTAX_CODES,
  ...PATTERN_CODES,
  ...NOTE_CODES,
  ...RULE_CODES,
  ...MEANING_CODES,
] as const;

export type ProblemCode = (typeof PROBLEM_CODES)[number];

export interface QueryProblem {
  code: ProblemCode;
  /** UTF-16 offsets in the text as given; `end` is exclusive. */
  start: number;
  end: number;
  args: Record<string, string | number>;
  /** The whole query text with this one problem mended, where there is one plain way to mend it. */
  repair?: string;
}

export interface Span {
  start: number;
  end: number;
}

export interface Edit extends Span {
  text: string;
}

export type Report = (code: ProblemCode, span: Span, args?: QueryProblem['args'], edit?: Edit) => void;

export function applyEdit(text: string, edit: Edit): string {
  const before = text.slice(0, edit.start);
  const after = text.slice(edit.end);
  // A removed token takes one of the two spaces around it along.
  const isRemoval = edit.text === '' && /\s/.test(before.slice(-1)) && /\s/.test(after.charAt(0));
  return (before + edit.text + (isRemoval ? after.slice(1) : after)).trim();
}
