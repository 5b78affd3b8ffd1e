import type { Problem } from '../problem.ts';
import type { Translate } from '../texts.ts';

/** One sentence for what went wrong: the server's own where there is one. */
export function problemText(problem: Problem, t: Translate): string {
  if (problem.name === 'NETWORK') return t('problem.network');
  if (problem.message && problem.name !== 'TOKEN_EXPIRED') return problem.message;
  if (problem.name === 'TOKEN_EXPIRED') return t('problem.expired');
  return t('problem.unknown');
}
