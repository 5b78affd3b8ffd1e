/** Which tokens an article has whose folded text contains a literal: what an index can be asked instead of reading every text. */
import { hanOrigins } from './han.ts';
import type { PhraseStep } from './token-query.ts';
import { isCjkToken, isSingleCharacter, tokeniseQuery } from './tokens.ts';

/** Spellings of two characters that are asked for together; rarer characters have one or two. */
const SPELLINGS_MAX = 16;
const WANTED_MAX = 4;

/**
 * For every part one of its steps: all of them hold for a text with this literal. Empty where nothing is certain, as for `gpt`
 * alone, which may stand in the middle of a word.
 */
export function literalTokens(literal: string): PhraseStep[][] {
  const wanted: PhraseStep[][] = [];
  for (const { text, start, end } of tokeniseQuery(literal)) {
    if (isCjkToken(text)) {
      const spellings = isSingleCharacter(text) ? [] : spellingsOf(text);
      if (spellings.length > 0 && spellings.length <= SPELLINGS_MAX) wanted.push(spellings.map((token) => ({ token })));
    } else if (/^[a-z0-9]+$/.test(text) && literal[start - 1] === ' ' && end - start === text.length) {
      if (end === literal.length) wanted.push([{ prefix: text }]);
      else if (literal[end] === ' ') wanted.push([{ token: text }]);
    }
  }
  return wanted.slice(0, WANTED_MAX);
}

/** Japanese articles keep Han as written, so what folds to the same counts as well. */
function spellingsOf(pair: string): string[] {
  const [first = '', second = ''] = pair;
  const seconds = hanOrigins(second);
  return hanOrigins(first).flatMap((one) => seconds.map((other) => one + other));
}
