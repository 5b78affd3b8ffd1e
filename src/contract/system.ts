import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const getHealth = endpoint({
  name: 'getHealth',
  method: 'GET',
  path: '/v1/health',
  access: 'public',
  summary: 'Whether the process lives and is ready to serve.',
  data: z.object({
    live: z.boolean(),
    ready: z.boolean(),
    version: z.string(),
    engine: z.enum(['sqlite', 'postgres']),
  }),
});
