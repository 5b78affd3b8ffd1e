import { type Logger, pino } from 'pino';

const secretPaths = ['password', 'token', 'code', 'authorization', 'cookie', 'newPassword', 'oldPassword'];

/** JSON lines on stdout; anything named like a secret is blotted out, at the top and one level down. */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secretPaths.flatMap((path) => [path, `*.${path}`]), censor: '[redacted]' },
  });
}
