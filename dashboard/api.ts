/** The server as typed calls, with the one reaction all screens share: a session that is over ends here. */
import { type Api, ApiError, createClient } from '#shared/api/create-client.ts';
import { type ErrorName, signedInErrors } from '#shared/contract/errors.ts';
import { currentLanguage } from '#shared/i18n/setup.ts';
import { preferenceKeys } from './stores/preferences.ts';
import { isSignedIn, useSession } from './stores/session.ts';

const sessionOver: readonly string[] = signedInErrors satisfies readonly ErrorName[];

const client = createClient({
  baseUrl: '',
  token: () => useSession.getState().signed?.token,
  language: currentLanguage,
});

const listeners = new Set<() => void>();

/** Called after the server refused the token and the session was cleared. */
export function onSessionOver(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function endSession(): void {
  useSession.getState().end(preferenceKeys);
}

export const api: Api = async (endpoint, request) => {
  try {
    const data = await client(endpoint, request);
    const { signed, touch } = useSession.getState();
    if (isSignedIn(signed, Date.now())) touch(Date.now());
    return data;
  } catch (error) {
    if (error instanceof ApiError && sessionOver.includes(error.errorName)) {
      endSession();
      for (const listener of listeners) listener();
    }
    throw error;
  }
};
