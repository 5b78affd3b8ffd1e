/**
 * zod tries `new Function` when the contract's schemas are made, which an extension's pages forbid and report as an error.
 * Each entry point imports this first.
 */
const scope = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
scope.__zod_globalConfig = { ...scope.__zod_globalConfig, jitless: true };
