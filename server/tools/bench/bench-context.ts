/** What the product's own services need, without HTTP and jobs: the benches call them as the server does. */
import { createPostgresIndex } from '../../adapters/search-index/postgres-tsvector.ts';
import { createSqliteIndex } from '../../adapters/search-index/sqlite-fts5.ts';
import { createInProcessSignals } from '../../adapters/signals/in-process.ts';
import { readConfig } from '../../config.ts';
import type { Context } from '../../context.ts';
import { createDocumentReader } from '../../crawl/prepare/document-reader.ts';
import type { Database } from '../../db/database.ts';
import { articleReader } from '../../domains/articles/articles.service.ts';
import { createLog } from '../../log.ts';

const fetchNothing = () => Promise.reject(new Error('the benches fetch nothing'));

export function createBenchContext(
  database: Database,
  now: () => number,
  fetchResource: Context['fetchResource'] = fetchNothing,
): Context {
  return {
    config: readConfig({ NODE_ENV: 'production', DEMO: 'off', LOG_LEVEL: 'error' }, 'bench'),
    db: database.kysely,
    engine: database.engine,
    publicUrl: '',
    now,
    log: createLog('error'),
    searchIndex:
      database.engine === 'postgres' ? createPostgresIndex(articleReader, now) : createSqliteIndex(articleReader),
    signals: createInProcessSignals(),
    push: { publicKey: '', send: () => fetchNothing() },
    fetchResource,
    // Its thread starts with the first document.
    documents: createDocumentReader({ fetchResource }),
    afterCommit: (effect) => effect(),
  };
}
