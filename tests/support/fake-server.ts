/**
 * Stands in for the server under the dashboard's real client: only the transport is replaced. Import it before anything that
 * makes a client. What goes out and what comes back is checked against the contract, so a fake cannot drift from it.
 */
import axios, { type AxiosAdapter, AxiosError, type InternalAxiosRequestConfig } from 'axios';
import type { z } from 'zod';
import type { DataOf, EndpointShape, ParsedRequestOf } from '#shared/contract/endpoint.ts';
import { type ErrorName, errorTable } from '#shared/contract/errors.ts';

export class Refusal extends Error {
  readonly errorName: ErrorName;
  readonly extra: object;

  constructor(errorName: ErrorName, message: string, extra: object = {}) {
    super(message);
    this.errorName = errorName;
    this.extra = extra;
  }
}

type Handler = (request: never, signal: AbortSignal | undefined) => unknown;

const served = new Map<EndpointShape, Handler>();

/** Every call of a test, oldest first. */
export const calls: { name: string; request: Record<string, unknown> }[] = [];

/** Answers an endpoint from now on. The handler throws a `Refusal` to refuse. */
export function serve<E extends EndpointShape>(
  endpoint: E,
  handler: (request: ParsedRequestOf<E>, signal: AbortSignal | undefined) => DataOf<E> | Promise<DataOf<E>>,
): void {
  served.set(endpoint, handler as Handler);
}

export function forgetServed(): void {
  served.clear();
  calls.length = 0;
}

/** What an endpoint was asked, oldest first. */
export function requestsOf(endpoint: EndpointShape): Record<string, unknown>[] {
  return calls.filter(({ name }) => name === endpoint.name).map(({ request }) => request);
}

const fakeServer: AxiosAdapter = async (config) => {
  const { endpoint, params } = findEndpoint(config);
  const request = {
    ...(endpoint.params && { params: endpoint.params.parse(params) }),
    ...(endpoint.query && { query: endpoint.query.parse(config.params ?? {}) }),
    ...(endpoint.body && { body: endpoint.body.parse(JSON.parse(String(config.data))) }),
  };
  calls.push({ name: endpoint.name, request });
  const signal = config.signal as AbortSignal | undefined;
  try {
    const data = await aborted(signal, served.get(endpoint)?.(request as never, signal));
    return answer(config, 200, { code: 200, message: 'ok', data: (endpoint.data as z.ZodType).parse(data) });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, status } = errorTable[error.errorName];
    const failure = { code, message: error.message, error: error.errorName, requestId: 'test', ...error.extra };
    return answer(config, status, failure);
  }
};

axios.defaults.adapter = fakeServer;

function findEndpoint(config: InternalAxiosRequestConfig): { endpoint: EndpointShape; params: object } {
  // A path without parameters is meant before one that would swallow it.
  const byParameters = [...served.keys()].sort((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')));
  for (const endpoint of byParameters) {
    const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const found = new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '([^/]+)')}$`).exec(config.url ?? '');
    if (found && endpoint.method.toLowerCase() === config.method?.toLowerCase()) {
      const params = Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')]));
      return { endpoint, params };
    }
  }
  throw new Error(`Nobody serves ${config.method} ${config.url}`);
}

function answer(config: InternalAxiosRequestConfig, status: number, data: object) {
  return { status, statusText: '', headers: {}, config, data };
}

/** Rejects as axios does when the caller gives up. */
function aborted<T>(signal: AbortSignal | undefined, answered: T): Promise<Awaited<T>> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new AxiosError('canceled', AxiosError.ERR_CANCELED)));
    Promise.resolve(answered).then(resolve, reject);
  });
}
