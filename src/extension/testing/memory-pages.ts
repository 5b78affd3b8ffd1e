import type { PageStore } from '../storage/page-store.ts';

/** The page store without a database. */
export function createMemoryPages(): PageStore & { held: Map<string, string> } {
  const held = new Map<string, string>();
  return {
    held,
    put: async (clientId, html) => void held.set(clientId, html),
    get: async (clientId) => held.get(clientId),
    remove: async (clientId) => void held.delete(clientId),
    ids: async () => [...held.keys()],
  };
}
