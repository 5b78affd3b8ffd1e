/** One at a time: read-change-write in the worker, popup, side panel and options must not cross each other. */
const tails = new Map<string, Promise<unknown>>();

/** Holds across all contexts of the extension where the browser has Web Locks, else within this one. Not re-entrant. */
export function withLock<T>(name: string, run: () => Promise<T>): Promise<T> {
  if (globalThis.navigator?.locks) {
    return navigator.locks.request(name, run) as Promise<T>;
  }
  const before = tails.get(name) ?? Promise.resolve();
  const result = before.then(run, run);
  const tail = result.catch(() => undefined);
  tails.set(name, tail);
  return result;
}
