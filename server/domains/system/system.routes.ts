import { getHealth } from '#shared/contract/system.ts';
import type { Serve } from '../../http/serve.ts';
import { healthOf } from './system.service.ts';

export function systemRoutes(serve: Serve): void {
  serve(getHealth, ({ ctx }) => healthOf(ctx));
}
