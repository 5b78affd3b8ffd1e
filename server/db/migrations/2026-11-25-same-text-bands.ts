import type { Kysely } from 'kysely';
import type { Engine } from '../database.ts';

const rowsAtOnce = 500;

interface Tables {
  article: { id: number; fingerprint: string };
  article_band: { band: string; article_id: number; seen_at: number };
  article_bands: { article_id: number; seen_at: number; bands: string; revision: number };
  setting: { name: string; value: string };
}

/** Same texts are looked for in memory, so an article's bands are one row that is written behind the last instead of 24. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const bigint = 'bigint' as const;
  await db.schema
    .createTable('article_bands')
    .addColumn('article_id', engine === 'sqlite' ? 'integer' : bigint, (c) => c.primaryKey())
    .addColumn('seen_at', bigint, (c) => c.notNull())
    .addColumn('bands', 'text', (c) => c.notNull())
    .addColumn('revision', bigint, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('article_bands_revision_idx').on('article_bands').columns(['revision']).execute();
  await db.schema.createIndex('article_bands_seen_idx').on('article_bands').columns(['seen_at']).execute();
  await carryOver(db as Kysely<Tables>);
  await db.schema.dropTable('article_band').execute();
}

/** What was seen first is filed first; the server counts on from here. */
async function carryOver(db: Kysely<Tables>): Promise<void> {
  // Every text that has bands has exactly one of this kind.
  const filed = await db
    .selectFrom('article_band')
    .select(['article_id', 'seen_at'])
    .where('band', 'like', 'm0:%')
    .orderBy('seen_at')
    .orderBy('article_id')
    .execute();
  if (filed.length === 0) return;
  for (let start = 0; start < filed.length; start += rowsAtOnce) {
    const part = filed.slice(start, start + rowsAtOnce);
    const articles = await db
      .selectFrom('article')
      .select(['id', 'fingerprint'])
      .where(
        'id',
        'in',
        part.map((row) => row.article_id),
      )
      .execute();
    const bandsOf = new Map(articles.map(({ id, fingerprint }) => [id, readBands(fingerprint)]));
    const rows = part.flatMap(({ article_id, seen_at }, at) => {
      const bands = bandsOf.get(article_id);
      return bands ? { article_id, seen_at, bands, revision: start + at + 1 } : [];
    });
    if (rows.length > 0) await db.insertInto('article_bands').values(rows).execute();
  }
  await db
    .insertInto('setting')
    .values({ name: 'same-text.revision', value: String(filed.length) })
    .execute();
}

function readBands(fingerprint: string): string {
  const { simhash, bands } = JSON.parse(fingerprint) as { simhash: string; bands: string };
  return simhash + bands;
}
