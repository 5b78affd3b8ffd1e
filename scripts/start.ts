// `npm start`: builds what is stale, then becomes the server (same process, so that signals need no second hop).
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt, products } from './build.ts';

// When the launcher is killed outright the server must not live on and keep the port: it stops as on SIGTERM.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();

try {
  await ensureBuilt(products);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

const settings = path.resolve(import.meta.dirname, '../.env');
if (existsSync(settings)) process.loadEnvFile(settings);

const server = path.resolve(import.meta.dirname, '../server/main.ts');
process.argv = [process.execPath, server, ...process.argv.slice(2)];
await import(server);
