/**
 * What the member collects waits here until the server has confirmed it. Each step is stored before the next one begins, and
 * every attempt carries the same clientId, so a worker that dies anywhere neither loses nor doubles an item.
 */
import { removeCollect, saveCollect } from '#shared/contract/collect.ts';
import { callApi } from '../call-api.ts';
import type { Problem } from '../problem.ts';
import {
  type CollectDraft,
  type QueueEntry,
  queueItem,
  type SentEntry,
  type StoredSession,
  sentItem,
  sessionItem,
} from '../storage/items.ts';
import { withLock } from '../storage/lock.ts';
import type { PageStore } from '../storage/page-store.ts';
import { batchMax, belongsTo, nextToSend, trimDraft, verdictOf } from './queue-plan.ts';
import { asMember } from './session.ts';

export interface QueuePorts {
  pages: PageStore;
  now: () => number;
  newId: () => string;
}

const sentMax = 20;

/** Returns once the entry is safe in storage; sending is `flushQueue`'s. */
export async function enqueue(draft: CollectDraft, html: string | undefined, ports: QueuePorts): Promise<string> {
  const clientId = ports.newId();
  const session = await sessionItem.get();
  const entry: QueueEntry = {
    clientId,
    draft: trimDraft(draft),
    owner: session && { server: session.server, userId: session.user.userId },
    createdAt: ports.now(),
    attempts: 0,
    state: 'waiting',
    problem: null,
  };
  await withLock('pages', async () => {
    // The page first: an entry must not stand without what belongs to it. Without a page the server fetches the address.
    if (html) await ports.pages.put(clientId, html).catch(() => undefined);
    await queueItem.update((queue) => [...queue, entry]);
  });
  return clientId;
}

/** Sends what waits, oldest first, until it is done or something says to pause. One run at a time. */
export function flushQueue(ports: QueuePorts): Promise<void> {
  return withLock('queue', async () => {
    const done = new Set<string>();
    while (done.size < batchMax) {
      const session = await sessionItem.get();
      const entry = session && nextToSend(await queueItem.get(), session, done);
      if (!entry) break;
      done.add(entry.clientId);
      const mayGoOn = await sendOne(entry, ports);
      if (!mayGoOn) break;
    }
    await sweepPages(ports.pages);
  });
}

/** False says: stop here for now. */
async function sendOne({ clientId }: QueueEntry, ports: QueuePorts): Promise<boolean> {
  // Counted before it is sent: from here on the server may have it.
  await change(clientId, (known) => ({ ...known, attempts: known.attempts + 1 }));
  const entry = await find(clientId);
  if (!entry) return true;
  const html = await ports.pages.get(clientId).catch(() => undefined);
  const outcome = await asMember((session) => save(entry, html, session), ports.now);
  if (!outcome) return false;
  if (outcome.ok) return outcome.data === null ? false : settle(clientId, outcome.data, ports);
  const { problem } = outcome;
  if (verdictOf(problem) === 'pause') {
    await change(clientId, (known) => ({ ...known, problem }));
    return false;
  }
  // What was taken back and never arrived needs nobody's attention.
  if ((await find(clientId))?.state === 'undone') return drop(clientId, ports);
  await change(clientId, (known) => ({ ...known, state: 'attention', problem }));
  return true;
}

/** The item's number on the server; null when somebody else has signed in meanwhile. */
async function save(entry: QueueEntry, html: string | undefined, session: StoredSession): Promise<number | null> {
  if (!belongsTo(entry, session)) return null;
  const { clientId, draft } = entry;
  const { item } = await callApi(saveCollect, { body: { clientId, ...draft, html } }, { session });
  return item.id;
}

/** The server has the item: remember its number for undo, or undo it when that was asked for meanwhile. */
async function settle(clientId: string, itemId: number, ports: QueuePorts): Promise<boolean> {
  const known = await find(clientId);
  if (known?.state === 'undone') {
    const removed = await asMember(
      (session) => callApi(removeCollect, { body: { ids: [itemId] } }, { session }),
      ports.now,
    );
    if (!removed?.ok) return false;
    return drop(clientId, ports);
  }
  const sent: SentEntry = { clientId, itemId, at: ports.now() };
  await sentItem.update((list) => [sent, ...list.filter((one) => one.clientId !== clientId)].slice(0, sentMax));
  // Taken back between the question above and now: the next run sees it.
  await queueItem.update((queue) => queue.filter((one) => one.clientId !== clientId || one.state === 'undone'));
  return true;
}

/** Takes a collected item back: out of the queue, or off the server when it has arrived. */
export async function undoCollect(clientId: string, ports: QueuePorts): Promise<Problem | null> {
  let mayHaveArrived = false;
  let isQueued = false;
  await queueItem.update((queue) => {
    const entry = queue.find((one) => one.clientId === clientId);
    if (!entry) return queue;
    isQueued = true;
    mayHaveArrived = entry.attempts > 0;
    if (!mayHaveArrived) return queue.filter((one) => one !== entry);
    return queue.map((one) => (one === entry ? { ...one, state: 'undone' } : one));
  });
  if (mayHaveArrived) await flushQueue(ports);
  if (isQueued) return null;
  const sent = (await sentItem.get()).find((one) => one.clientId === clientId);
  if (!sent) return null;
  const removed = await asMember(
    (session) => callApi(removeCollect, { body: { ids: [sent.itemId] } }, { session }),
    ports.now,
  );
  if (removed?.ok) await sentItem.update((list) => list.filter((one) => one.clientId !== clientId));
  return removed && !removed.ok ? removed.problem : null;
}

/** Another try for an entry that needs attention. */
export async function retryQueued(clientId: string, ports: QueuePorts): Promise<void> {
  await change(clientId, (entry) => ({ ...entry, state: 'waiting', problem: null }));
  await flushQueue(ports);
}

export async function discardQueued(clientId: string, ports: QueuePorts): Promise<void> {
  await drop(clientId, ports);
}

async function drop(clientId: string, ports: QueuePorts): Promise<true> {
  await queueItem.update((queue) => queue.filter((entry) => entry.clientId !== clientId));
  await ports.pages.remove(clientId).catch(() => undefined);
  return true;
}

async function find(clientId: string): Promise<QueueEntry | undefined> {
  return (await queueItem.get()).find((entry) => entry.clientId === clientId);
}

async function change(clientId: string, edit: (entry: QueueEntry) => QueueEntry): Promise<void> {
  await queueItem.update((queue) => queue.map((entry) => (entry.clientId === clientId ? edit(entry) : entry)));
}

/** Pages whose entry is gone: sent, discarded, or left by a worker that died before it wrote the entry. */
async function sweepPages(pages: PageStore): Promise<void> {
  await withLock('pages', async () => {
    const [ids, queue] = await Promise.all([pages.ids().catch(() => []), queueItem.get()]);
    const wanted = new Set(queue.map((entry) => entry.clientId));
    for (const id of ids) if (!wanted.has(id)) await pages.remove(id).catch(() => undefined);
  });
}
