import type { Hono } from 'hono';
import type { Language } from '#shared/contract/envelope.ts';

/** What the first middleware knows of every request. */
export type HttpEnv = { Variables: { requestId: string; language: Language; clientAddress: string } };
export type HttpApp = Hono<HttpEnv>;
