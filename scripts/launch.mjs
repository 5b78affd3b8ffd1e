// The first step of every npm script. It needs nothing but Node 20 and npm: it installs the locked packages when they are
// missing or stale, then runs the asked command under the Node version that comes with them. Plain JavaScript, no packages.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const NODE_TO_LAUNCH = 20;
const NODE_TO_RUN = 24;

const COMMANDS = {
  start: 'scripts/start.ts',
  dev: 'scripts/dev.ts',
  test: 'scripts/test.ts',
  check: 'scripts/check.ts',
  fix: 'scripts/fix.ts',
  build: 'scripts/build.ts',
};

// Each of the server's threads keeps a young generation of its own, by default 48 MB that it hardly needs.
const MEMORY_FLAGS = ['--max-semi-space-size=4'];

// For glibc and for the allocator of the Chinese dictionary (mimalloc); read before any program can set them, elsewhere ignored.
const MEMORY_SETTINGS = {
  // Pools that threads share: each keeps for itself what was freed in it.
  MALLOC_ARENA_MAX: '2',
  // Blocks this large go back to the system when they are freed; by default glibc keeps ever larger ones.
  MALLOC_MMAP_THRESHOLD_: '131072',
  // A dictionary that is let go of goes back at once; with a delay nobody would come by afterwards to do it.
  MIMALLOC_PURGE_DELAY: '0',
};

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const modules = path.join(root, 'node_modules');
const lockFile = path.join(root, 'package-lock.json');
const installStamp = path.join(modules, '.tidings-lock');

const usage = `usage: node scripts/launch.mjs <${Object.keys(COMMANDS).join('|')}> [options]
       node scripts/launch.mjs run <file> [options]    any program of this project under its own Node`;

async function main([command, ...rest]) {
  refuseOldNode();
  const script = command === 'run' ? rest.shift() : COMMANDS[command];
  if (!script) return quit(command === '--help' ? 0 : 2, usage);
  if (!isInstalled()) await installOnce();
  const node = pinnedNode();
  // A child's packages are found next to the lock, never through the folder of the caller.
  const bin = path.join(modules, '.bin');
  const env = {
    ...MEMORY_SETTINGS,
    ...process.env,
    PATH: `${bin}${path.delimiter}${process.env.PATH || ''}`,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE || path.join(modules, '.cache', 'compiled'),
  };
  const args = ['--disable-warning=ExperimentalWarning', ...MEMORY_FLAGS, path.resolve(root, script), ...rest];
  // The channel lets the child notice when this process is killed and end with it.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  const { code, signal } = await run(node, args, { cwd: root, env, stdio });
  process.exit(signal ? 128 + constants.signals[signal] : code);
}

function refuseOldNode() {
  if (majorOf(process.versions.node) >= NODE_TO_LAUNCH) return;
  quit(
    1,
    `Tidings needs Node ${NODE_TO_LAUNCH} or newer to start; this is ${process.version}.
Install a current Node (https://nodejs.org, or your system's package manager) and run the same command again.`,
  );
}

/** True when node_modules holds what package-lock.json says, on this platform, from an install that was not interrupted. */
function isInstalled() {
  const wanted = lockHash();
  if (readIfThere(installStamp) === wanted) return true;
  // Somebody ran npm himself: npm writes its own record last, so a matching one means a complete install.
  if (!matchesNpmRecord()) return false;
  writeFileSync(installStamp, wanted);
  return true;
}

function lockHash() {
  const platform = `${process.platform}-${process.arch}`;
  return createHash('sha256').update(readFileSync(lockFile)).update(platform).digest('hex');
}

function matchesNpmRecord() {
  const record = readIfThere(path.join(modules, '.package-lock.json'));
  if (!record) return false;
  const locked = JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  const installed = JSON.parse(record).packages;
  return Object.entries(locked).every(([where, entry]) => {
    if (where === '') return true;
    const found = installed[where];
    if (!found) return Boolean(entry.optional || entry.devOptional || entry.peer);
    return found.version === entry.version && existsSync(path.join(root, where, 'package.json'));
  });
}

/** Two installs into one folder would destroy each other: the second waits for the first. */
async function installOnce() {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 16);
  const claim = path.join(tmpdir(), `tidings-install-${name}`);
  while (!takeClaim(claim)) {
    say('Another start is installing the packages; waiting for it …');
    while (isClaimed(claim)) await new Promise((resolve) => setTimeout(resolve, 500));
    rmSync(claim, { force: true });
  }
  const giveUp = () => rmSync(claim, { force: true });
  process.on('exit', giveUp);
  if (!isInstalled()) await install(claim);
  giveUp();
  process.off('exit', giveUp);
}

function takeClaim(claim) {
  try {
    writeFileSync(claim, `${process.pid}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** A claim names the launcher and its npm; it holds while one of them lives. */
function isClaimed(claim) {
  return readIfThere(claim)
    .split('\n')
    .filter(Boolean)
    .some((pid) => {
      try {
        return process.kill(Number(pid), 0);
      } catch {
        return false;
      }
    });
}

async function install(claim) {
  say('Installing the locked packages (once; about half a minute, 500 MB) …');
  const stopProgress = showProgress(lockedFolders());
  // Warnings are off: the packages run on the Node that is being installed here, not on the one npm complains about.
  const flags = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--include=dev', '--include=optional'];
  const npm = npmCommand();
  let output = '';
  const { code, signal, error } = await run(npm.file, [...npm.args, ...flags], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: npm.shell,
    // Asked politely, npm first takes its work back, which outlives this process; half an install is repaired anyway.
    forcibly: true,
    onStart: (pid) => appendFileSync(claim, `${pid}\n`),
    onOutput: (text) => {
      output += text;
    },
  });
  const seconds = stopProgress();
  if (error) quit(1, `npm could not be started (${error.message}). Install npm, then run the same command again.`);
  if (signal) quit(128 + constants.signals[signal], 'The installation was interrupted; the next start repairs it.');
  if (code !== 0) {
    quit(
      code,
      `${output.trim()}\n\nThe installation failed (npm ci, exit code ${code}). Is the network reachable? Run the same command to try again.`,
    );
  }
  if (!matchesNpmRecord()) quit(1, 'The installation is incomplete. Run the same command to try again.');
  writeFileSync(installStamp, lockHash());
  say(`Installed in ${seconds} s.`);
}

function npmCommand() {
  if (process.env.npm_execpath) return { file: process.execPath, args: [process.env.npm_execpath], shell: false };
  return { file: 'npm', args: [], shell: process.platform === 'win32' };
}

/** Redraws one line on a terminal, else prints a line now and then. Returns a function that ends it and gives the seconds. */
function showProgress(folders) {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  const isTerminal = process.stderr.isTTY;
  const timer = setInterval(
    () => {
      // npm makes the folders first and fills them as the packages arrive.
      const arrived = folders.filter((folder) => existsSync(path.join(root, folder, 'package.json'))).length;
      const line = `  ${arrived} of about ${folders.length} packages, ${seconds()} s`;
      process.stderr.write(isTerminal ? `\r${line}` : `${line}\n`);
    },
    isTerminal ? 1000 : 5000,
  );
  return () => {
    clearInterval(timer);
    if (isTerminal) process.stderr.write('\r\x1b[K');
    return seconds();
  };
}

/** The folders that the lock fills on this platform. */
function lockedFolders() {
  const fits = (wanted, own) => !wanted || wanted.includes(own);
  return Object.entries(JSON.parse(readFileSync(lockFile, 'utf8')).packages)
    .filter(([where, entry]) => where && fits(entry.os, process.platform) && fits(entry.cpu, process.arch))
    .map(([where]) => where);
}

/** The Node that package-lock.json pins for this platform; else the running one, when it is new enough. */
function pinnedNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const found = [`node-${platform}-${process.arch}`, `node-bin-${platform}-${process.arch}`]
    .map((name) => path.join(modules, name, 'bin', file))
    .find((candidate) => existsSync(candidate));
  if (found) return found;
  if (majorOf(process.versions.node) >= NODE_TO_RUN) return process.execPath;
  return quit(
    1,
    `Tidings runs on Node ${NODE_TO_RUN}. The packages bring it along for Linux, macOS and Windows, but not for ${platform}-${process.arch},
and the installed Node is ${process.version}. Install Node ${NODE_TO_RUN} or newer and run the same command again.`,
  );
}

/** Runs a program to its end, handing on the signals that only this process was sent. */
function run(file, args, { onOutput, onStart, forcibly, ...options }) {
  return new Promise((resolve) => {
    const child = spawn(file, args, options);
    if (onStart && child.pid) onStart(child.pid);
    if (onOutput) {
      child.stdout.on('data', onOutput);
      child.stderr.on('data', onOutput);
    }
    // A terminal sends Ctrl-C to the child as well; handing it on would make it two.
    const forwardInterrupt = () => (process.stdin.isTTY && !forcibly) || child.kill(forcibly ? 'SIGKILL' : 'SIGINT');
    const forwardTerminate = () => child.kill(forcibly ? 'SIGKILL' : 'SIGTERM');
    process.on('SIGINT', forwardInterrupt);
    process.on('SIGTERM', forwardTerminate);
    const stopWatching = watchParent(forwardTerminate);
    const settle = (result) => {
      stopWatching();
      process.off('SIGINT', forwardInterrupt);
      process.off('SIGTERM', forwardTerminate);
      resolve(result);
    };
    child.on('error', (error) => settle({ code: 1, signal: null, error }));
    child.on('close', (code, signal) => settle({ code, signal, error: null }));
  });
}

/** npm's shell dies of a signal without handing it on; then the program has to end as well. */
function watchParent(onGone) {
  if (!process.env.npm_lifecycle_event) return () => undefined;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, 200);
  return () => clearInterval(timer);
}

function majorOf(version) {
  return Number(version.split('.')[0]);
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function say(text) {
  process.stderr.write(`${text}\n`);
}

function quit(code, text) {
  say(text);
  process.exit(code);
}

await main(process.argv.slice(2));
