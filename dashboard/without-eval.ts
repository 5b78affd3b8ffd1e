/** Must be imported before any schema is made: zod then does not probe for `eval`, which our content policy would report. */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
