/** Signing in and out. The token lives in storage; what belongs to the member goes when the member goes, the queue stays. */
import { getPersonInfo, login, logout } from '#shared/contract/accounts.ts';
import { callApi } from '../call-api.ts';
import { endsSession, type Outcome, outcomeOf, type Problem, toProblem } from '../problem.ts';
import {
  emptyInbox,
  freshPoll,
  inboxItem,
  pollItem,
  type StoredSession,
  sentItem,
  serverItem,
  sessionItem,
  signedOutItem,
} from '../storage/items.ts';

export async function signIn(account: string, password: string, now: number): Promise<Outcome<StoredSession>> {
  const server = await serverItem.get();
  const answer = await outcomeOf(
    callApi(login, { body: { account, password, client: 'extension' } }, { session: null, server }),
  );
  if (!answer.ok) return answer;
  const session: StoredSession = { server, token: answer.data.token, user: answer.data.user, language: null };
  const person = await outcomeOf(callApi(getPersonInfo, {}, { session }));
  if (person.ok) session.language = person.data.language;
  await inboxItem.set(emptyInbox);
  await pollItem.set({ ...freshPoll, lastOkAt: now });
  await signedOutItem.remove();
  await sessionItem.set(session);
  return { ok: true, data: session };
}

/** Signs out here even when the server cannot be told. */
export async function signOut(): Promise<void> {
  const session = await sessionItem.get();
  await forgetMember();
  if (session) await outcomeOf(callApi(logout, {}, { session }));
}

/** The server refused this token. A newer sign-in is left alone. */
export async function endSession(token: string, problem: Problem, now: number): Promise<void> {
  const session = await sessionItem.get();
  if (session?.token !== token) return;
  await signedOutItem.set({ problem, at: now });
  await forgetMember();
}

async function forgetMember(): Promise<void> {
  await sessionItem.remove();
  await Promise.all([inboxItem.remove(), pollItem.remove(), sentItem.remove()]);
}

/** Runs a call for the signed-in member and ends the session when the server no longer knows it. */
export async function asMember<T>(
  call: (session: StoredSession) => Promise<T>,
  now: () => number,
): Promise<Outcome<T> | null> {
  const session = await sessionItem.get();
  if (!session) return null;
  try {
    return { ok: true, data: await call(session) };
  } catch (error) {
    const problem = toProblem(error);
    if (endsSession(problem)) await endSession(session.token, problem, now());
    return { ok: false, problem };
  }
}
