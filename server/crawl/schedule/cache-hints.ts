/** Milliseconds for which an answer says it stays fresh (RFC 9111 §4.2: max-age, Expires), less the age it already has. */
export function cacheHints(headers: Record<string, string>, now: number): { maxAgeMs?: number; expiresInMs?: number } {
  const control = headers['cache-control']?.toLowerCase() ?? '';
  if (/\bno-(?:cache|store)\b/.test(control)) return {};
  const maxAge = /(?:^|[\s,])max-age\s*=\s*"?(\d{1,10})/.exec(control)?.[1];
  const ageMs = /^\d{1,10}$/.test(headers['age'] ?? '') ? Number(headers['age']) * 1000 : 0;
  if (maxAge !== undefined) return { maxAgeMs: Math.max(0, Number(maxAge) * 1000 - ageMs) };
  const expiresAt = httpDate(headers['expires']);
  if (expiresAt === undefined) return {};
  return { expiresInMs: Math.max(0, expiresAt - (httpDate(headers['date']) ?? now)) };
}

/** Only with a weekday in front: `Date.parse` takes "-1" and "0", which mean "already stale", for years. */
function httpDate(header: string | undefined): number | undefined {
  const time = /^\s*[a-z]{3,9},? /i.test(header ?? '') ? Date.parse(header ?? '') : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
