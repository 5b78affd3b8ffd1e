import type { Context } from '../../context.ts';
import { feedBytesMax } from '../../crawl/fetch/fetch-resource.ts';
import type { HttpApp } from '../../http/http-app.ts';
import { BodyTooLargeError } from '../../http/limit-body.ts';
import { serveCallback } from '../../http/serve-callback.ts';
import type { Metrics } from '../../metrics.ts';
import { answerHub, type DeliveryOutcome, hubCallbackPath, takeDelivery } from './hub-subscriptions.service.ts';

/** What is ignored is answered like what is taken, so that a stranger learns nothing (WebSub §8). */
const statusOf: Record<DeliveryOutcome, number> = { taken: 202, unsigned: 202, left: 410, unknown: 404 };

/** For hubs, which neither sign in nor know our envelope. */
export function hubCallback(app: HttpApp, ctx: Context, { hubDeliveries }: Pick<Metrics, 'hubDeliveries'>): void {
  serveCallback(app, `${hubCallbackPath}/:token`, {
    bodyMaxBytes: feedBytesMax,
    async get({ params, query }) {
      const body = await answerHub(ctx, params['token'] ?? '', query);
      return body === undefined ? { status: 404 } : { status: 200, body };
    },
    async post({ params, header, body }) {
      const signature = header('x-hub-signature');
      const outcome = await takeDelivery(ctx, params['token'] ?? '', { signature, body });
      hubDeliveries.inc({ outcome });
      return { status: statusOf[outcome] };
    },
    fail(error) {
      if (error instanceof BodyTooLargeError) {
        hubDeliveries.inc({ outcome: 'too-large' });
        return { status: 413 };
      }
      ctx.log.error({ err: error }, 'a hub could not be answered');
      return { status: 500 };
    },
  });
}
