import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { HttpEnv } from './http-app.ts';
import { type MountedSite, mountSite } from './mount-site.ts';

const site: MountedSite = {
  handle({ path, mountUrl, headers }) {
    if (path === '/same' && headers['if-none-match'] === '"1"')
      return { status: 304, headers: { etag: '"1"' }, body: 'x' };
    if (path === '/same') return { status: 200, headers: { etag: '"1"' }, body: `at ${mountUrl}` };
    return undefined;
  },
};

function mounted() {
  const app = new Hono<HttpEnv>();
  mountSite(app, '/demo/site', site, () => 0);
  return (path: string, init?: RequestInit) => app.request(`http://host:1${path}`, init);
}

test('a mounted site knows its own address, and answers 304, HEAD and 404 as it should', async () => {
  const request = mounted();
  expect(await (await request('/demo/site/same')).text()).toBe('at http://host:1/demo/site');
  const unchanged = await request('/demo/site/same', { headers: { 'if-none-match': '"1"' } });
  expect([unchanged.status, await unchanged.text()]).toEqual([304, '']);
  expect(await (await request('/demo/site/same', { method: 'HEAD' })).text()).toBe('');
  expect((await request('/demo/site/other')).status).toBe(404);
  expect((await request('/demo/site')).headers.get('location')).toBe('/demo/site/');
});
