/** The server program: the only file here that acts when imported. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { buildDirs, ConfigError, readConfig } from './config.ts';
import { demoAccount } from './domains/accounts/accounts.service.ts';
import { startServer } from './start-server.ts';

const { version } = createRequire(import.meta.url)('../package.json') as { version: string };

async function main(): Promise<void> {
  const config = readConfig(process.env, version);
  const server = await startServer({ config });

  let isStopping = false;
  const stop = async () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    await server.stop();
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);

  const lines = [
    '',
    '  Tidings 知闻',
    '',
    `  Dashboard   ${server.url}`,
    server.adminPassword
      ? `  Admin       admin / ${server.adminPassword}   (shown this once; keep it)`
      : '  Admin       admin / the password you have',
    ...(config.demo
      ? [`  Demo        ${demoAccount.userName} / ${demoAccount.password}   (from this computer only)`]
      : []),
    ...(existsSync(buildDirs.extensionChrome)
      ? [`  Extension   ${buildDirs.extensionChrome}`, `              ${buildDirs.extensionFirefox}   (Firefox)`]
      : []),
    `  API         ${server.url}/v1/docs`,
    `  Data        ${config.databaseUrl ? 'PostgreSQL' : config.dataDir}`,
    '',
    '  Ctrl+C stops it; nothing is lost.',
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

main().catch((error) => {
  if (error instanceof ConfigError) console.error(error.message);
  else if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
    console.error(
      `Port ${(error as unknown as { port: number }).port} is in use. Stop the other program, or choose another port: PORT=8788 npm start`,
    );
  } else console.error(error);
  process.exit(1);
});
