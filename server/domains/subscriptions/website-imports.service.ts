/**
 * Subscription lists that a member brings along or takes away. An import is stored line by line and worked through
 * afterwards in small transactions, so that a restart goes on where it stopped and no line is done twice.
 */
import type { z } from 'zod';
import {
  type ImportLine,
  type ImportResult,
  importBytesMax,
  importResults,
  type WebsiteImport,
} from '#shared/contract/website-imports.ts';
import { websiteCountMax } from '#shared/rules/limits.ts';
import { dayMs } from '#shared/rules/session.ts';
import { AppError } from '../../app-error.ts';
import { type Actor, type Context, inTransaction } from '../../context.ts';
import { checkUrl } from '../../crawl/fetch/address-guard.ts';
import { siteKey, urlKey } from '../../crawl/identify/normalise-url.ts';
import type { OpmlFeed } from '../../crawl/parse/parse-opml.ts';
import { changeSubscribers, ensureImported, sourceByAddress, sourcesById } from '../sources/sources.service.ts';
import { reviseWebsiteRules } from './keywords.service.ts';
import {
  countResults,
  deleteImportsBefore,
  findImport,
  findLines,
  findOpenImports,
  type ImportLineRow,
  type ImportRow,
  importBacklog,
  insertImport,
  insertLines,
  leaseImport,
  setResult,
  updateImport,
} from './website-imports.queries.ts';
import { countByMember, findAllByMember, findBySource, insertWebsite, revive } from './websites.queries.ts';
import { writeOpml } from './write-opml.ts';

type Result = z.infer<typeof ImportResult>;

const addressMax = 2048;
const titleMax = 200;
const importsAtOnce = 20;
/** Lines a transaction: short enough that requests never wait long for the writer. */
const linesAtOnce = 25;
const leaseMs = 60_000;
const importsKeptMs = 30 * dayMs;

export async function importWebsites(
  ctx: Context,
  actor: Actor,
  body: { fileName: string; content: string },
): Promise<WebsiteImport> {
  const bytes = Buffer.from(body.content, 'base64');
  if (bytes.byteLength > importBytesMax)
    throw new AppError('BODY_TOO_LARGE', { megabytes: importBytesMax / 1_000_000 });
  const list = await ctx.documents.readOpml({ bytes });
  if (!list.ok) throw new AppError('LIST_UNREADABLE');
  if (list.feeds.length + list.unusable.length === 0) throw new AppError('LIST_EMPTY');
  return inTransaction(ctx, async (ctx) => {
    const latest = await findImport(ctx.db, actor.memberId, undefined);
    if (latest && latest.finished_at === null) throw new AppError('IMPORT_RUNNING');
    const row = await insertImport(ctx.db, {
      member_id: actor.memberId,
      file_name: body.fileName,
      total: list.feeds.length + list.unusable.length,
      is_cut: list.isCut ? 1 : 0,
      lease_until: 0,
      created_at: ctx.now(),
      finished_at: null,
    });
    await insertLines(ctx.db, [...toLines(row.id, list.feeds), ...toRefused(row.id, list)]);
    return toImport(ctx, row);
  });
}

export async function getImport(ctx: Context, actor: Actor, id: number | undefined) {
  const row = await findImport(ctx.db, actor.memberId, id);
  if (!row && id !== undefined) throw new AppError('NOT_FOUND');
  return { import: row ? await toImport(ctx, row) : null };
}

export async function listImportLines(
  ctx: Context,
  actor: Actor,
  query: { id: number; result?: Result; page: number; limit: number },
) {
  const row = await findImport(ctx.db, actor.memberId, query.id);
  if (!row) throw new AppError('NOT_FOUND');
  const [rows, counts] = await Promise.all([
    findLines(ctx.db, row.id, query.result, query.limit, (query.page - 1) * query.limit),
    countResults(ctx.db, row.id),
  ]);
  const counted = counts.filter(({ result }) => query.result === undefined || result === query.result);
  return { list: rows.map(toLine), count: counted.reduce((sum, { count }) => sum + count, 0) };
}

export async function exportWebsites(ctx: Context, actor: Actor) {
  const rows = await findAllByMember(ctx.db, actor.memberId);
  const sources = await sourcesById(
    ctx,
    rows.map((row) => row.source_id),
  );
  const feeds = rows.map((row) => {
    const source = sources.get(row.source_id)!;
    return {
      title: row.title,
      xmlUrl: source.url,
      htmlUrl: source.home_url,
      folder: JSON.parse(row.folder) as string[],
    };
  });
  return {
    fileName: 'tidings-websites.opml',
    mediaType: 'text/x-opml',
    content: writeOpml('Tidings', ctx.now(), feeds),
  };
}

/** Works through what members brought. Answers the number of lines done. */
export async function runImports(ctx: Context): Promise<number> {
  let done = 0;
  for (const row of await findOpenImports(ctx.db, ctx.now(), importsAtOnce)) {
    if (!(await leaseImport(ctx.db, row.id, ctx.now(), ctx.now() + leaseMs))) continue;
    for (let batch = -1; batch !== 0; done += batch) {
      batch = await inTransaction(ctx, (ctx) => importBatch(ctx, row));
      if (batch === 0) break;
    }
  }
  return done;
}

/** Queue length and age (seconds) for the metrics page. */
export async function importFigures(ctx: Context): Promise<Record<string, number>> {
  const { open, oldestAt } = await importBacklog(ctx.db);
  return { 'imports open': open, 'imports age': oldestAt === null ? 0 : (ctx.now() - oldestAt) / 1000 };
}

export async function forgetOldImports(ctx: Context): Promise<void> {
  await inTransaction(ctx, (ctx) => deleteImportsBefore(ctx.db, ctx.now() - importsKeptMs));
}

async function importBatch(ctx: Context, row: ImportRow): Promise<number> {
  const now = ctx.now();
  const lines = await findLines(ctx.db, row.id, 'waiting', linesAtOnce, 0);
  for (const line of lines) {
    const { result, reason = null } = await importLine(ctx, row.member_id, line);
    await setResult(ctx.db, line.id, result, reason);
  }
  if (lines.length > 0) await reviseWebsiteRules(ctx, { memberId: row.member_id });
  await updateImport(ctx.db, row.id, {
    lease_until: lines.length > 0 ? now + leaseMs : 0,
    ...(lines.length === 0 && { finished_at: now }),
  });
  return lines.length;
}

/** The feed is not fetched here: the crawl reads it in its turn, and its health says how that went. */
async function importLine(
  ctx: Context,
  memberId: number,
  line: ImportLineRow,
): Promise<{ result: Result; reason?: ImportLine['reason'] }> {
  const known = await sourceByAddress(ctx, line.url);
  const before = known && (await findBySource(ctx.db, memberId, known.id));
  if (before && before.deleted_at === null) return { result: 'already' };
  if (!known) {
    const verdict = checkUrl(line.url, new Set());
    if (!verdict.ok) return { result: 'refused', reason: verdict.error === 'bad-url' ? 'URL_INVALID' : 'URL_BLOCKED' };
    if (siteKey(line.url) === undefined) return { result: 'refused', reason: 'URL_INVALID' };
  }
  if ((await countByMember(ctx.db, memberId)) >= websiteCountMax) return { result: 'refused', reason: 'WEBSITE_LIMIT' };
  const source = known ?? (await ensureImported(ctx, line));
  const title = line.title || source.title;
  if (before) await revive(ctx.db, before.id, title, ctx.now());
  else {
    await insertWebsite(ctx.db, {
      member_id: memberId,
      source_id: source.id,
      title,
      folder: line.folder,
      created_at: ctx.now(),
    });
  }
  await changeSubscribers(ctx, source, 1);
  return { result: 'added' };
}

function toLines(importId: number, feeds: readonly OpmlFeed[]) {
  const seen = new Set<string>();
  return feeds.map((feed, at) => {
    const key = urlKey(feed.xmlUrl) ?? feed.xmlUrl;
    const isDuplicate = seen.has(key);
    seen.add(key);
    const isTooLong = feed.xmlUrl.length > addressMax;
    return {
      import_id: importId,
      line: at + 1,
      title: (feed.title ?? '').slice(0, titleMax),
      url: feed.xmlUrl.slice(0, addressMax),
      home_url: (feed.htmlUrl ?? '').slice(0, addressMax),
      folder: JSON.stringify(feed.path),
      result: isDuplicate ? 'duplicate' : isTooLong ? 'refused' : 'waiting',
      reason: isTooLong && !isDuplicate ? 'URL_INVALID' : null,
    };
  });
}

function toRefused(importId: number, list: { feeds: OpmlFeed[]; unusable: { title?: string; address: string }[] }) {
  return list.unusable.map(({ title = '', address }, at) => ({
    import_id: importId,
    line: list.feeds.length + at + 1,
    title: title.slice(0, titleMax),
    url: address.slice(0, addressMax),
    home_url: '',
    folder: '[]',
    result: 'refused',
    reason: 'URL_INVALID',
  }));
}

async function toImport(ctx: Context, row: ImportRow): Promise<WebsiteImport> {
  const counts = new Map((await countResults(ctx.db, row.id)).map(({ result, count }) => [result, count]));
  return {
    id: row.id,
    fileName: row.file_name,
    total: row.total,
    counts: Object.fromEntries(
      importResults.map((result) => [result, counts.get(result) ?? 0]),
    ) as WebsiteImport['counts'],
    isCut: row.is_cut === 1,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  };
}

function toLine(row: ImportLineRow): ImportLine {
  return {
    line: row.line,
    title: row.title,
    url: row.url,
    folder: JSON.parse(row.folder) as string[],
    result: row.result as Result,
    reason: row.reason as ImportLine['reason'],
  };
}
