/** The pages' own calls: what they show, they ask for themselves; what changes shared state goes through the worker. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { DataOf, EndpointShape, RequestOf } from '#shared/contract/endpoint.ts';
import { callApi } from '../call-api.ts';
import { sendMessage } from '../messages.ts';
import { endsSession, type Outcome, outcomeOf, type Problem } from '../problem.ts';
import { useSurface } from './surface-store.ts';

/** Never throws. A token the server refuses ends the session everywhere. */
export async function askServer<E extends EndpointShape>(
  endpoint: E,
  request: RequestOf<E>,
): Promise<Outcome<DataOf<E>>> {
  const session = useSurface.getState().session;
  const outcome = await outcomeOf(callApi(endpoint, request, { session }));
  if (!outcome.ok && session && endsSession(outcome.problem)) {
    await sendMessage('sessionEnded', { token: session.token, problem: outcome.problem });
  }
  return outcome;
}

export type Loading<T> =
  | { state: 'idle' }
  | { state: 'loading' }
  | { state: 'ready'; data: T }
  | { state: 'failed'; problem: Problem };

/** Runs `load` whenever `key` changes; null asks for nothing. An answer that comes too late is dropped. */
export function useLoading<T>(key: string | null, load: () => Promise<Outcome<T>>, delayMs = 0) {
  const [result, setResult] = useState<Loading<T>>({ state: 'idle' });
  const [round, setRound] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks again for the same key
  useEffect(() => {
    if (key === null) return setResult({ state: 'idle' });
    let isStale = false;
    setResult({ state: 'loading' });
    const timer = setTimeout(async () => {
      const outcome = await latest.current();
      if (isStale) return;
      setResult(outcome.ok ? { state: 'ready', data: outcome.data } : { state: 'failed', problem: outcome.problem });
    }, delayMs);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [key, round, delayMs]);
  const again = useCallback(() => setRound((count) => count + 1), []);
  return { result, again };
}
