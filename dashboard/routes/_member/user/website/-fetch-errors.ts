/** Words for what can go wrong when a source is read: what it means and what happens next. */
import type { ParseKeys, TFunction } from 'i18next';

/** What the server stores as the kind of an error. */
export const fetchErrorKinds = [
  'bad-encoding',
  'bad-url',
  'blocked-address',
  'broken-xml',
  'connect',
  'dns',
  'empty',
  'gone',
  'html-instead',
  'http',
  'not-a-feed',
  'robots-refused',
  'timeout',
  'tls',
  'too-large',
  'too-many-redirects',
] as const;
type FetchErrorKind = (typeof fetchErrorKinds)[number];

type ErrorKey = Extract<ParseKeys<'website'>, `error.${string}`>;

/** @param status of the answer, or undefined when it is not known */
function errorKey(kind: FetchErrorKind, status: number | undefined): ErrorKey {
  if (kind !== 'http' || status === undefined) return `error.${kind}`;
  if (status === 401 || status === 403 || status === 451) return 'error.http.refused';
  if (status === 404) return 'error.http.missing';
  if (status === 429 || status === 503) return 'error.http.busy';
  return status >= 500 ? 'error.http.server' : 'error.http';
}

/** The sentence for an error as the server names it. `detail` is the server's note; it may hold the status. */
export function fetchErrorText(
  error: { errorKind: string; errorDetail: string; status?: number | null },
  t: TFunction<'website'>,
): string {
  const kind = fetchErrorKinds.find((known) => known === error.errorKind);
  if (!kind) return t('error.other', { detail: error.errorDetail || error.errorKind });
  const status = error.status ?? Number(/\bstatus (\d{3})\b/.exec(error.errorDetail)?.[1] ?? Number.NaN);
  return t(errorKey(kind, Number.isNaN(status) ? undefined : status), { status });
}
