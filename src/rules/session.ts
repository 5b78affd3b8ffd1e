/** Session and sign-in rules that server and clients share. */
export const dayMs = 86_400_000;

/** A token lives one day from its last use. */
export const sessionLifeMs = 24 * 3_600_000;

/** A session's expiry is moved at most this often, so that reading costs no write. */
export const sessionTouchMs = 5 * 60_000;

export const codeLifeMs = 10 * 60_000;
export const codeRetryMs = 60_000;
export const codeAttemptsMax = 5;

const freeFailures = 5;
const firstLockMs = 30_000;
const lockMaxMs = 60 * 60_000;

/** How long sign-in stays locked after so many failures in a row: nothing for five, then doubling from 30 s to an hour. */
export function lockMs(failures: number): number {
  if (failures < freeFailures) return 0;
  return Math.min(firstLockMs * 2 ** (failures - freeFailures), lockMaxMs);
}
