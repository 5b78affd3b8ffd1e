/** An error as plain data, so that it can be stored and sent between the worker and the pages. */
import { ApiError } from '#shared/api/create-client.ts';

export interface Problem {
  name: ApiError['errorName'];
  /** The server's sentence in the caller's language; empty when no answer came. */
  message: string;
  args: Record<string, string | number>;
  problems: readonly unknown[];
  status: number | null;
  retryAfterSeconds: number | null;
}

export type Outcome<T> = { ok: true; data: T } | { ok: false; problem: Problem };

export function toProblem(error: unknown): Problem {
  if (!(error instanceof ApiError)) {
    return { name: 'UNKNOWN', message: String(error), args: {}, problems: [], status: null, retryAfterSeconds: null };
  }
  return {
    name: error.errorName,
    message: error.message,
    args: error.args,
    problems: error.problems,
    status: error.status ?? null,
    retryAfterSeconds: error.retryAfterSeconds ?? null,
  };
}

export async function outcomeOf<T>(work: Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, data: await work };
  } catch (error) {
    return { ok: false, problem: toProblem(error) };
  }
}

/** The server no longer knows the token: sign in again. */
export function endsSession({ name }: Problem): boolean {
  return name === 'NOT_LOGGED_IN' || name === 'TOKEN_EXPIRED' || name === 'TOKEN_INVALID';
}

/** Trying the same again later can help: no answer, too many requests, the server's own fault. */
export function isPassing(problem: Problem): boolean {
  if (problem.name === 'NETWORK' || problem.name === 'RATE_LIMITED') return true;
  return problem.status !== null && (problem.status === 429 || problem.status >= 500);
}
