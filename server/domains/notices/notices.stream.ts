import type { Context } from '../../context.ts';
import { serveEventStream } from '../../http/event-stream.ts';
import type { HttpApp } from '../../http/http-app.ts';
import { countsOf } from './inbox.service.ts';

/** `event: counts` with NoticeCounts: once at the start, then after every change of the inbox. */
export function noticeStream(app: HttpApp, ctx: Context, options: Parameters<typeof serveEventStream>[1]): void {
  serveEventStream(app, options, {
    path: '/v1/notice/stream',
    start(actor, send) {
      const sendCounts = async () => send('counts', await countsOf(ctx, actor.memberId));
      void sendCounts();
      return ctx.signals.subscribe('inbox-changed', ({ memberId }) => {
        if (memberId === actor.memberId) void sendCounts();
      });
    },
  });
}
