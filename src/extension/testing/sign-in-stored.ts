import { type StoredSession, serverItem, sessionItem } from '../storage/items.ts';

/** A member as after signing in on this server. */
export async function storeSession(server: string, userId = 7): Promise<StoredSession> {
  const session: StoredSession = {
    server,
    token: `token-of-${userId}`,
    user: { userId, userName: `member${userId}`, type: 'member', access: [] },
    language: 'en',
  };
  await serverItem.set(server);
  await sessionItem.set(session);
  return session;
}
