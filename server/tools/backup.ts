// Operator's tool: a backup of the configured database while the server runs, and the way back.
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { BackupError, backupDatabase, restoreDatabase } from '../db/backup-database.ts';
import { createProgressBar } from './progress-bar.ts';

const usage = `Backs the database up while the server runs, or puts a backup in its place.

usage: npm run backup -- --to FILE
       npm run backup -- --restore FILE

Which database: DATA_DIR, or DATABASE_URL if set, as for the server (see .env.example).

--to FILE       a new file; it appears under this name once it is whole and checked
--restore FILE  stop the server first. SQLite: the present file is kept beside the restored one.
                PostgreSQL: DATABASE_URL must name an empty database
--json          the result as one JSON object
`;

const { values } = parseArgs({
  options: {
    to: { type: 'string' },
    restore: { type: 'string' },
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});

if (values.help || Boolean(values.to) === Boolean(values.restore)) {
  (values.help ? process.stdout : process.stderr).write(usage);
  process.exitCode = values.help ? 0 : 2;
} else {
  process.exitCode = await run();
}

async function run(): Promise<number> {
  const { databaseUrl, dataDir } = readConfig(process.env, '');
  const place = { databaseUrl, dataDir, environment: process.env };
  const bar = createProgressBar('backup');
  try {
    if (values.to) {
      const { bytes } = await backupDatabase(place, values.to, bar.show);
      bar.end();
      say({ ok: true, file: values.to, bytes }, `${values.to}, ${(bytes / 1e6).toFixed(1)} MB, checked.`);
    } else {
      const { formerFile } = await restoreDatabase(place, values.restore!);
      say({ ok: true, formerFile }, `Restored.${formerFile ? ` The former database is ${formerFile}` : ''}`);
    }
    return 0;
  } catch (error) {
    bar.end();
    if (!(error instanceof BackupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

function say(result: object, text: string): void {
  process.stdout.write(`${values.json ? JSON.stringify(result) : text}\n`);
}
