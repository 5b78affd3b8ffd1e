/** A real HTTP server that answers as ours does, as far as the extension asks; tests steer what it says. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ErrorName, errorTable } from '#shared/contract/errors.ts';

export interface StubRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  // biome-ignore lint/suspicious/noExplicitAny: what was sent, whatever it was
  body: any;
  headers: IncomingMessage['headers'];
}

export type StubAnswer =
  | { data: unknown }
  | { error: ErrorName; message?: string; retryAfter?: number; problems?: unknown[] }
  | { status: number };
export type StubHandler = (request: StubRequest) => StubAnswer | Promise<StubAnswer>;

export interface StubServer {
  origin: string;
  requests: StubRequest[];
  /** Keyed by `POST /v1/login`. */
  answers: Record<string, StubHandler>;
  /** Requests to this path, in order. */
  sent(path: string): StubRequest[];
  close(): Promise<void>;
}

export async function startStubServer(answers: Record<string, StubHandler> = {}): Promise<StubServer> {
  const stub: Pick<StubServer, 'requests' | 'answers'> = { requests: [], answers };
  const server = createServer((request, response) => void handle(stub, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(stub, {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent: (path: string) => stub.requests.filter((request) => request.path === path),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

async function handle(
  stub: Pick<StubServer, 'requests' | 'answers'>,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const url = new URL(request.url ?? '/', 'http://stub');
  const headers = {
    'Content-Type': 'application/json',
    'Access-Control-Allow-Origin': request.headers.origin ?? '*',
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Allow-Headers': 'authorization, accept-language, content-type, if-none-match',
    'Access-Control-Allow-Methods': 'GET, POST',
  };
  if (request.method === 'OPTIONS') return response.writeHead(204, headers).end();
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const seen: StubRequest = {
    method: request.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    body: text ? JSON.parse(text) : undefined,
    headers: request.headers,
  };
  stub.requests.push(seen);
  const answer = (await stub.answers[`${seen.method} ${seen.path}`]?.(seen)) ?? { error: 'NOT_FOUND' as const };
  if ('status' in answer) return response.writeHead(answer.status, headers).end();
  if ('data' in answer) {
    return response.writeHead(200, headers).end(JSON.stringify({ code: 200, message: 'ok', data: answer.data }));
  }
  const { code, status } = errorTable[answer.error];
  const { error, message = error, problems, retryAfter } = answer;
  const extra = { ...(retryAfter && { 'Retry-After': String(retryAfter) }) };
  return response
    .writeHead(status, { ...headers, ...extra })
    .end(JSON.stringify({ code, message, error, requestId: 'r', problems }));
}

/** An address where nobody answers. */
export async function deadOrigin(): Promise<string> {
  const server = await startStubServer();
  await server.close();
  return server.origin;
}
