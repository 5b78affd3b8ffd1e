import type { HttpApp } from './http-app.ts';
import { limitBody } from './limit-body.ts';

export interface CallbackRequest {
  params: Record<string, string>;
  query: Record<string, string>;
  header(name: string): string | undefined;
}

export interface CallbackAnswer {
  status: number;
  /** Plain text. */
  body?: string;
}

export interface Callback {
  bodyMaxBytes: number;
  get(request: CallbackRequest): Promise<CallbackAnswer>;
  /** The body arrives in pieces and need not be kept. */
  post(request: CallbackRequest & { body: AsyncIterable<Uint8Array> }): Promise<CallbackAnswer>;
  /** Told of what goes wrong, a body that is too large included: the address in a request may be a secret, and is not logged here. */
  fail(error: unknown): CallbackAnswer;
}

/** Serves an address that another server was given to call: outside the envelope, in plain text, by status. */
export function serveCallback(app: HttpApp, path: string, { bodyMaxBytes, get, post, fail }: Callback): void {
  app.on(['GET', 'POST'], path, async (c) => {
    const request = { params: c.req.param(), query: c.req.query(), header: (name: string) => c.req.header(name) };
    const ask = async (): Promise<CallbackAnswer> => {
      if (c.req.method !== 'POST') return get(request);
      return post({ ...request, body: limitBody(c.req.raw, bodyMaxBytes) });
    };
    const answer = await ask().catch(fail);
    return c.text(answer.body ?? '', answer.status as 200);
  });
}
