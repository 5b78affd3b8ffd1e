// F6: what most requests of a running product are: "anything new?" — "no".
import { Worker } from 'node:worker_threads';
import { registerMember, type ServerProcess } from '../server-process.ts';
import { readMetric, withEmptyServer } from './empty-server.ts';
import { atLeast, atMost, type FigureResult, figureResult, percentile, rounded } from './measure.ts';
import type { PollLoad, PollTimes } from './poll-load-worker.ts';

const seconds = 8;
const connections = 32;
const steadyRate = 1_000;

export async function measureNoticePoll(): Promise<FigureResult> {
  return withEmptyServer({ DEMO: 'off', ROLES: 'api' }, async (server) => {
    const token = await registerMember(server.url, 'bench-reader');
    const base = { url: `${server.url}/v1/notice/counts`, token, connections };
    await poll({ ...base, seconds: 2 });
    const full = await measuringCpu(server, () => poll({ ...base, seconds }));
    const steady = await poll({ ...base, seconds, rate: steadyRate });
    const answered = full.result.timesMs.length;
    return figureResult(
      'F6',
      'Notice poll, unchanged',
      [
        {
          name: 'requests a second of the server’s processor time',
          value: Math.round(answered / full.cpuSeconds),
          unit: '/s',
          bar: atLeast(5_000),
        },
        { name: 'requests a second by the clock', value: Math.round(answered / seconds), unit: '/s' },
        {
          name: `p99 at ${steadyRate} a second`,
          value: rounded(percentile(steady.timesMs, 0.99)),
          unit: 'ms',
          bar: atMost(20),
        },
        { name: `p50 at ${steadyRate} a second`, value: rounded(percentile(steady.timesMs, 0.5)), unit: 'ms' },
      ],
      { connections, seconds, requests: answered },
    );
  });
}

async function measuringCpu<Result>(server: ServerProcess, work: () => Promise<Result>) {
  const before = await readMetric(server, 'process_cpu_seconds_total');
  const result = await work();
  return { result, cpuSeconds: (await readMetric(server, 'process_cpu_seconds_total')) - before };
}

/** In a thread of its own, so that nothing here waits for the server's answers. */
function poll(load: PollLoad): Promise<PollTimes> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./poll-load-worker.ts', import.meta.url), { workerData: load });
    worker.once('message', (times: PollTimes) => resolve(times));
    worker.once('error', reject);
  });
}
