/** Who may see a screen. A pure judgement; the router acts on it, and the server enforces the same for data. */
import type { Permission } from '#shared/contract/permissions.ts';
import { isAllowed } from '#shared/rules/member-access.ts';

/** What a route asks: nothing, being signed in, or any one of these permissions. */
export type Requirement = undefined | true | readonly Permission[];

export type Verdict = 'pass' | 'login' | 'forbidden';

export interface Visit {
  path: string;
  /** Of the route and all it lies in. */
  requirements: readonly Requirement[];
  isSignedIn: boolean;
  held: readonly string[];
}

export function judgeVisit({ path, requirements, isSignedIn, held }: Visit): Verdict {
  const asked = requirements.filter((requirement) => requirement !== undefined);
  if (asked.length === 0 || skipsGuard(path)) return 'pass';
  if (!isSignedIn) return 'login';
  if (asked.every((requirement) => requirement === true)) return 'pass';
  if (held.length === 0) return 'login';
  return asked.every((requirement) => isAllowed(requirement, held)) ? 'pass' : 'forbidden';
}

/** The specification leaves these to themselves. */
function skipsGuard(path: string): boolean {
  return path.includes('ab') || path.includes('mobile_upload');
}

/** A wanted path is followed only inside the dashboard. */
export function safeRedirect(wanted: unknown): string {
  return typeof wanted === 'string' && /^\/(?![/\\])/.test(wanted) && !wanted.startsWith('/login') ? wanted : '/home';
}
