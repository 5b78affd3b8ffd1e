import { streamSSE } from 'hono/streaming';
import { AppError } from '../app-error.ts';
import type { Actor } from '../context.ts';
import { type Authenticate, bearerOrCookie } from './authenticate.ts';
import type { HttpApp } from './http-app.ts';

const heartbeatMs = 25_000;

export interface EventStream {
  path: string;
  /** Sends through `send` whenever there is news, until the returned function is called. */
  start(actor: Actor, send: (event: string, data: unknown) => void): () => void;
}

/** The streams that are open, so that a server that stops can end them instead of waiting. */
export type OpenStreams = Set<() => void>;

/** Serves server-sent events to one signed-in member; a comment every 25 s keeps proxies from closing the line. */
export function serveEventStream(
  app: HttpApp,
  options: { authenticate: Authenticate; openStreams: OpenStreams },
  stream: EventStream,
): void {
  app.get(stream.path, async (c) => {
    const credentials = bearerOrCookie(c);
    if (!credentials) throw new AppError('NOT_LOGGED_IN');
    const actor = await options.authenticate(credentials.token);
    c.header('X-Accel-Buffering', 'no');
    return streamSSE(c, async (sse) => {
      await new Promise<void>((resolve) => {
        let stop = () => {};
        const end = () => {
          options.openStreams.delete(end);
          clearInterval(heartbeat);
          stop();
          resolve();
        };
        const heartbeat = setInterval(() => sse.write(': still here\n\n').catch(end), heartbeatMs);
        options.openStreams.add(end);
        sse.onAbort(end);
        stop = stream.start(actor, (event, data) => {
          sse.writeSSE({ event, data: JSON.stringify(data) }).catch(end);
        });
      });
    });
  });
}
