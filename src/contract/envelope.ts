import { z } from 'zod';

// In a file of its own: forms use it, and the rest of this file is in the first view, which loads no validator.
export { Instant } from './instant.ts';

export const pageSizes = [10, 15, 20, 30, 50] as const;
export const pageSizeDefault = 15;
/** Numbered pages end here; beyond, narrow the query or follow `nextCursor`. */
export const pageNumberMax = 100;

export const Failure = z.object({
  code: z.number(),
  message: z.string(),
  error: z.string(),
  requestId: z.string(),
  args: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  /** For INVALID_INPUT: what is wrong with which field. */
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** For QUERY_INVALID: where in the query, and how to repair it. */
  problems: z.array(z.unknown()).optional(),
});
export type Failure = z.infer<typeof Failure>;

/** Query parameters arrive as text, JSON bodies as numbers; both are accepted. */
export const Int = z.coerce.number().int();
export const Id = Int.positive();

export const PageQuery = z.object({
  page: Int.min(1).default(1),
  limit: Int.pipe(z.union(pageSizes.map((size) => z.literal(size)))).default(pageSizeDefault),
});
export type PageQuery = z.infer<typeof PageQuery>;

export function listOf<T extends z.ZodType>(item: T) {
  return z.object({ list: z.array(item), count: z.number().int(), nextCursor: z.string().optional() });
}

export const Nothing = z.object({});

export const languages = ['zh-cn', 'zh-tw', 'en'] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = 'zh-cn';
