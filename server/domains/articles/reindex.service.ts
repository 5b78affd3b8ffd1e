/** Indexes anew what an earlier version put into the word index, newest articles first, while everything else goes on. */
import { type Context, inTransaction } from '../../context.ts';
import type { Db } from '../../db/database.ts';
import { countBelow, findIdsBelow, findIndexState, writeIndexState } from './articles.queries.ts';
import { loadDocuments } from './articles.service.ts';

/** A transaction's; few, because their words are cut on the thread that serves requests. */
const articlesAtOnce = 20;
const restMs = 50;

/** What the archive's word index holds. */
interface IndexState {
  format: string;
  /** Articles with smaller ids are not in this format yet; 0 where all are. */
  below: number;
}

/** Until all articles are done; what is done counts, wherever it is stopped. */
export async function reindexArticles(
  ctx: Context,
  { pause, signal }: { pause(ms: number): Promise<void>; signal: AbortSignal },
): Promise<void> {
  const { below } = await inTransaction(ctx, currentState);
  if (below === 0) return;
  ctx.log.info({ articles: await countBelow(ctx.db, below) }, 'the word index has an older format; indexing anew');
  let isDone = false;
  while (!isDone && !signal.aborted) {
    isDone = await inTransaction(ctx, reindexNext);
    await pause(restMs);
  }
  if (isDone) ctx.log.info('the word index is up to date');
}

/** For the metrics. */
export async function reindexFigures(ctx: Context): Promise<Record<string, number>> {
  const below = (await knownState(ctx))?.below ?? 0;
  return { 'reindex waiting': below === 0 ? 0 : await countBelow(ctx.db, below) };
}

/** Articles are read in the transaction that files them, so that none removed meanwhile comes back. */
async function reindexNext(ctx: Context): Promise<boolean> {
  const { format, below } = await currentState(ctx);
  const ids = await findIdsBelow(ctx.db, below, articlesAtOnce);
  await ctx.searchIndex.add(ctx.db, await loadDocuments(ctx.db, ids));
  const next = ids.at(-1) ?? 0;
  await writeState(ctx.db, { format, below: next });
  return next === 0;
}

/** With another format than ours, everything stored so far is to be done. */
async function currentState(ctx: Context): Promise<IndexState> {
  const { format } = ctx.searchIndex;
  const known = await knownState(ctx);
  if (known?.format === format) return known;
  const [newest] = await findIdsBelow(ctx.db, Number.MAX_SAFE_INTEGER, 1);
  const state = { format, below: newest === undefined ? 0 : newest + 1 };
  await writeState(ctx.db, state);
  return state;
}

async function knownState(ctx: Context): Promise<IndexState | undefined> {
  const text = await findIndexState(ctx.db);
  return text === undefined ? undefined : (JSON.parse(text) as IndexState);
}

/** After a word index was filled by other means: all of it is in this format. */
export const recordIndexed = (db: Db, format: string) => writeState(db, { format, below: 0 });

const writeState = (db: Db, state: IndexState) => writeIndexState(db, JSON.stringify(state));
