import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import pg from 'pg';
import type { Signals, SignalTopic, SignalTopics } from './port.ts';

const channel = 'tidings';
const reconnectMs = 1_000;

interface Message {
  sender: string;
  topic: SignalTopic;
  payload: SignalTopics[SignalTopic];
}

/**
 * Signals between processes over LISTEN/NOTIFY, one connection that reconnects by itself. The own process hears its signals at
 * once, so that whoever changed something never reads the state before from a cache.
 */
export async function createPostgresSignals(url: string): Promise<Signals> {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  const sender = randomUUID();
  let closed = false;
  let client: pg.Client | undefined;
  /** One statement at a time on the one connection. */
  let sending: Promise<unknown> = Promise.resolve();

  async function connect() {
    const next = new pg.Client({ connectionString: url, application_name: 'tidings signals' });
    next.on('notification', ({ payload }) => {
      const message = JSON.parse(payload ?? '{}') as Message;
      if (message.sender !== sender) emitter.emit(message.topic, message.payload);
    });
    next.on('error', () => reconnect(next));
    next.on('end', () => reconnect(next));
    await next.connect();
    await next.query(`listen ${channel}`);
    client = next;
  }

  function reconnect(lost: pg.Client) {
    if (closed || (client !== undefined && client !== lost)) return;
    client = undefined;
    lost.removeAllListeners();
    lost.on('error', () => {});
    setTimeout(() => {
      if (!closed) connect().catch(() => reconnect(lost));
    }, reconnectMs).unref();
  }

  await connect();
  return {
    publish(topic, payload) {
      emitter.emit(topic, payload);
      const message = JSON.stringify({ sender, topic, payload } satisfies Message);
      sending = sending.then(() => client?.query('select pg_notify($1, $2)', [channel, message])).catch(() => {});
    },
    subscribe(topic, listener) {
      emitter.on(topic, listener);
      return () => emitter.off(topic, listener);
    },
    async close() {
      closed = true;
      emitter.removeAllListeners();
      await sending;
      await client?.end();
    },
  };
}
