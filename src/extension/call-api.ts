/** The contract's calls with the stored server, token and language. It knows no screen and changes no state. */
import { createClient } from '#shared/api/create-client.ts';
import type { DataOf, EndpointShape, RequestOf } from '#shared/contract/endpoint.ts';
import { browser } from './browser.ts';
import { extensionLanguage } from './language.ts';
import { type StoredSession, serverItem, sessionItem, settingsItem } from './storage/items.ts';

export interface CallOptions {
  /** Instead of the stored one; null calls as a visitor. */
  session?: StoredSession | null;
  /** Instead of the stored one: an address that is about to be chosen. */
  server?: string;
  timeoutMs?: number;
  headers?: Record<string, string>;
}

/** A worker may live only half a minute without an event, so no call may hang longer. */
const callTimeoutMs = 25_000;

/** @throws ApiError */
export async function callApi<E extends EndpointShape>(
  endpoint: E,
  request: RequestOf<E>,
  options: CallOptions = {},
): Promise<DataOf<E>> {
  const [server, stored, settings] = await Promise.all([serverItem.get(), sessionItem.get(), settingsItem.get()]);
  const session = options.session === undefined ? stored : options.session;
  const api = createClient({
    baseUrl: options.server ?? session?.server ?? server,
    token: () => session?.token,
    language: () => extensionLanguage(settings, session, browser.i18n.getUILanguage()),
  });
  const signal = AbortSignal.timeout(options.timeoutMs ?? callTimeoutMs);
  return api(endpoint, Object.assign({}, request, { signal, headers: options.headers }));
}
