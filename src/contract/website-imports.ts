import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, Instant, listOf, PageQuery } from './envelope.ts';

/** Bytes of a subscription list; 5,000 lines are about 1 MB. */
export const importBytesMax = 5_000_000;

/** `waiting` its turn has not come · `added` · `already` followed before · `duplicate` earlier in the file · `refused`. */
export const importResults = ['waiting', 'added', 'already', 'duplicate', 'refused'] as const;
export const ImportResult = z.enum(importResults);

export const WebsiteImport = z.object({
  id: z.number().int(),
  fileName: z.string(),
  total: z.number().int(),
  counts: z.record(ImportResult, z.number().int()),
  /** The file holds more lines than are read. */
  isCut: z.boolean(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
});
export type WebsiteImport = z.infer<typeof WebsiteImport>;

export const ImportLine = z.object({
  /** Number in the file, from 1. */
  line: z.number().int(),
  title: z.string(),
  url: z.string(),
  folder: z.array(z.string()),
  result: ImportResult,
  /** Name of the error that refused it, worded in the `website` namespace. */
  reason: z.enum(['URL_INVALID', 'URL_BLOCKED', 'WEBSITE_LIMIT']).nullable(),
});
export type ImportLine = z.infer<typeof ImportLine>;

export const importWebsites = endpoint({
  name: 'importWebsites',
  method: 'POST',
  path: '/v1/website/import',
  access: 'member',
  limit: 'fetch',
  summary: 'Follow everything in a subscription list (OPML). Answers at once; the lines are worked through afterwards.',
  bodyMaxBytes: Math.ceil(importBytesMax * 1.4),
  body: z.object({
    fileName: z.string().trim().max(200).default(''),
    /** The file as it is, in base64: its encoding is found out by the server. */
    content: z
      .string()
      .min(1)
      .max(Math.ceil((importBytesMax * 4) / 3) + 4)
      .regex(/^[A-Za-z0-9+/]+={0,2}$/),
  }),
  data: WebsiteImport,
  errors: ['LIST_UNREADABLE', 'LIST_EMPTY', 'IMPORT_RUNNING'],
});

export const getWebsiteImport = endpoint({
  name: 'getWebsiteImport',
  method: 'GET',
  path: '/v1/website/import',
  access: 'member',
  limit: 'read',
  summary: 'How far an import has come; without id the member’s latest.',
  query: z.object({ id: Id.optional() }),
  data: z.object({ import: WebsiteImport.nullable() }),
  errors: ['NOT_FOUND'],
});

export const listImportLines = endpoint({
  name: 'listImportLines',
  method: 'GET',
  path: '/v1/website/import-lines',
  access: 'member',
  limit: 'read',
  summary: 'What became of each line of an import.',
  query: PageQuery.extend({ id: Id, result: ImportResult.optional() }),
  data: listOf(ImportLine),
  errors: ['NOT_FOUND'],
});

export const exportWebsites = endpoint({
  name: 'exportWebsites',
  method: 'GET',
  path: '/v1/website/export',
  access: 'member',
  limit: 'read',
  summary: 'The member’s websites as a subscription list (OPML), with their folders.',
  data: z.object({ fileName: z.string(), mediaType: z.string(), content: z.string() }),
});
