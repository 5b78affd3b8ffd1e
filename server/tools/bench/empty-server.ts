/** A real server on a data folder that is gone afterwards, and what its own metrics say about it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerProcess, spawnServer } from '../server-process.ts';

export async function withEmptyServer<Result>(
  environment: Record<string, string>,
  work: (server: ServerProcess) => Promise<Result>,
): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-bench-server-'));
  try {
    return await withServer({ DATA_DIR: dataDir, ...environment }, work);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export async function withServer<Result>(
  environment: Record<string, string>,
  work: (server: ServerProcess) => Promise<Result>,
): Promise<Result> {
  const server = await spawnServer({ TRUST_PROXY: 'on', ADMIN_PASSWORD: 'bench-password', ...environment }).ready;
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

/** One number of the server's metrics page. */
export async function readMetric(server: ServerProcess, name: string): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const line = text.split('\n').find((line) => line.startsWith(`${name} `));
  if (!line) throw new Error(`the server has no metric ${name}`);
  return Number(line.slice(name.length + 1));
}
