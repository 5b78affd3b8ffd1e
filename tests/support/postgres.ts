// A throw-away, real PostgreSQL from the system's packages: own folder, own port, no durability, gone after stop().
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.ts';

export interface TestPostgres {
  /** Connection string of the maintenance database; its user may create databases. */
  url: string;
  /** Creates an empty database and returns its connection string. */
  createDatabase(name: string): Promise<string>;
  stop(): Promise<void>;
}

interface Account {
  uid: number;
  gid: number;
}

const startAttempts = 3;

/** The folder with `initdb` and `postgres`, newest version first, or undefined when PostgreSQL is not installed. */
export function findPostgresBin(): string | undefined {
  const folders = process.env.POSTGRES_BIN ? [process.env.POSTGRES_BIN] : systemFolders();
  return folders.find((folder) => existsSync(path.join(folder, 'initdb')) && existsSync(path.join(folder, 'postgres')));
}

function systemFolders(): string[] {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  return [...versions.map((version) => path.join(debian, version, 'bin')), '/opt/homebrew/bin', '/usr/local/bin'];
}

export async function startPostgres(): Promise<TestPostgres> {
  const bin = findPostgresBin();
  if (!bin) throw new Error('PostgreSQL is not installed. On Debian or Ubuntu: apt-get install postgresql');
  const account = unprivilegedAccount();
  const folder = mkdtempSync(path.join(tmpdir(), 'tidings-pg-'));
  if (account) chownSync(folder, account.uid, account.gid);
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  try {
    initialise(bin, folder, account);
    const { child, port } = await startServer(bin, folder, account);
    const killWithUs = () => {
      child.kill('SIGKILL');
      removeFolder();
    };
    process.once('exit', killWithUs);
    const urlOf = (database: string) => `postgres://tidings@127.0.0.1:${port}/${encodeURIComponent(database)}`;
    return {
      url: urlOf('postgres'),
      async createDatabase(name) {
        const client = new pg.Client({ connectionString: urlOf('postgres') });
        await client.connect();
        try {
          await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
        } finally {
          await client.end();
        }
        return urlOf(name);
      },
      async stop() {
        process.off('exit', killWithUs);
        if (child.exitCode === null && child.signalCode === null) {
          const closed = new Promise((resolve) => child.once('close', resolve));
          // Immediate shutdown: waiting for open connections would only make a failing test hang.
          child.kill('SIGQUIT');
          await closed;
        }
        removeFolder();
      },
    };
  } catch (error) {
    removeFolder();
    throw error;
  }
}

/** PostgreSQL refuses to run as root; then it gets the account its package made, or nobody. */
function unprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const entry = accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody');
  if (!entry) throw new Error('PostgreSQL cannot run as root and there is no account postgres or nobody');
  return { uid: Number(entry[2]), gid: Number(entry[3]) };
}

function initialise(bin: string, folder: string, account: Account | undefined): void {
  const args = [
    '-D',
    path.join(folder, 'data'),
    '-U',
    'tidings',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
  ];
  const result = spawnSync(path.join(bin, 'initdb'), [...args, '--no-sync'], {
    ...account,
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
  if (result.status !== 0) throw new Error(`initdb failed: ${result.stderr || result.error}`);
}

async function startServer(bin: string, folder: string, account: Account | undefined) {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const settings = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: folder,
      max_connections: 300,
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      lc_messages: 'C',
    };
    const options = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
    const child = spawn(path.join(bin, 'postgres'), ['-D', path.join(folder, 'data'), '-p', String(port), ...options], {
      ...account,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    try {
      await waitUntilReady(child);
      return { child, port };
    } catch (error) {
      // Another program may have taken the port between our look and the start.
      if (attempt === startAttempts) throw error;
    }
  }
}

function waitUntilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      if (log.length < 100_000) log += chunk.toString();
      if (log.includes('ready to accept connections')) resolve();
    });
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`PostgreSQL ended (${code}) before it was ready:\n${log}`)));
  });
}
