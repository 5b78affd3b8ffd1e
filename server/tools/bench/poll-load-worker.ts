// The readers of F6: keep-alive connections that ask with If-None-Match, as fast as they are answered or at a given rate.
import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

export interface PollLoad {
  url: string;
  token: string;
  connections: number;
  seconds: number;
  /** Requests a second; without it each connection asks again as soon as it is answered. */
  rate?: number;
}

export interface PollTimes {
  timesMs: number[];
}

const load = workerData as PollLoad;
const agent = new Agent({ keepAlive: true, maxSockets: load.connections });
const authorization = `Bearer ${load.token}`;

function ask(etag?: string): Promise<{ status: number; etag: string }> {
  const headers = { authorization, ...(etag && { 'if-none-match': etag }) };
  return new Promise((resolve, reject) => {
    get(load.url, { agent, headers }, (response) => {
      response.resume();
      response.once('end', () => resolve({ status: response.statusCode!, etag: response.headers.etag ?? '' }));
    }).once('error', reject);
  });
}

async function timed(etag: string, since: number, timesMs: number[]): Promise<void> {
  const { status } = await ask(etag);
  if (status !== 304) throw new Error(`a poll was answered with ${status}`);
  timesMs.push(performance.now() - since);
}

async function flatOut(etag: string): Promise<number[]> {
  const timesMs: number[] = [];
  const end = performance.now() + load.seconds * 1_000;
  const readers = Array.from({ length: load.connections }, async () => {
    while (performance.now() < end) await timed(etag, performance.now(), timesMs);
  });
  await Promise.all(readers);
  return timesMs;
}

/** Requests are sent whether or not the ones before are answered, so a stall of the server shows in all of them. */
async function steadily(etag: string, rate: number): Promise<number[]> {
  const timesMs: number[] = [];
  const total = load.seconds * rate;
  const startedAt = performance.now();
  const open: Promise<void>[] = [];
  await new Promise<void>((resolve) => {
    const send = () => {
      const due = Math.min(total, Math.floor(((performance.now() - startedAt) / 1_000) * rate));
      while (open.length < due) open.push(timed(etag, performance.now(), timesMs));
      if (open.length < total) setTimeout(send, 1);
      else resolve();
    };
    send();
  });
  await Promise.all(open);
  return timesMs;
}

const { etag } = await ask();
const timesMs = load.rate ? await steadily(etag, load.rate) : await flatOut(etag);
agent.destroy();
parentPort!.postMessage({ timesMs } satisfies PollTimes);
