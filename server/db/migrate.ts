import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database, Engine } from './database.ts';
import * as first from './migrations/2026-11-21-first.ts';
import * as searchIndex from './migrations/2026-11-21-search-index.ts';
import * as sourceMoves from './migrations/2026-11-21-source-moves.ts';
import * as subscriptionRhythm from './migrations/2026-11-21-subscription-rhythm.ts';
import * as tellChannels from './migrations/2026-11-21-tell-channels.ts';
import * as websiteImports from './migrations/2026-11-21-website-imports.ts';
import * as clusters from './migrations/2026-11-22-clusters.ts';
import * as hotspots from './migrations/2026-11-22-hotspots.ts';
import * as readSpans from './migrations/2026-11-23-read-spans.ts';
import * as storyBundles from './migrations/2026-11-23-story-bundles.ts';
import * as desktopChannel from './migrations/2026-11-24-desktop-channel.ts';
import * as unreadByKind from './migrations/2026-11-24-unread-by-kind.ts';
import * as hubSubscriptions from './migrations/2026-11-25-hub-subscriptions.ts';
import * as sameTextBands from './migrations/2026-11-25-same-text-bands.ts';

/** In order of application. A migration that has been released is never changed. */
const migrations: Record<string, { up(db: Kysely<unknown>, engine: Engine): Promise<void> }> = {
  '2026-11-21-first': first,
  '2026-11-21-search-index': searchIndex,
  '2026-11-21-source-moves': sourceMoves,
  '2026-11-21-subscription-rhythm': subscriptionRhythm,
  '2026-11-21-tell-channels': tellChannels,
  '2026-11-21-website-imports': websiteImports,
  '2026-11-22-clusters': clusters,
  '2026-11-22-hotspots': hotspots,
  '2026-11-23-read-spans': readSpans,
  '2026-11-23-story-bundles': storyBundles,
  '2026-11-24-desktop-channel': desktopChannel,
  '2026-11-24-unread-by-kind': unreadByKind,
  '2026-11-25-hub-subscriptions': hubSubscriptions,
  '2026-11-25-same-text-bands': sameTextBands,
};

/** Brings the schema up to date; a failed migration leaves the schema as it was and throws. */
export async function migrate({ kysely, engine }: Database): Promise<void> {
  const migrator = new Migrator({
    db: kysely,
    provider: {
      async getMigrations(): Promise<Record<string, Migration>> {
        return Object.fromEntries(
          Object.entries(migrations).map(([name, { up }]) => [name, { up: (db: Kysely<unknown>) => up(db, engine) }]),
        );
      },
    },
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
