// Operator's tool "we have outgrown the one file": copies everything into an empty PostgreSQL and compares both at the end.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createPostgresIndex } from '../adapters/search-index/postgres-tsvector.ts';
import { createSqliteIndex } from '../adapters/search-index/sqlite-fts5.ts';
import type { Database } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { MoveError, moveDatabase } from '../db/move-database.ts';
import { openPostgres } from '../db/open-postgres.ts';
import { openSqlite } from '../db/open-sqlite.ts';
import { articleReader, loadDocuments } from '../domains/articles/articles.service.ts';
import { recordIndexed } from '../domains/articles/reindex.service.ts';
import { createProgressBar } from './progress-bar.ts';

const usage = `Copies everything from SQLite into an empty PostgreSQL database, word index included, and compares the two.

usage: npm run db:move -- --from FILE|DATA_DIR --to postgres://…

--from    the SQLite file, or the data folder it is in. Stop the server first
--to      an empty PostgreSQL database; everything arrives in one transaction, or nothing
--json    the result as one JSON object

Afterwards start the server with DATABASE_URL set to the new address.
`;

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    to: { type: 'string' },
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});

if (values.help || !values.from || !values.to) {
  (values.help ? process.stdout : process.stderr).write(usage);
  process.exitCode = values.help ? 0 : 2;
} else {
  process.exitCode = await move(values.from, values.to, Boolean(values.json));
}

async function move(fromPath: string, to: string, isJson: boolean): Promise<number> {
  const file = sqliteFile(fromPath);
  if (!file) return complain(`There is no SQLite database at ${fromPath}.`);
  const opened: Database[] = [];
  const bar = createProgressBar('moving');
  try {
    const source = await openSqlite(file);
    opened.push(source);
    const target = /^postgres(ql)?:/.test(to) ? await openPostgres(to) : await openSqlite(to);
    opened.push(target);
    // Both get the present schema first, so that the tables are the same ones.
    await migrate(source);
    await migrate(target);
    const index =
      target.engine === 'postgres' ? createPostgresIndex(articleReader, Date.now) : createSqliteIndex(articleReader);
    const moved = await moveDatabase({
      from: source,
      to: target,
      indexArticles: async (db, ids) => index.add(db, await loadDocuments(db, ids)),
      onProgress: ({ stage, table, done, total }) =>
        bar.show(done + (stage === 'check' ? total : 0), total * 2, `${stage} ${table}`),
    });
    await recordIndexed(target.kysely, index.format);
    bar.end();
    report(moved, isJson);
    return 0;
  } catch (error) {
    bar.end();
    const { message } = error as Error;
    if (error instanceof MoveError) return complain(message);
    if (/database is locked/.test(message)) return complain(`${file} is in use. Stop the server, then move.`);
    return complain(`The move failed: ${message}`);
  } finally {
    for (const database of opened) await database.close();
  }
}

function sqliteFile(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  const file = statSync(path).isDirectory() ? join(path, 'tidings.sqlite') : path;
  return existsSync(file) ? file : undefined;
}

function report(moved: Awaited<ReturnType<typeof moveDatabase>>, isJson: boolean): void {
  if (isJson) return void process.stdout.write(`${JSON.stringify({ ok: true, tables: moved })}\n`);
  for (const { table, rows, checksum } of moved) {
    process.stdout.write(`${table.padEnd(22)}${String(rows).padStart(10)}  ${checksum}\n`);
  }
  process.stdout.write('Both databases are equal.\n');
}

function complain(message: string): number {
  process.stderr.write(`${message}\n`);
  return 1;
}
