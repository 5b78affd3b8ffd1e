/** A website on a free port that a test fills as it goes; the crawl reads it over real HTTP. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestSite {
  origin: string;
  /** What a path answers from now on. */
  serve(path: string, answer: Answer): void;
  /** An RSS feed at `/feed.xml` and a page for each item. */
  publish(item: { slug: string; title: string; text: string; publishedAt: number }): void;
  /** Sent with the feed from the next publication on. */
  feedHeaders: Record<string, string>;
  requests: { path: string; headers: IncomingMessage['headers'] }[];
  stop(): Promise<void>;
}

export type Answer =
  | { status?: number; headers?: Record<string, string>; body?: string | Uint8Array }
  | ((request: IncomingMessage, response: ServerResponse) => void);

const escapeXml = (text: string) => text.replace(/[<>&'"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

export async function startTestSite(options: { title?: string; language?: string } = {}): Promise<TestSite> {
  const answers = new Map<string, Answer>();
  const items: { slug: string; title: string; text: string; publishedAt: number }[] = [];
  const requests: TestSite['requests'] = [];
  const { title = 'Test Site', language = 'en' } = options;

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://site');
    requests.push({ path: pathname, headers: request.headers });
    const answer = answers.get(pathname);
    if (typeof answer === 'function') return answer(request, response);
    if (!answer) return void response.writeHead(404).end('no such page');
    response.writeHead(answer.status ?? 200, answer.headers ?? { 'content-type': 'text/html; charset=utf-8' });
    response.end(answer.body ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function feed(): string {
    const entries = items.map(
      (
        item,
      ) => `<item><title>${escapeXml(item.title)}</title><link>${origin}/${item.slug}</link><guid>${origin}/${item.slug}</guid>
        <pubDate>${new Date(item.publishedAt).toUTCString()}</pubDate><description>${escapeXml(`<p>${item.text}</p>`)}</description></item>`,
    );
    return `<?xml version="1.0"?><rss version="2.0"><channel><title>${title}</title><link>${origin}/</link>
      <description>d</description><language>${language}</language>${entries.toReversed().join('')}</channel></rss>`;
  }

  const site: TestSite = {
    origin,
    requests,
    feedHeaders: {},
    serve: (path, answer) => void answers.set(path, answer),
    publish(item) {
      items.push(item);
      site.serve('/feed.xml', {
        headers: { 'content-type': 'application/rss+xml', ...site.feedHeaders },
        body: feed(),
      });
      site.serve(`/${item.slug}`, {
        body: `<!doctype html><html lang="${language}"><head><title>${escapeXml(item.title)}</title></head>
          <body><article><h1>${escapeXml(item.title)}</h1><p>${escapeXml(item.text)}</p></article></body></html>`,
      });
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  site.serve('/', {
    body: `<!doctype html><html lang="${language}"><head><title>${title}</title>
      <link rel="alternate" type="application/rss+xml" title="${title}" href="/feed.xml"></head><body>hello</body></html>`,
  });
  return site;
}
