const DAY_MS = 86_400_000;

/** Milliseconds to wait by a Retry-After header (RFC 9110 §10.2.3: seconds or a date), at most 24 h; undefined if unreadable. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const value = header?.trim();
  if (!value) return undefined;
  if (/^\d{1,12}(\.\d{1,3})?$/.test(value)) return Math.min(Number(value) * 1000, DAY_MS);
  const at = Date.parse(value);
  if (Number.isNaN(at)) return undefined;
  return Math.min(Math.max(at - now, 0), DAY_MS);
}
