/** The contract as typed calls over axios. It throws ApiError and shows nothing: the shell that uses it decides. */
import axios, { type AxiosAdapter, type AxiosResponse, isAxiosError } from 'axios';
import type { DataOf, EndpointShape, RequestOf } from '#shared/contract/endpoint.ts';
import { type ErrorName, errorNameOf } from '#shared/contract/errors.ts';

/** The specification's "no limit in practice". */
export const requestTimeoutMs = 1e8;

export class ApiError extends Error {
  /** NETWORK: no answer came · NOT_MODIFIED: 304. */
  readonly errorName: ErrorName | 'NETWORK' | 'NOT_MODIFIED' | 'UNKNOWN';
  readonly status: number | undefined;
  readonly args: Record<string, string | number>;
  readonly problems: readonly unknown[];
  readonly issues: readonly { path: string; message: string }[];
  readonly retryAfterSeconds: number | undefined;

  constructor(options: {
    name: ApiError['errorName'];
    message: string;
    status?: number;
    args?: Record<string, string | number>;
    problems?: readonly unknown[];
    issues?: readonly { path: string; message: string }[];
    retryAfterSeconds?: number;
  }) {
    super(options.message);
    this.errorName = options.name;
    this.status = options.status;
    this.args = options.args ?? {};
    this.problems = options.problems ?? [];
    this.issues = options.issues ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

export interface ClientOptions {
  /** Origin of the server; empty for the page's own. */
  baseUrl: string;
  token(): string | undefined | Promise<string | undefined>;
  language(): string;
  adapter?: AxiosAdapter;
}

type Extras = { signal?: AbortSignal; headers?: Record<string, string> };

export type Api = <E extends EndpointShape>(endpoint: E, request?: RequestOf<E> & Extras) => Promise<DataOf<E>>;

export function createClient(options: ClientOptions): Api {
  const http = axios.create({
    baseURL: options.baseUrl,
    timeout: requestTimeoutMs,
    withCredentials: true,
    validateStatus: () => true,
    paramsSerializer: { serialize: queryText },
    ...(options.adapter && { adapter: options.adapter }),
  });

  return async (endpoint, request) => {
    const parts = (request ?? {}) as Extras & {
      params?: Record<string, unknown>;
      query?: Record<string, unknown>;
      body?: unknown;
    };
    const token = await options.token();
    let response: AxiosResponse;
    try {
      response = await http.request({
        method: endpoint.method,
        url: fillPath(endpoint.path, parts.params ?? {}),
        params: parts.query,
        data: endpoint.method === 'GET' ? undefined : (parts.body ?? {}),
        signal: parts.signal,
        headers: {
          ...(token && { Authorization: `Bearer ${token}` }),
          'Accept-Language': options.language(),
          ...parts.headers,
        },
      });
    } catch (error) {
      throw new ApiError({ name: 'NETWORK', message: isAxiosError(error) ? (error.code ?? '') : String(error) });
    }
    return unwrap(response) as DataOf<typeof endpoint>;
  };
}

function fillPath(path: string, params: Record<string, unknown>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

/** What is not given stays out. No query of the contract holds lists. */
function queryText(query: Record<string, unknown>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

function unwrap(response: AxiosResponse): unknown {
  const body = (response.data ?? {}) as {
    code?: number;
    errno?: string;
    message?: string;
    data?: unknown;
    args?: Record<string, string | number>;
    problems?: unknown[];
    issues?: { path: string; message: string }[];
  };
  if (response.status === 304) throw new ApiError({ name: 'NOT_MODIFIED', message: '', status: 304 });
  if (response.status < 300 && (body.code === 200 || body.errno === '0')) return body.data;
  const retryAfter = Number(response.headers['retry-after']);
  throw new ApiError({
    name: nameOf(body),
    message: body.message ?? '',
    status: response.status,
    args: body.args,
    problems: body.problems,
    issues: body.issues,
    ...(Number.isFinite(retryAfter) && { retryAfterSeconds: retryAfter }),
  });
}

/** Older answers carry the expiry only as a sentence. */
function nameOf(body: { code?: number; message?: string }): ApiError['errorName'] {
  const name = errorNameOf(body.code ?? 0);
  if (name) return name;
  return body.message === 'Token has expired' ? 'TOKEN_EXPIRED' : 'UNKNOWN';
}
