import type { ErrorName } from '#shared/contract/errors.ts';

/** A refusal that the caller is told about. Only `server/http` turns it into an answer. */
export class AppError extends Error {
  readonly errorName: ErrorName;
  readonly args: Record<string, string | number>;
  readonly problems: readonly unknown[] | undefined;

  constructor(name: ErrorName, args: Record<string, string | number> = {}, problems?: readonly unknown[]) {
    super(name);
    this.errorName = name;
    this.args = args;
    this.problems = problems;
  }
}
