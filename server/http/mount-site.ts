import type { HttpApp } from './http-app.ts';

/** A website that answers plain requests: the demo newsroom, as foreign to the crawl as any other site. */
export interface MountedSite {
  handle(
    request: { method: string; path: string; headers: Record<string, string>; mountUrl: string },
    now: number,
  ): { status: number; headers: Record<string, string>; body: string | Uint8Array } | undefined;
}

export function mountSite(app: HttpApp, mountPath: string, site: MountedSite, now: () => number): void {
  app.get(mountPath, (c) => c.redirect(`${mountPath}/`, 301));
  app.all(`${mountPath}/*`, (c) => {
    const { origin, pathname } = new URL(c.req.url);
    const request = {
      method: c.req.method,
      path: pathname.slice(mountPath.length),
      headers: c.req.header(),
      mountUrl: origin + mountPath,
    };
    const answer = site.handle(request, now());
    if (!answer) return c.text('Not found', 404);
    const isBodyless = answer.status === 304 || c.req.method === 'HEAD';
    return new Response(isBodyless ? null : new Uint8Array(Buffer.from(answer.body)), {
      status: answer.status,
      headers: answer.headers,
    });
  });
}
