import type { RateLimitName } from '#shared/contract/endpoint.ts';

export interface RateLimit {
  /** Requests a window. */
  count: number;
  windowMs: number;
}

export type RateLimits = Record<RateLimitName, RateLimit>;

const minute = 60_000;

export const defaultRateLimits: RateLimits = {
  read: { count: 600, windowMs: minute },
  write: { count: 240, windowMs: minute },
  search: { count: 120, windowMs: minute },
  fetch: { count: 30, windowMs: minute },
  login: { count: 20, windowMs: minute },
  code: { count: 5, windowMs: 10 * minute },
};

const subjectsMax = 50_000;

/** Fixed windows per limit and subject (a member or an address), in memory: a limit protects a process, it is not an account book. */
export function createRateLimiter(limits: RateLimits, now: () => number) {
  const windows = new Map<string, { startedAt: number; used: number }>();
  return {
    /** Takes one; answers the milliseconds to wait when none is left. */
    take(name: RateLimitName, subject: string): { ok: true } | { ok: false; retryAfterMs: number } {
      const { count, windowMs } = limits[name];
      const key = `${name} ${subject}`;
      const at = now();
      const window = windows.get(key);
      if (!window || at - window.startedAt >= windowMs) {
        if (windows.size >= subjectsMax) windows.clear();
        windows.set(key, { startedAt: at, used: 1 });
        return { ok: true };
      }
      window.used += 1;
      return window.used <= count ? { ok: true } : { ok: false, retryAfterMs: window.startedAt + windowMs - at };
    },
  };
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;
