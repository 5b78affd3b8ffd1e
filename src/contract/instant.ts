import { z } from 'zod';

/** Epoch milliseconds, UTC. */
export const Instant = z.number().int();
