/** Environment → checked → frozen. Nobody else reads `process.env`. */
import { join, resolve } from 'node:path';
import { z } from 'zod';

const OnOff = z.enum(['on', 'off']).transform((value) => value === 'on');

const Environment = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: z.coerce.number().int().min(0).max(65535).default(8787),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .refine((url) => url === '' || /^postgres(ql)?:\/\//.test(url), 'must be empty (SQLite) or start with postgres://')
    .default(''),
  ROLES: z
    .string()
    .default('api,jobs')
    .transform((text) => text.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(['api', 'jobs'])).min(1)),
  PUBLIC_URL: z.union([z.literal(''), z.url()]).default(''),
  ADMIN_PASSWORD: z.string().default(''),
  DEMO: OnOff.optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  MAIL_URL: z.union([z.literal(''), z.url()]).default(''),
  MAIL_FROM: z.string().default('Tidings <tidings@localhost>'),
  TRUST_PROXY: OnOff.default(false),
});

export interface Config {
  production: boolean;
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string;
  roles: readonly ('api' | 'jobs')[];
  /** Empty: derived from host and port once the server listens. */
  publicUrl: string;
  adminPassword: string;
  demo: boolean;
  logLevel: string;
  mailUrl: string;
  mailFrom: string;
  trustProxy: boolean;
  version: string;
}

export class ConfigError extends Error {}

/** @throws ConfigError naming every variable that is wrong, at once. */
export function readConfig(env: Record<string, string | undefined>, version: string): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = Environment.safeParse(set);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`These settings are not usable (see .env.example):\n${lines.join('\n')}`);
  }
  const value = parsed.data;
  const production = value.NODE_ENV === 'production';
  return Object.freeze({
    production,
    port: value.PORT,
    host: value.HOST,
    dataDir: resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL,
    roles: value.ROLES,
    publicUrl: value.PUBLIC_URL.replace(/\/$/, ''),
    adminPassword: value.ADMIN_PASSWORD,
    demo: value.DEMO ?? !production,
    logLevel: value.LOG_LEVEL,
    mailUrl: value.MAIL_URL,
    mailFrom: value.MAIL_FROM,
    trustProxy: value.TRUST_PROXY,
    version,
  });
}

export const buildDirs = {
  dashboard: join(import.meta.dirname, '../dist/dashboard'),
  firstView: join(import.meta.dirname, '../dist/first-view'),
  extensionChrome: join(import.meta.dirname, '../.output/chrome-mv3'),
  extensionFirefox: join(import.meta.dirname, '../.output/firefox-mv3'),
};
