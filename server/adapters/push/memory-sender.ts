import type { PushSender, PushTarget } from './port.ts';

/** Keeps what it is given, for tests and for trying things out; endpoints that end in `/gone` have left. */
export function createMemoryPush(sent: { target: PushTarget; payload: string }[]): PushSender {
  return {
    publicKey: 'no-key',
    async send(target, payload) {
      if (target.endpoint.endsWith('/gone')) return 'gone';
      if (target.endpoint.endsWith('/down')) throw new Error('push service: status 503');
      sent.push({ target, payload });
      return 'sent';
    },
  };
}
