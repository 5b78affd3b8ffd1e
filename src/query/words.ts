/** How one unquoted run of characters is read. */
import type { Node } from './ast.ts';
import { foldPunctuation, isDelimiterAt, isSearchable, isSubstringScript, quotePhrase } from './characters.ts';
import { PREFIX_LENGTH_MIN } from './limits.ts';
import type { ProblemCode, QueryProblem } from './problems.ts';
import { ALL_NAMES } from './values.ts';

/** Operators stand alone between spaces or parentheses. Latin ones are upper case only. */
const OPERATORS: ReadonlyMap<string, 'and' | 'or' | 'not'> = new Map([
  ['AND', 'and'],
  ['&&', 'and'],
  ['&', 'and'],
  ['与', 'and'],
  ['與', 'and'],
  ['OR', 'or'],
  ['||', 'or'],
  ['|', 'or'],
  ['或', 'or'],
  ['NOT', 'not'],
  ['非', 'not'],
]);

export const operatorOf = (folded: string): 'and' | 'or' | 'not' | undefined => OPERATORS.get(folded);

/** `NEAR`, `NEAR/5`, `ONEAR/3`; `distance` is the text after the slash. */
export function nearOf(folded: string): { ordered: boolean; distance: string | null } | null {
  const match = /^(O?)NEAR(?:\/(.*))?$/.exec(folded);
  return match ? { ordered: match[1] === 'O', distance: match[2] ?? null } : null;
}

export const isAddress = (folded: string): boolean => /^https?:\/\/./i.test(folded);

/** The known name before the first colon, in lower case. */
export function nameOf(folded: string): string | null {
  const colon = folded.indexOf(':');
  const name = colon > 0 && colon <= 10 ? folded.slice(0, colon).toLowerCase() : '';
  return ALL_NAMES.includes(name) ? name : null;
}

/** A Latin name before a colon that is no field of ours: `titel:x`. Times (`10:30`) and Chinese colons are plain text. */
function unknownNameOf(folded: string): string | null {
  const match = /^([a-z][a-z_-]{1,19}):./i.exec(folded);
  return match?.[1] && nameOf(folded) === null ? match[1] : null;
}

/** Whether an unquoted text is read back as one word with exactly this text, wherever it stands. */
export function isPlainWord(text: string): boolean {
  const folded = foldPunctuation(text);
  if (!isSearchable(text) || /^[-!]|\*/.test(folded)) return false;
  if (operatorOf(folded) !== undefined || nearOf(folded) !== null) return false;
  if (nameOf(folded) !== null || unknownNameOf(folded) !== null || isAddress(folded)) return false;
  for (let i = 0; i < folded.length; i += 1) if (isDelimiterAt(folded, i)) return false;
  return true;
}

export function isPrefix(text: string): boolean {
  return /^[\p{L}\p{N}\p{M}]+$/u.test(text) && Array.from(text).length >= PREFIX_LENGTH_MIN && !isSubstringScript(text);
}

/** The text as a word, or as a phrase where the unquoted form would mean something else; null if nothing can be sought. */
export function literal(text: string): Node | null {
  if (isPlainWord(text)) return { type: 'word', text };
  return isSearchable(text) ? { type: 'phrase', text, slop: 0 } : null;
}

export interface WordReading {
  /** What is meant, or the nearest literal reading if there is a problem. */
  node: Node | null;
  problem?: { code: ProblemCode; args: QueryProblem['args']; mended: string };
}

/** `isValue`: the run directly follows a field's colon, so that no name is expected in it. */
export function readWord(raw: string, isValue: boolean): WordReading {
  const folded = foldPunctuation(raw);
  if (folded.includes('*')) return readWildcard(raw, folded);
  const node = literal(raw);
  if (node === null) return { node, problem: { code: 'no-text', args: { text: raw }, mended: '' } };
  const unknown = isValue ? null : unknownNameOf(folded);
  if (unknown === null) return { node };
  const suggestion = nearestName(unknown.toLowerCase());
  const mended = suggestion ? suggestion + raw.slice(unknown.length) : quotePhrase(raw);
  return { node, problem: { code: 'unknown-field', args: { field: unknown, suggestion: suggestion ?? '' }, mended } };
}

function readWildcard(raw: string, folded: string): WordReading {
  const base = raw.slice(0, -1);
  if (!isSearchable(raw)) return { node: null, problem: { code: 'no-text', args: { text: raw }, mended: '' } };
  if (!folded.endsWith('*') || !/^[\p{L}\p{N}\p{M}]+$/u.test(base)) {
    return { node: literal(raw), problem: { code: 'bad-wildcard', args: { text: raw }, mended: quotePhrase(raw) } };
  }
  if (isPrefix(base)) return { node: { type: 'prefix', text: base } };
  const code = isSubstringScript(base) ? 'prefix-not-for-script' : 'prefix-too-short';
  return { node: literal(base), problem: { code, args: { text: raw, min: PREFIX_LENGTH_MIN }, mended: base } };
}

/** The known name at most two edits away, for names long enough that this means something. */
function nearestName(name: string): string | null {
  if (name.length < 4) return null;
  let best: string | null = null;
  let bestDistance = 3;
  for (const known of ALL_NAMES) {
    const distance = known.length < 4 ? bestDistance : editDistance(name, known);
    if (distance < bestDistance) {
      best = known;
      bestDistance = distance;
    }
  }
  return best;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substitution = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substitution, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
