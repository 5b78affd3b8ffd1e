/** Same texts: the bands of the window kept in memory, stored with the articles, followed across processes by revision. */
import { dayMs } from '#shared/rules/session.ts';
import type { Context } from '../../context.ts';
import { createBandIndex, packBands } from '../../crawl/dedupe/band-index.ts';
import type { Fingerprint } from '../../crawl/dedupe/fingerprint.ts';
import { deleteBandsBefore, findBandsAfter, insertBands, nextBandsRevision } from './same-texts.queries.ts';

/** A same text is looked for among articles seen within this time. */
export const sameTextWindowMs = 7 * dayMs;
const rowsAtOnce = 2_000;

/** What the articles of the window are found by in memory. */
export interface SameTextBook {
  /** Brings memory up to date with the database; everything, after a restart. */
  refresh(ctx: Context): Promise<void>;
  /** Inside the storing transaction, before anything is looked for: gives the revision to file its articles with. */
  begin(ctx: Context): Promise<number>;
  /** Ids of articles that may have the same text, those with most in common first. */
  alike(fingerprint: Fingerprint, limit: number): number[];
}

/** It holds what is committed only: what a transaction files is read back by the next one. */
export function createSameTextBook(): SameTextBook {
  let index = createBandIndex();
  let known = { revision: 0, articleId: 0 };

  async function refresh(ctx: Context): Promise<void> {
    const since = ctx.now() - sameTextWindowMs;
    index.forget(since);
    for (;;) {
      const rows = await findBandsAfter(ctx.db, known, since, rowsAtOnce);
      for (const row of rows) index.add(row.article_id, row.bands, row.seen_at);
      const last = rows.at(-1);
      if (last) known = { revision: last.revision, articleId: last.article_id };
      if (rows.length < rowsAtOnce) return;
    }
  }

  return {
    refresh,
    async begin(ctx) {
      const revision = await nextBandsRevision(ctx.db);
      if (known.revision >= revision) {
        // What was read in a transaction that failed is not there.
        index = createBandIndex();
        known = { revision: 0, articleId: 0 };
      }
      await refresh(ctx);
      return revision;
    },
    alike: (fingerprint, limit) => index.alike(packBands(fingerprint), limit),
  };
}

export interface FiledText {
  id: number;
  fingerprint: Fingerprint;
}

/** Inside the storing transaction: what the texts are found by from now on. A text without words is the same as no other. */
export async function fileTexts(
  ctx: Context,
  texts: readonly FiledText[],
  { seenAt, revision }: { seenAt: number; revision: number },
): Promise<void> {
  await insertBands(
    ctx.db,
    texts
      .map(({ id, fingerprint }) => ({ article_id: id, seen_at: seenAt, bands: packBands(fingerprint), revision }))
      .filter(({ bands }) => bands !== ''),
  );
}

export async function forgetOldBands(ctx: Context): Promise<void> {
  await deleteBandsBefore(ctx.db, ctx.now() - sameTextWindowMs);
}
