/** A member's collection: articles, pages, links and highlights. The client names each save, so a resent one changes nothing. */
import type { z } from 'zod';
import type { CollectItem, exportFormats, saveCollect } from '#shared/contract/collect.ts';
import { AppError } from '../../app-error.ts';
import type { Actor, Context } from '../../context.ts';
import { urlKey } from '../../crawl/identify/normalise-url.ts';
import { normalise } from '../../text/normalise.ts';
import { getNews } from '../articles/articles.service.ts';
import {
  type CollectFilter,
  type CollectRow,
  countItems,
  findByClientId,
  findItems,
  findLabels,
  findOwn,
  insertItem,
  setDeleted,
  updateItem,
} from './collections.queries.ts';
import { exportItems } from './export-items.ts';

type SaveInput = z.output<typeof saveCollect.body>;

const excerptLength = 240;
const searchTextMax = 50_000;
const exportMax = 10_000;

interface Content {
  kind: CollectItem['kind'];
  url: string;
  articleId: number | null;
  title: string;
  siteName: string;
  html: string;
  text: string;
  language: string;
  script: string;
}

export async function saveItem(
  ctx: Context,
  actor: Actor,
  input: SaveInput,
): Promise<{ item: CollectItem; created: boolean }> {
  const before = await findByClientId(ctx.db, actor.memberId, input.clientId);
  if (before) return { item: toItem(before), created: false };
  const content = await readContent(ctx, input);
  const selection = input.selection?.trim() ?? '';
  const labels = { title: content.title, note: input.note?.trim() ?? '', tags: uniqueTags(input.tags) };
  const now = ctx.now();
  const row = await insertItem(ctx.db, {
    member_id: actor.memberId,
    client_id: input.clientId,
    kind: content.kind,
    url: content.url,
    url_key: urlKey(content.url) ?? content.url,
    article_id: content.articleId,
    title: labels.title,
    site_name: content.siteName,
    language: content.language,
    script: content.script,
    html: content.html,
    text: content.text,
    selection,
    note: labels.note,
    tags: JSON.stringify(labels.tags),
    folder: input.folder ?? '',
    search_text: searchText({ ...labels, selection, text: content.text }),
    created_at: now,
    updated_at: now,
    deleted_at: null,
  });
  // The same save arrived twice at once: the other one won, and it is the same save.
  const saved = row ?? (await findByClientId(ctx.db, actor.memberId, input.clientId));
  return { item: toItem(saved!), created: row !== undefined };
}

export async function listItems(
  ctx: Context,
  actor: Actor,
  query: { page: number; limit: number; text?: string; folder?: string; tag?: string; url?: string },
) {
  const filter: CollectFilter = {
    memberId: actor.memberId,
    words: query.text ? fold(query.text).split(/\s+/).filter(Boolean) : undefined,
    folder: query.folder,
    tag: query.tag,
    urlKey: query.url && (urlKey(query.url) ?? query.url),
  };
  const [rows, count, labels] = await Promise.all([
    findItems(ctx.db, filter, query.limit, (query.page - 1) * query.limit),
    countItems(ctx.db, filter),
    findLabels(ctx.db, actor.memberId),
  ]);
  return {
    list: rows.map(toItem),
    count,
    folders: tally(labels.map((row) => row.folder).filter(Boolean)),
    tags: tally(labels.flatMap((row) => JSON.parse(row.tags) as string[])),
  };
}

export async function getItem(ctx: Context, actor: Actor, id: number) {
  const row = await ownItem(ctx, actor, id);
  return { ...toItem(row), html: row.html, text: row.text };
}

export async function changeItem(
  ctx: Context,
  actor: Actor,
  input: { id: number; title?: string; note?: string; tags?: string[]; folder?: string },
): Promise<CollectItem> {
  const row = await ownItem(ctx, actor, input.id);
  const labels = {
    title: input.title ?? row.title,
    note: input.note ?? row.note,
    tags: input.tags ? uniqueTags(input.tags) : (JSON.parse(row.tags) as string[]),
  };
  await updateItem(ctx.db, row.id, {
    title: labels.title,
    note: labels.note,
    tags: JSON.stringify(labels.tags),
    folder: input.folder ?? row.folder,
    search_text: searchText({ ...labels, selection: row.selection, text: row.text }),
    updated_at: ctx.now(),
  });
  return toItem(await ownItem(ctx, actor, row.id));
}

export async function removeItems(ctx: Context, actor: Actor, ids: number[], restore: boolean): Promise<void> {
  await setDeleted(ctx.db, actor.memberId, ids, restore ? null : ctx.now());
}

export async function exportCollection(
  ctx: Context,
  actor: Actor,
  query: { format: (typeof exportFormats)[number]; folder?: string; tag?: string },
) {
  const filter = { memberId: actor.memberId, folder: query.folder, tag: query.tag };
  const rows = await findItems(ctx.db, filter, exportMax, 0);
  return exportItems(
    rows.map((row) => ({ ...toItem(row), text: row.text, html: row.html })),
    query.format,
  );
}

async function readContent(ctx: Context, input: SaveInput): Promise<Content> {
  if (input.articleId !== undefined) {
    const article = await getNews(ctx, input.articleId);
    return {
      kind: input.selection ? 'highlight' : 'article',
      url: article.url,
      articleId: article.id,
      title: input.title || article.title,
      siteName: article.source.name,
      html: article.html,
      text: article.text,
      language: article.language,
      script: article.script,
    };
  }
  const url = input.url ? readableUrl(input.url) : '';
  if (url === '' && !input.selection) throw new AppError('COLLECT_EMPTY');
  const page = await ctx.documents.readPage({
    html: input.html ?? '',
    url: url || 'https://unknown.invalid/',
    title: input.title ?? '',
    selection: input.selection ?? '',
    now: ctx.now(),
  });
  const kind = input.selection ? 'highlight' : page.text === '' ? 'link' : 'page';
  return {
    kind,
    url,
    articleId: null,
    title: withoutSiteName(input.title, page.title) || input.selection?.slice(0, 80) || url,
    siteName: page.siteName || (url && new URL(url).hostname),
    html: page.html,
    text: page.text,
    language: page.language,
    script: page.script,
  };
}

/** A browser's tab title carries the site's name; the article's own title is the better one when it stands at its head. */
function withoutSiteName(given: string | undefined, extracted: string): string {
  return !given || (extracted !== '' && given.startsWith(extracted)) ? extracted : given;
}

function readableUrl(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) throw new AppError('URL_INVALID', { url: text.slice(0, 200) });
  url.username = '';
  url.password = '';
  return url.href;
}

async function ownItem(ctx: Context, actor: Actor, id: number): Promise<CollectRow> {
  const row = await findOwn(ctx.db, actor.memberId, id);
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/** Han folded too: a collection is searched in either script. */
const fold = (text: string) => normalise(text, true).text;

function searchText(parts: { title: string; note: string; tags: string[]; selection: string; text: string }): string {
  const { title, note, tags, selection, text } = parts;
  return fold([title, note, tags.join(' '), selection, text].join('\n').slice(0, searchTextMax));
}

function uniqueTags(tags: readonly string[] | undefined): string[] {
  return [...new Set(tags ?? [])];
}

function tally(values: readonly string[]): { name: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || a.name.localeCompare(b.name));
}

function toItem(row: CollectRow): CollectItem {
  return {
    id: row.id,
    clientId: row.client_id,
    kind: row.kind as CollectItem['kind'],
    url: row.url,
    articleId: row.article_id,
    title: row.title,
    siteName: row.site_name,
    language: row.language,
    script: row.script,
    excerpt: (row.selection || row.text).slice(0, excerptLength).replace(/\s+/g, ' ').trim(),
    selection: row.selection,
    note: row.note,
    tags: JSON.parse(row.tags) as string[],
    folder: row.folder,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
