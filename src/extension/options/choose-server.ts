/** Checks an address before it becomes the server: a web address, allowed by the member, and answering as one of ours. */
import { getHealth } from '#shared/contract/system.ts';
import { browser, serverPattern } from '../browser.ts';
import { callApi } from '../call-api.ts';
import { sendMessage } from '../messages.ts';
import { outcomeOf } from '../problem.ts';

export type ServerVerdict = 'ok' | 'not-an-address' | 'not-allowed' | 'no-answer' | 'not-ours' | 'not-ready';

const checkTimeoutMs = 8_000;

/** The origin of what was typed; `http://` is understood for a bare local host, `https://` for any other. */
export function serverOrigin(typed: string): string | null {
  const text = typed.trim();
  if (text === '') return null;
  const isLocal = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::|\/|$)/i.test(text);
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${isLocal ? 'http' : 'https'}://${text}`;
  try {
    const url = new URL(address);
    return /^https?:$/.test(url.protocol) && url.hostname !== '' ? url.origin : null;
  } catch {
    return null;
  }
}

/** Call it directly in the click: the browser asks its user only then. */
export async function chooseServer(typed: string): Promise<ServerVerdict> {
  const origin = serverOrigin(typed);
  if (!origin) return 'not-an-address';
  const isAllowed = await browser.permissions.request({ origins: [serverPattern(origin)] }).catch(() => false);
  if (!isAllowed) return 'not-allowed';
  const outcome = await outcomeOf(callApi(getHealth, {}, { session: null, server: origin, timeoutMs: checkTimeoutMs }));
  if (!outcome.ok) return outcome.problem.name === 'NETWORK' ? 'no-answer' : 'not-ours';
  if (!outcome.data.live) return 'not-ours';
  if (!outcome.data.ready) return 'not-ready';
  await sendMessage('changeServer', origin);
  return 'ok';
}
