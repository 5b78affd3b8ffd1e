/** Who is signed in. The token lives in a cookie for a day from its last use; who it belongs to in local storage. */
import { create } from 'zustand';
import type { PersonInfo, Session, SessionUser } from '#shared/contract/accounts.ts';
import { sessionLifeMs, sessionTouchMs } from '#shared/rules/session.ts';
import { readCookie, removeCookie, writeCookie } from '../cookies.ts';

const storageKey = 'tidings.session';
const cookieNames = ['token', 'expires_time', 'uuid'] as const;

export interface Signed {
  token: string;
  /** Epoch milliseconds. */
  expiresAt: number;
  uuid: string;
  user: SessionUser | undefined;
  /** The permissions screens are checked against. */
  uniqueAuth: readonly string[];
}

interface SessionStore {
  signed: Signed | undefined;
  begin(session: Session): void;
  /** Forgets the session: its cookies and all of local storage except what `keep` names. */
  end(keep: readonly string[]): void;
  /** Moves the expiry after use, as the server does. */
  touch(nowMs: number): void;
  know(person: PersonInfo): void;
  reload(): void;
}

export const useSession = create<SessionStore>((set, get) => ({
  signed: readSigned(),
  begin({ token, expiresAt, uuid, user, uniqueAuth }) {
    const signed = { token, expiresAt, uuid, user, uniqueAuth };
    writeSigned(signed, expiresAt - Date.now());
    set({ signed });
  },
  end(keep) {
    for (const name of cookieNames) removeCookie(name);
    const kept = keep.map((key) => [key, localStorage.getItem(key)] as const);
    localStorage.clear();
    for (const [key, value] of kept) if (value !== null) localStorage.setItem(key, value);
    set({ signed: undefined });
  },
  touch(nowMs) {
    const { signed } = get();
    if (!signed || signed.expiresAt - nowMs > sessionLifeMs - sessionTouchMs) return;
    const moved = { ...signed, expiresAt: nowMs + sessionLifeMs };
    writeSigned(moved, sessionLifeMs);
    set({ signed: moved });
  },
  know({ userId, userName, type, access, uniqueAuth }) {
    const { signed } = get();
    if (!signed) return;
    const known = { ...signed, user: { userId, userName, type, access }, uniqueAuth };
    writeSigned(known, known.expiresAt - Date.now());
    set({ signed: known });
  },
  reload() {
    set({ signed: readSigned() });
  },
}));

export function isSignedIn(signed: Signed | undefined, nowMs: number): signed is Signed {
  return signed !== undefined && signed.expiresAt > nowMs;
}

/** Signing in or out in one tab counts in all. Returns what ends the watching. */
export function watchOtherTabs(): () => void {
  const reload = (event: StorageEvent) => {
    if (event.key === storageKey || event.key === null) useSession.getState().reload();
  };
  addEventListener('storage', reload);
  return () => removeEventListener('storage', reload);
}

function writeSigned(signed: Signed, lifeMs: number): void {
  writeCookie('token', signed.token, lifeMs);
  writeCookie('expires_time', String(signed.expiresAt), lifeMs);
  writeCookie('uuid', signed.uuid, lifeMs);
  localStorage.setItem(storageKey, JSON.stringify({ user: signed.user, uniqueAuth: signed.uniqueAuth }));
}

function readSigned(): Signed | undefined {
  const token = readCookie('token');
  const expiresAt = Number(readCookie('expires_time'));
  if (!token || !Number.isFinite(expiresAt)) return undefined;
  return { token, expiresAt, uuid: readCookie('uuid') ?? '', ...readWho() };
}

/** What is stored may be old or edited: anything but the expected shape counts as nothing. */
function readWho(): Pick<Signed, 'user' | 'uniqueAuth'> {
  try {
    const { user, uniqueAuth } = JSON.parse(localStorage.getItem(storageKey) ?? '') as Partial<Signed>;
    const isUser = typeof user?.userId === 'number' && typeof user.userName === 'string';
    return { user: isUser ? user : undefined, uniqueAuth: Array.isArray(uniqueAuth) ? uniqueAuth.map(String) : [] };
  } catch {
    return { user: undefined, uniqueAuth: [] };
  }
}
