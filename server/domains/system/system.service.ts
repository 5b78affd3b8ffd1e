import type { Context } from '../../context.ts';
import { isDatabaseReady, readOrWriteSetting } from './system.queries.ts';

export async function healthOf(ctx: Context) {
  return { live: true, ready: await isDatabaseReady(ctx.db), version: ctx.config.version, engine: ctx.engine };
}

/** The setting's value; `fallback` is stored, for good, when there is none yet. */
export function settingOr(ctx: Pick<Context, 'db'>, name: string, fallback: string): Promise<string> {
  return readOrWriteSetting(ctx.db, name, fallback);
}
