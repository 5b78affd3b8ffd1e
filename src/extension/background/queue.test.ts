// @vitest-environment node
import '../testing/fake-browser.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { queueItem, sentItem, sessionItem } from '../storage/items.ts';
import { resetWorld } from '../testing/fake-browser.ts';
import { createMemoryPages } from '../testing/memory-pages.ts';
import { storeSession } from '../testing/sign-in-stored.ts';
import { deadOrigin, type StubAnswer, type StubServer, startStubServer } from '../testing/stub-server.ts';
import { discardQueued, enqueue, flushQueue, type QueuePorts, retryQueued, undoCollect } from './queue.ts';
import { endSession } from './session.ts';

let stub: StubServer;
let ports: QueuePorts;
let pages: ReturnType<typeof createMemoryPages>;
/** What the server holds: clientId → item id, as its idempotency keeps it. */
let kept: Map<string, number>;
let removed: number[];
let sequence = 0;

const savedAnswer = (clientId: string): StubAnswer => {
  const isNew = !kept.has(clientId);
  if (isNew) kept.set(clientId, 100 + kept.size);
  return { data: { created: isNew, item: { id: kept.get(clientId) } } };
};

beforeEach(async () => {
  resetWorld();
  kept = new Map();
  removed = [];
  pages = createMemoryPages();
  ports = { pages, now: () => 1_000, newId: () => `client-${++sequence}` };
  stub = await startStubServer({
    'POST /v1/collect/save': ({ body }) => savedAnswer(body.clientId),
    'POST /v1/collect/remove': ({ body }) => {
      removed.push(...body.ids);
      return { data: {} };
    },
  });
  await storeSession(stub.origin);
});
afterEach(() => stub.close());

const draft = (name: string) => ({ url: `https://example.org/${name}` });
const sentUrls = () => stub.sent('/v1/collect/save').map(({ body }) => body.url.split('/').at(-1));

test('what is collected is sent in order with its page, and then nothing is kept here', async () => {
  await enqueue({ ...draft('a'), tags: ['sea'], note: ' high tide ' }, '<html>a</html>', ports);
  await enqueue(draft('b'), undefined, ports);
  await flushQueue(ports);
  expect(sentUrls()).toEqual(['a', 'b']);
  expect(stub.requests[0]?.body).toMatchObject({ html: '<html>a</html>', tags: ['sea'], note: 'high tide' });
  expect(await queueItem.get()).toEqual([]);
  expect(pages.held.size).toBe(0);
});

test('offline loses nothing; once the server answers each item arrives exactly once and in order', async () => {
  const origin = stub.origin;
  const dead = await deadOrigin();
  await storeSession(dead);
  for (const name of ['a', 'b', 'c']) await enqueue(draft(name), `<p>${name}</p>`, ports);
  await flushQueue(ports);
  await flushQueue(ports);
  const waiting = await queueItem.get();
  expect(waiting.map((entry) => [entry.state, entry.problem?.name ?? null])).toEqual([
    ['waiting', 'NETWORK'],
    ['waiting', null],
    ['waiting', null],
  ]);
  await queueItem.set(waiting.map((entry) => ({ ...entry, owner: { server: origin, userId: 7 } })));
  await storeSession(origin);
  await flushQueue(ports);
  expect(sentUrls()).toEqual(['a', 'b', 'c']);
  expect(await queueItem.get()).toEqual([]);
});

test('an answer that is lost on its way doubles nothing: the same clientId is sent again', async () => {
  await enqueue(draft('a'), undefined, ports);
  stub.answers['POST /v1/collect/save'] = ({ body }) => {
    savedAnswer(body.clientId);
    return { status: 502 };
  };
  await flushQueue(ports);
  expect(await queueItem.get()).toHaveLength(1);
  stub.answers['POST /v1/collect/save'] = ({ body }) => savedAnswer(body.clientId);
  await flushQueue(ports);
  expect(new Set(stub.sent('/v1/collect/save').map(({ body }) => body.clientId)).size).toBe(1);
  expect(kept.size).toBe(1);
  expect(await queueItem.get()).toEqual([]);
});

test('a worker that dies after the server has answered sends again and the server keeps one', async () => {
  const clientId = await enqueue(draft('a'), '<p>a</p>', ports);
  const before = await queueItem.get();
  await flushQueue(ports);
  // The worker died before it wrote down that the item was sent.
  await queueItem.set(before.map((entry) => ({ ...entry, attempts: 1 })));
  await sentItem.set([]);
  await flushQueue(ports);
  expect(kept).toEqual(new Map([[clientId, 100]]));
  expect(await queueItem.get()).toEqual([]);
  expect(await sentItem.get()).toMatchObject([{ clientId, itemId: 100 }]);
});

test('a page left by a worker that died before it wrote the entry is swept away', async () => {
  await pages.put('orphan', '<p>half</p>');
  await flushQueue(ports);
  expect([...pages.held.keys()]).toEqual([]);
});

test('two runs at once send each item once', async () => {
  for (const name of ['a', 'b']) await enqueue(draft(name), undefined, ports);
  await Promise.all([flushQueue(ports), flushQueue(ports), flushQueue(ports)]);
  expect(sentUrls()).toEqual(['a', 'b']);
});

test('a refused token pauses without loss and signs out; after signing in again everything is sent', async () => {
  await enqueue(draft('a'), '<p>a</p>', ports);
  stub.answers['POST /v1/collect/save'] = () => ({ error: 'TOKEN_EXPIRED' });
  await flushQueue(ports);
  expect(await sessionItem.get()).toBeNull();
  await flushQueue(ports);
  expect(stub.requests).toHaveLength(1);
  expect(pages.held.size).toBe(1);
  stub.answers['POST /v1/collect/save'] = ({ body }) => savedAnswer(body.clientId);
  await storeSession(stub.origin);
  await flushQueue(ports);
  expect(kept.size).toBe(1);
  expect(stub.requests.at(-1)?.body.html).toBe('<p>a</p>');
});

test('what is the entry’s own fault goes to the list that needs attention and holds nobody up', async () => {
  stub.answers['POST /v1/collect/save'] = ({ body }) =>
    body.url.endsWith('bad') ? { error: 'URL_INVALID', message: 'not a web address' } : savedAnswer(body.clientId);
  const bad = await enqueue(draft('bad'), undefined, ports);
  await enqueue(draft('good'), undefined, ports);
  await flushQueue(ports);
  expect(await queueItem.get()).toMatchObject([
    { clientId: bad, state: 'attention', problem: { name: 'URL_INVALID', message: 'not a web address' } },
  ]);
  expect(kept.size).toBe(1);
  await flushQueue(ports);
  expect(sentUrls()).toEqual(['bad', 'good']);

  stub.answers['POST /v1/collect/save'] = ({ body }) => savedAnswer(body.clientId);
  await retryQueued(bad, ports);
  expect(kept.size).toBe(2);
  expect(await queueItem.get()).toEqual([]);
});

test('a discarded entry is gone with its page', async () => {
  const clientId = await enqueue(draft('a'), '<p>a</p>', ports);
  await discardQueued(clientId, ports);
  await flushQueue(ports);
  expect([stub.requests.length, pages.held.size]).toEqual([0, 0]);
});

test('undo before sending sends nothing; undo after sending removes the item', async () => {
  const first = await enqueue(draft('a'), undefined, ports);
  expect(await undoCollect(first, ports)).toBeNull();
  await flushQueue(ports);
  expect(stub.requests).toHaveLength(0);

  const second = await enqueue(draft('b'), undefined, ports);
  await flushQueue(ports);
  expect(await undoCollect(second, ports)).toBeNull();
  expect(removed).toEqual([100]);
  expect(await sentItem.get()).toEqual([]);
});

test('undo while the answer is on its way removes what arrives', async () => {
  const clientId = await enqueue(draft('a'), undefined, ports);
  let undoing: Promise<unknown> | undefined;
  stub.answers['POST /v1/collect/save'] = async ({ body }) => {
    undoing = undoCollect(clientId, ports);
    // The wish is stored before the answer goes out.
    while ((await queueItem.get())[0]?.state !== 'undone') await Promise.resolve();
    return savedAnswer(body.clientId);
  };
  await flushQueue(ports);
  await undoing;
  expect(removed).toEqual([100]);
  expect(await queueItem.get()).toEqual([]);
});

test('undo of an item whose arrival is unknown is settled by the next run', async () => {
  const clientId = await enqueue(draft('a'), undefined, ports);
  stub.answers['POST /v1/collect/save'] = ({ body }) => {
    savedAnswer(body.clientId);
    return { status: 502 };
  };
  await flushQueue(ports);
  await undoCollect(clientId, ports);
  expect(await queueItem.get()).toMatchObject([{ state: 'undone' }]);
  stub.answers['POST /v1/collect/save'] = ({ body }) => savedAnswer(body.clientId);
  await flushQueue(ports);
  expect(removed).toEqual([100]);
  expect(await queueItem.get()).toEqual([]);
});

test('undo that the server cannot be told says so', async () => {
  const clientId = await enqueue(draft('a'), undefined, ports);
  await flushQueue(ports);
  await storeSession(await deadOrigin());
  expect((await undoCollect(clientId, ports))?.name).toBe('NETWORK');
});

test('one member’s queue is never sent as another’s; what was collected signed out goes to who signs in', async () => {
  await enqueue(draft('mine'), undefined, ports);
  await endSession(
    'token-of-7',
    { name: 'TOKEN_EXPIRED', message: '', args: {}, problems: [], status: 401, retryAfterSeconds: null },
    0,
  );
  await enqueue(draft('nobody'), undefined, ports);
  await storeSession(stub.origin, 8);
  await flushQueue(ports);
  expect(sentUrls()).toEqual(['nobody']);
  await storeSession(stub.origin, 7);
  await flushQueue(ports);
  expect(sentUrls()).toEqual(['nobody', 'mine']);
});

test('an endless address or note is cut to what the server takes', async () => {
  await enqueue(
    { url: `https://example.org/#:~:text=${'x'.repeat(3000)}`, note: 'n'.repeat(30_000), tags: Array(40).fill('t') },
    undefined,
    ports,
  );
  await flushQueue(ports);
  const body = stub.requests[0]?.body;
  expect([body.url, body.note.length, body.tags.length]).toEqual(['https://example.org/', 20_000, 20]);
});

test('a page that cannot be stored is sent as its address', async () => {
  ports = { ...ports, pages: { ...pages, put: () => Promise.reject(new Error('quota')) } };
  await enqueue(draft('a'), '<p>a</p>', ports);
  await flushQueue(ports);
  expect(stub.requests[0]?.body.html).toBeUndefined();
  expect(kept.size).toBe(1);
});
