/** A WebSub hub on a free port: it keeps what it is asked, verifies when a test says so, and tells its subscribers of news. */
import { createHmac } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { startTestSite } from './test-site.ts';

export interface HubRequest {
  mode: string;
  topic: string;
  callback: string;
  secret: string | null;
  leaseSeconds: number;
}

export async function startTestHub() {
  const site = await startTestSite({ title: 'Hub' });
  const requests: HubRequest[] = [];
  let status = 202;
  let sequence = 0;
  site.serve('/hub', async (request, response) => {
    const form = new URLSearchParams(await text(request));
    requests.push({
      mode: form.get('hub.mode') ?? '',
      topic: form.get('hub.topic') ?? '',
      callback: form.get('hub.callback') ?? '',
      secret: form.get('hub.secret'),
      leaseSeconds: Number(form.get('hub.lease_seconds')),
    });
    response.writeHead(status).end();
  });

  const call = (asked: HubRequest, parameters: Record<string, string>) => {
    const url = new URL(asked.callback);
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return fetch(url);
  };

  return {
    url: `${site.origin}/hub`,
    origin: site.origin,
    requests,
    /** What is answered to requests from now on. */
    answerWith(next: number) {
      status = next;
    },
    /** Asks the subscriber whether it meant a request; `change` replaces parameters. True when it said yes. */
    async verify(asked: HubRequest, change: Record<string, string> = {}): Promise<boolean> {
      const challenge = `challenge-${++sequence}`;
      const answer = await call(asked, {
        'hub.mode': asked.mode,
        'hub.topic': asked.topic,
        'hub.challenge': challenge,
        ...(asked.mode === 'subscribe' && { 'hub.lease_seconds': String(asked.leaseSeconds) }),
        ...change,
      });
      const isEcho = (await answer.text()) === challenge;
      if (answer.ok && !(answer.headers.get('content-type') ?? '').startsWith('text/plain')) throw new Error('no text');
      return answer.ok && isEcho;
    },
    async deny(asked: HubRequest): Promise<number> {
      const reason = { 'hub.mode': 'denied', 'hub.topic': asked.topic, 'hub.reason': 'not this one' };
      return (await call(asked, reason)).status;
    },
    /** Delivers a body, signed with the secret that came with the request unless another one is given. Answers the status. */
    async deliver(asked: HubRequest, body: string, secret = asked.secret ?? '', method = 'sha256'): Promise<number> {
      const signature = createHmac(method, secret).update(body).digest('hex');
      const headers = { 'content-type': 'application/rss+xml', 'x-hub-signature': `${method}=${signature}` };
      return (await fetch(asked.callback, { method: 'POST', headers, body })).status;
    },
    stop: () => site.stop(),
  };
}
