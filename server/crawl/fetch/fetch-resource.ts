// The only door to addresses that others gave us: one GET or POST, guarded against private addresses, floods, bombs and slow senders.
import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { Agent, errors, request } from 'undici';
import { checkUrl, isPublicAddress } from './address-guard.ts';
import { BodyError, readBody } from './read-body.ts';
import { retryAfterMs } from './retry-after.ts';

export type FetchErrorKind =
  | 'bad-url'
  | 'blocked-address'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'too-large'
  | 'too-many-redirects'
  | 'http'
  | 'bad-encoding'
  | 'gone';

export interface FetchRequest {
  url: string;
  /** Validators of the last answer; a 304 is then a success with an empty body. */
  etag?: string;
  lastModified?: string;
  accept?: string;
  maxBytes?: number;
  timeoutMs?: number;
  firstByteTimeoutMs?: number;
  /** Sends this instead of asking for the resource; a redirect is then an error, because it would carry the body elsewhere. */
  post?: { body: Uint8Array; headers: Record<string, string> };
}

export interface FetchSuccess {
  ok: true;
  status: 200 | 304;
  /** Where the answer came from, after redirects. */
  url: string;
  /** Set when there were redirects and every one was permanent (301, 308): the address to remember. */
  permanentUrl?: string;
  headers: Record<string, string>;
  body: Uint8Array;
  etag?: string;
  lastModified?: string;
  tookMs: number;
}

export interface FetchFailure {
  ok: false;
  error: FetchErrorKind;
  detail: string;
  status?: number;
  retryAfterMs?: number;
  url: string;
  tookMs: number;
}

export type FetchOutcome = FetchSuccess | FetchFailure;

export interface FetchLimits {
  /** Bytes of the body after unpacking. */
  maxBytes: number;
  /** The whole fetch, redirects included. */
  timeoutMs: number;
  /** From sending a request to its response head. */
  firstByteTimeoutMs: number;
  redirectsMax: number;
}

export type ResolveHost = (hostname: string) => Promise<LookupAddress[]>;

export interface FetcherOptions {
  userAgent: string;
  /** Exact origins ("http://127.0.0.1:8790") that skip the address and port check. */
  allowedOrigins?: readonly string[];
  limits?: Partial<FetchLimits>;
  resolve?: ResolveHost;
}

export interface Fetcher {
  fetchResource(request: FetchRequest): Promise<FetchOutcome>;
  close(): Promise<void>;
}

/** The largest feed that is read. */
export const feedBytesMax = 10 * 1024 * 1024;

const DEFAULT_LIMITS: FetchLimits = {
  maxBytes: feedBytesMax,
  timeoutMs: 20_000,
  firstByteTimeoutMs: 10_000,
  redirectsMax: 5,
};

const DEFAULT_ACCEPT =
  'application/rss+xml, application/atom+xml, application/feed+json, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.9, text/html;q=0.8, */*;q=0.7';

class RefusedAddressError extends Error {}

/** A DNS lookup for sockets that hands on only what it has checked: the checked address is the connected one. */
function createGuardedLookup(resolve: ResolveHost) {
  return (
    hostname: string,
    options: LookupOptions,
    done: (error: Error | null, address: LookupAddress[] | string, family?: number) => void,
  ) => {
    resolve(hostname).then(
      (addresses) => {
        const refused = addresses.find(({ address }) => !isPublicAddress(address));
        const first = addresses[0];
        if (refused || !first)
          done(new RefusedAddressError(`${hostname} leads to ${refused?.address ?? 'nowhere'}`), '');
        else if (options.all) done(null, addresses);
        else done(null, first.address, first.family);
      },
      (error: Error) => done(error, ''),
    );
  };
}

/** Sockets are pooled per origin; a pooled socket is still connected to an address that was checked. */
function createAgent(limits: FetchLimits, guardedLookup?: ReturnType<typeof createGuardedLookup>): Agent {
  return new Agent({
    connect: { timeout: limits.firstByteTimeoutMs, ...(guardedLookup && { lookup: guardedLookup as never }) },
    allowH2: false,
    pipelining: 1,
    connections: 4,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 10_000,
    maxHeaderSize: 32 * 1024,
    // Our own timers end a fetch; these only clean up behind them.
    headersTimeout: limits.timeoutMs + 5_000,
    bodyTimeout: limits.timeoutMs + 5_000,
  });
}

const resolveWithSystem: ResolveHost = (hostname) => lookup(hostname, { all: true, verbatim: true });

/**
 * Makes the crawl's fetcher. `fetchResource` never throws: every failure is a FetchFailure with a kind.
 * Call `close` at shut-down; fetches under way end with 'connect'.
 */
export function createFetcher(options: FetcherOptions): Fetcher {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const allowedOrigins = new Set(options.allowedOrigins);
  const guarded = createAgent(limits, createGuardedLookup(options.resolve ?? resolveWithSystem));
  const exempt = createAgent(limits);

  async function fetchResource(wanted: FetchRequest): Promise<FetchOutcome> {
    const startedAt = performance.now();
    const clock = createDeadline(wanted.timeoutMs ?? limits.timeoutMs);
    const trail = { url: wanted.url };
    try {
      const answer = await follow(wanted, trail, clock);
      return { ...answer, tookMs: Math.round(performance.now() - startedAt) };
    } catch (error) {
      const failure = describeFailure(error, clock);
      return { ok: false, ...failure, url: trail.url, tookMs: Math.round(performance.now() - startedAt) };
    } finally {
      clock.stop();
    }
  }

  async function follow(wanted: FetchRequest, trail: { url: string }, clock: Deadline): Promise<Answer> {
    let isPermanent = true;
    for (let redirects = 0; redirects <= limits.redirectsMax; redirects++) {
      const answer = await getOnce(wanted, trail, clock);
      if (!('location' in answer)) {
        return answer.ok && redirects > 0 && isPermanent ? { ...answer, permanentUrl: trail.url } : answer;
      }
      if (wanted.post) return { ok: false, error: 'http', detail: 'a redirect is not followed', url: trail.url };
      isPermanent &&= answer.isPermanent;
      trail.url = answer.location;
    }
    return {
      ok: false,
      error: 'too-many-redirects',
      detail: `more than ${limits.redirectsMax} redirects`,
      url: trail.url,
    };
  }

  async function getOnce(wanted: FetchRequest, trail: { url: string }, clock: Deadline): Promise<Answer | Redirect> {
    const verdict = checkUrl(trail.url, allowedOrigins);
    if (!verdict.ok) return { ok: false, error: verdict.error, detail: verdict.detail, url: trail.url };
    verdict.url.hash = '';
    trail.url = verdict.url.href;

    clock.startFirstByte(wanted.firstByteTimeoutMs ?? limits.firstByteTimeoutMs);
    const response = await request(verdict.url, {
      dispatcher: verdict.exempt ? exempt : guarded,
      method: wanted.post ? 'POST' : 'GET',
      body: wanted.post?.body,
      headers: { ...requestHeaders(options.userAgent, wanted), ...wanted.post?.headers },
      signal: clock.signal,
    });
    clock.stopFirstByte();

    const headers = plainHeaders(response.headers);
    const status = response.statusCode;
    const location = headers['location'];
    const isUsed = status >= 200 && status < 300;
    if (!isUsed) discard(response.body);
    if (status >= 300 && status < 400 && status !== 304 && location) {
      return { location: resolveLocation(location, trail.url), isPermanent: status === 301 || status === 308 };
    }
    if (status === 304 && (wanted.etag || wanted.lastModified))
      return success(304, trail.url, headers, new Uint8Array());
    if (!isUsed) return httpFailure(status, trail.url, headers);

    const maxBytes = wanted.maxBytes ?? limits.maxBytes;
    try {
      if (Number(headers['content-length'] ?? 0) > maxBytes) {
        throw new BodyError('too-large', `announces ${headers['content-length']} bytes`);
      }
      const body = await readBody(response.body, headers['content-encoding'], maxBytes);
      return success(200, trail.url, headers, body);
    } finally {
      discard(response.body);
    }
  }

  return {
    fetchResource,
    close: async () => {
      await Promise.all([guarded.destroy(), exempt.destroy()]);
    },
  };
}

type Answer = Omit<FetchSuccess, 'tookMs'> | Omit<FetchFailure, 'tookMs'>;
type Redirect = { location: string; isPermanent: boolean };

interface Deadline {
  signal: AbortSignal;
  startFirstByte(ms: number): void;
  stopFirstByte(): void;
  stop(): void;
}

class DeadlineError extends Error {}

function createDeadline(totalMs: number): Deadline {
  const controller = new AbortController();
  const total = setTimeout(() => controller.abort(new DeadlineError(`not finished in ${totalMs} ms`)), totalMs);
  let firstByte: NodeJS.Timeout | undefined;
  return {
    signal: controller.signal,
    startFirstByte: (ms) => {
      clearTimeout(firstByte);
      firstByte = setTimeout(() => controller.abort(new DeadlineError(`no answer in ${ms} ms`)), ms);
    },
    stopFirstByte: () => clearTimeout(firstByte),
    stop: () => {
      clearTimeout(total);
      clearTimeout(firstByte);
    },
  };
}

function requestHeaders(userAgent: string, wanted: FetchRequest): Record<string, string> {
  return {
    'user-agent': userAgent,
    accept: wanted.accept ?? DEFAULT_ACCEPT,
    'accept-encoding': 'gzip, deflate, br, zstd',
    ...(wanted.etag && { 'if-none-match': wanted.etag }),
    ...(wanted.lastModified && { 'if-modified-since': wanted.lastModified }),
  };
}

function plainHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && name !== 'set-cookie') plain[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return plain;
}

/** Some servers send raw UTF-8 in Location; header bytes arrive as Latin-1. */
function resolveLocation(location: string, base: string): string {
  const asUtf8 = Buffer.from(location, 'latin1').toString('utf8');
  return URL.parse(asUtf8.includes('\ufffd') ? location : asUtf8, base)?.href ?? location;
}

function success(status: 200 | 304, url: string, headers: Record<string, string>, body: Uint8Array): Answer {
  return {
    ok: true,
    status,
    url,
    headers,
    body,
    ...(headers['etag'] && { etag: headers['etag'] }),
    ...(headers['last-modified'] && { lastModified: headers['last-modified'] }),
  };
}

function httpFailure(status: number, url: string, headers: Record<string, string>): Answer {
  const waitMs = retryAfterMs(headers['retry-after'], Date.now());
  return {
    ok: false,
    error: status === 410 ? 'gone' : 'http',
    detail: `status ${status}`,
    status,
    url,
    ...(waitMs !== undefined && { retryAfterMs: waitMs }),
  };
}

/** Drops the rest of a body together with its socket; a flood must not be drained. */
function discard(body: { destroy(): unknown; on(event: 'error', listener: () => void): unknown }): void {
  body.on('error', () => undefined);
  body.destroy();
}

const CONNECT_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'EPIPE',
  'UND_ERR_SOCKET',
  'UND_ERR_CLOSED',
  'UND_ERR_DESTROYED',
]);

function kindOfCode(code: string): FetchErrorKind {
  if (/^(ENOTFOUND|EAI_|ENODATA|ESERVFAIL|EBADNAME)/.test(code)) return 'dns';
  if (CONNECT_CODES.has(code)) return 'connect';
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return 'timeout';
  if (/^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO|HOSTNAME_MISMATCH)/.test(code)) return 'tls';
  return code === 'UND_ERR_HEADERS_OVERFLOW' ? 'too-large' : 'connect';
}

function describeFailure(error: unknown, clock: Deadline): { error: FetchErrorKind; detail: string } {
  if (clock.signal.aborted) return { error: 'timeout', detail: (clock.signal.reason as Error).message };
  const cause = error instanceof AggregateError ? error.errors[0] : error;
  if (cause instanceof BodyError) return { error: cause.kind, detail: cause.message };
  if (cause instanceof RefusedAddressError) return { error: 'blocked-address', detail: cause.message };
  if (cause instanceof errors.HTTPParserError) return { error: 'http', detail: cause.message.slice(0, 300) };
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const message = cause instanceof Error ? cause.message : String(cause);
  return { error: kindOfCode(code), detail: (code ? `${code}: ${message}` : message).slice(0, 300) };
}
