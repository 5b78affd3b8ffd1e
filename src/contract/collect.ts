import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, Instant, listOf, Nothing, PageQuery } from './envelope.ts';
import { Address } from './websites.ts';

export const Tag = z.string().trim().min(1).max(40);
export const FolderName = z.string().trim().max(80);

/** `page` was extracted from sent or fetched HTML · `article` is one of ours · `link` only an address · `highlight` a passage. */
export const collectKinds = ['page', 'article', 'link', 'highlight'] as const;

export const CollectItem = z.object({
  id: z.number().int(),
  clientId: z.string(),
  kind: z.enum(collectKinds),
  url: z.string(),
  articleId: z.number().int().nullable(),
  title: z.string(),
  siteName: z.string(),
  language: z.string(),
  script: z.string(),
  excerpt: z.string(),
  selection: z.string(),
  note: z.string(),
  tags: z.array(z.string()),
  folder: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type CollectItem = z.infer<typeof CollectItem>;

export const saveCollect = endpoint({
  name: 'saveCollect',
  method: 'POST',
  path: '/v1/collect/save',
  access: 'member',
  limit: 'write',
  summary: 'Keep an article, a page, a link or a highlight. The same clientId never makes a second one.',
  bodyMaxBytes: 8_000_000,
  body: z.object({
    clientId: z.string().min(8).max(64),
    url: Address.optional(),
    articleId: z.number().int().positive().optional(),
    title: z.string().trim().max(500).optional(),
    html: z.string().max(6_000_000).optional(),
    selection: z.string().max(20_000).optional(),
    note: z.string().max(20_000).optional(),
    tags: z.array(Tag).max(20).optional(),
    folder: FolderName.optional(),
  }),
  data: z.object({ item: CollectItem, created: z.boolean() }),
  errors: ['COLLECT_EMPTY', 'URL_INVALID', 'NOT_FOUND'],
});

export const listCollect = endpoint({
  name: 'listCollect',
  method: 'GET',
  path: '/v1/collect/list',
  access: 'member',
  limit: 'read',
  summary: 'The member’s collection; search, folder and tag narrow it.',
  query: PageQuery.extend({
    text: z.string().max(200).optional(),
    folder: FolderName.optional(),
    tag: Tag.optional(),
    url: Address.optional(),
  }),
  data: listOf(CollectItem).extend({
    folders: z.array(z.object({ name: z.string(), count: z.number().int() })),
    tags: z.array(z.object({ name: z.string(), count: z.number().int() })),
  }),
});

export const getCollect = endpoint({
  name: 'getCollect',
  method: 'GET',
  path: '/v1/collect/{id}',
  access: 'member',
  limit: 'read',
  summary: 'One kept item with its clean text.',
  params: z.object({ id: Id }),
  data: CollectItem.extend({ html: z.string(), text: z.string() }),
  errors: ['NOT_FOUND'],
});

export const updateCollect = endpoint({
  name: 'updateCollect',
  method: 'POST',
  path: '/v1/collect/update',
  access: 'member',
  limit: 'write',
  summary: 'Change title, note, tags or folder.',
  body: z.object({
    id: Id,
    title: z.string().trim().max(500).optional(),
    note: z.string().max(20_000).optional(),
    tags: z.array(Tag).max(20).optional(),
    folder: FolderName.optional(),
  }),
  data: CollectItem,
  errors: ['NOT_FOUND'],
});

export const removeCollect = endpoint({
  name: 'removeCollect',
  method: 'POST',
  path: '/v1/collect/remove',
  access: 'member',
  limit: 'write',
  summary: 'Remove items. `restore: true` takes it back.',
  body: z.object({ ids: z.array(Id).min(1).max(200), restore: z.boolean().default(false) }),
  data: Nothing,
});

export const exportFormats = ['json', 'csv', 'markdown', 'html'] as const;

export const exportCollect = endpoint({
  name: 'exportCollect',
  method: 'GET',
  path: '/v1/collect/export',
  access: 'member',
  limit: 'read',
  summary: 'The whole collection, or one folder or tag of it, as one file.',
  query: z.object({ format: z.enum(exportFormats), folder: FolderName.optional(), tag: Tag.optional() }),
  data: z.object({ fileName: z.string(), mediaType: z.string(), content: z.string() }),
});
