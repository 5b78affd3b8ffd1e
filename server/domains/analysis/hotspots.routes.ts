import * as endpoints from '#shared/contract/hotspots.ts';
import type { Serve } from '../../http/serve.ts';
import { listHotspots } from './hotspots.service.ts';

export function hotspotRoutes(serve: Serve): void {
  serve(endpoints.listHotspots, ({ ctx, query }) => listHotspots(ctx, query));
}
