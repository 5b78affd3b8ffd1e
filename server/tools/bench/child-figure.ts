/** Runs part of a figure in a process of its own, so that its memory and its core are its own. */
import { spawn, spawnSync } from 'node:child_process';

const nodeFlags = ['--disable-warning=ExperimentalWarning', '--expose-gc', '--max-old-space-size=8192'];

/** True where a process can be tied to one core. */
export const canPin = () => spawnSync('taskset', ['--version'], { stdio: 'ignore' }).status === 0;

/** The worker prints one JSON object, its result; its stderr (progress) is shown. */
export function runChild<Result>(
  worker: URL,
  args: readonly (string | number)[],
  options: { pinned?: boolean } = {},
): Promise<Result> {
  const node = [process.execPath, ...nodeFlags, worker.pathname, ...args.map(String)];
  const [command = '', ...rest] = options.pinned ? ['taskset', '-c', '0', ...node] : node;
  return new Promise((resolve, reject) => {
    const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(JSON.parse(output) as Result);
      else reject(new Error(`${worker.pathname} ended with code ${code}`));
    });
  });
}
