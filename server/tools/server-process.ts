/** The real server program in a process of its own, for tools that measure it, or kill it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

export interface ServerProcess {
  url: string;
  pid: number;
  /** Asks the server to end, and waits. */
  stop(): Promise<void>;
}

export interface StartedProcess {
  child: ChildProcess;
  /** Fulfilled when it serves; rejected when it ends before that. */
  ready: Promise<ServerProcess>;
  ended: Promise<void>;
}

const mainFile = join(import.meta.dirname, '../main.ts');
const outputMax = 20_000;
const addressLine = /Dashboard +(http:\S+)/;

/** The launcher's settings for memory and start-up count as part of the product. */
const launchSettings = /^(PATH|NODE_COMPILE_CACHE|(MI)?MALLOC_.+)$/;

/** Starts `server/main.ts` on a free port with this environment and nothing else of the caller's. */
export function spawnServer(environment: Record<string, string>): StartedProcess {
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => launchSettings.test(name))),
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'error',
    ...environment,
  };
  const child = spawn(process.execPath, [...process.execArgv, mainFile], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let output = '';
  const ready = new Promise<ServerProcess>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-outputMax);
      const url = addressLine.exec(output)?.[1];
      if (url) resolve({ url, pid: child.pid!, stop });
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    void ended.then(() => reject(new Error(`the server ended before it was ready:\n${output}`)));
  });
  // A caller that kills the process early never looks at this one.
  ready.catch(() => {});

  async function stop() {
    child.kill('SIGTERM');
    await ended;
  }
  return { child, ready, ended };
}

export interface Answer<Data> {
  ok: boolean;
  status: number;
  data: Data;
  error: string;
}

let callers = 0;

/** One call of the API; each comes from another address, so that no limit for strangers is met. Needs TRUST_PROXY=on. */
export async function callApi<Data>(
  url: string,
  path: string,
  options: { token?: string; body?: unknown; signal?: AbortSignal } = {},
): Promise<Answer<Data>> {
  callers += 1;
  const response = await fetch(url + path, {
    method: options.body === undefined ? 'GET' : 'POST',
    headers: {
      'x-forwarded-for': `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`,
      ...(options.token && { authorization: `Bearer ${options.token}` }),
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
    ...(options.signal && { signal: options.signal }),
  });
  const envelope = (await response.json()) as { data: Data; error?: string };
  return { ok: response.ok, status: response.status, data: envelope.data, error: envelope.error ?? '' };
}

/** A new member; answers its token. */
export async function registerMember(url: string, userName: string): Promise<string> {
  const { ok, data, error } = await callApi<{ token: string }>(url, '/v1/register', {
    body: { userName, password: 'correct-horse-battery', agree: true, language: 'en', timeZone: 'UTC' },
  });
  if (!ok) throw new Error(`a member could not be registered: ${error}`);
  return data.token;
}
