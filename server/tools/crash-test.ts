// F13: a real server is killed at random instants while clients write and the crawl runs. What was acknowledged must be there
// afterwards, and nothing may be there twice.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openSqlite } from '../db/open-sqlite.ts';
import { type SeededRandom, seededRandom } from '../demo/seeded-random.ts';
import {
  type Acknowledged,
  brokenRules,
  lostWrites,
  passTime,
  unfinishedImports,
  volumes,
} from './crash-test.queries.ts';
import { createProgressBar } from './progress-bar.ts';
import { callApi, registerMember, spawnServer } from './server-process.ts';

const usage = `Kills a server with SIGKILL again and again while it works, and checks what is left (figure F13).

usage: node scripts/launch.mjs run server/tools/crash-test.ts [--times N] [--seed TEXT]

--times N     how often it is killed (default 20)
--seed TEXT   the same seed draws the same instants and the same writes (default "tidings")
--keep        leaves the data folders for a look

Prints one JSON object; the exit code is 0 when nothing was lost, doubled or damaged.
`;

/** So many kills share a data folder; then a new one, because the first crawl of a new folder writes the most. */
const killsPerFolder = 5;
const clients = 3;
const killAfterMs = { min: 150, max: 7_000 };
/** Several transactions of the import's own. */
const importedLines = 150;
const importsEndMs = 30_000;
/** Between two writes of a client, so that the crawl gets its share of the machine. */
const pauseMs = 10;
const words = [
  'harbour',
  'metro',
  'vaccine',
  '港口',
  '地铁',
  '芯片',
  '疫苗',
  'ワクチン',
  '항구',
  'museo',
  'the',
  'город',
];

interface Client {
  userName: string;
  token: string | undefined;
  random: SeededRandom;
  /** Sent, and nobody knows what became of it: sent again under the same id after the restart. */
  unanswered: { clientId: string; note: string } | undefined;
}

interface Folder {
  dataDir: string;
  told: Acknowledged;
  clients: Client[];
}

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '20' },
    seed: { type: 'string', default: 'tidings' },
    keep: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});

if (values.help) process.stdout.write(usage);
else process.exitCode = await main(Number(values.times), values.seed);

async function main(times: number, seed: string): Promise<number> {
  const random = seededRandom(seed);
  const bar = createProgressBar('crash test');
  const startedAt = performance.now();
  const result = {
    figure: 'F13',
    kills: 0,
    killsBeforeReady: 0,
    acknowledged: 0,
    resent: 0,
    problems: [] as string[],
    volumes: {} as Record<string, number>,
  };
  while (result.kills < times) {
    const folder = newFolder(`${seed} ${result.kills}`);
    for (let round = 0; round < killsPerFolder && result.kills < times; round++) {
      const { wasReady, resent } = await runAndKill(folder, random);
      result.kills += 1;
      result.resent += resent;
      if (!wasReady) result.killsBeforeReady += 1;
      result.problems.push(...(await checkFolder(folder)).map((problem) => `after kill ${result.kills}: ${problem}`));
      bar.show(result.kills, times);
    }
    result.problems.push(...(await checkAgainAfterStart(folder, result.volumes)));
    result.acknowledged += countTold(folder.told);
    if (!values.keep) rmSync(folder.dataDir, { recursive: true, force: true });
  }
  bar.end();
  const met = result.problems.length === 0;
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  process.stdout.write(`${JSON.stringify({ ...result, seed, seconds, bar: 'nothing lost, nothing doubled', met })}\n`);
  return met ? 0 : 1;
}

function newFolder(seed: string): Folder {
  return {
    dataDir: mkdtempSync(join(tmpdir(), 'tidings-crash-')),
    told: { userNames: [], keywords: [], items: [], readNotices: [], followed: [], imports: [], revisions: new Map() },
    clients: Array.from({ length: clients }, (_, n) => ({
      userName: '',
      token: undefined,
      random: seededRandom(`${seed} client ${n}`),
      unanswered: undefined,
    })),
  };
}

function start({ dataDir }: Folder) {
  return spawnServer({ DATA_DIR: dataDir, DEMO: 'on', TRUST_PROXY: 'on', ADMIN_PASSWORD: 'admin-password' });
}

/** A folder without one acknowledged write has nothing to lose; on a slow machine its first server may live longer. */
async function folderIsUsed({ told }: Folder): Promise<void> {
  while (told.items.length + told.keywords.length + told.readNotices.length === 0) await wait(pauseMs);
}

async function runAndKill(folder: Folder, random: SeededRandom) {
  const { child, ready, ended } = start(folder);
  const killing = new AbortController();
  const work = { wasReady: false, resent: 0 };
  const working = ready
    .then(async ({ url }) => {
      work.wasReady = true;
      await Promise.all(
        folder.clients.map(async (client) => {
          while (!killing.signal.aborted) {
            work.resent += await act(url, client, folder.told, killing.signal);
            await wait(pauseMs);
          }
        }),
      );
    })
    .catch((error) => {
      // The connection breaks when the server dies; before that, an error is an error.
      if (!killing.signal.aborted) throw error;
    });
  try {
    const instant = wait(random.int(killAfterMs.min, killAfterMs.max));
    await Promise.race([Promise.all([instant, folderIsUsed(folder)]), working]);
  } finally {
    child.kill('SIGKILL');
    killing.abort();
    await ended;
  }
  await working;
  return work;
}

/** One write of one client. Whatever is answered goes into the book; whatever is not may or may not have happened. */
async function act(url: string, client: Client, told: Acknowledged, signal: AbortSignal): Promise<number> {
  const { random } = client;
  if (!client.token) {
    const userName = `c${random.int(0, 2 ** 31 - 1)}`;
    client.token = await registerMember(url, userName);
    client.userName = userName;
    told.userNames.push(userName);
    return 0;
  }
  if (client.unanswered) {
    await collect(url, client, client.unanswered, told, signal);
    return 1;
  }
  const drawn = random.int(1, 100);
  if (drawn <= 5) client.token = undefined;
  else if (drawn <= 25) await subscribe(url, client, told, signal);
  else if (drawn <= 28) await follow(url, client, told, signal);
  else if (drawn <= 30) await importList(url, client, told, signal);
  else if (drawn <= 70) {
    const item = {
      clientId: `client-${random.int(0, 2 ** 31 - 1)}-${random.int(0, 9_999)}`,
      note: `note ${random.int(0, 99)}`,
    };
    await collect(url, client, item, told, signal);
  } else await readSome(url, client, told, signal);
  return 0;
}

async function subscribe(url: string, { token, random }: Client, told: Acknowledged, signal: AbortSignal) {
  const keyword = random.chance(0.7) ? random.pick(words) : `${random.pick(words)} OR ${random.pick(words)}`;
  const made = await callApi<{ id: number }>(url, '/v1/keyword/subscribe', { token, body: { keyword }, signal });
  if (!made.ok) {
    if (made.error !== 'KEYWORD_EXISTS' && made.error !== 'RATE_LIMITED')
      throw new Error(`a keyword was refused: ${made.error}`);
    return;
  }
  const entry = { id: made.data.id, keyword, isDeleted: false };
  told.keywords.push(entry);
  if (!random.chance(0.15)) return;
  // Until the answer is here nobody knows whether it is deleted, so it leaves the book.
  told.keywords.pop();
  const gone = await callApi(url, '/v1/keyword/unsubscribe', { token, body: { id: entry.id }, signal });
  if (gone.ok) told.keywords.push({ ...entry, isDeleted: true });
}

async function follow(url: string, { token, random }: Client, told: Acknowledged, signal: AbortSignal) {
  const slug = random.pick(['harbour-post', 'northmoor-ledger', 'diario-alboral']);
  const site = `${url}/demo/newsroom/s/${slug}/`;
  const made = await callApi<{ id: number }>(url, '/v1/website/subscribe', { token, body: { url: site }, signal });
  if (made.ok) told.followed.push(made.data.id);
}

/** Sites that nobody has: `.invalid` is kept free for that (RFC 2606). */
async function importList(url: string, { token, random }: Client, told: Acknowledged, signal: AbortSignal) {
  const name = random.int(0, 2 ** 31 - 1);
  const lines = Array.from(
    { length: importedLines },
    (_, n) => `<outline xmlUrl="https://s${n}.l${name}.invalid/feed"/>`,
  );
  const content = Buffer.from(`<opml version="2.0"><body>${lines.join('')}</body></opml>`).toString('base64');
  const made = await callApi<{ id: number }>(url, '/v1/website/import', { token, body: { content }, signal });
  if (made.ok) told.imports.push({ id: made.data.id, lines: importedLines });
}

async function collect(
  url: string,
  client: Client,
  item: { clientId: string; note: string },
  told: Acknowledged,
  signal: AbortSignal,
) {
  client.unanswered = item;
  const body = { ...item, url: `https://example.org/${item.clientId}`, title: item.clientId };
  const saved = await callApi(url, '/v1/collect/save', { token: client.token, body, signal });
  client.unanswered = undefined;
  if (saved.ok) told.items.push(item);
  else if (saved.error !== 'RATE_LIMITED') throw new Error(`a save was refused: ${saved.error}`);
}

async function readSome(url: string, { token, userName, random }: Client, told: Acknowledged, signal: AbortSignal) {
  const listed = await callApi<{ list: { id: number }[]; counts: { revision: number } }>(
    url,
    '/v1/notice/list?unread=true&limit=50',
    { token, signal },
  );
  if (!listed.ok) return;
  const ids = listed.data.list.map(({ id }) => id).filter(() => random.chance(0.4));
  if (ids.length === 0) return;
  const read = await callApi<{ counts: { revision: number } }>(url, '/v1/notice/read', {
    token,
    body: { ids },
    signal,
  });
  if (!read.ok) return;
  told.readNotices.push(...ids);
  told.revisions.set(userName, Math.max(told.revisions.get(userName) ?? 0, read.data.counts.revision));
}

/** Straight after the kill, before any server has touched the file again. */
async function checkFolder(folder: Folder): Promise<string[]> {
  const database = await openSqlite(join(folder.dataDir, 'tidings.sqlite'));
  try {
    // Killed before the first migration was through: there is nothing yet, and nothing was acknowledged.
    if (!(await hasSchema(database))) return countTold(folder.told) > 0 ? ['the schema is gone'] : [];
    return await database.kysely.transaction().execute(async (tx) => {
      const problems = [
        ...(await brokenRules(tx)),
        ...(await lostWrites(tx, folder.told)).map((what) => `lost: ${what}`),
      ];
      await passTime(tx, 7);
      return problems;
    });
  } finally {
    await database.close();
  }
}

/** What was cut off is gone on with, to its end. */
async function endImports(folder: Folder): Promise<string[]> {
  const database = await openSqlite(join(folder.dataDir, 'tidings.sqlite'));
  try {
    const until = performance.now() + importsEndMs;
    for (;;) {
      const left = await unfinishedImports(database.kysely);
      if (left.length === 0) return [];
      if (performance.now() > until) return left.map((id) => `lost: the rest of import ${id}`);
      await wait(pauseMs * 10);
    }
  } finally {
    await database.close();
  }
}

async function hasSchema({ kysely }: Awaited<ReturnType<typeof openSqlite>>): Promise<boolean> {
  const tables = await kysely.introspection.getTables();
  return tables.some(({ name }) => name === 'setting');
}

/** The folder starts once more, works for a moment, ends in order, and is still sound; every client gets its answer. */
async function checkAgainAfterStart(folder: Folder, total: Record<string, number>): Promise<string[]> {
  const server = await start(folder).ready;
  const problems: string[] = [];
  try {
    const signal = new AbortController().signal;
    for (const client of folder.clients) {
      if (client.unanswered) await collect(server.url, client, client.unanswered, folder.told, signal);
      if (!client.token) continue;
      const { ok, data } = await callApi<{ userName: string }>(server.url, '/v1/get_person_info', {
        token: client.token,
      });
      if (!ok || data.userName !== client.userName) problems.push(`lost: the session of ${client.userName}`);
    }
    problems.push(...(await endImports(folder)));
  } finally {
    await server.stop();
  }
  problems.push(...(await checkFolder(folder)).map((problem) => `after the last start: ${problem}`));
  const database = await openSqlite(join(folder.dataDir, 'tidings.sqlite'));
  for (const [table, count] of Object.entries(await volumes(database.kysely)))
    total[table] = (total[table] ?? 0) + count;
  await database.close();
  return problems;
}

function countTold({ userNames, keywords, items, readNotices, followed, imports }: Acknowledged): number {
  return [userNames, keywords, items, readNotices, followed, imports].reduce((sum, list) => sum + list.length, 0);
}
